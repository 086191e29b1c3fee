/** Replaces everything in a foreign text that could end a line, move the cursor or change the writing direction. */
export function cleanText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
}

/** Returns a foreign value with every text in it cleaned. */
export function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanTexts(item)]))
}

/** The most characters of a name that a refusal repeats. A stranger may have chosen it to make the answer long. */
const NAME_LENGTH_MAX = 100

/** Returns a name as a refusal repeats it. */
export function shownName(name: string): string {
  return name.length <= NAME_LENGTH_MAX ? name : `${name.slice(0, NAME_LENGTH_MAX - 3).toWellFormed()}...`
}

/** Returns the value of a foreign text; undefined if it is not JSON, or nested too deeply to be read. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns whether a value is an object with fields of its own: neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
