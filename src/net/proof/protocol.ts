import { builtIn, randomBytes } from '../../platform/lazy-modules.ts'

/** The bytes of the key, of a challenge, and of its answer. */
const KEY_BYTES = 32
export const CHALLENGE_BYTES = 40
export const ANSWER_BYTES = 32

/** The first bytes of a challenge, by which a listener knows it. */
const MAGIC = Buffer.from('doorstep')
const NUMBERS = { tcp: 6, udp: 17 } as const

export const PROOFS = ['proven', 'someone-else', 'no-answer'] as const
/** The verdict of a proof. `someone-else`: something answered that does not know the key. */
export type Proof = (typeof PROOFS)[number]

/** The port at which a proof is asked for, as the one who asks sees it. */
export interface Proven {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
}

/** The way a request writes a key: base64url of 32 bytes, whose last character holds four bits. */
export const KEY_PATTERN = '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$'

/** Returns a key as a request writes it; null for anything else. */
export function readKey(text: string): Buffer | null {
  return new RegExp(KEY_PATTERN).test(text) ? Buffer.from(text, 'base64url') : null
}

/** Returns a new key. */
export function newKey(): Buffer {
  return randomBytes(KEY_BYTES)
}

/** Returns a new challenge, to be used once. */
export function newChallenge(): Buffer {
  return Buffer.concat([MAGIC, randomBytes(CHALLENGE_BYTES - MAGIC.length)])
}

export function isChallenge(bytes: Uint8Array): boolean {
  return bytes.length === CHALLENGE_BYTES && MAGIC.equals(bytes.subarray(0, MAGIC.length))
}

/** Returns the answer to a challenge: HMAC-SHA256 of it, the port (2 bytes) and the protocol (1 byte, of IANA) under the key. */
export function answerTo(challenge: Uint8Array, key: Uint8Array, { port, protocol }: Proven): Buffer {
  const about = Buffer.alloc(3)
  about.writeUInt16BE(port)
  about[2] = NUMBERS[protocol]
  return builtIn.crypto().createHmac('sha256', key).update(challenge).update(about).digest()
}

/** Compares an answer in constant time. */
export function isAnswer(given: Uint8Array, challenge: Uint8Array, key: Uint8Array, proven: Proven): boolean {
  return given.length === ANSWER_BYTES && builtIn.crypto().timingSafeEqual(given, answerTo(challenge, key, proven))
}
