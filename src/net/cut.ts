/** What is shown of one value, in characters. */
const VALUE_LENGTH_MAX = 8192

/** A value that may be as long as its sender likes, for an answer; where it is cut, it says how much more there was. */
export function cut(text: string, lengthMax = VALUE_LENGTH_MAX): string {
  if (text.length <= lengthMax) return text
  return `${text.slice(0, lengthMax).toWellFormed()} [... ${text.length - lengthMax} more characters]`
}

/** How much of an answer a part of it takes. */
export function bytesInAnswer(part: unknown): number {
  return Buffer.byteLength(JSON.stringify(part))
}
