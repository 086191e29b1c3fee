// Replies and hops as they are drawn and printed.
import { expect, test } from 'bun:test'
import { problemOf, Refusal } from '../../../../src/contract/problem.ts'
import { refuseUnsupported, type ShownPing } from '../../../../src/diagnostics/path/ping.ts'
import { hopsTold, printHop, printReply, repliesTold } from '../../../../src/diagnostics/path/print.ts'
import type { ShownHop } from '../../../../src/diagnostics/path/trace.ts'
import { renderBlocks } from '../../../../src/faces/text/blocks.ts'
import { ECHO_REMEDIES } from '../../../../src/net/abilities.ts'
import { toldBy } from '../../../support/told.ts'

type Reply = ShownPing['replies'][number]
const IP = '203.0.113.7'
const lines = (blocks: Parameters<typeof renderBlocks>[0]) => renderBlocks(blocks).split('\n')

const REPLY = { status: 'reply', reason: null, failedLayer: null, rttMs: 9, ttl: 55, from: IP } as const
const reply = (seq: number, fields: Partial<Reply> = {}): Reply => ({ seq, ...REPLY, ...fields })

test('a packet that a router answers for the host is lost, and the router is named once', () => {
  const elsewhere = { status: 'unreachable', reason: 'hop-limit-exceeded', rttMs: 352.4, from: '198.18.7.1' } as const
  const replies = [reply(1, elsewhere), reply(2, elsewhere), reply(3, { status: 'timeout', rttMs: null, from: null })]
  const packets = { sent: 3, received: 0, lossPercent: 100 }
  expect(toldBy('ping', { address: IP, replies, packets, rttMs: null, reason: 'hop-limit-exceeded' })).toEqual([
    '1  lost',
    '2  lost',
    '3  lost',
    '',
    '198.18.7.1 answered instead of the host (hop-limit-exceeded).',
    '',
    `Address:  ${IP}`,
    'Sent:     3',
    'Lost:     100%',
  ])
})

test('times that are close to each other are drawn on an axis that does not begin at 0, and says so', () => {
  expect(lines(repliesTold([reply(1, { rttMs: 50.3 }), reply(2, { rttMs: 55.4 })], 'en'))).toEqual([
    '1  50.3 ms  ▇▇▇▇▇▇▇▇▇▇',
    '2  55.4 ms  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇',
    '45.2 ms – 55.4 ms',
  ])
  expect(lines(repliesTold([reply(1, { rttMs: 5 }), reply(2, { rttMs: 20 })], 'en'))).toEqual([
    '1  5.0 ms   ▇▇▇▇▇',
    '2  20.0 ms  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇',
  ])
})

test('what the replies come to has its jitter', () => {
  const rttMs = { min: 1.25, avg: 1.5, max: 1.75, stddev: 0.25 }
  const packets = { sent: 2, received: 2, lossPercent: 0 }
  const told = toldBy('ping', { address: IP, packets, rttMs, reason: null, replies: [reply(1, { rttMs: 1.25 })] }, 'ko')
  expect(told.slice(-6)).toEqual(['보냄:  2', '손실:  0%', '최소:  1.3 ms', '평균:  1.5 ms', '최대:  1.8 ms', '지터:  0.25 ms'])
})

const hop = (number: number, fields: Partial<ShownHop> = {}): ShownHop => ({
  hop: number,
  address: null,
  addresses: [],
  hostname: null,
  rttMs: [null, null],
  asn: null,
  organization: null,
  city: null,
  countryCode: null,
  latitude: null,
  longitude: null,
  scope: null,
  status: 'timeout',
  reason: null,
  ...fields,
})
const heard = (number: number, fields: Partial<ShownHop> = {}) =>
  hop(number, { address: IP, addresses: [IP], rttMs: [4.2, 2.1], status: 'hop', ...fields })

test('hops in a row of which nothing is known are one row, all others have their own', () => {
  const first = (hops: ShownHop[]) =>
    lines(hopsTold(hops, 'en'))
      .slice(1)
      .map((line) => line.split(' ')[0])
  expect(first([hop(1, { status: 'hidden' }), hop(2), hop(3), heard(4), heard(5), hop(6)])).toEqual(['1', '2–3', '4', '5', '6'])
  expect(first([hop(1), hop(2, { reason: 'no-route' }), hop(3)])).toEqual(['1', '2', '3'])
  expect(lines(hopsTold([], 'en'))).toHaveLength(1)
})

test('a hop has its names, its network, its place and its fastest time, and the system is named where no router answered', () => {
  const seoul = heard(1, { city: 'Seoul', countryCode: 'KR', asn: 4766, organization: 'Korea Telecom', hostname: 'r.test' })
  const balanced = heard(2, { addresses: [IP, '203.0.113.8'], rttMs: [null, 4.2] })
  expect(lines(hopsTold([seoul, balanced, hop(3), hop(4, { reason: 'no-route', status: 'unreachable' })], 'en'))).toEqual([
    'Hop  Address · Network                                      Time',
    `1    ${IP} (r.test, Korea Telecom AS4766, Seoul, KR)  2.1 ms ▇▇▇▇▇▇▇▇▇▇`,
    `2    ${IP} (203.0.113.8)                              4.2 ms ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇`,
    '3    no answer',
    '4    this server (no-route)',
  ])
})

test('places are on the map in their order, and neighbours at the same place are one', () => {
  const [seoul, tokyo] = [
    { latitude: 37.6, longitude: 127 },
    { latitude: 35.7, longitude: 139.7 },
  ]
  const [map] = hopsTold([heard(1, seoul), heard(2, seoul), hop(3), heard(4, tokyo)], 'en')
  expect(map).toMatchObject({
    kind: 'map',
    places: [
      { ...seoul, label: '1–2' },
      { ...tokyo, label: '4' },
    ],
  })
})

const refusal = { status: 'unreachable', reason: 'admin-prohibited', rttMs: 2.5, ttl: null } as const
const lost = { status: 'timeout', rttMs: null, ttl: null, from: null } as const

test.each([
  [reply(1, { rttMs: 1.25 }), `reply from ${IP}: icmp_seq=1 ttl=55 time=1.25 ms`],
  [reply(2, { ttl: null }), `reply from ${IP}: icmp_seq=2 ttl=? time=9 ms`],
  [reply(3, lost), 'no answer: icmp_seq=3'],
  [reply(4, { ...refusal, from: '198.51.100.1' }), 'from 198.51.100.1: icmp_seq=4 (admin-prohibited)'],
  [reply(5, { ...refusal, from: null }), 'from ?: icmp_seq=5 (admin-prohibited)'],
])('each reply is a line, as ping prints it: %j', (one, line) => expect(printReply(one, 'en')).toBe(line))

test.each<[string, ShownHop]>([
  [' 1  (hidden)', hop(1, { status: 'hidden' })],
  [' 2  *  *', hop(2)],
  [` 3  r1.test (${IP})  [AS64500]  4.2 ms  *`, heard(3, { hostname: 'r1.test', asn: 64_500, rttMs: [4.2, null] })],
  [` 4  ${IP} (${IP})  (also 203.0.113.8)  4.2 ms  2.1 ms`, heard(4, { addresses: [IP, '203.0.113.8'] })],
  [` 5  ${IP} (${IP})  1 ms  !admin-prohibited`, heard(5, { status: 'unreachable', reason: 'admin-prohibited', rttMs: [1] })],
  ['10  (this machine)  3000 ms  !no-route', hop(10, { status: 'unreachable', reason: 'no-route', rttMs: [3000] })],
])('a hop is a line, as traceroute prints it: %s', (line, one) => expect(printHop(one, 'en')).toBe(line))

/** Returns what is said of a check that this machine cannot run, as if it had another system. */
function refusalOf(check: 'ping' | 'trace', platform: string) {
  const { platform: real } = process
  Object.defineProperty(process, 'platform', { value: platform })
  try {
    return refuseUnsupported(check)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Read before the platform is restored.
    return { code: error.code, details: (['en', 'ko'] as const).map((locale) => problemOf(error, locale).detail) }
  } finally {
    Object.defineProperty(process, 'platform', { value: real })
  }
}

test.each(['ping', 'trace'] as const)('a %s that this machine cannot run is refused with the setting to change', (check) => {
  const { code, details } = refusalOf(check, 'linux')
  expect(code).toBe('unsupported-on-host')
  for (const detail of details) {
    for (const line of Object.values(ECHO_REMEDIES)) expect(detail).toContain(line)
    // A trace does not need it.
    expect(detail.includes('"method": "udp"')).toBe(check === 'trace')
  }
  expect(details.map((detail) => /[가-힣]/.test(detail))).toEqual([false, true])
})

test('nobody is asked for rights on another system', () => {
  for (const detail of refusalOf('ping', 'darwin').details) {
    expect(detail).toContain('Linux')
    expect(detail).not.toMatch(/sysctl|Capabilit|[{}]/)
  }
})
