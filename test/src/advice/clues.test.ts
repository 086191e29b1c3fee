import { describe, expect, test } from 'bun:test'
import type { Case } from '../../../src/advice/case.ts'
import { blockIn, needIn, situationIn } from '../../../src/advice/clues.ts'
import { nameSeen } from '../../../src/advice/name.ts'
import type { NameState } from '../../../src/advice/name-states.ts'
import type { Situation } from '../../../src/advice/situation.ts'
import type { Where } from '../../../src/diagnostics/where/index.ts'
import type { Answer } from '../../../src/net/dns/answer.ts'
import { aboutOf, caseOf } from '../../support/advice/cases.ts'

const SEEN = '9.9.9.9'
const game = (hints: object = {}, found: Partial<Case> = {}) => caseOf({ useCase: 'minecraft-java', hints }, found)

describe('the need', () => {
  test.each([
    ['minecraft-java', 'rule'],
    ['fortnite', 'none'],
    ['xbox', 'console'],
    ['rdp', 'shut'],
  ] as const)('of %s is %s', (useCase, need) => expect(needIn(caseOf({ useCase }).facts)).toBe(need))

  test('of a port that attackers try first is shut, whatever is behind it', () => {
    expect(needIn(caseOf({ port: 3389 }).facts)).toBe('shut')
    expect(needIn(caseOf({ port: 6379 }).facts)).toBe('shut')
    expect(needIn(caseOf({ port: 9999 }).facts)).toBe('rule')
  })
})

/** The lines by what is known of them, and the situation of a game server on each whose port nobody has looked at. */
const LINES: readonly (readonly [what: string, hints: object, situation: Situation])[] = [
  ['nothing known', {}, 'unknown'],
  ['the public address', { routerWanIp: SEEN }, 'unknown'],
  ['another public address', { routerWanIp: '149.112.112.112' }, 'unknown'],
  ['an address of carrier-grade NAT', { routerWanIp: '100.71.20.5' }, 'carrier-grade'],
  ['the address of DS-Lite', { routerWanIp: '192.0.0.2' }, 'carrier-grade'],
  ['a provider that shares', { isp: 'starlink' }, 'carrier-grade'],
  ['a provider that shares, and the public address', { isp: 't-mobile', routerWanIp: SEEN }, 'unknown'],
  ["a provider's box with a private address", { routerBrand: 'xfinity', routerWanIp: '10.12.3.4' }, 'carrier-grade'],
  ['a box without rules', { routerBrand: 'tmobile-gateway', routerWanIp: SEEN }, 'carrier-grade'],
  ['a range of ports', { isp: 'biglobe', routerWanIp: SEEN }, 'shared-ports'],
  ['a private address', { routerBrand: 'tp-link', routerWanIp: '192.168.1.64' }, 'two-routers'],
  ['the box of the provider in front', { isp: 'kt', routerWanIp: '172.30.1.5' }, 'two-routers'],
  ['device and router in one network', { routerWanIp: '192.168.1.64', internalIp: '192.168.1.20' }, 'access-point'],
  ['device and router in two networks', { routerWanIp: '192.168.1.64', internalIp: '192.168.0.20' }, 'two-routers'],
  ['a dormitory', { isp: '기숙사', routerWanIp: '10.3.2.77' }, 'building'],
  [
    'a dormitory, device and router in one network',
    { isp: '기숙사', routerWanIp: '10.3.2.77', internalIp: '10.3.2.80' },
    'access-point',
  ],
  ['a dormitory of which nothing else is known', { isp: 'dormitory' }, 'building'],
  ['a dormitory with an address of the carrier', { isp: 'dormitory', routerWanIp: '100.71.20.5' }, 'carrier-grade'],
  ['a room with the public address', { isp: 'hotel', routerWanIp: SEEN }, 'unknown'],
]

describe('the line', () => {
  test.each(LINES)('%s', (_, hints, situation) => expect(situationIn(game(hints))).toBe(situation))

  const shared = LINES.filter(([, , situation]) => situation !== 'unknown')

  test.each(shared)('%s: stands in nobody’s way over IPv6', (_, hints) =>
    expect(situationIn(caseOf({ useCase: 'minecraft-java', hints, version: 6 }))).toBe('unknown'),
  )

  test.each(shared)('%s: stands in nobody’s way whose port is proven', (_, hints) =>
    expect(situationIn(game(hints, { port: 'open', isProven: true }))).toBe('open'),
  )

  test('a rule that was seen at the public address speaks against a shared one, and a second against two routers', () => {
    const ruled = (hints: object, forwarders: number) => {
      const one = game(hints, { port: 'shut' })
      return situationIn({ ...one, about: aboutOf(one, { verdict: 'silent-device', forwardingRule: 'proven', forwarders }) })
    }
    expect(ruled({ isp: 'biglobe' }, 1)).toBe('firewall')
    expect(ruled({ routerWanIp: '192.168.1.64' }, 1)).toBe('two-routers')
    expect(ruled({ routerWanIp: '192.168.1.64' }, 2)).toBe('firewall')
  })
})

/** The answer of a cache. */
const CACHED: Answer = {
  status: 'noerror',
  reason: null,
  server: null,
  records: [],
  values: ['203.0.113.9'],
  unread: 0,
  leadsTo: [],
  ttl: 60,
  negativeTtl: null,
  cnameChain: [],
  continuesAt: null,
  referral: [],
  authenticated: false,
  authoritative: false,
  truncated: false,
  extendedErrors: [],
  elapsedMs: 1,
}

describe('the name', () => {
  const named = (state: NameState, found: Partial<Case> = {}) =>
    situationIn(game({}, { name: { state, ascii: 'a.example', hostname: 'a.example', type: 'A', values: '1.2.3.4' }, ...found }))

  test.each([
    ...(['elsewhere', 'off', 'behind-proxy'] as const).map((state) => [state, 'name-elsewhere'] as const),
    ...(['private', 'inside'] as const).map((state) => [state, 'name-private'] as const),
    ['missing', 'name-missing'] as const,
    ['shared', 'carrier-grade'] as const,
  ])('%s is a fault, whatever the port', (state, situation) => {
    for (const port of ['nobody', 'open', 'shut', 'silent'] as const) expect(named(state, { port })).toBe(situation)
  })

  test.each([
    ['mismatch', 'server-failure', 'unanswered'],
    ['propagating', 'refused-by-server', 'unanswered'],
    ['mismatch', 'no-answer', 'elsewhere'],
    ['propagating', null, 'split'],
  ] as const)('%s, while its own servers say %s: %s', (verdict, reason, state) => {
    const asked = { verdict: 'split', answers: [], consistent: false, convergesBy: null } as const
    const authoritative = { nameserver: 'ns.example', answer: { ...CACHED, reason } }
    const compared = { ...asked, authoritative, differing: [], failing: [], silent: [] }
    const match = { verdict, compared, direct: null, basis: CACHED, lagging: [], other: null }
    const place = { ascii: 'a.example', hostname: 'a.example', type: 'A', ip: '203.0.113.7' } as const
    expect(nameSeen({ ...place, match, other: null, isPassedOn: false, isPartial: false, networkOf: () => null }).state).toBe(
      state,
    )
  })
})

/** The signs of a rule, and of a refusal by a firewall. */
const PROVEN = { forwardingRule: 'proven' } as const
const BARRED = { evidence: [{ hopLimit: 9, from: 'target' as const, reason: 'administratively-prohibited' }] }

/** The ends of packets to a port that nobody answers, and the situation over IPv4 and over IPv6. */
const ENDS: readonly (readonly [Where['verdict'], Partial<Where>, Situation, Situation])[] = [
  ['refused-by-device', PROVEN, 'program-off', 'program-off'],
  ['refused-by-device', { ...PROVEN, ...BARRED }, 'firewall', 'firewall'],
  ['silent-device', PROVEN, 'firewall', 'pinhole'],
  ['no-device', PROVEN, 'device-away', 'device-away'],
  ['wrong-address', PROVEN, 'device-elsewhere', 'device-elsewhere'],
  ['refused-at-address', {}, 'no-rule-seen', 'program-off'],
  ['refused-at-address', { ...PROVEN, ...BARRED }, 'firewall', 'pinhole'],
  ['silent-at-address', {}, 'no-rule-seen', 'pinhole'],
  ['router-reached', {}, 'no-rule-seen', 'pinhole'],
  ['cannot-tell', {}, 'no-rule-seen', 'pinhole'],
  ['refused-on-the-way', {}, 'provider-blocks', 'pinhole'],
  ['stopped-before', {}, 'provider-blocks', 'provider-blocks'],
]

describe('the end of the packets', () => {
  test.each(ENDS)('%s', (verdict, where, over4, over6) => {
    for (const [version, situation] of [[4, over4] as const, [6, over6] as const]) {
      const one = caseOf({ useCase: 'minecraft-java', version }, { port: 'shut' })
      expect([version, situationIn({ ...one, about: aboutOf(one, { verdict, ...where }) })]).toEqual([version, situation])
    }
  })

  test('a port that the provider blocks on all lines needs no look, unless packets were seen to come through', () => {
    const asked = { port: 25, protocol: 'tcp', hints: { isp: 'xfinity' } } as const
    const one = caseOf(asked, { port: 'shut' })
    expect(blockIn(one)?.certainty).toBe('always')
    for (const port of ['nobody', 'shut', 'silent'] as const) expect(situationIn({ ...one, port })).toBe('provider-blocks')
    expect(situationIn({ ...one, port: 'open' })).toBe('open')
    expect(situationIn({ ...one, about: aboutOf(one, { verdict: 'silent-device', ...PROVEN }) })).toBe('firewall')
    expect(blockIn(caseOf({ ...asked, version: 6 }))).toBe(null)
    expect(blockIn({ ...one, asked: null })).toBe(null)
  })
})
