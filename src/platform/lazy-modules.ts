/**
 * Modules of the runtime that take milliseconds to load and that the first answer does not need. The first call loads them; an
 * import would load them at startup.
 */
export const builtIn = {
  crypto: () => process.getBuiltinModule('node:crypto'),
  net: () => process.getBuiltinModule('node:net'),
  tls: () => process.getBuiltinModule('node:tls'),
  url: () => process.getBuiltinModule('node:url'),
}

/** Cryptographically random bytes. */
export function randomBytes(length: number): Buffer {
  return crypto.getRandomValues(Buffer.alloc(length))
}
