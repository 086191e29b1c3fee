/** Types of Bun that those of browsers lack. */
interface ReadableStream {
  text(): Promise<string>
}
declare module '*.pack' {
  /** Path of the file: in a checkout its own, in the compiled file one inside the executable. */
  const path: string
  export default path
}
declare module 'topojson-client' {
  export function feature(topology: object, part: object): unknown
}
