/**
 * Modules of the runtime that take milliseconds to load, and that the first answer does not need: each is loaded by the first
 * call. (An import would load them at the start.)
 */
export const builtIn = {
  crypto: () => process.getBuiltinModule('node:crypto'),
  net: () => process.getBuiltinModule('node:net'),
  tls: () => process.getBuiltinModule('node:tls'),
  url: () => process.getBuiltinModule('node:url'),
}

/** Bytes that nobody can guess. */
export function randomBytes(length: number): Buffer {
  return crypto.getRandomValues(Buffer.alloc(length))
}
