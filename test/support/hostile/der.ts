/** Certificates assembled by hand that no issuer would sign. Keys and signatures are random, so no signature is ever valid. */
import { randomBytes } from 'node:crypto'

export const TAG = {
  boolean: 1,
  integer: 2,
  bits: 3,
  octets: 4,
  null: 5,
  oid: 6,
  utf8: 12,
  utcTime: 23,
  sequence: 0x30,
  set: 0x31,
}

export function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length.toString(16)
  const length = Buffer.from(size.length % 2 ? `0${size}` : size, 'hex')
  const head = body.length < 0x80 ? [tag, body.length] : [tag, 0x80 | length.length, ...length]
  return Buffer.concat([Buffer.from(head), body])
}

export function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, ...parts)
}

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(TAG.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(arc: number): number[] {
  return arc < 0x80 ? [arc] : [...base128(Math.floor(arc / 0x80)).map((byte) => byte | 0x80), arc & 0x7f]
}

/** Returns a positive integer. */
function integer(bytes: Buffer): Buffer {
  return der(TAG.integer, (bytes[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes)
}

export function attribute(type: string, value: string): Buffer {
  return der(TAG.set, sequence(oid(type), der(TAG.utf8, Buffer.from(value))))
}

export const COMMON_NAME = '2.5.4.3'
const SHA256_WITH_RSA = sequence(oid('1.2.840.113549.1.1.11'), der(TAG.null))
const RSA = sequence(oid('1.2.840.113549.1.1.1'), der(TAG.null))
/** The largest that libraries take: 33 bits. */
const LARGEST_EXPONENT = Buffer.from('01ffffffff', 'hex')
const USUAL_EXPONENT = Buffer.from('010001', 'hex')

/** Returns an odd number of this size that is above any bytes used as a signature. */
function modulus(bits: number): Buffer {
  const bytes = randomBytes(bits / 8)
  bytes[0] = 0xff
  bytes[bytes.length - 1] = 0xff
  return bytes
}

export function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(TAG.octets, value))
}

interface Forged {
  readonly subject?: readonly Buffer[]
  readonly issuer?: readonly Buffer[]
  readonly extensions?: readonly Buffer[]
  readonly validity?: readonly [from: string, to: string]
  readonly keyBits?: number
  readonly hasLargeExponent?: boolean
}

export function forge(parts: Forged = {}): Buffer {
  const name = [attribute(COMMON_NAME, 'evil.test')]
  const { subject = name, issuer = name, extensions = [], validity = ['250101000000Z', '491231235959Z'] } = parts
  const { keyBits = 2048, hasLargeExponent = false } = parts
  const key = sequence(integer(modulus(keyBits)), integer(hasLargeExponent ? LARGEST_EXPONENT : USUAL_EXPONENT))
  const signature = randomBytes(keyBits / 8)
  signature[0] = 0x7f
  const bits = (bytes: Buffer) => der(TAG.bits, Buffer.from([0]), bytes)
  const signed = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(randomBytes(8)),
    SHA256_WITH_RSA,
    sequence(...issuer),
    sequence(...validity.map((date) => der(TAG.utcTime, Buffer.from(date)))),
    sequence(...subject),
    sequence(RSA, bits(key)),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  )
  return sequence(signed, SHA256_WITH_RSA, bits(signature))
}
