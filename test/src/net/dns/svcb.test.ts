// The vectors of RFC 9460, appendix D, and the malformed ones of its section 2.2.
import { describe, expect, test } from 'bun:test'
import { decodeRdata, readSvcParams, showSvcParams } from '../../../../src/net/dns/rdata.ts'
import { Malformed, Reader } from '../../../../src/net/dns/reader.ts'
import { counted, hex, name, u8, u16 } from '../../../support/dns/wire.ts'

const SVCB = 64
const HTTPS = 65
const COM = name('foo.example.com')
const ORG = name('foo.example.org')

const param = (key: number, value: Buffer) => Buffer.concat([u16(key, value.length), value])
const params = (...parts: Buffer[]) => readSvcParams(new Reader(Buffer.concat(parts)))

test.each([
  ['0 foo.example.com.', HTTPS, Buffer.concat([u16(0), COM]), {}],
  ['1 .', SVCB, hex('0001 00'), {}],
  ['16 foo.example.com. port=53', SVCB, Buffer.concat([u16(16), COM, hex('0003 0002 0035')]), { port: 53 }],
  ['1 foo.example.com. key667="hello"', SVCB, Buffer.concat([u16(1), COM, hex('029b 0005 68656c6c6f')]), { key667: 'hello' }],
  [
    '1 foo.example.com. key667="hello\\210qoo"',
    SVCB,
    Buffer.concat([u16(1), COM, hex('029b 0009 68656c6c6fd2716f6f')]),
    { key667: 'hello\ufffdqoo' },
  ],
  [
    '1 foo.example.com. ipv6hint=2001:db8::1,2001:db8::53:1',
    SVCB,
    Buffer.concat([u16(1), COM, hex('0006 0020 20010db8000000000000000000000001 20010db8000000000000000000530001')]),
    { ipv6hint: ['2001:db8::1', '2001:db8::53:1'] },
  ],
  [
    '1 example.com. ipv6hint=2001:db8:122:344::c000:221',
    SVCB,
    Buffer.concat([u16(1), name('example.com'), hex('0006 0010 20010db8 01220344 00000000 c0000221')]),
    { ipv6hint: ['2001:db8:122:344::c000:221'] },
  ],
  [
    '16 foo.example.org. mandatory=alpn,ipv4hint alpn="h2,h3-19" ipv4hint=192.0.2.1',
    SVCB,
    Buffer.concat([u16(16), ORG, hex('0000 0004 0001 0004'), hex('0001 0009 02 6832 05 68332d3139'), hex('0004 0004 c0000201')]),
    { mandatory: ['alpn', 'ipv4hint'], alpn: ['h2', 'h3-19'], ipv4hint: ['192.0.2.1'] },
  ],
  [
    '16 foo.example.org. alpn="f\\\\\\\\oo\\\\,bar,h2"',
    SVCB,
    Buffer.concat([u16(16), ORG, hex('0001 000c 08 665c6f6f2c626172 02 6832')]),
    { alpn: ['f\\oo,bar', 'h2'] },
  ],
])('%s', (value, type, wire, expected) => {
  const rdata = decodeRdata(type, new Reader(wire))
  expect(rdata.value).toBe(value)
  expect(rdata.data.params).toEqual(expected)
})

test('every key of the registry has its name, and any other its number', () => {
  const all = params(
    param(0, u16(4)),
    param(1, counted('h2')),
    param(2, u8()),
    param(3, u16(443)),
    param(4, u8(192, 0, 2, 1)),
    param(5, hex('00')),
    param(6, hex('20010db8 00000000 00000000 00000001')),
    param(7, Buffer.from('/q{?dns}')),
    param(8, u8()),
    param(4711, u8()),
    param(65_535, Buffer.from('"')),
  )
  const names = 'mandatory alpn no-default-alpn port ipv4hint ech ipv6hint dohpath ohttp key4711 key65535'.split(' ')
  expect(all.map(({ name }) => name)).toEqual(names)
  expect(showSvcParams(all).slice(-2)).toEqual(['key4711=""', 'key65535="\\""'])
})

test('a protocol may hold any byte (RFC 8701 reserves some so that everyone learns it)', () =>
  expect(showSvcParams(params(param(1, counted(u8(0xfa, 0x0a, 0x2c)))))).toEqual(['alpn="\\250\\010\\\\,"']))

describe('malformed is', () => {
  test.each<[string, Buffer[]]>([
    ['a key twice', [param(3, u16(443)), param(3, u16(443))]],
    ['a key behind a greater one', [param(4, u8(192, 0, 2, 1)), param(3, u16(443))]],
    ['a value that is cut', [param(3, u16(443)).subarray(0, -1)]],
    ['a key without a length', [u16(3)]],
    ['half a key', [u8(0)]],
    ['a port of one byte', [param(3, u8(1))]],
    ['a port of three bytes', [param(3, u8(0, 1, 2))]],
    ['a port without a value', [param(3, u8())]],
    ['no-default-alpn with a value', [param(2, u8(1))]],
    ['ohttp with a value', [param(8, u8(1))]],
    ['no protocol', [param(1, u8())]],
    ['a protocol that is cut', [param(1, hex('03 6832'))]],
    ['no IPv4 address', [param(4, u8())]],
    ['an IPv4 address and a half', [param(4, u8(192, 0, 2, 1, 192, 0))]],
    ['no IPv6 address', [param(6, u8())]],
    ['an IPv6 address of four bytes', [param(6, u8(192, 0, 2, 1))]],
    ['mandatory without a key', [param(0, u8())]],
    ['mandatory with half a key', [param(0, u8(0, 1, 0))]],
  ])('%s', (_, parts) => expect(() => params(...parts)).toThrow(Malformed))
})
