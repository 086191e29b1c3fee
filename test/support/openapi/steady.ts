/** Returns a value without the parts that differ from one time to the next: numbers, and texts made of them. */
export function steady(value: unknown): unknown {
  if (typeof value === 'number') return 0
  if (typeof value === 'string')
    return value
      .replace(/\b[0-9A-F]{2}(:[0-9A-F]{2})+\b|\b[0-9A-F]{40}\b/g, 'HEX')
      .replace(/\b[0-9a-f]{64}\b/g, 'HASH')
      .replace(/printf %s [\w-]{22}/g, 'printf %s CONTENT')
      .replace(/\bdoorstep-(?:[0-9a-f]{32}\b|[\w-]{22})/g, 'doorstep-TOKEN')
      .replace(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d+ [A-Z][a-z]{2} \d+/g, 'DAY')
      .replace(/\d+(\.\d+)?/g, '0')
      .replace(/ +/g, ' ')
  if (Array.isArray(value)) return value.map(steady)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, steady(part)]))
}

/** Returns the new value, except that parts that only differ in what differs every time stay unchanged, so that a diff is one entry. */
export function renewed(before: unknown, now: unknown): unknown {
  if (Bun.deepEquals(steady(before), steady(now), true)) return before
  if (!isRecord(before) || !isRecord(now)) return now
  return Object.fromEntries(Object.entries(now).map(([key, part]) => [key, renewed(before[key], part)]))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
