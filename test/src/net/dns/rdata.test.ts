import { describe, expect, test } from 'bun:test'
import { decodeRdata, displayName, RECORD_TYPES, type RecordType, typeName, typeNumber } from '../../../../src/net/dns/rdata.ts'
import { Malformed, Reader } from '../../../../src/net/dns/reader.ts'
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

  test.each(RECORD_TYPES)('%s in pieces is refused or is another record, and nothing worse', (type) => {
    const { type: number, wire } = SAMPLES[type]
    for (let length = 0; length < wire.length; length++) {
      try {
        expect(decode(number, wire.subarray(0, length)).value).not.toBe(SAMPLES[type].value)
      } catch (error) {
        expect(error).toBeInstanceOf(Malformed)
      }
    }
  })

  test.each(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'SOA', 'SRV', 'PTR', 'NAPTR'] as const)(
    '%s with a byte too many is refused',
    (type) => {
      const { type: number, wire } = SAMPLES[type]
      expect(() => decode(number, Buffer.concat([wire, u8(0)]))).toThrow(Malformed)
    },
  )

  test.each(RECORD_TYPES)('%s without any data is refused', (type) => {
    expect(() => decode(SAMPLES[type].type, u8())).toThrow(Malformed)
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

  test('of the root are a dot', () => {
    expect(decode(15, Buffer.concat([u16(0), u8(0)]))).toMatchObject({ value: '0 .', data: { exchange: '.' } })
    expect(decode(33, Buffer.concat([u16(0, 0, 0), u8(0)]))).toMatchObject({ value: '0 0 0 .', data: { target: '.' } })
    expect([displayName(''), displayName('a.b')]).toEqual(['.', 'a.b'])
  })
})

describe('odd records', () => {
  test('a type that is not answered here is shown as RFC 3597 has it', () => {
    expect(decode(99, hex('0aff'))).toMatchObject({ value: '\\# 2 0AFF', data: { hex: '0AFF' } })
    expect(decode(65_280, u8()).value).toBe('\\# 0')
    expect(typeName(99)).toBe('TYPE99')
  })

  test('an IPv4 address in an AAAA record stays what it is', () =>
    expect(decode(28, hex('00000000 00000000 0000ffff c0000207')).value).toBe('::ffff:c000:207'))

  test('CAA flags, and a value without anything', () => {
    expect(decode(257, Buffer.concat([u8(0), counted('issue')]))).toMatchObject({
      value: '0 issue ""',
      data: { critical: false },
    })
    expect(decode(257, Buffer.concat([u8(127), counted('iodef')])).data).toMatchObject({ flags: 127, critical: false })
  })

  test('a CAA tag that is no word is written so that it cannot be taken for one', () =>
    expect(decode(257, Buffer.concat([u8(0), counted('a "b"\n'), Buffer.from('x')])).value).not.toMatch(/\n|^0 a "b"/))

  test('a DS record without a digest has no blank at its end', () =>
    expect(decode(43, Buffer.concat([u16(1), u8(8, 0)])).value).toBe('1 8 0'))

  test('UTF-8 in a text is text, and escaped where a zone file shows it', () => {
    expect(decode(16, counted(Buffer.from('grüß')))).toMatchObject({ value: '"gr\\195\\188\\195\\159"', data: { text: 'grüß' } })
  })

  test('a letter that two strings share is one letter of the text', () => {
    const [first, second] = [Buffer.from('ü').subarray(0, 1), Buffer.from('ü').subarray(1)]
    expect(decode(16, Buffer.concat([counted(first), counted(second)])).data.text).toBe('ü')
  })
})
