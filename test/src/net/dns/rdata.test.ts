import { describe, expect, test } from 'bun:test'
import { decodeRdata, RECORD_TYPES, type RecordType, typeName, typeNumber } from '../../../../src/net/dns/rdata.ts'
import { Malformed, quoteTxt, Reader } from '../../../../src/net/dns/reader.ts'
import { SAMPLES } from '../../../support/dns/samples.ts'
import { counted, hex, name, pointer, u8, u16, u32 } from '../../../support/dns/wire.ts'

const decode = (type: number, wire: Buffer) => decodeRdata(type, new Reader(wire))

describe('the sixteen types', () => {
  test('are these, and each has a sample', () => {
    expect(RECORD_TYPES.toSorted()).toEqual((Object.keys(SAMPLES) as RecordType[]).toSorted())
    expect(RECORD_TYPES).toHaveLength(16)
  })

  test.each(RECORD_TYPES.map((type) => [type, SAMPLES[type]] as const))('%s', (type, { type: number, wire, value, data }) => {
    const decoded = decode(number, wire)
    expect([typeNumber(type), typeName(number)]).toEqual([number, type])
    expect(decoded.value).toBe(value)
    expect(decoded.data).toEqual(data)
  })

  test.each(RECORD_TYPES)('%s in pieces is refused or is another record; without any data it is refused', (type) => {
    const { type: number, wire, value } = SAMPLES[type]
    for (let length = 0; length < wire.length; length++) {
      try {
        expect([length, decode(number, wire.subarray(0, length)).value]).not.toEqual([length, value])
        expect(length).toBeGreaterThan(0)
      } catch (error) {
        expect(error).toBeInstanceOf(Malformed)
      }
    }
  })

  test('those of a known length with a byte too many are refused', () => {
    for (const type of ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'SOA', 'SRV', 'PTR', 'NAPTR'] as const)
      expect(() => decode(SAMPLES[type].type, Buffer.concat([SAMPLES[type].wire, u8(0)]))).toThrow(Malformed)
  })
})

describe('two spellings of a domain name', () => {
  test.each([
    ['CNAME', 'web.example'],
    ['MX', '10 mail.example'],
    ['NS', 'ns1.example'],
    ['PTR', 'host.example'],
    ['SRV', '1 2 5061 sip.example'],
    ['SOA', 'ns.example. host\\.master.example. 2026073101 7200 900 1209600 300'],
    ['SVCB', '0 svc.example.'],
  ] as const)('in %s are normalised to one', (type, normalised) => {
    expect(decode(SAMPLES[type].type, SAMPLES[type].wire).normalised).toBe(normalised)
  })

  test.each(['TXT', 'CAA', 'NAPTR', 'DNSKEY', 'DS', 'TLSA'] as const)('do not touch the text in %s', (type) => {
    const { normalised, value } = decode(SAMPLES[type].type, SAMPLES[type].wire)
    expect(normalised).toBe(value)
  })
})

describe('names in data', () => {
  test('may be compressed', () => {
    const whole = Buffer.concat([name('example'), u16(5), counted('mx'), pointer(0)])
    expect(decodeRdata(15, new Reader(whole, 9)).value).toBe('5 mx.example.')
    const soa = Buffer.concat([name('example'), counted('ns'), pointer(0), pointer(9), u32(1, 2, 3, 4, 0xffffffff)])
    expect(decodeRdata(6, new Reader(soa, 9)).value).toBe('ns.example. ns.example. 1 2 3 4 4294967295')
  })
})

describe('odd records', () => {
  test('a type that is not answered here is shown as RFC 3597 has it', () => {
    expect(decode(99, hex('0aff'))).toMatchObject({ value: '\\# 2 0AFF', data: { hex: '0AFF' } })
    expect([decode(65_280, u8()).value, typeName(99)]).toEqual(['\\# 0', 'TYPE99'])
  })

  test('CAA flags, and a value without anything', () => {
    expect(decode(257, Buffer.concat([u8(0), counted('issue')]))).toMatchObject({
      value: '0 issue ""',
      data: { critical: false },
    })
    expect(decode(257, Buffer.concat([u8(127), counted('iodef')])).data).toMatchObject({ flags: 127, critical: false })
  })

  test('a CAA tag that is no word is written so that it cannot be taken for one', () =>
    expect(decode(257, Buffer.concat([u8(0), counted('a "b"\n'), Buffer.from('x')])).value).not.toMatch(/\n|^0 a "b"/))

  test('UTF-8 in a text is text, and escaped where a zone file shows it', () => {
    expect(decode(16, counted(Buffer.from('grüß')))).toMatchObject({ value: '"gr\\195\\188\\195\\159"', data: { text: 'grüß' } })
  })
})

// The vectors of RFC 9460, appendix D, and the malformed ones of its section 2.2.

const SVCB = 64
const HTTPS = 65
const COM = name('foo.example.com')
const ORG = name('foo.example.org')

const param = (key: number, value: Buffer) => Buffer.concat([u16(key, value.length), value])
const params = (...parts: Buffer[]) => decodeRdata(SVCB, new Reader(Buffer.concat([u16(1), u8(0), ...parts])))

test.each([
  ['0 foo.example.com.', HTTPS, Buffer.concat([u16(0), COM]), {}],
  ['1 .', SVCB, hex('0001 00'), {}],
  ['16 foo.example.com. port=53', SVCB, Buffer.concat([u16(16), COM, hex('0003 0002 0035')]), { port: 53 }],
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

test('a key that is not registered has its number', () =>
  expect(params(param(4711, u8()), param(65_535, Buffer.from('"'))).value).toBe('1 . key4711="" key65535="\\""'))

test('a protocol may hold any byte (RFC 8701 reserves some so that everyone learns it)', () =>
  expect(params(param(1, counted(u8(0xfa, 0x0a, 0x2c)))).value).toBe('1 . alpn="\\250\\010\\\\,"'))

describe('malformed is', () => {
  test.each<[string, Buffer[]]>([
    ['a key twice', [param(3, u16(443)), param(3, u16(443))]],
    ['a key behind a greater one', [param(4, u8(192, 0, 2, 1)), param(3, u16(443))]],
    ['a value that is cut', [param(3, u16(443)).subarray(0, -1)]],
    ['a key without a length', [u16(3)]],
    ['a port of one byte', [param(3, u8(1))]],
    ['no-default-alpn with a value', [param(2, u8(1))]],
    ['ohttp with a value', [param(8, u8(1))]],
    ['no protocol', [param(1, u8())]],
    ['a protocol that is cut', [param(1, hex('03 6832'))]],
    ['an IPv4 address and a half', [param(4, u8(192, 0, 2, 1, 192, 0))]],
    ['no IPv6 address', [param(6, u8())]],
    ['mandatory without a key', [param(0, u8())]],
    ['mandatory with half a key', [param(0, u8(0, 1, 0))]],
  ])('%s', (_, parts) => expect(() => params(...parts)).toThrow(Malformed))
})

const NAME_MAX_BYTES = 255

describe('names', () => {
  const read = (bytes: Buffer, at = 0) => new Reader(bytes, at).name().text

  test.each([
    ['', hex('00')],
    ['com', hex('03636f6d00')],
    ['WwW.Example', name('WwW.Example')],
    ['a\\.b.c', Buffer.concat([counted('a.b'), counted('c'), u8(0)])],
    ['\\"\\$\\(\\)\\;\\@\\\\', Buffer.concat([counted('"$();@\\'), u8(0)])],
    ['\\000\\032\\127\\255', Buffer.concat([counted(u8(0, 32, 127, 255)), u8(0)])],
    ["!#%&'*+,-/:<=>?[]^_`{|}~", Buffer.concat([counted("!#%&'*+,-/:<=>?[]^_`{|}~"), u8(0)])],
    ['\\195\\188', Buffer.concat([counted(Buffer.from('ü')), u8(0)])],
  ])('%s', (text, bytes) => expect(read(bytes)).toBe(text))

  test.each([
    ['a pointer to itself', pointer(0), 0],
    ['two that point to each other', Buffer.concat([pointer(2), pointer(0)]), 2],
    ['a label in front of a loop', Buffer.concat([counted('a'), pointer(0)]), 0],
    ['a pointer forward', Buffer.concat([pointer(2), name('a')]), 0],
    ['a pointer past the end', pointer(0x3fff), 0],
    ['half a pointer', u8(0xc0), 0],
    ['a label that is cut', u8(3, 0x61), 0],
    ['no end', counted('a'), 0],
    ['no bytes', u8(), 0],
    ['a label of the kind 01', Buffer.concat([u8(0x41), name('a')]), 0],
    ['a label of the kind 10', Buffer.concat([u8(0x81), name('a')]), 0],
  ])('%s is refused', (_, bytes, at) => expect(() => read(bytes, at)).toThrow(Malformed))

  test('have 255 bytes at most, pointers counted as the names they point to', () => {
    const three = Buffer.concat([counted('a'.repeat(63)), counted('b'.repeat(63)), counted('c'.repeat(63))])
    const longest = Buffer.concat([three, counted('d'.repeat(61)), u8(0)])
    const tooLong = Buffer.concat([three, counted('d'.repeat(62)), u8(0)])
    expect([longest.length, tooLong.length]).toEqual([NAME_MAX_BYTES, NAME_MAX_BYTES + 1])
    expect(read(longest)).toHaveLength(NAME_MAX_BYTES - 2)
    expect(() => read(tooLong)).toThrow(Malformed)
    expect(() => read(Buffer.concat([longest, counted('x'), pointer(0)]), longest.length)).toThrow(Malformed)
  })
})

test('a text in quotes escapes the quote, the backslash and bytes that cannot be printed', () => {
  expect(quoteTxt(Buffer.from('plain; text.'))).toBe('"plain; text."')
  expect(quoteTxt(Buffer.from('a"b\\c'))).toBe('"a\\"b\\\\c"')
  expect(quoteTxt(u8(0, 9, 10, 31, 32, 126, 127, 128, 255))).toBe('"\\000\\009\\010\\031 ~\\127\\128\\255"')
  expect(quoteTxt(u8())).toBe('""')
})
