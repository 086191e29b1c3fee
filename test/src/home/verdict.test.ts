import { describe, expect, test } from 'bun:test'
import type { HomeFacts } from '../../../src/home/ask.ts'
import { BOXES, CAUSES, type Cause } from '../../../src/home/causes.ts'
import { inComputer } from '../../../src/home/inside-causes.ts'
import type { OutsideSeen } from '../../../src/home/outside-seen.ts'
import { judgeHome } from '../../../src/home/verdict.ts'
import { firewall, type HomePart, homeOf, listening, OWN, open, PUBLIC, rule, shut, where } from '../../support/home/facts.ts'
import { HOMES, shut6 } from '../../support/home/judged.ts'

describe('a home', () => {
  test.each(HOMES.map(([name, ...row]) => [name, row] as const))('%s', (_, [home, cause, also = []]) => {
    const judged = judgeHome(homeOf(home))
    const [verdict, blockedAt] = CAUSES[cause]
    expect(judged).toMatchObject({ cause, verdict, blockedAt, also, other: null })
  })

  test('there is one for every cause, and for every box', () => {
    const shown = new Set(HOMES.map(([, , cause]) => cause))
    expect(Object.keys(CAUSES).filter((cause) => !shown.has(cause as Cause))).toEqual([])
    const boxes = new Set(HOMES.map(([, , cause]) => CAUSES[cause][1]))
    expect(BOXES.filter((box) => !boxes.has(box))).toEqual([])
  })
})

describe('both versions of IP', () => {
  const over6 = open({ version: 6, ip: '2001:db8:1::10', codes: [] })

  test('IPv4 comes first, whichever asked', () => {
    const judged = judgeHome(homeOf({ outside: [shut6('router-reached'), shut()], rules: [] }))
    expect(judged).toMatchObject({ ipVersion: 4, cause: 'no-rule', other: { ipVersion: 6, cause: 'pinhole' } })
  })

  test('one that lets in counts, and the other says why it does not', () => {
    expect(judgeHome(homeOf({ outside: [shut(), over6], wanIp: '100.64.0.7' }))).toMatchObject({
      ipVersion: 6,
      verdict: 'reachable',
      cause: 'answers',
      other: { ipVersion: 4, cause: 'carrier-nat' },
    })
  })

  test('each has its own proof', () => {
    const outside = [
      { ...shut(), proof: 'no-answer' as const },
      { ...over6, proof: 'proven' as const },
    ]
    const judged = judgeHome(homeOf({ outside, heldBy: 'us', computer: { listening: null } }))
    expect(judged).toMatchObject({ ipVersion: 6, cause: 'proven', other: { ipVersion: 4, cause: 'no-rule-likely' } })
  })
})

// No verdict goes further than what was seen, in every combination of what can be seen.

const LISTENING: readonly HomeFacts['computer']['listening'][] = [
  null,
  listening(),
  listening(['127.0.0.1'], { onlyLoopback: true }),
  listening(['::'], { family: 'ipv6' }),
  listening(['10.66.0.2'], { family: 'ipv4' }),
]
const FIREWALLS = [null, firewall('yes'), firewall('no'), firewall('unknown')]
const RULES = [
  null,
  [],
  [rule()],
  [rule({ internalIp: '192.168.1.77' })],
  [rule({ internalPort: 80 })],
  [rule({ externalPort: 80 })],
]
const LINES: readonly HomePart[] = [
  ...[{}, { wanIp: PUBLIC }, { wanIp: '203.0.113.99' }, { wanIp: '100.64.0.7' }, { wanIp: '192.168.0.2' }, { wanIp: '10.0.0.2' }],
  ...[{ saysNoAddress: true }, { hops: [null, '192.168.0.1'] }, { hops: [null, '100.64.0.1'] }, { computer: { vpn: true } }],
]
const ENDS = [
  'refused-by-device',
  'silent-device',
  'no-device',
  'wrong-address',
  'refused-at-address',
  'silent-at-address',
] as const
const SIGHTS: readonly (OutsideSeen | null)[] = [
  ...[null, open(), open({ verdict: 'cannot-tell' }), shut(null), shut(null, { blockedAt: 'name', codes: ['name-elsewhere'] })],
  ...ENDS.flatMap((end) => [shut(where(end)), shut(where(end, { forwardingRule: 'proven', forwarders: 1 }))]),
  ...[shut(where('stopped-before')), shut(where('router-reached'), { version: 6, ip: '2001:db8:1::10' })],
  shut(where('silent-at-address'), { verdict: 'cannot-tell', blockedAt: null }),
]
const PROOFS = [null, 'proven', 'someone-else', 'no-answer'] as const

function* homes(): Generator<{ home: HomeFacts; seen: OutsideSeen | null }> {
  for (const line of LINES)
    for (const heard of LISTENING)
      for (const wall of FIREWALLS)
        for (const rules of RULES)
          for (const sight of SIGHTS)
            for (const proof of heard === null && sight !== null ? PROOFS : [null]) {
              const seen = sight && { ...sight, proof }
              const computer = { ...line.computer, listening: heard, firewall: wall }
              const heldBy = proof === null ? null : 'us'
              yield { home: homeOf({ ...line, computer, rules, outside: seen ? [seen] : [], heldBy }), seen }
            }
}

test('every box that is named was seen to be the cause, or can be', () => {
  let judged = 0
  const wrong: unknown[] = []
  for (const { home, seen } of homes()) {
    judged++
    const { verdict, blockedAt, cause, also } = judgeHome(home)
    const { computer, line, gateway } = home
    const isOpen = seen?.codes.includes('port-open') === true
    const isProven = seen?.proof === 'proven'
    const other = gateway?.rules?.some(({ internalIp }) => internalIp !== OWN) === true
    const claims = {
      reachable: isProven || (isOpen && seen.proof === null && !computer.vpn && line.nat !== 'carrier-grade'),
      computer:
        computer.listening === null
          ? home.heldBy === null
          : computer.listening.family !== 'both' || computer.listening.onlyLoopback,
      firewall: computer.firewall !== null && computer.firewall.blocks !== 'no',
      router: gateway?.rules != null || seen !== null,
      'second-router': line.nat === 'double-nat' || line.reason === 'no-address-told' || line.reason === 'hop-is-private',
      provider: line.nat === 'carrier-grade' || seen?.where?.verdict === 'stopped-before',
      name: seen?.blockedAt === 'name',
    }
    const isTrue =
      (isProven ? verdict === 'reachable' : true) &&
      (verdict === 'reachable' ? claims.reachable : true) &&
      (blockedAt === null || claims[blockedAt]) &&
      (cause === 'rule-elsewhere' ? other : true) &&
      // Through a VPN, the end of the packets says nothing about this home.
      (computer.vpn && seen?.proof == null
        ? !['no-rule', 'no-rule-likely', 'firewall-likely', 'pinhole'].includes(cause)
        : true) &&
      // Without a view from outside, only what is certain here blocks.
      (seen === null && verdict === 'blocked' ? !/likely|lost|stopped|pinhole/.test(cause) : true) &&
      !also.includes(cause)
    if (!isTrue) wrong.push({ verdict, blockedAt, cause, also, computer, line, rules: gateway?.rules, seen })
  }
  expect(judged).toBeGreaterThan(25_000)
  expect(wrong.slice(0, 3)).toEqual([])
})

test('an answer at another address than that of the router is not known to be ours', () => {
  const answered = { outside: [open({ ip: '198.51.100.9' })], wanIp: PUBLIC }
  expect(judgeHome(homeOf({ ...answered, rules: [rule()] }))).toMatchObject({ verdict: 'cannot-tell', cause: 'answered-by-whom' })
  expect(judgeHome(homeOf({ outside: [open()], wanIp: PUBLIC, rules: [rule()] })).cause).toBe('answers')
})

test('where a system does not show what listens, nobody says that nothing does', () => {
  expect(inComputer(homeOf({ computer: { listening: null } }), 4)).toEqual(['nothing-listens'])
  expect(inComputer(homeOf({ computer: { listening: null, isBlind: true } }), 4)).toEqual([])
})
