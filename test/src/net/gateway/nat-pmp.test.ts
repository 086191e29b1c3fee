import { expect, test } from 'bun:test'
import { ADDRESS_REQUEST, NAT_PMP, readAddress } from '../../../../src/net/gateway/nat-pmp.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { samples, sampleTest } from '../../../support/lab.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const WANTED = { protocol: 'tcp', internalPort: 9100, externalPort: 9200, lifetimeS: 3600 } as const
const REQUEST = NAT_PMP.request(WANTED)
const MAPPED = bytes('0082 0000 00000010 238c 23f0 00000e10')
const nothing = { wanIp: null, saysNoAddress: false, isSpoken: true }

test('requests have the bytes of RFC 6886', () => {
  expect(Buffer.from(ADDRESS_REQUEST).toString('hex')).toBe('0000')
  expect(REQUEST.toString('hex')).toBe('00020000238c23f000000e10')
  const release = NAT_PMP.request({ ...WANTED, protocol: 'udp', externalPort: 0, lifetimeS: 0 })
  expect(release.toString('hex')).toBe('00010000238c000000000000')
})

test.each([
  ['an address', '0080 0000 00000010 09090909', { ...nothing, wanIp: '9.9.9.9' }],
  ['a private address', '0080 0000 00000010 64400002', { ...nothing, wanIp: '100.64.0.2' }],
  ['no address', '0080 0000 00000010 00000000', { ...nothing, saysNoAddress: true }],
  ['an address that is not one', '0080 0000 00000010 ffffffff', nothing],
  ['loopback', '0080 0000 00000010 7f000001', nothing],
  ['a network failure', '0080 0003 00000010 00000000', { ...nothing, saysNoAddress: true }],
  ['a network failure, cut short', '0080 0003 00000010', { ...nothing, saysNoAddress: true }],
  ['a refusal', '0080 0002 00000010 00000000', nothing],
  ['another version', '0080 0001 00000010', { ...nothing, isSpoken: false }],
  ['PCP alone', '0280 0001 00000000 00000010 000000000000000000000000', { ...nothing, isSpoken: false }],
])('the question for the address is answered with %s', (_, hex, said) => expect(readAddress(bytes(hex))).toEqual(said))

test.each([
  ['nothing', ''],
  ['the question itself', '0000'],
  ['too little', '0080 0000 00000010 090909'],
  ['too much', '0080 0000 00000010 0909090900'],
  ['another opcode', '0081 0000 00000010 09090909'],
  ['PCP', '0280 0000 00000010 09090909'],
])('%s does not answer the question for the address', (_, hex) => expect(readAddress(bytes(hex))).toBeNull())

test.each([
  ['a rule', MAPPED.toString('hex'), { externalPort: 9200, externalIp: null, lifetimeS: 3600 }],
  ['another port', '0082 0000 00000010 238c 1f90 00000078', { externalPort: 8080, externalIp: null, lifetimeS: 120 }],
  ['not authorized', '0082 0002 00000010 238c 23f0 00000000', { failed: 'forbidden', code: 2 }],
  ['a network failure', '0082 0003 00000010 238c 23f0 00000000', { failed: 'no-address', code: 3 }],
  ['out of resources', '0082 0004 00000010 238c 23f0 00000000', { failed: 'no-room', code: 4 }],
  ['an unknown opcode', '0082 0005 00000010', { failed: 'unsupported', code: 5 }],
  ['a code that nobody knows', '0082 0901 00000010', { failed: 'other', code: 0x901 }],
  ['the rule of another port', '0082 0000 00000010 238d 23f0 00000e10', null],
  ['a rule for UDP', '0081 0000 00000010 238c 23f0 00000e10', null],
  ['a rule, cut short', '0082 0000 00000010 238c 23f0 00000e', null],
] as const)('the request for a rule is answered with %s', (_, hex, said) => {
  expect(NAT_PMP.read(bytes(hex), REQUEST)).toEqual(said)
})

sampleTest('no bytes make a reader throw, and a rule is always for the port that was asked for', () => {
  const random = seededRandom(25)
  let rules = 0
  for (let count = samples(5000, 200_000); count > 0; count--) {
    const datagram = mutate(MAPPED, random)
    readAddress(datagram)
    const said = NAT_PMP.read(datagram, REQUEST)
    if (!said || 'failed' in said) continue
    rules++
    expect([datagram.length, datagram.readUInt16BE(8)]).toEqual([16, 9100])
  }
  expect(rules).toBeGreaterThan(100)
})
