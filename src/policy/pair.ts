/** Tokens that pair the two families of one requester. Nothing is stored: a token carries its address and its end, and a code over both. */

import type { Secret } from '../platform/log.ts'
import { type Address, addressOfBytes } from './address.ts'

/** The time in which a person asks again over the other family; an address may belong to somebody else soon after. */
export const PAIR_MS = 5 * 60_000

/** The purpose that every code covers, so that no other code under the same secret is ever taken for one of a token. */
const PURPOSE = 'doorstep pair 1\0'
const SECRET_BYTES = 32
const MAC_BYTES = 32
const EXPIRY_BYTES = 6
export interface Pair {
  readonly ip: string
  readonly token: string
  readonly expiresAt: string
}

/** The address of a valid token, or why it is not valid: made elsewhere or altered, or too old. */
type ReadPair = { readonly address: Address } | 'foreign' | 'expired'

/** Makes and reads tokens under one secret. Several instances that share it read each other's. */
export class PairTokens {
  readonly #secret: Uint8Array

  constructor(
    secret: Secret | null = null,
    private readonly now: () => number = Date.now,
  ) {
    this.#secret = secret ? Buffer.from(secret.reveal()) : crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
  }

  mint(address: Address): Pair {
    const expires = this.now() + PAIR_MS
    const body = Buffer.concat([expiryOf(expires), bytesOf(address)])
    const token = Buffer.concat([body, this.macOf(body)]).toString('base64url')
    return { ip: address.text, token, expiresAt: new Date(expires).toISOString() }
  }

  read(token: string): ReadPair {
    const bytes = Buffer.from(token, 'base64url')
    const body = bytes.subarray(0, -MAC_BYTES)
    const address = addressOfBytes(body.subarray(EXPIRY_BYTES))
    // Other spellings of the same bytes are not ours either.
    if (!address || bytes.toString('base64url') !== token) return 'foreign'
    if (!crypto.timingSafeEqual(bytes.subarray(-MAC_BYTES), this.macOf(body))) return 'foreign'
    return body.readUIntBE(0, EXPIRY_BYTES) > this.now() ? { address } : 'expired'
  }

  private macOf(body: Uint8Array): Buffer {
    return new Bun.CryptoHasher('sha256', this.#secret).update(PURPOSE).update(body).digest()
  }
}

function expiryOf(ms: number): Buffer {
  const bytes = Buffer.alloc(EXPIRY_BYTES)
  bytes.writeUIntBE(ms, 0, EXPIRY_BYTES)
  return bytes
}

function bytesOf({ words }: Address): Buffer {
  const bytes = Buffer.alloc(words.length * 4)
  words.forEach((word, index) => void bytes.writeUInt32BE(word >>> 0, index * 4))
  return bytes
}
