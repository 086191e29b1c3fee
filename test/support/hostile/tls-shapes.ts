/** First flights of servers as large, as repetitive and as nested as TLS and X.509 allow. All are read in the clear. */

import { randomBytes } from 'node:crypto'
import { u8, u16 } from '../dns/wire.ts'
import { alert, certificateMessage, handshakeMessage, record, serverHello } from '../tls/wire.ts'
import { byteByByte, type Divisor, fill, forever, SILENCE_MS, type Stream, share } from './shape.ts'

/** Certificates assembled by hand that no issuer would sign. Keys and signatures are random, so no signature is ever valid. */
const TAG = { boolean: 1, integer: 2, bits: 3, octets: 4, null: 5, oid: 6, utf8: 12, utcTime: 23, sequence: 0x30, set: 0x31 }

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length.toString(16)
  const length = Buffer.from(size.length % 2 ? `0${size}` : size, 'hex')
  const head = body.length < 0x80 ? [tag, body.length] : [tag, 0x80 | length.length, ...length]
  return Buffer.concat([Buffer.from(head), body])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, ...parts)
}

function oid(text: string): Buffer {
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

const attribute = (type: string, value: string): Buffer => der(TAG.set, sequence(oid(type), der(TAG.utf8, Buffer.from(value))))

const COMMON_NAME = '2.5.4.3'
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

const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(TAG.octets, value))

interface Forged {
  readonly subject?: readonly Buffer[]
  readonly issuer?: readonly Buffer[]
  readonly extensions?: readonly Buffer[]
  readonly validity?: readonly [from: string, to: string]
  readonly keyBits?: number
  readonly hasLargeExponent?: boolean
}

function forge(parts: Forged = {}): Buffer {
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

const HANDSHAKE = 22
const RECORD_MOST = 16_384
/** BoringSSL reads none above 100 KiB. */
const CERTIFICATE_MOST = 98 * 1024
const KIB = 1024
const LEAD = '2.5.29.'
const EXTENSION = { names: `${LEAD}17`, constraints: `${LEAD}30`, purposes: `${LEAD}37` }
const ALERT = { warning: 1, userCanceled: 90 }
const CERTIFICATE_STATUS = 22
const HELLO_DONE = handshakeMessage(14, Buffer.alloc(0))
const EMPTY = record(HANDSHAKE, Buffer.alloc(0))
const DRIP_MS = 20
const DNS_NAME = 0x82

/** Returns messages in records as large as possible. */
function records(messages: Buffer): Buffer {
  const count = Math.ceil(messages.length / RECORD_MOST)
  return Buffer.concat(
    Array.from({ length: count }, (_, index) =>
      record(HANDSHAKE, messages.subarray(index * RECORD_MOST, (index + 1) * RECORD_MOST)),
    ),
  )
}

const HELLO = serverHello()

/** Returns a whole flight with these certificates. */
function flight(...certificates: readonly Buffer[]): Buffer {
  return records(Buffer.concat([HELLO, certificateMessage(...certificates), HELLO_DONE]))
}

/** Returns a certificate with a part as large as a library reads it; made once. */
function withPart(make: (room: number) => Parameters<typeof forge>[0]): (divisor: Divisor) => Stream {
  const made = new Map<Divisor, Buffer>()
  return (divisor) => {
    const bytes = made.get(divisor) ?? flight(forge(make(share(CERTIFICATE_MOST, divisor))))
    made.set(divisor, bytes)
    return [bytes]
  }
}

/** Yields a message that is announced and never complete, and empty records. */
function* emptyRecords(messageBytes: number, count: number): Stream {
  const unfinished = handshakeMessage(11, Buffer.alloc(messageBytes + 1)).subarray(0, messageBytes)
  yield records(Buffer.concat([HELLO, unfinished]))
  yield Buffer.concat(Array.from({ length: count }, () => EMPTY))
  yield 100
  yield record(HANDSHAKE, Buffer.alloc(1))
}

const nested = (bytes: number) => {
  let inner = Buffer.alloc(0)
  while (inner.length < bytes) inner = sequence(inner) as Buffer<ArrayBuffer>
  return inner
}

export const TLS_SHAPES: Readonly<Record<string, (divisor: Divisor) => Stream>> = {
  'empty-records': (divisor) => emptyRecords(share(250 * KIB, divisor), share(105_000, divisor)),
  'empty-records-within': (divisor) => emptyRecords(share(128 * KIB, divisor), share(26_000, divisor)),
  *'tiny-records'(divisor) {
    const unfinished = Buffer.concat([HELLO, handshakeMessage(11, Buffer.alloc(100_000))]).subarray(0, share(43_000, divisor))
    yield Buffer.concat([...unfinished].map((byte) => record(HANDSHAKE, u8(byte))))
  },
  *'tiny-chunks'(divisor) {
    yield* byteByByte(flight(forge({ extensions: [names(share(40_000, divisor))] })))
  },
  *warnings(divisor) {
    yield Buffer.concat(Array.from({ length: share(37_000, divisor) }, () => alert(ALERT.warning, ALERT.userCanceled)))
  },
  *'warnings-behind-hello'(divisor) {
    yield records(HELLO)
    yield Buffer.concat(Array.from({ length: share(37_000, divisor) }, () => alert(ALERT.warning, ALERT.userCanceled)))
  },
  'rsa-16384': (divisor) => [
    flight(...Array.from({ length: share(32, divisor) }, () => forge({ keyBits: 16_384, hasLargeExponent: true }))),
  ],
  'rsa-8192': (divisor) => [flight(...Array.from({ length: share(32, divisor) }, () => forge({ keyBits: 8192 })))],
  'certificates-equal': (divisor) => {
    const one = forge({ extensions: [names(6000)] })
    return [flight(...Array.from({ length: share(32, divisor) }, () => one))]
  },
  'certificates-empty': (divisor) => [flight(...Array.from({ length: share(80_000, divisor) }, () => Buffer.alloc(0)))],
  'names-many': withPart((room) => ({ extensions: [names(room)] })),
  'names-long': withPart((room) => ({
    extensions: [
      extension(EXTENSION.names, sequence(...fill(room - 64, () => der(DNS_NAME, Buffer.alloc(255, '\x80', 'latin1'))))),
    ],
  })),
  'name-long': withPart((room) => ({
    extensions: [extension(EXTENSION.names, sequence(der(DNS_NAME, Buffer.alloc(room, 'a'))))],
  })),
  'names-other': withPart((room) => ({
    extensions: [
      extension(EXTENSION.names, sequence(...fill(room - 64, () => der(0xa0, oid('1.2.3'), der(0xa0, der(TAG.utf8)))))),
    ],
  })),
  'extensions-many': withPart((room) => ({ extensions: fill(room, (index) => extension(`1.2.${index}`, Buffer.alloc(0))) })),
  'purposes-many': withPart((room) => ({
    extensions: [extension(EXTENSION.purposes, sequence(...fill(room - 64, (index) => oid(`1.2.${index}`))))],
  })),
  'constraints-many': withPart((room) => ({
    extensions: [
      extension(
        EXTENSION.constraints,
        sequence(der(0xa0, ...fill(room - 64, (index) => sequence(der(DNS_NAME, Buffer.from(index.toString(36))))))),
      ),
    ],
  })),
  'oid-long': withPart((room) => ({
    extensions: [extension(EXTENSION.purposes, sequence(der(TAG.oid, Buffer.alloc(room - 64, 1))))],
  })),
  'subject-many': withPart((room) => ({ subject: fill(room, () => attribute(COMMON_NAME, '')) })),
  'subject-long': withPart((room) => ({ subject: [attribute(COMMON_NAME, '\u0007'.repeat(room))] })),
  'nested-extension': withPart((room) => ({ extensions: [extension(EXTENSION.names, nested(room))] })),
  *'hello-extensions'(divisor) {
    const extensions = Array.from({ length: share(16_000, divisor) }, (_, index): [number, Buffer] => [
      index + 100,
      Buffer.alloc(0),
    ])
    yield records(Buffer.concat([serverHello({ extensions }), HELLO_DONE]))
  },
  *'messages-many'(divisor) {
    const status = handshakeMessage(CERTIFICATE_STATUS, Buffer.alloc(0))
    yield records(Buffer.concat([HELLO, ...Array.from({ length: share(60_000, divisor) }, () => status)]))
  },
  *'message-endless'() {
    yield records(Buffer.concat([HELLO, u8(11), u8(0xff), u16(0xffff)]))
    yield* forever(record(HANDSHAKE, Buffer.alloc(RECORD_MOST)))
  },
  *'data-endless'() {
    yield records(HELLO)
    yield* forever(record(23, Buffer.alloc(RECORD_MOST)))
  },
  *'garbage-endless'() {
    yield* forever(Buffer.alloc(RECORD_MOST, 0xff))
  },
  // A date with an offset, which libraries accept.
  'date-offset': () => [flight(forge({ validity: ['250101000000Z', '400101000000+0900'] }))],
  *drip() {
    yield* byteByByte(flight(forge()), DRIP_MS)
  },
  *silent() {
    yield SILENCE_MS
  },
}

/** Returns alternative names of one letter that fill this many bytes. */
function names(bytes: number): Buffer {
  return extension(
    EXTENSION.names,
    sequence(...fill(bytes - 64, (index) => der(DNS_NAME, Buffer.from((index % 36).toString(36))))),
  )
}
