import { describe, expect, test } from 'bun:test'
import { clientHello } from '../../../../src/net/tls/hello.ts'
import { PROTOCOLS, type Protocol } from '../../../../src/net/tls/suites.ts'

/** Reads a ClientHello as RFC 8446, section 4.1.2, describes it; every length must fit exactly. */
function parse(bytes: Buffer) {
  let at = 0
  const take = (length: number) => {
    expect(at + length).toBeLessThanOrEqual(bytes.length)
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (length: number) => take(length).readUIntBE(0, length)
  expect(number(1)).toBe(22)
  const recordVersion = number(2)
  expect(number(2)).toBe(bytes.length - 5)
  expect(number(1)).toBe(1)
  expect(number(3)).toBe(bytes.length - 9)
  const version = number(2)
  const random = take(32)
  const session = take(number(1))
  const suites = words(take(number(2)))
  expect(take(number(1))).toEqual(Buffer.from([0]))
  expect(number(2)).toBe(bytes.length - at)
  const extensions = new Map<number, Buffer>()
  while (at < bytes.length) {
    const type = number(2)
    expect(extensions.has(type)).toBe(false)
    extensions.set(type, take(number(2)))
  }
  return { recordVersion, version, random, session, suites, extensions }
}

function words(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2))
}

const WIRE: Record<Protocol, number> = { TLSv1: 0x0301, 'TLSv1.1': 0x0302, 'TLSv1.2': 0x0303, 'TLSv1.3': 0x0303 }

describe.each([...PROTOCOLS])('%s', (protocol) => {
  const hello = parse(clientHello(protocol, 'web.test'))

  test('offers itself and nothing else', () => {
    expect(hello.recordVersion).toBe(0x0301)
    expect(hello.version).toBe(WIRE[protocol])
    expect(hello.extensions.get(43)?.toString('hex')).toBe(protocol === 'TLSv1.3' ? '020304' : undefined)
    expect(hello.suites.every((suite) => suite >> 8 === 0x13)).toBe(protocol === 'TLSv1.3')
    expect(new Set(hello.suites).size).toBe(hello.suites.length)
    expect(hello.extensions.has(13)).toBe(protocol === 'TLSv1.2' || protocol === 'TLSv1.3')
  })

  test('names the host, unless there is no name', () => {
    expect(hello.extensions.get(0)?.toString('latin1')).toBe('\0\x0b\0\0\x08web.test')
    expect(parse(clientHello(protocol, null)).extensions.has(0)).toBe(false)
  })

  test('is another one every time', () => expect(parse(clientHello(protocol, 'web.test')).random).not.toEqual(hello.random))
})

test('the shares of TLS 1.3 are well formed, and the key for ML-KEM passes its modulus check', () => {
  const { extensions } = parse(clientHello('TLSv1.3', 'web.test'))
  const groups = words(extensions.get(10)?.subarray(2) ?? Buffer.alloc(0))
  expect(groups.slice(0, 2)).toEqual([0x11ec, 29])
  const shares = extensions.get(51) ?? Buffer.alloc(0)
  expect(shares.readUInt16BE(0)).toBe(shares.length - 2)
  expect([shares.readUInt16BE(2), shares.readUInt16BE(4)]).toEqual([0x11ec, 1216])
  expect([shares.readUInt16BE(6 + 1216), shares.readUInt16BE(8 + 1216)]).toEqual([29, 32])
  expect(shares.length).toBe(10 + 1216 + 32)
  const key = shares.subarray(6, 6 + 1152)
  for (let at = 0; at < key.length; at += 3) {
    const pair = key.readUIntLE(at, 3)
    expect(Math.max(pair & 0xfff, pair >> 12)).toBeLessThan(3329)
  }
})

test('the hybrid is offered with TLS 1.3 alone', () => {
  for (const protocol of PROTOCOLS.filter((one) => one !== 'TLSv1.3'))
    expect(words(parse(clientHello(protocol, null)).extensions.get(10)?.subarray(2) ?? Buffer.alloc(0))).not.toContain(0x11ec)
})
