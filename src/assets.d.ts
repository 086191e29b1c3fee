declare module '*.ranges' {
  /** Where the file is: its path in a checkout, a path inside the executable once compiled. */
  const path: string
  export default path
}
declare module '*.txt' {
  const content: string
  export default content
}
declare module '*.zst' {
  /** Where the file is, as with a range file. */
  const path: string
  export default path
}
declare module '*.csv' {
  const content: string
  export default content
}
