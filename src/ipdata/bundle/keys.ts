import type { KeyObject } from 'node:crypto'
import { builtIn } from '../../platform/lazy-modules.ts'
import { Misfit } from '../../platform/misfit.ts'

/**
 * Reads a private key for signing from a PEM text (PKCS #8). Throws a Misfit that says what is wrong with the text, without repeating any
 * of it.
 */
export function readSigningKey(pem: string): KeyObject {
  if (/ENCRYPTED/.test(pem))
    throw new Misfit(
      'is encrypted: there is nobody to ask for its passphrase',
      '암호화된 키입니다. 암호를 물어볼 수 없으므로 암호를 푼 키를 지정하십시오',
    )
  return ed25519(() => builtIn.crypto().createPrivateKey({ key: pem, format: 'pem' }), 'private')
}

/** Reads a public key for checking signatures from a PEM text (SubjectPublicKeyInfo). Throws a Misfit like `readSigningKey`. */
export function readPublicKey(pem: string): KeyObject {
  if (/PRIVATE KEY/.test(pem))
    throw new Misfit(
      'is a private key: whoever checks signatures needs the public key alone',
      '개인 키입니다. 서명을 확인하는 데에는 공개 키만 있으면 됩니다',
    )
  return ed25519(() => builtIn.crypto().createPublicKey({ key: pem, format: 'pem' }), 'public')
}

function ed25519(read: () => KeyObject, kind: 'private' | 'public'): KeyObject {
  const key = attempt(read)
  if (!key) throw new Misfit(`is not a ${kind} key in PEM`, `PEM 형식의 ${kind === 'private' ? '개인' : '공개'} 키가 아닙니다`)
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Misfit(
      `is a key of ${key.asymmetricKeyType ?? 'another kind'}, not of Ed25519`,
      `Ed25519 키가 아닙니다(${key.asymmetricKeyType ?? '다른 종류'})`,
    )
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
