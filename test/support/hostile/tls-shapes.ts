/** First flights of servers as large, as repetitive and as nested as TLS and X.509 allow. All are read in the clear. */

import { randomBytes } from 'node:crypto'
import { u8, u16 } from '../dns/wire.ts'
import { attribute, COSTLIEST_EXPONENT, certificate, der, dn, extension, OID, oid, rsaKey, seq, utcTime } from '../tls/der.ts'
import { alert, certificateMessage, handshakeMessage, record, serverHello } from '../tls/wire.ts'
import { byteByByte, type Divisor, fill, forever, SILENCE_MS, type Stream, share } from './shape.ts'

interface Forged {
  readonly subject?: readonly Buffer[]
  readonly extensions?: readonly Buffer[]
  readonly to?: string
  readonly keyBits?: number
  readonly exponent?: Buffer
}

/** Returns a certificate that no issuer would sign: its key and its signature are random, so that no signature is ever valid. */
function forge({ subject, extensions = [], to = '491231235959Z', keyBits = 2048, exponent }: Forged = {}): Buffer {
  const signature = randomBytes(keyBits / 8)
  signature[0] = 0x7f
  return certificate({
    subject: subject ? seq(...subject) : dn({ CN: 'evil.test' }),
    issuer: dn({ CN: 'evil.test' }),
    from: utcTime('250101000000Z'),
    to: utcTime(to),
    publicKey: rsaKey(keyBits, exponent),
    extensions,
    signature,
  })
}

const HANDSHAKE = 22
const RECORD_MOST = 16_384
/** BoringSSL reads none above 100 KiB. */
const CERTIFICATE_MOST = 98 * 1024
const KIB = 1024
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
  let inner: Buffer = Buffer.alloc(0)
  while (inner.length < bytes) inner = seq(inner)
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
    flight(...Array.from({ length: share(32, divisor) }, () => forge({ keyBits: 16_384, exponent: COSTLIEST_EXPONENT }))),
  ],
  'rsa-8192': (divisor) => [flight(...Array.from({ length: share(32, divisor) }, () => forge({ keyBits: 8192 })))],
  'certificates-equal': (divisor) => {
    const one = forge({ extensions: [names(6000)] })
    return [flight(...Array.from({ length: share(32, divisor) }, () => one))]
  },
  'certificates-empty': (divisor) => [flight(...Array.from({ length: share(80_000, divisor) }, () => Buffer.alloc(0)))],
  'names-many': withPart((room) => ({ extensions: [names(room)] })),
  'names-long': withPart((room) => ({
    extensions: [extension(OID.san, seq(...fill(room - 64, () => der(DNS_NAME, Buffer.alloc(255, '\x80', 'latin1')))))],
  })),
  'name-long': withPart((room) => ({
    extensions: [extension(OID.san, seq(der(DNS_NAME, Buffer.alloc(room, 'a'))))],
  })),
  'names-other': withPart((room) => ({
    extensions: [extension(OID.san, seq(...fill(room - 64, () => der(0xa0, oid('1.2.3'), der(0xa0, der(12))))))],
  })),
  'extensions-many': withPart((room) => ({ extensions: fill(room, (index) => extension(`1.2.${index}`, Buffer.alloc(0))) })),
  'purposes-many': withPart((room) => ({
    extensions: [extension(OID.purposes, seq(...fill(room - 64, (index) => oid(`1.2.${index}`))))],
  })),
  'constraints-many': withPart((room) => ({
    extensions: [
      extension(
        OID.constraints,
        seq(der(0xa0, ...fill(room - 64, (index) => seq(der(DNS_NAME, Buffer.from(index.toString(36))))))),
      ),
    ],
  })),
  'oid-long': withPart((room) => ({
    extensions: [extension(OID.purposes, seq(der(6, Buffer.alloc(room - 64, 1))))],
  })),
  'subject-many': withPart((room) => ({ subject: fill(room, () => attribute('CN', '')) })),
  'subject-long': withPart((room) => ({ subject: [attribute('CN', '\u0007'.repeat(room))] })),
  'nested-extension': withPart((room) => ({ extensions: [extension(OID.san, nested(room))] })),
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
  'date-offset': () => [flight(forge({ to: '400101000000+0900' }))],
  *drip() {
    yield* byteByByte(flight(forge()), DRIP_MS)
  },
  *silent() {
    yield SILENCE_MS
  },
}

/** Returns alternative names of one letter that fill this many bytes. */
function names(bytes: number): Buffer {
  return extension(OID.san, seq(...fill(bytes - 64, (index) => der(DNS_NAME, Buffer.from((index % 36).toString(36))))))
}
