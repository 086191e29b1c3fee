/** Bytes of TLS, as a server sends them, put together by hand. */

import { u16 } from '../dns/wire.ts'

const u24 = (value: number) => Buffer.from([value >> 16, (value >> 8) & 255, value & 255])

export function record(type: number, body: Buffer, version = 0x0303): Buffer {
  return Buffer.concat([Buffer.from([type]), u16(version), u16(body.length), body])
}

export function handshakeMessage(type: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([type]), u24(body.length), body])
}

export const alert = (level: number, description: number): Buffer => record(21, Buffer.from([level, description]))

interface ServerHello {
  version?: number
  random?: Buffer
  sessionId?: Buffer
  cipher?: number
  extensions?: readonly [number, Buffer][]
}

export function serverHello({
  version = 0x0303,
  random = Buffer.alloc(32, 7),
  sessionId = Buffer.alloc(0),
  cipher = 0xc02f,
  extensions,
}: ServerHello = {}): Buffer {
  const block = extensions
    ? Buffer.concat(extensions.map(([type, body]) => Buffer.concat([u16(type), u16(body.length), body])))
    : null
  const head = [u16(version), random, Buffer.from([sessionId.length]), sessionId, u16(cipher), Buffer.from([0])]
  return handshakeMessage(2, Buffer.concat([...head, ...(block ? [u16(block.length), block] : [])]))
}

export function certificateMessage(...certificates: Buffer[]): Buffer {
  const list = Buffer.concat(certificates.map((one) => Buffer.concat([u24(one.length), one])))
  return handshakeMessage(11, Buffer.concat([u24(list.length), list]))
}

/** The random that makes a ServerHello a HelloRetryRequest (RFC 8446, section 4.1.3): the SHA-256 of that word. */
export const RETRY_RANDOM = new Bun.CryptoHasher('sha256').update('HelloRetryRequest').digest()
