import { describe, expect, test } from 'bun:test'
import { checksum, echoRequest, readEchoReply, readQuotedRequest, withoutIpv4Header } from '../../../../src/net/path/echo.ts'
import { seededRandom } from '../../../support/data/sources.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
const ECHO = { id: 0x1234, sequence: 7, data: Buffer.from('doorstep!') }
const DATA = '646f6f727374657021'
const ROUND_TRIPS = 2000

describe('an echo request', () => {
  test('of IPv4 carries the checksum, also over an odd number of bytes', () => {
    // 0800 + 1234 + 0007 + 646f + 6f72 + 7374 + 6570 + 2100 = 1e800, folded e801, inverted 17fe.
    expect(echoRequest(4, ECHO)).toEqual(hex(`08 00 17fe 1234 0007 ${DATA}`))
    expect(echoRequest(4, { id: 0, sequence: 0, data: Buffer.alloc(0) })).toEqual(hex('08 00 f7ff 0000 0000'))
  })

  test('of IPv6 leaves it to the kernel', () => {
    expect(echoRequest(6, ECHO)).toEqual(hex(`80 00 0000 1234 0007 ${DATA}`))
    expect(echoRequest(6, { id: 0xffff, sequence: 0xffff, data: Buffer.alloc(0) })).toEqual(hex('80 00 0000 ffff ffff'))
  })

  test('takes a copy of its data', () => {
    const data = Buffer.from('before')
    const packet = echoRequest(4, { ...ECHO, data })
    data.fill('x')
    expect(packet.subarray(8)).toEqual(Buffer.from('before'))
  })
})

describe('an echo reply', () => {
  test.each([
    [4, `00 00 1ffe 1234 0007 ${DATA}`],
    [6, `81 00 abcd 1234 0007 ${DATA}`],
  ] as const)('of IPv%d is read', (version, bytes) => expect(readEchoReply(version, hex(bytes))).toEqual(ECHO))

  test('may be without data', () => {
    expect(readEchoReply(4, hex('0000 ffff 0000 0000'))).toEqual({ id: 0, sequence: 0, data: Buffer.alloc(0) })
    expect(readEchoReply(6, hex('8100 0000 ffff ffff'))).toEqual({ id: 0xffff, sequence: 0xffff, data: Buffer.alloc(0) })
  })

  test.each([
    ['a request', 4, '0800 17fe 1234 0007'],
    ['a request', 6, '8000 17fe 1234 0007'],
    ['a reply of the other family', 4, '8100 0000 1234 0007'],
    ['a reply of the other family', 6, '0000 0000 1234 0007'],
    ['another message', 4, '0300 0000 0000 0000'],
    ['a code that no reply has', 4, '0001 0000 1234 0007'],
    ['a code that no reply has', 6, '81ff 0000 1234 0007'],
    ['cut off', 4, '0000 ffff 1234 00'],
    ['cut off', 6, '81'],
    ['nothing', 4, ''],
  ] as const)('is not %s (IPv%d)', (_, version, bytes) => expect(readEchoReply(version, hex(bytes))).toBeNull())
})

describe('a quoted request', () => {
  test('is read from its header alone, which is all that a router has to quote', () => {
    expect(readQuotedRequest(4, hex('0800 17fe 1234 0007'))).toEqual({ ...ECHO, data: Buffer.alloc(0) })
    expect(readQuotedRequest(6, hex('8000 17fe 1234 0007'))).toEqual({ ...ECHO, data: Buffer.alloc(0) })
    expect(readQuotedRequest(4, hex(`0800 17fe 1234 0007 ${DATA}`))).toEqual(ECHO)
  })

  test('is no reply, nothing of the other family, nothing shorter', () => {
    expect(readQuotedRequest(4, hex('0000 0000 1234 0007'))).toBeNull()
    expect(readQuotedRequest(4, hex('8000 0000 1234 0007'))).toBeNull()
    expect(readQuotedRequest(6, hex('0800 0000 1234 0007'))).toBeNull()
    expect(readQuotedRequest(4, hex('0801 0000 1234 0007'))).toBeNull()
    expect(readQuotedRequest(4, hex('0800 17fe 1234 00'))).toBeNull()
  })
})

describe('an IPv4 header', () => {
  const HEADER = '4500 0025 0000 4000 4001 b6d4 c0000201 c0000202'
  const REPLY = `00 00 1ffe 1234 0007 ${DATA}`

  test('is left out', () => expect(withoutIpv4Header(hex(HEADER + REPLY))).toEqual(hex(REPLY)))

  test('is left out with its options, as many as there can be', () => {
    expect(withoutIpv4Header(hex(`46${HEADER.slice(2)} 01010100 ${REPLY}`))).toEqual(hex(REPLY))
    expect(withoutIpv4Header(hex(`4f${HEADER.slice(2)} ${'01'.repeat(40)} ${REPLY}`))).toEqual(hex(REPLY))
  })

  test('may stand alone', () => expect(withoutIpv4Header(hex(HEADER))).toEqual(Buffer.alloc(0)))

  test.each([
    ['too short a length', `44${HEADER.slice(2)}${REPLY}`],
    ['no length', `40${HEADER.slice(2)}${REPLY}`],
    ['a length that goes beyond the packet', `4f${HEADER.slice(2)}`],
    ['another version', `65${HEADER.slice(2)}${REPLY}`],
    ['a header that is cut off', HEADER.slice(0, -2)],
    ['nothing', ''],
  ])('with %s is broken', (_, bytes) => expect(withoutIpv4Header(hex(bytes))).toBeNull())
})

describe('the checksum', () => {
  test('is that of the example of RFC 1071, section 3', () => {
    // Their sum is ddf2.
    expect(checksum(hex('0001 f203 f4f5 f6f7'))).toBe(0xffff - 0xddf2)
  })

  test('is that of a well-known IPv4 header', () => {
    expect(checksum(hex('4500 0073 0000 4000 4011 0000 c0a80001 c0a800c7'))).toBe(0xb861)
    expect(checksum(hex('4500 0073 0000 4000 4011 b861 c0a80001 c0a800c7'))).toBe(0)
  })

  test('of an odd number of bytes is that with a zero appended', () => {
    for (const bytes of ['ff', '0102 03', 'ffff ff', `0800 ${DATA}`]) {
      expect(checksum(hex(bytes))).toBe(checksum(hex(`${bytes}00`)))
      expect(checksum(hex(bytes))).not.toBe(checksum(hex(`00${bytes}`)))
    }
  })

  test('carries more than once, and over the longest packet there is', () => {
    expect(checksum(Buffer.alloc(0))).toBe(0xffff)
    expect(checksum(hex('ffff'))).toBe(0)
    expect(checksum(hex('ffff ffff 0001'))).toBe(0xfffe)
    expect(checksum(Buffer.alloc(65_535, 0xff))).toBe(0x00ff)
  })
})

test('a request is read back unchanged: whole, and quoted as far as its header', () => {
  const random = seededRandom(792)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let pass = 0; pass < ROUND_TRIPS; pass++) {
    const version = pass % 2 === 0 ? 4 : 6
    const data = Buffer.from(Array.from({ length: below(80) }, () => below(256)))
    const echo = { id: below(0x10000), sequence: below(0x10000), data }
    const request = echoRequest(version, echo)
    if (version === 4) expect(checksum(request)).toBe(0)
    expect(readEchoReply(version, request)).toBeNull()
    expect(readQuotedRequest(version, request)).toEqual(echo)
    expect(readQuotedRequest(version, request.subarray(0, 8))).toEqual({ ...echo, data: Buffer.alloc(0) })
    // That is all that a host changes besides the checksum.
    const reply = Buffer.concat([Buffer.from([version === 4 ? 0 : 129]), request.subarray(1)])
    expect(readEchoReply(version, reply)).toEqual(echo)
    expect(readQuotedRequest(version, reply)).toBeNull()
  }
})
