/** Bun's, which the types of browsers lack. */
interface ReadableStream {
  text(): Promise<string>
}
declare module '*.pack' {
  /** Where the file is: its path in a checkout, a path inside the executable once compiled. */
  const path: string
  export default path
}
declare module 'topojson-client' {
  export function feature(topology: object, part: object): unknown
}
