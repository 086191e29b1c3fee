import type { KeyObject } from 'node:crypto'
import { builtIn } from '../../platform/lazy-modules.ts'

/**
 * Reads a private key for signing from a PEM text (PKCS #8). Throws an Error that says what is wrong with the text, without repeating any
 * of it.
 */
export function readSigningKey(pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem)) throw new Error('is encrypted: there is nobody to ask for its passphrase')
  return ed25519(() => builtIn.crypto().createPrivateKey({ key: pem, format: 'pem' }), 'private')
}

/** Reads a public key for checking signatures from a PEM text (SubjectPublicKeyInfo). Throws an Error like `readSigningKey`. */
export function readPublicKey(pem: string): KeyObject {
  if (/PRIVATE KEY/.test(pem)) throw new Error('is a private key: whoever checks signatures needs the public key alone')
  return ed25519(() => builtIn.crypto().createPublicKey({ key: pem, format: 'pem' }), 'public')
}

function ed25519(read: () => KeyObject, kind: 'private' | 'public'): KeyObject {
  const key = attempt(read)
  if (!key) throw new Error(`is not a ${kind} key in PEM`)
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`is a key of ${key.asymmetricKeyType ?? 'another kind'}, not of Ed25519`)
  return key
}

function attempt(read: () => KeyObject): KeyObject | null {
  try {
    return read()
  } catch {
    return null
  }
}

/** Returns a name for a key that people can compare: the first 16 hexadecimal digits of the SHA-256 of the public key. */
export function fingerprintOf(key: KeyObject): string {
  const shown = key.type === 'private' ? builtIn.crypto().createPublicKey(key) : key
  const der = shown.export({ type: 'spki', format: 'der' })
  return new Bun.CryptoHasher('sha256').update(der).digest('hex').slice(0, 16)
}

export function sign(message: Buffer, key: KeyObject): Buffer {
  return builtIn.crypto().sign(null, message, key)
}

export function isSignedWith(message: Buffer, signature: Buffer, key: KeyObject): boolean {
  return builtIn.crypto().verify(null, message, key, signature)
}

/** Returns a public key as a text of one line. */
export function keyText(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

/** Reads a public key from such a text; null if it is not one. */
export function keyIn(text: string): KeyObject | null {
  const key = attempt(() => builtIn.crypto().createPublicKey({ key: Buffer.from(text, 'base64'), type: 'spki', format: 'der' }))
  return key?.asymmetricKeyType === 'ed25519' ? key : null
}
