import { expect, test } from 'bun:test'
import { announceRequest, mapRequest, nonceFor, readAnnounced, readMapped } from '../../../../src/net/gateway/pcp.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { addressOf, pcpAnswer } from '../../../support/gateway/fake-gateway.ts'
import { samples, sampleTest } from '../../../support/lab.ts'

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

test('over IPv6 the address is the own one, and one of the other family is none', () => {
  const request = mapRequest(OWN6, NONCE, WANTED)
  const answer = pcpAnswer(request)
  expect(readMapped(answer, request, 6)).toMatchObject({ externalIp: null })
  request.copy(answer, 44, 8, 24)
  expect(readMapped(answer, request, 6)).toMatchObject({ externalIp: '2001:db8:100::10' })
  expect(readMapped(answer, request, 4)).toMatchObject({ externalIp: null })
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

test('out of resources at the end of a rule: there is none', () =>
  expect(readMapped(pcpAnswer(RELEASE, { result: 8 }), RELEASE, 4)).toEqual({ failed: 'absent', code: 8 }))

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
