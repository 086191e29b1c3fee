/** Returns the value of a text of bounded length; undefined if it is not JSON, or nested too deeply to be read. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the value as an object whose fields may be anything; null for everything else. */
export function recordOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}
