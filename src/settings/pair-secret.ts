import { Secret } from '../platform/secret.ts'
import { Misfit } from './config-error.ts'

/** As many bytes as the code of a token has: a shorter secret would be easier to guess than the code. */
const LEAST_BYTES = 32
const SHOWN = '(secret)'

/**
 * Returns the secret of tokens of `/api/pair`; null without one. The text is used as it is written: whether it is hexadecimal or base64
 * does not matter, as long as all instances have the same.
 */
export function parsePairSecret(text: string): Secret | null {
  if (text === '') return null
  if (Buffer.byteLength(text) >= LEAST_BYTES) return new Secret(text, SHOWN)
  throw new Misfit(
    `is shorter than ${LEAST_BYTES} bytes (make one with: openssl rand -base64 32)`,
    `값이 ${LEAST_BYTES}바이트보다 짧습니다. openssl rand -base64 32 명령으로 만드십시오`,
  )
}

/** Returns a secret for the processes of one server. */
export function randomPairSecret(): Secret {
  return new Secret(Buffer.from(crypto.getRandomValues(new Uint8Array(LEAST_BYTES))).toString('base64url'), SHOWN)
}
