import { expect, test } from 'bun:test'
import {
  ADDRESS_REQUEST,
  announceRequest,
  mapRequest,
  NAT_PMP,
  nonceFor,
  readAddress,
  readAnnounced,
  readMapped,
} from '../../../../src/net/gateway/pcp.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { pcpAnswer } from '../../../support/gateway/fake-gateway.ts'
import { samples, sampleTest } from '../../../support/lab.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const OWN = addressOf('192.168.1.10')
const OWN6 = addressOf('2001:db8:100::10')
const NONCE = Buffer.from('00112233445566778899aabb', 'hex')
const WANTED = { protocol: 'tcp', internalPort: 9200, externalPort: 9201, lifetimeS: 3600 } as const
const REQUEST = mapRequest(OWN, NONCE, WANTED)
const RELEASE = mapRequest(OWN, NONCE, { ...WANTED, externalPort: 0, lifetimeS: 0 })
const MAPPED = pcpAnswer(REQUEST)
const changed = (at: number, to: number) => Buffer.from(MAPPED).fill(to, at, at + 1)

test('requests have the bytes of RFC 6887', () => {
  const own = '00000000000000000000ffffc0a8010a'
  const any = '00000000000000000000ffff00000000'
  expect(announceRequest(OWN).toString('hex')).toBe(`0200000000000000${own}`)
  expect(REQUEST.toString('hex')).toBe(`0201000000000e10${own}00112233445566778899aabb0600000023f023f1${any}`)
  expect(RELEASE.toString('hex')).toBe(`0201000000000000${own}00112233445566778899aabb0600000023f00000${any}`)
  expect(mapRequest(OWN, NONCE, WANTED, true).toString('hex')).toBe(`${REQUEST.toString('hex')}02000000`)
  const six = mapRequest(OWN6, NONCE, { ...WANTED, protocol: 'udp' }).toString('hex')
  const own6 = '20010db8010000000000000000000010'
  expect(six).toBe(`0201000000000e10${own6}00112233445566778899aabb1100000023f023f1${'0'.repeat(32)}`)
})

test.each([
  ['PCP', '0280 0000 00000000 00000010 000000000000000000000000', { isSpoken: true }],
  ['PCP that does not know the question', '0280 0004 00000000 00000010 000000000000000000000000', { isSpoken: true }],
  ['an older version', '0180 0001 00000000 00000010 000000000000000000000000', { isSpoken: false }],
  ['NAT-PMP alone', '0080 0001 00000010', { isSpoken: false }],
  ['NAT-PMP that does not know the question', '0080 0005 00000010', null],
  ['another opcode', '0281 0000 00000000 00000010 000000000000000000000000', null],
  ['the question itself', '0200 0000 00000000 00000010 000000000000000000000000', null],
  ['too little', '0280 0000 00000000 00000010 0000000000000000000000', null],
  ['a length that no message has', '0280 0000 00000000 00000010 00000000000000000000000000', null],
  ['nothing', '', null],
])('the question whether it speaks PCP is answered with %s', (_, hex, said) => {
  expect(readAnnounced(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toEqual(said)
})

test('an answer tells port, address and lifetime, whatever was asked for', () => {
  expect(readMapped(MAPPED, REQUEST, 4)).toEqual({ externalPort: 9201, externalIp: '9.9.9.9', lifetimeS: 3600 })
  const other = pcpAnswer(REQUEST, { port: 9555, lifetimeS: 120, ip: '0.0.0.0' })
  expect(readMapped(other, REQUEST, 4)).toEqual({ externalPort: 9555, externalIp: null, lifetimeS: 120 })
})

test.each([
  ['the version', 1, '0.0.0.0', { failed: 'unsupported' }],
  ['not authorized', 2, '0.0.0.0', { failed: 'forbidden' }],
  ['malformed', 3, '0.0.0.0', { failed: 'other' }],
  ['a network failure', 7, '0.0.0.0', { failed: 'no-address' }],
  ['out of resources', 8, '0.0.0.0', { failed: 'no-room' }],
  ['out of resources, and a public address', 8, '9.9.9.9', { failed: 'no-room', wanIp: '9.9.9.9' }],
  ['out of resources, and a private address', 8, '100.64.0.2', { failed: 'no-address', wanIp: '100.64.0.2' }],
  ['the quota', 10, '0.0.0.0', { failed: 'no-room' }],
  ['not this port', 11, '9.9.9.9', { failed: 'taken', wanIp: '9.9.9.9' }],
  ['the wrong address', 12, '0.0.0.0', { failed: 'forbidden' }],
  ['a code that nobody knows', 200, '0.0.0.0', { failed: 'other' }],
] as const)('a refusal: %s', (_, code, ip, said) => {
  const answer = pcpAnswer(REQUEST, { result: code, ip })
  expect(readMapped(answer, REQUEST, 4)).toEqual({ code, ...said })
  // Some gateways leave out all but the header.
  expect(readMapped(answer.subarray(0, 24), REQUEST, 4)).toMatchObject({ code })
})

test.each([
  ['the request itself', REQUEST],
  ['another nonce', changed(35, 0)],
  ['UDP', changed(36, 17)],
  ['another internal port', changed(41, 0)],
  ['another opcode', changed(1, 0x82)],
  ['another version', changed(0, 3)],
  ['a success without a rule', MAPPED.subarray(0, 24)],
  ['a success, cut short', MAPPED.subarray(0, 56)],
])('%s does not answer the request', (_, datagram) => expect(readMapped(datagram, REQUEST, 4)).toBeNull())

sampleTest('no bytes make a reader throw, and a rule is always the one that was asked for', () => {
  const random = seededRandom(25)
  let rules = 0
  for (let count = samples(5000, 200_000); count > 0; count--) {
    const datagram = mutate(MAPPED, random)
    readAnnounced(datagram)
    const said = readMapped(datagram, REQUEST, 4)
    if (!said || 'failed' in said) continue
    rules++
    expect(datagram.subarray(24, 37).toString('hex')).toBe(REQUEST.subarray(24, 37).toString('hex'))
    expect([datagram[3], datagram.readUInt16BE(40)]).toEqual([0, 9200])
  }
  expect(rules).toBeGreaterThan(100)
})

const own = addressOf('192.168.1.10')
const PEER = { host: '192.168.1.1', port: 5351, address: addressOf('192.168.1.1'), own, ownHost: own.text, interface_: 'lo' }
const nonce = (protocol: 'tcp' | 'udp', internalPort: number, lifetimeS = 60) =>
  nonceFor(PEER, { protocol, internalPort, externalPort: internalPort, lifetimeS }).toString('hex')

test('a rule has the same nonce for as long as the machine has its name, and no two rules share one', () => {
  expect(nonce('tcp', 8080)).toMatch(/^[0-9a-f]{24}$/)
  expect(nonce('tcp', 8080)).toBe(nonce('tcp', 8080, 0))
  const all = [1, 80, 8080, 65_535].flatMap((port) => [nonce('tcp', port), nonce('udp', port)])
  expect(new Set(all).size).toBe(all.length)
})

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const PMP_WANTED = { protocol: 'tcp', internalPort: 9100, externalPort: 9200, lifetimeS: 3600 } as const
const PMP_REQUEST = NAT_PMP.request(PMP_WANTED)
const PMP_MAPPED = bytes('0082 0000 00000010 238c 23f0 00000e10')
const nothing = { wanIp: null, saysNoAddress: false, isSpoken: true }

test('requests have the bytes of RFC 6886', () => {
  expect(Buffer.from(ADDRESS_REQUEST).toString('hex')).toBe('0000')
  expect(PMP_REQUEST.toString('hex')).toBe('00020000238c23f000000e10')
  const release = NAT_PMP.request({ ...PMP_WANTED, protocol: 'udp', externalPort: 0, lifetimeS: 0 })
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
  ['a rule', PMP_MAPPED.toString('hex'), { externalPort: 9200, externalIp: null, lifetimeS: 3600 }],
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
  expect(NAT_PMP.read(bytes(hex), PMP_REQUEST)).toEqual(said)
})

sampleTest('no bytes make a reader throw, and a rule is always for the port that was asked for', () => {
  const random = seededRandom(25)
  let rules = 0
  for (let count = samples(5000, 200_000); count > 0; count--) {
    const datagram = mutate(PMP_MAPPED, random)
    readAddress(datagram)
    const said = NAT_PMP.read(datagram, PMP_REQUEST)
    if (!said || 'failed' in said) continue
    rules++
    expect([datagram.length, datagram.readUInt16BE(8)]).toEqual([16, 9100])
  }
  expect(rules).toBeGreaterThan(100)
})
