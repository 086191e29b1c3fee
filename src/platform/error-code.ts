/** Returns the code of a system or TLS error, such as "ECONNRESET" or "ERR_SSL_WRONG_VERSION_NUMBER"; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
