/** Returns a function that makes something of an object once, and keeps it for as long as the object is there. */
export function oncePer<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const made = new WeakMap<Source, Made>()
  return (source) => {
    const known = made.get(source) ?? make(source)
    made.set(source, known)
    return known
  }
}
