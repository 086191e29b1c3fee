/**
 * Modules of the runtime that take milliseconds to load and that the first answer does not need. The first call loads them; an
 * import would load them at startup.
 */
export const builtIn = {
  crypto: () => process.getBuiltinModule('node:crypto'),
  dgram: () => process.getBuiltinModule('node:dgram'),
  dns: () => process.getBuiltinModule('node:dns'),
  http: () => process.getBuiltinModule('node:http'),
  https: () => process.getBuiltinModule('node:https'),
  net: () => process.getBuiltinModule('node:net'),
  stream: () => process.getBuiltinModule('node:stream'),
  tls: () => process.getBuiltinModule('node:tls'),
  tty: () => process.getBuiltinModule('node:tty'),
  url: () => process.getBuiltinModule('node:url'),
}

export function randomBytes(length: number): Buffer {
  return crypto.getRandomValues(Buffer.alloc(length))
}
