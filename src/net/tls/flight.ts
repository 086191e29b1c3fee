import { cleanText } from '../../contract/clean.ts'
import { Unread } from '../conversation.ts'
import { EXTENSION, RECORD_HANDSHAKE } from './hello.ts'
import { ALERTS, groupName, protocolName, suiteName } from './suites.ts'

/**
 * The answer of a server to our ClientHello. "hello": a ServerHello (or the request for another one); "alert": a fatal one; "http": plain
 * HTTP; "other": something that is not TLS; "nothing": not a byte that could be read.
 */
export interface Flight {
  readonly answer: 'hello' | 'alert' | 'http' | 'other' | 'nothing'
  readonly alert: number | null
  readonly protocol: string | null
  readonly cipher: string | null
  readonly alpn: string | null
  /** The group, or how the keys are made without one ("RSA", "DHE"); null if the server did not say. */
  readonly keyExchange: string | null
  /** As received; none in TLS 1.3, which encrypts them. */
  readonly certificates: readonly Buffer[]
  /** Whether an OCSP response was sent; null if that cannot be seen. */
  readonly stapled: boolean | null
}

const HTTP_START = 'HTTP/'
const RECORD_ALERT = 21
const RECORD_HEADER_BYTES = 5
const RECORD_BYTES_MAX = 16_384 + 2048
const ALERT_LEVEL_FATAL = 2
const MESSAGE = { serverHello: 2, certificate: 11, serverKeyExchange: 12, serverHelloDone: 14, certificateStatus: 22 }
const MESSAGE_HEADER_BYTES = 4
/** The most that is read from a server, and the longest message; the runtime takes certificates of 100 KiB in all. */
export const FLIGHT_BYTES_MAX = 128 * 1024
export const CERTIFICATES_MAX = 32
const NAMED_CURVE = 3
/** The random of a ServerHello that requests another ClientHello (RFC 8446, section 4.1.3). */
const RETRY_RANDOM = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex')

const SILENCE: Flight = {
  answer: 'nothing',
  alert: null,
  protocol: null,
  cipher: null,
  alpn: null,
  keyExchange: null,
  certificates: [],
  stapled: null,
}

/** Reads the first flight of a server, chunk by chunk, in time and memory linear in its bytes. Nothing in it makes this throw. */
export class FlightReader {
  flight: Flight = SILENCE
  done = false
  private readonly received = new Unread()
  private readonly messages = new Unread()
  private total = 0

  add(chunk: Buffer): void {
    if (this.done) return
    this.total += chunk.length
    if (this.total > FLIGHT_BYTES_MAX) {
      this.refuse()
      return
    }
    this.received.add(chunk)
    try {
      while (!this.done && this.readRecord());
    } catch (error) {
      // A length that leads past its message.
      if (!(error instanceof RangeError)) throw error
      this.end({ answer: this.flight.answer === 'hello' ? 'hello' : 'other' })
    }
  }

  private end(findings: Partial<Flight>): void {
    this.flight = { ...this.flight, ...findings }
    this.done = true
  }

  /** Ends the reading of something that no TLS server sends. */
  private refuse(): false {
    this.end({ answer: 'other', certificates: [] })
    return false
  }

  private readRecord(): boolean {
    const received = this.received.peek()
    const type = received[0]
    if (type !== undefined && type !== RECORD_HANDSHAKE && type !== RECORD_ALERT) return this.readOther()
    if (received.length < RECORD_HEADER_BYTES) return false
    const end = RECORD_HEADER_BYTES + received.readUInt16BE(3)
    if (received[1] !== 3 || end > RECORD_BYTES_MAX) return this.readOther()
    if (received.length < end) return false
    const body = this.received.take(end).subarray(RECORD_HEADER_BYTES)
    if (type === RECORD_ALERT) this.readAlert(body)
    // Empty records are forbidden (RFC 8446, section 5.1); they cost the sender nothing.
    else if (body.length === 0) return this.refuse()
    else {
      this.messages.add(body)
      while (!this.done && this.readMessage());
    }
    return true
  }

  /** After a ServerHello this starts encryption; before one it is not TLS. */
  private readOther(): false {
    if (this.flight.answer === 'hello') this.done = true
    else if (this.received.length >= HTTP_START.length) {
      const isHttp = this.received.peek().toString('latin1', 0, HTTP_START.length) === HTTP_START
      this.end({ answer: isHttp ? 'http' : 'other' })
    }
    return false
  }

  /** A warning is not the end: servers send one before a certificate for another name. */
  private readAlert(body: Buffer): void {
    const level = body.readUInt8(0)
    const alert = body.readUInt8(1)
    if (level === ALERT_LEVEL_FATAL) this.end(this.flight.answer === 'hello' ? { alert } : { answer: 'alert', alert })
    else if (alert === ALERTS.closeNotify) this.end({})
  }

  private readMessage(): boolean {
    const messages = this.messages.peek()
    if (messages.length < MESSAGE_HEADER_BYTES) return false
    const type = messages.readUInt8(0)
    const end = MESSAGE_HEADER_BYTES + messages.readUIntBE(1, 3)
    if (end > FLIGHT_BYTES_MAX) return this.refuse()
    if (messages.length < end) return false
    const body = this.messages.take(end).subarray(MESSAGE_HEADER_BYTES)
    if (type === MESSAGE.serverHello) this.readServerHello(body)
    else if (this.flight.answer !== 'hello') this.end({ answer: 'other' })
    else if (type === MESSAGE.certificate) this.flight = { ...this.flight, certificates: certificatesIn(body), stapled: false }
    else if (type === MESSAGE.certificateStatus) this.flight = { ...this.flight, stapled: true }
    else if (type === MESSAGE.serverKeyExchange) this.readKeyExchange(body)
    else if (type === MESSAGE.serverHelloDone) this.done = true
    return true
  }

  private readServerHello(body: Buffer): void {
    const sessionEnd = 35 + body.readUInt8(34)
    const found = extensionsIn(body.subarray(sessionEnd + 3))
    const version = found.get(EXTENSION.supportedVersions)
    const protocol = protocolName(version ? version.readUInt16BE(0) : body.readUInt16BE(0))
    if (protocol === null) {
      this.end({ answer: 'other' })
      return
    }
    const group = found.get(EXTENSION.keyShare)
    const alpn = found.get(EXTENSION.alpn)
    const cipher = suiteName(body.readUInt16BE(sessionEnd))
    this.flight = {
      ...this.flight,
      answer: 'hello',
      protocol,
      cipher,
      alpn: alpn ? cleanText(alpn.toString('latin1', 3, 3 + alpn.readUInt8(2))) : null,
      keyExchange: group ? groupName(group.readUInt16BE(0)) : keyExchangeOf(cipher),
    }
    // Everything after it is encrypted, or comes only after a second ClientHello.
    if (protocol === 'TLSv1.3' || RETRY_RANDOM.equals(body.subarray(2, 34))) this.done = true
  }

  private readKeyExchange(body: Buffer): void {
    const isCurve = this.flight.cipher?.startsWith('ECDHE') && body.readUInt8(0) === NAMED_CURVE
    if (isCurve) this.flight = { ...this.flight, keyExchange: groupName(body.readUInt16BE(1)) }
  }
}

/** Returns the key exchange. Up to TLS 1.2 the suite says it; only the ServerKeyExchange says which curve. */
function keyExchangeOf(cipher: string): string | null {
  if (cipher.startsWith('ECDHE')) return null
  if (/^(TLS_|0x)/.test(cipher)) return null
  return cipher.startsWith('DHE') ? 'DHE' : 'RSA'
}

function extensionsIn(bytes: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>()
  for (let at = 2; at + 4 <= bytes.length; ) {
    const end = at + 4 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) break
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, end))
    at = end
  }
  return found
}

function certificatesIn(body: Buffer): Buffer[] {
  const certificates: Buffer[] = []
  for (let at = 3; at + 3 <= body.length && certificates.length < CERTIFICATES_MAX; ) {
    const end = at + 3 + body.readUIntBE(at, 3)
    if (end > body.length) break
    certificates.push(Buffer.from(body.subarray(at + 3, end)))
    at = end
  }
  return certificates
}
