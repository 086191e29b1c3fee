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

const wan = (home: Home) => ({ routerWanIp: wanAddress(home) })

const home = (title: string, home: Home, request: object, cause: Case['cause'], more: Partial<Case> = {}): Case => {
  return { title, home, request, cause, ...more }
}

const CASES: readonly Case[] = [
  home('one router, with the rule', 'single', { port: PORT.forwarded }, 'reachable'),
  home(
    'one router, with the rule and the name, over HTTP',
    'single',
    { port: PORT.forwarded, hostname: 'single.home.test', scheme: 'http', ...wan('single') },
    'reachable',
  ),
  home('one router, without the rule', 'single', { port: PORT.noRule }, 'port port-silent-at-address', {
    router: 'router-rule-not-seen',
    next: 'compare-router-address',
  }),
  home('one router, with the rule, nothing listening', 'single', { port: PORT.nobodyThere }, 'port port-refused-by-device', {
    router: 'router-forwards',
    next: 'start-service',
  }),
  home('one router, with the rule, the device drops', 'single', { port: PORT.deviceDrops }, 'port port-silent-device', {
    router: 'router-forwards',
    next: 'allow-on-device',
  }),
  home('one router, which refuses by itself', 'single', { port: PORT.routerRefuses }, 'port port-refused-at-address', {
    router: 'router-rule-not-seen',
    next: 'compare-router-address',
  }),
  home('one router, another protocol', 'single', { port: PORT.forwarded, scheme: 'https' }, 'service service-other-protocol'),
  home('one router, a stale name', 'single', { port: PORT.forwarded, hostname: 'stale-single.home.test' }, 'name name-elsewhere'),
  home('two routers, with both rules', 'double', { port: PORT.forwarded, ...wan('double') }, 'reachable'),
  home('two routers, with the inner rule alone', 'double', { port: PORT.innerRuleOnly, ...wan('double') }, 'nat two-routers'),
  home('a carrier NAT, with the rule', 'carrier', { port: PORT.forwarded, ...wan('carrier') }, 'nat carrier-nat'),
  home(
    'a carrier NAT, known by the provider alone',
    'carrier',
    { port: PORT.forwarded, isp: 'starlink' },
    'nat provider-shares-line',
  ),
  home('IPv6, the pinhole open', 'single', { port: PORT.forwarded }, 'reachable', { family: 6 }),
  home('IPv6, the pinhole closed', 'single', { port: PORT.noRule }, 'port port-router-reached|port-silent', { family: 6 }),
  home(
    'IPv6, the pinhole open, nothing listening',
    'single',
    { port: PORT.nobodyThere },
    'port port-refused-by-device|port-refused',
    { family: 6 },
  ),
  home('IPv6, a stale name', 'single', { port: PORT.forwarded, hostname: 'stale-single.home.test' }, 'name name-elsewhere', {
    family: 6,
  }),
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
