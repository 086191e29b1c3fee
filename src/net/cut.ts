const VALUE_LENGTH_MAX = 8192

/** Cuts a value of any length for an answer; a value that was cut ends with how much is missing. */
export function cut(text: string, lengthMax = VALUE_LENGTH_MAX): string {
  if (text.length <= lengthMax) return text
  return `${text.slice(0, lengthMax).toWellFormed()} [... ${text.length - lengthMax} more characters]`
}

/** Returns the bytes that an item of a list takes up in an answer, including the comma after it. */
export function bytesInAnswer(item: unknown): number {
  return Buffer.byteLength(JSON.stringify(item)) + 1
}
