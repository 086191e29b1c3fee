/** Longer than what browsers, scripts and proxies send; reading a list of thousands of items takes milliseconds. */
const READ_MAX = 1024

/** Returns a header that is a list, for whoever reads it; null if it is absent, or longer than anybody means it. */
export function readable(header: string | null): string | null {
  return header !== null && header.length <= READ_MAX ? header : null
}
