// Homes on a small internet, checked from the device as a resident would: the cause that is named is the one that was built in.

import { afterAll, describe, expect } from 'bun:test'
import { labTest } from '../support/lab.ts'
import { HOME_LAB_NEEDS, type Home, PORT, publicAddress, startHomeLab, wanAddress } from '../support/router/home-lab.ts'
import { shared } from '../support/shared.ts'

interface Case {
  readonly title: string
  readonly home: Home
  readonly family?: 4 | 6
  readonly request: object
  /** "reachable", or the step and the code of the cause; over IPv6 also the one where nobody can tell which box it was. */
  readonly cause: 'reachable' | `${string} ${string}`
  /** The finding on the router, and the first thing to do. */
  readonly router?: string
  readonly next?: string
}

const single = { home: 'single', request: { port: PORT.forwarded } } as const
const double = { home: 'double' } as const
const carrier = { home: 'carrier' } as const
const wan = (home: Home) => ({ routerWanIp: wanAddress(home) })

const CASES: readonly Case[] = [
  { title: 'one router, with the rule', ...single, cause: 'reachable' },
  {
    title: 'one router, with the rule and the name, over HTTP',
    ...single,
    request: { port: PORT.forwarded, hostname: 'single.home.test', scheme: 'http', ...wan('single') },
    cause: 'reachable',
  },
  {
    title: 'one router, without the rule',
    ...single,
    request: { port: PORT.noRule },
    cause: 'port port-silent-at-address',
    router: 'router-rule-not-seen',
    next: 'compare-router-address',
  },
  {
    title: 'one router, with the rule, nothing listening',
    ...single,
    request: { port: PORT.nobodyThere },
    cause: 'port port-refused-by-device',
    router: 'router-forwards',
    next: 'start-service',
  },
  {
    title: 'one router, with the rule, the device drops',
    ...single,
    request: { port: PORT.deviceDrops },
    cause: 'port port-silent-device',
    router: 'router-forwards',
    next: 'allow-on-device',
  },
  {
    title: 'one router, which refuses by itself',
    ...single,
    request: { port: PORT.routerRefuses },
    cause: 'port port-refused-at-address',
    router: 'router-rule-not-seen',
    next: 'compare-router-address',
  },
  {
    title: 'one router, another protocol',
    ...single,
    request: { port: PORT.forwarded, scheme: 'https' },
    cause: 'service service-other-protocol',
  },
  {
    title: 'one router, a stale name',
    ...single,
    request: { port: PORT.forwarded, hostname: 'stale-single.home.test' },
    cause: 'name name-elsewhere',
  },
  { title: 'two routers, with both rules', ...double, request: { port: PORT.forwarded, ...wan('double') }, cause: 'reachable' },
  {
    title: 'two routers, with both rules, nothing listening',
    ...double,
    request: { port: PORT.nobodyThere, ...wan('double') },
    cause: 'port port-refused-by-device',
  },
  {
    title: 'two routers, with the inner rule alone',
    ...double,
    request: { port: PORT.innerRuleOnly, ...wan('double') },
    cause: 'nat two-routers',
  },
  { title: 'two routers, without a rule', ...double, request: { port: PORT.noRule, ...wan('double') }, cause: 'nat two-routers' },
  {
    title: 'a carrier NAT, with the rule',
    ...carrier,
    request: { port: PORT.forwarded, ...wan('carrier') },
    cause: 'nat carrier-nat',
  },
  {
    title: 'a carrier NAT, without the rule',
    ...carrier,
    request: { port: PORT.noRule, ...wan('carrier') },
    cause: 'nat carrier-nat',
  },
  {
    title: 'a carrier NAT, known by the provider alone',
    ...carrier,
    request: { port: PORT.forwarded, isp: 'starlink' },
    cause: 'nat provider-shares-line',
  },
  { title: 'IPv6, the pinhole open', ...single, family: 6, cause: 'reachable' },
  {
    title: 'IPv6 behind a carrier NAT, the pinholes open',
    ...carrier,
    family: 6,
    request: { port: PORT.forwarded, hostname: 'carrier.home.test', ...wan('carrier') },
    cause: 'reachable',
  },
  {
    title: 'IPv6, the pinhole closed',
    ...single,
    family: 6,
    request: { port: PORT.noRule },
    cause: 'port port-router-reached|port-silent',
  },
  {
    title: 'IPv6, the pinhole open, nothing listening',
    ...single,
    family: 6,
    request: { port: PORT.nobodyThere },
    cause: 'port port-refused-by-device|port-refused',
  },
  {
    title: 'IPv6, a stale name',
    ...single,
    family: 6,
    request: { port: PORT.forwarded, hostname: 'stale-single.home.test' },
    cause: 'name name-elsewhere',
  },
]
const DEADLINE_MS = 25_000

const started = shared(() => startHomeLab())
/** The findings, to be read by people at the end. */
const rows: Record<string, string | number | null>[] = []
afterAll(() => {
  if (rows.length > 0) console.table(rows)
})

describe('the cause is the one that was built in', () => {
  for (const { title, home, family = 4, request, cause, router, next } of CASES)
    labTest(title, HOME_LAB_NEEDS, async () => {
      const found = await (await started()).ask(home, family, request)
      rows.push({ title, verdict: found.verdict, blockedAt: found.blockedAt, ms: Math.round(found.elapsedMs) })
      expect(found).toMatchObject({ tool: 'reachability', ip: publicAddress(home, family) })
      expect(found.elapsedMs).toBeLessThan(DEADLINE_MS)
      const [step = null, code] = cause === 'reachable' ? [] : cause.split(' ')
      expect([found.verdict, found.blockedAt]).toEqual([step === null ? 'reachable' : 'blocked', step])
      const problems = found.steps.filter(({ status }: { status: string }) => status === 'problem')
      if (router !== undefined) expect(found.steps[5].code).toBe(router)
      if (next !== undefined) expect(found.nextStep.code).toBe(next)
      // The port may have been checked to find out about the line.
      expect(code === undefined ? [undefined] : code.split('|')).toContain(problems[0]?.code)
    })
})

labTest('for a help forum, in both languages', HOME_LAB_NEEDS, async () => {
  const { askText } = await started()
  for (const language of ['en', 'ko']) {
    const text = await askText(
      'double',
      4,
      { port: PORT.innerRuleOnly, ...wan('double') },
      { accept: 'text/plain', 'accept-language': language },
    )
    expect(text.split('\n').filter((line) => /^[✓✗?-] /.test(line))).toEqual([expect.stringContaining(wanAddress('double'))])
    expect(text).toMatch(/^1\. .*\n2\. /m)
  }
})
