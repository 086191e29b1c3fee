/** Longer than what browsers, scripts and proxies send; reading a list of thousands of items takes milliseconds. */
const READ_MAX = 1024

/** Returns a header that is a list; null if it is absent, or implausibly long. */
export function readable(header: string | null): string | null {
  return header !== null && header.length <= READ_MAX ? header : null
}
