import { describe, expect, test } from 'bun:test'
import {
  C,
  controlLength,
  isReady,
  MSGHDR_BYTES,
  nameLength,
  POLLFD_BYTES,
  PROGRAM_BYTES,
  readControl,
  readExtendedErr,
  readSockaddr,
  readTimespec,
  stepsAsBytes,
  writeMsghdr,
  writePollfd,
  writeProgram,
  writeSockaddr,
} from '../../../../src/net/libc/layout.ts'
import { readTcpInfo, TCP_INFO_BYTES } from '../../../../src/net/libc/sockets.ts'
import { parseAddress } from '../../../../src/policy/address.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
const peer = (text: string, port: number) => {
  const address = parseAddress(text)
  if (!address) throw new Error(text)
  return { address, port }
}

const IN4 = '0200 01bb c0000201 0000000000000000'
const IN6 = '0a00 01bb 00000000 20010db8000000000000000000000001 00000000'

describe('socket addresses', () => {
  test.each([
    ['192.0.2.1', IN4],
    ['2001:db8::1', IN6],
  ])('%s is written and read', (text, bytes) => {
    const room = Buffer.alloc(28, 0xff)
    const length = writeSockaddr(room, peer(text, 443))
    expect([room.subarray(0, length), readSockaddr(hex(bytes))]).toEqual([hex(bytes), peer(text, 443)])
  })

  test('not an address: another family, too short, nothing', () => {
    for (const bytes of [`0100${'00'.repeat(14)}`, '0200 01bb', IN6.slice(0, 40), '', '00'.repeat(28)])
      expect(readSockaddr(hex(bytes))).toBeNull()
  })
})

test('pollfd: the requested events, and whether any came', () => {
  const entries = Buffer.alloc(3 * POLLFD_BYTES, 0xff)
  writePollfd(entries, 0, 7, C.POLLIN)
  writePollfd(entries, 1, 0x01020304, C.POLLOUT)
  expect(entries.subarray(0, 2 * POLLFD_BYTES)).toEqual(hex('07000000 0100 0000 04030201 0400 0000'))
  expect(isReady(entries, 1)).toBe(false)
  entries.writeUInt16LE(8, POLLFD_BYTES + 6)
  expect([isReady(entries, 1), isReady(entries, 0)]).toEqual([true, false])
})

test('msghdr points to one part and to room for control messages', () => {
  const [header, iovec] = [Buffer.alloc(MSGHDR_BYTES, 0xff), Buffer.alloc(16, 0xff)]
  writeMsghdr(header, iovec, {
    name: { address: 0x7f0000003000n, bytes: 28 },
    iovec: 0x7f0000000010n,
    data: { address: 0x7f0000001000n, bytes: 65_536 },
    control: { address: 0x7f0000002000n, bytes: 512 },
  })
  expect(header).toEqual(
    hex(`00300000007f0000 1c00000000000000 10000000007f0000 0100000000000000
         00200000007f0000 0002000000000000 0000000000000000`),
  )
  expect([iovec, controlLength(header)]).toEqual([hex('00100000007f0000 0000010000000000'), 512])
  expect(nameLength(header)).toBe(28)
})

describe('control messages', () => {
  const STAMP = '2000000000000000 01000000 23000000 0100000000000000 40420f0000000000'
  const ERROR = `3000000000000000 00000000 0b000000 6f000000 02030d00 00000000 00000000 0200 0000 c6336401 0000000000000000`

  test('follow one another, aligned to eight bytes', () => {
    const odd = '1300000000000000 29000000 05000000 aabbcc 0000000000'
    expect(readControl(hex(odd + STAMP))).toEqual([
      { level: 41, type: 5, data: hex('aabbcc') },
      { level: 1, type: 35, data: hex('0100000000000000 40420f0000000000') },
    ])
  })

  test('a message that is cut off or damaged ends them', () => {
    expect([readControl(hex('')), readControl(hex(STAMP).subarray(0, 20))]).toEqual([[], []])
    expect(readControl(hex(`0000000000000000 01000000 23000000`))).toEqual([])
    expect(readControl(Buffer.alloc(64, 0xff))).toEqual([])
  })

  test('an entry of the error queue, with the sender of the ICMP message', () => {
    const [message] = readControl(hex(ERROR))
    expect(message).toMatchObject({ level: 0, type: 11 })
    expect(readExtendedErr(message?.data ?? hex(''))).toEqual({
      errno: 111,
      origin: 'icmp',
      type: 3,
      code: 13,
      offender: parseAddress('198.51.100.1'),
    })
  })

  test('an entry without an offender, of an origin that is not known, and too short a one', () => {
    expect(readExtendedErr(hex('5a000000 01000000 00000000 00000000'))).toMatchObject({ origin: 'local', offender: null })
    expect(readExtendedErr(hex('00000000 05000000 00000000 00000000'))).toMatchObject({ origin: 'other' })
    expect(readExtendedErr(hex('6f000000 0203'))).toBeNull()
  })

  test('a time is in milliseconds, to the microsecond', () => {
    expect(readTimespec(hex('0100000000000000 40420f0000000000'))).toBe(1001)
    const now = Buffer.alloc(16)
    now.writeBigInt64LE(1_900_000_000n, 0)
    now.writeBigInt64LE(123_456_000n, 8)
    expect(readTimespec(now)).toBeCloseTo(1_900_000_000_123.456, 3)
    expect(readTimespec(hex('00'))).toBeNull()
  })
})

test('tcp_info: round trip, retransmissions', () => {
  const bytes = Buffer.alloc(TCP_INFO_BYTES)
  bytes.writeUInt32LE(23_456, 68)
  bytes.writeUInt32LE(2, 100)
  expect(readTcpInfo(bytes)).toEqual({ silentMs: 0, rttUs: 23_456, retransmissions: 2 })
  expect(readTcpInfo(bytes.subarray(1))).toBeNull()
})

test('a program for the kernel: its steps, and where they stand', () => {
  const steps = [
    { code: 0xb1, skipIf: 0, skipElse: 0, operand: 0 },
    { code: 0x0115, skipIf: 2, skipElse: 1, operand: 0xdeadbeef },
  ]
  expect([stepsAsBytes(steps), stepsAsBytes([])]).toEqual([hex('b100 00 00 00000000  1501 02 01 efbeadde'), hex('')])
  const program = Buffer.alloc(PROGRAM_BYTES + 1, 0xff)
  writeProgram(program, 0x7f0000001000n, stepsAsBytes(steps).length)
  expect(program).toEqual(hex('0200 000000000000 00100000007f0000 ff'))
})
