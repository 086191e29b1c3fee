// The recordings were made in home networks of namespaces: this server - r1 - r2 - the public address - the device.
import { describe, expect, test } from 'bun:test'
import type { PortFinding } from '../../../../src/net/findings.ts'
import { ERRNO, failedBy, open, silent, unreachable } from '../../../../src/net/libc/verdict.ts'
import type { Ask } from '../../../../src/net/where/ledger.ts'
import { PLAIN, WhereState } from '../../../../src/net/where/state.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const TARGET = { 4: addressOf('198.18.2.2'), 6: addressOf('2001:db8:100::10') } as const
const ROUTERS = { 4: addressOf('198.18.1.2'), 6: addressOf('2001:db8:2::2') } as const

/**
 * One answer: "r/63" the report of a router that the packet had passed too many, "te/62" that of the target itself, "rst/62" its refusal with
 * the TTL of the packet, "!host-unreachable/62" what else the target reports, "?admin-prohibited/63" what another does, "-" nothing, "here" that the packet never left this machine.
 */
type Mark = string

interface Recording {
  readonly version?: 4 | 6
  readonly protocol?: 'tcp' | 'udp'
  /** The TTL of the echo reply; null without one. */
  readonly echo: number | null
  /** The answers by hop limit, the first for 1; the last goes for all that are further. */
  readonly port: readonly Mark[]
  readonly control: readonly Mark[]
  /** The answer to a packet with the usual hop limit, by default the last of the port's; and when it comes. */
  readonly plain?: Mark
  readonly plainMs?: number
  /** Decides whether an answer gets lost. */
  readonly loses?: () => boolean
}

const RTT_MS = 20
const SILENCE_MS = 4000

type Reply = { readonly sequence: number; readonly atMs: number; readonly mark: Mark }

/** Plays a recording; returns the finding, and when it was made. */
function replay(recording: Recording) {
  const { version = 4, protocol = 'tcp', echo, port, control, loses = () => false } = recording
  const plain = recording.plain ?? markAt(port, Number.POSITIVE_INFINITY)
  const plainMs = recording.plainMs ?? (plain === '-' ? SILENCE_MS : RTT_MS)
  const state = new WhereState(version, protocol, TARGET[version].text)
  const replies: Reply[] = [{ sequence: PLAIN, atMs: plainMs, mark: plain }]
  let nowMs = 0
  const answer = (ask: Ask): Mark => {
    if (loses()) return '-'
    if (ask.to === 'echo') return echo === null ? '-' : `echo/${echo}`
    const mark = markAt(ask.to === 'port' ? port : control, ask.hops ?? Number.POSITIVE_INFINITY)
    const [kind, ttl] = mark.split('/')
    return kind === 'rst' && ask.least !== undefined && Number(ttl) < ask.least ? '-' : mark
  }
  state.start(nowMs)
  for (;;) {
    for (const reply of replies.splice(0)) {
      if (reply.atMs > nowMs) replies.push(reply)
      else if (reply.sequence === PLAIN) state.plainSettled(findingOf(reply.mark, protocol))
      else state.answered(replyOf(reply, version))
    }
    const { dueMs } = state.settle(nowMs)
    if (dueMs === null) return { where: state.found(), elapsedMs: nowMs }
    const probe = state.nextProbe(nowMs)
    if (probe) {
      const mark = answer(state.askOf(probe.sequence))
      state.sent(probe, null, nowMs)
      if (mark !== '-') replies.push({ sequence: probe.sequence, atMs: nowMs + RTT_MS, mark })
      continue
    }
    nowMs = Math.max(nowMs + 1, Math.min(dueMs, ...replies.map(({ atMs }) => atMs)))
  }
}

function markAt(marks: readonly Mark[], hops: number): Mark {
  return marks[Math.min(hops, marks.length) - 1] ?? '-'
}

function replyOf({ sequence, mark }: Reply, version: 4 | 6) {
  const [kind = '', ttl] = mark.split('/')
  const isOther = kind === 'r' || kind.startsWith('?')
  const reasons: Record<string, string | null> = { r: 'hop-limit-exceeded', te: 'hop-limit-exceeded', rst: 'connection-refused' }
  const reason = kind === 'echo' || kind === 'open' ? null : (reasons[kind] ?? kind.slice(1))
  const from = isOther ? ROUTERS[version] : TARGET[version]
  return { sequence, from, reason, isLocal: kind === 'here', rttMs: RTT_MS, ttl: kind === 'rst' ? null : Number(ttl) }
}

function findingOf(mark: Mark, protocol: 'tcp' | 'udp'): PortFinding {
  const [kind = '', ttl] = mark.split('/')
  if (kind === '-') return silent(protocol)
  if (kind === 'open') return open(RTT_MS)
  if (kind === 'rst') return failedBy(ERRNO.ECONNREFUSED, 'tcp', RTT_MS)
  return unreachable(kind.slice(1), RTT_MS, kind.startsWith('?') ? ROUTERS[4].text : null, Number(ttl))
}

const PATH = ['r/64', 'r/63']
const way = (...rest: string[]) => [...PATH, ...rest]
const MUTE = { echo: 62, control: [...PATH, '-'] }

const mute = (...rest: string[]) => ({ ...MUTE, port: way(...rest) })
const muteUdp = (...rest: string[]) => ({ ...mute(...rest), protocol: 'udp' as const })
/** Both ports are answered alike. */
const alike = (...rest: string[]) => ({ echo: 62, port: way(...rest), control: way(...rest) })
const over6 = (recording: object, verdict: string, more: object = {}): [Recording, object] => [
  { version: 6, ...MUTE, control: way('-'), port: way('-'), ...recording },
  { verdict, forwardingRule: null, ...more },
]

/** Each recording, with the verdict, the rule, and other fields where they matter. */
const RECORDINGS: readonly (readonly [string, Recording, object])[] = [
  ['nothing forwards, the address is mute', mute('-'), at('silent-at-address', { distance: 3 })],
  ['nothing forwards, the address refuses', alike('rst/62'), at('refused-at-address', { distance: 3, answeredAt: 3 })],
  [
    'nothing forwards, the address refuses over UDP',
    { protocol: 'udp', ...alike('!port-unreachable/62') },
    at('refused-at-address', { answeredAt: 3 }),
  ],
  [
    'the device refuses',
    mute('te/62', 'rst/61'),
    proven('refused-by-device', { distance: 3, answeredAt: 4, forwarders: 1, allPorts: false }),
  ],
  ['a device of another system refuses', mute('te/62', 'rst/125'), proven('refused-by-device')],
  ['the device refuses over UDP', muteUdp('te/62', '!port-unreachable/61'), proven('refused-by-device')],
  ['a firewall of the device prohibits it', mute('te/62', '!admin-prohibited/61'), proven('refused-by-device')],
  ['the router forwards, and its own filter refuses', mute('te/62', 'rst/62'), proven('refused-at-address')],
  ['the same over UDP', muteUdp('te/62', '!port-unreachable/62'), proven('refused-at-address')],
  ['the device keeps silent', mute('te/62', '-'), proven('silent-device', { answeredAt: null, forwarders: 1 })],
  ['the device is off', late('!host-unreachable/62'), proven('no-device', { forwarders: 1 })],
  ['the rule leads out of the network', mute('te/62', '!network-unreachable/61'), proven('wrong-address')],
  ['the rule leads to where nobody knows the way', late('!host-unreachable/60'), proven('wrong-address')],
  ['every port is forwarded', alike('te/62', 'rst/61'), proven('refused-by-device', { allPorts: true })],
  ['two forward', mute('te/62', 'te/61', 'rst/60'), proven('refused-by-device', { forwarders: 2, distance: 3 })],
  ['the address reports nothing, and the device refuses', mute('-', 'rst/61'), at('cannot-tell', { answeredAt: 4 })],
  [
    'a router drops the port',
    { ...MUTE, port: ['r/64', '-'] },
    at('stopped-before', { stoppedAfter: { hop: 1, address: '198.18.1.2' } }),
  ],
  ['this side drops the port', { ...MUTE, port: ['-'] }, at('stopped-before', { stoppedAfter: null })],
  ['the last link drops the port of an address that refuses all', refusesAll(way('-')), at('silent-at-address')],
  ['a router refuses in the name of the address', { ...MUTE, port: ['r/64', 'rst/64'] }, at('refused-on-the-way')],
  ['the last router does', mute('rst/63'), at('refused-on-the-way')],
  ['the last router does, and the address would refuse as well', refusesAll(way('rst/63')), at('refused-on-the-way')],
  ['a router prohibits it', { ...MUTE, port: ['r/64', '?admin-prohibited/63'] }, at('refused-on-the-way')],
  ['no pings, mute', { ...alike('-'), echo: null }, at('silent-at-address', { distance: null })],
  ['no pings, the device refuses', { ...mute('te/62', 'rst/61'), echo: null }, proven('refused-by-device', { distance: 3 })],
  ['no pings, the address refuses everything', { ...alike('rst/62'), echo: null }, at('refused-at-address', { distance: 3 })],
  ['no pings, this port alone is refused', { ...mute('rst/62'), echo: null }, at('cannot-tell')],
  ['nobody on the way reports anything', { echo: 62, port: ['-'], control: ['-'] }, at('cannot-tell')],
  [
    'the way there is longer than the way back',
    { echo: 63, port: ['r/64', 'r/63', 'r/62', 'te/63', 'rst/62'], control: ['r/64', 'r/63', 'r/62', '-'] },
    proven('refused-by-device', { distance: 4 }),
  ],
  [
    'the way there is shorter than the way back',
    { echo: 60, port: ['r/64', 'te/60', 'rst/59'], control: ['r/64', '-'] },
    proven('refused-by-device', { distance: 2 }),
  ],
  ['IPv6, the device does not answer', ...over6({}, 'router-reached', { distance: 3 })],
  ['IPv6, the device refuses', ...over6({ port: way('rst/62') }, 'refused-at-address')],
  ['IPv6, the router refuses in its name', ...over6({ port: way('rst/63'), control: way('rst/63') }, 'refused-on-the-way')],
  ['IPv6, the device is gone', ...over6({ echo: null, plain: '?address-unreachable/63', plainMs: 3060 }, 'no-device')],
  ['IPv6, nobody says where the device is', ...over6({ echo: null }, 'cannot-tell')],
]

/** Returns a recording of a proven rule, of which the plain check hears after three seconds. */
function late(plain: Mark): Recording {
  return { ...mute('te/62', '-'), plain, plainMs: 3080 }
}

/** Returns a recording of an address that refuses every other port. */
function refusesAll(port: readonly Mark[]): Recording {
  return { echo: 62, port, control: way('rst/62') }
}

function at(verdict: string, more: object = {}) {
  return { verdict, forwardingRule: 'not-seen', allPorts: null, forwarders: null, ...more }
}

function proven(verdict: string, more: object = {}) {
  return { verdict, forwardingRule: 'proven', ...more }
}

describe('recorded answers', () => {
  for (const [name, recording, expected] of RECORDINGS)
    test(name, () => {
      const { where, elapsedMs } = replay(recording)
      expect(where).toMatchObject(expected)
      expect(where?.packets).toBeLessThanOrEqual(24)
      expect(elapsedMs).toBeLessThanOrEqual(4000)
    })
})

test('a refusal on the way is shown with the probes that it answered, however far the address is', () => {
  const { where } = replay({ echo: 59, port: ['r/64', '?admin-prohibited/63'], control: ['r/64', '-'] })
  expect(where?.verdict).toBe('refused-on-the-way')
  expect(where?.evidence).not.toEqual([])
  for (const { from, reason } of where?.evidence ?? []) expect([from, reason]).toEqual(['other', 'admin-prohibited'])
})

test('an open port is not looked at, even if it is slow', () => {
  const open = mute('te/62', 'open/61')
  expect(replay({ ...open, plainMs: 300 })).toEqual({ where: null, elapsedMs: 300 })
  expect(replay({ ...open, plainMs: 1700 })).toEqual({ where: null, elapsedMs: 1700 })
})

test('the target reports at most twice, whatever forwards', () => {
  const many = way('te/62', 'te/61', 'te/60', 'te/59', 'rst/58')
  for (const echo of [60, 61, 62, 63]) {
    const reports = replay({ echo, port: many, control: many }).where?.evidence.filter(({ from }) => from === 'target')
    expect(reports?.length).toBeLessThanOrEqual(3)
  }
})

test('lost answers never make a rule out of none, and no provider guilty', () => {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const loses = () => random() < 0.36
  let [found, blamed] = [0, 0]
  for (let run = 0; run < 400; run++) {
    const none = replay({ ...mute('-'), loses }).where
    expect(none).toMatchObject({ forwardingRule: 'not-seen' })
    if (none?.verdict === 'stopped-before' || none?.verdict === 'refused-on-the-way') blamed++
    if (replay({ ...mute('te/62', '-'), loses }).where?.forwardingRule === 'proven') found++
  }
  // As many as the seed makes: none of them is a false rule, and of a lossy path hardly any is taken for a filter.
  expect({ isOftenFound: found > 375, isHardlyBlamed: blamed < 3 }).toEqual({ isOftenFound: true, isHardlyBlamed: true })
})

test.each<Recording>([
  { echo: null, plain: '-', port: way('here'), control: way('r/62', 'r/61', 'r/60') },
  { echo: 60, plain: '-', port: way('here'), control: way('r/62', 'r/61', '-') },
  { version: 6, echo: 62, plain: '-', port: way('here'), control: way('here') },
])('packets that never left this machine are not taken for packets that were dropped on the way', (recording) => {
  const { where } = replay(recording)
  expect([where?.verdict, where?.stoppedAfter]).toEqual(['cannot-tell', null])
  expect(where?.evidence.filter(({ from }) => from === null)).toEqual([])
})
