import { describe, expect, test } from 'bun:test'
import { readControl, readExtendedErr, readSockaddr, readTcpInfo, TCP_INFO_BYTES } from '../../../../src/net/libc/layout.ts'
import { hex } from '../../../support/dns/wire.ts'

const IN6 = '0a00 01bb 00000000 20010db8000000000000000000000001 00000000'

test('not a socket address: another family, too short, nothing', () => {
  for (const bytes of [`0100${'00'.repeat(14)}`, '0200 01bb', IN6.slice(0, 40), '', '00'.repeat(28)])
    expect(readSockaddr(hex(bytes))).toBeNull()
})

describe('control messages', () => {
  const STAMP = '2000000000000000 01000000 23000000 0100000000000000 40420f0000000000'

  test('a message that is cut off or damaged ends them', () => {
    expect([readControl(hex('')), readControl(hex(STAMP).subarray(0, 20))]).toEqual([[], []])
    expect(readControl(hex(`0000000000000000 01000000 23000000`))).toEqual([])
    expect(readControl(Buffer.alloc(64, 0xff))).toEqual([])
  })

  test('an entry without an offender, of an origin that is not known, and too short a one', () => {
    expect(readExtendedErr(hex('5a000000 01000000 00000000 00000000'))).toMatchObject({ origin: 'local', offender: null })
    expect(readExtendedErr(hex('00000000 05000000 00000000 00000000'))).toMatchObject({ origin: 'other' })
    expect(readExtendedErr(hex('6f000000 0203'))).toBeNull()
  })
})

test('tcp_info of a kernel that knows less is not read', () => {
  expect(readTcpInfo(Buffer.alloc(TCP_INFO_BYTES - 1))).toBeNull()
})
