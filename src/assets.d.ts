declare module '*.ranges' {
  /** The path of the file: in a checkout, or inside the executable once compiled. */
  const path: string
  export default path
}
declare module '*.txt' {
  const content: string
  export default content
}
declare module '*.zst' {
  /** The path of the file, as for a range file. */
  const path: string
  export default path
}
declare module '*.csv' {
  const content: string
  export default content
}
