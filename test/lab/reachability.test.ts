// Homes on a small internet, checked from the device as a resident would: the cause that is named is the one that was built in.

import { describe, expect } from 'bun:test'
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

type Rest = Omit<Case, 'title' | 'home' | 'request' | 'cause'>
const at =
  (home: Home) =>
  (title: string, request: object, cause: Case['cause'], rest: Rest = {}): Case => {
    return { title, home, request, cause, ...rest }
  }
const [single, double, carrier] = [at('single'), at('double'), at('carrier')]
const STALE = 'stale-single.home.test'
const NAMED = { port: PORT.forwarded, hostname: 'single.home.test', scheme: 'http', ...wan('single') }
const [IPV6, NO_RULE] = [{ family: 6 }, { router: 'router-rule-not-seen', next: 'compare-router-address' }] as const

const CASES: readonly Case[] = [
  single('one router, with the rule', { port: PORT.forwarded }, 'reachable'),
  single('one router, with the rule and the name, over HTTP', NAMED, 'reachable'),
  single('one router, without the rule', { port: PORT.noRule }, 'port port-silent-at-address', NO_RULE),
  single('one router, with the rule, nothing listening', { port: PORT.nobodyThere }, 'port port-refused-by-device', {
    router: 'router-forwards',
    next: 'start-service',
  }),
  single('one router, with the rule, the device drops', { port: PORT.deviceDrops }, 'port port-silent-device', {
    router: 'router-forwards',
    next: 'allow-on-device',
  }),
  single('one router, which refuses by itself', { port: PORT.routerRefuses }, 'port port-refused-at-address', NO_RULE),
  single('one router, another protocol', { port: PORT.forwarded, scheme: 'https' }, 'service service-other-protocol'),
  single('one router, a stale name', { port: PORT.forwarded, hostname: STALE }, 'name name-elsewhere'),
  double('two routers, with both rules', { port: PORT.forwarded, ...wan('double') }, 'reachable'),
  double('two routers, with the inner rule alone', { port: PORT.innerRuleOnly, ...wan('double') }, 'nat two-routers'),
  carrier('a carrier NAT, with the rule', { port: PORT.forwarded, ...wan('carrier') }, 'nat carrier-nat'),
  carrier('a carrier NAT, known by the provider', { port: PORT.forwarded, isp: 'starlink' }, 'nat provider-shares-line'),
  single('IPv6, the pinhole open', { port: PORT.forwarded }, 'reachable', IPV6),
  single('IPv6, the pinhole closed', { port: PORT.noRule }, 'port port-router-reached|port-silent', IPV6),
  single('IPv6, nothing listening', { port: PORT.nobodyThere }, 'port port-refused-by-device|port-refused', IPV6),
  single('IPv6, a stale name', { port: PORT.forwarded, hostname: STALE }, 'name name-elsewhere', IPV6),
]
const DEADLINE_MS = 25_000

const started = shared(() => startHomeLab())

describe('the cause is the one that was built in', () => {
  for (const { title, home, family = 4, request, cause, router, next } of CASES)
    labTest(title, HOME_LAB_NEEDS, async () => {
      const found = await (await started()).ask(home, family, request)
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
