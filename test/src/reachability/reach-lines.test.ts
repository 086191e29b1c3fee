// The way that was seen, beside what is known or guessed of the line; and who answers at the port.
import { describe, expect, test } from 'bun:test'
import type { Where } from '../../../src/diagnostics/where/index.ts'
import type { WhereVerdict } from '../../../src/net/where/index.ts'
import { askRecorded, plainOf, type Recorded } from '../../support/router/recorded-line.ts'
import { whereOf } from '../../support/where/situations.ts'

/** An address of Starlink, which is only looked up. */
const STARLINK = '98.97.0.1'
/** An address of Sky, as an older line or as one of several customers who have it with a range of ports each. */
const SKY = '90.192.0.1'
const BEHIND = { routerWanIp: '192.168.1.64' }
const LOCALES = ['en', 'ko'] as const

const end = (verdict: WhereVerdict, more: Partial<Where> = {}): Recorded => ({
  where: whereOf(verdict, 4, { distance: 7, ...more }),
  ...plainOf(verdict, 'tcp'),
})
const PROVEN = { forwardingRule: 'proven', forwarders: 1 } as const

interface Case {
  readonly title: string
  readonly request: object
  readonly recorded: Recorded
  readonly expected: {
    readonly verdict?: string
    readonly blockedAt?: string | null
    readonly steps?: Record<string, string>
    readonly next?: string
    /** The codes that must be among the actions. */
    readonly codes?: readonly string[]
    /** The codes that must not be among the actions. */
    readonly never?: readonly string[]
    readonly says?: readonly RegExp[]
    readonly unsaid?: readonly RegExp[]
  }
}

const line = (title: string, request: object, recorded: Recorded, expected: Case['expected']): Case => {
  return { title, request, recorded, expected }
}

const SHARED_PORTS = {
  next: 'shared-ports',
  steps: { nat: 'unknown ports-shared' },
  says: [/part of the ports[\s\S]*If 25565 is not among them[\s\S]*Forward that external port .*to TCP port 25565/],
}

const CASES: readonly Case[] = [
  line('a provider that shares ports, guessed', {}, { ip: SKY, ...end('silent-at-address') }, SHARED_PORTS),
  line(
    'a provider that shares ports, and a rule at work: the port is in the range',
    { isp: 'iliad', routerWanIp: '203.0.113.7' },
    end('silent-device', PROVEN),
    { next: 'allow-on-device', steps: { nat: 'ok no-translation' }, never: ['shared-ports'] },
  ),
  line(
    'a provider that usually shares addresses, guessed, and a rule at work',
    {},
    { ip: STARLINK, ...end('silent-device') },
    {
      blockedAt: 'port',
      steps: { nat: 'unknown shared-but-forwarded', router: 'ok router-forwards' },
      next: 'allow-on-device',
      unsaid: [/very probably/, /cannot work on this line/],
    },
  ),
  line(
    'the same provider, and no rule at work',
    {},
    { ip: STARLINK, ...end('silent-at-address') },
    {
      blockedAt: 'nat',
      steps: { nat: 'problem provider-shares' },
      next: 'ask-public-address',
      // The provider is only guessed.
      says: [/most likely shares this address/],
      unsaid: [/cannot work on this line/],
    },
  ),
  line('a provider that the caller named: nothing is looked at', { isp: 'starlink' }, end('silent-device'), {
    blockedAt: 'nat',
    steps: { nat: 'problem provider-shares-line', port: 'skipped explained-before', router: 'skipped router-cannot-help' },
    next: 'ask-public-address',
    says: [/account at Starlink/],
  }),
  line(
    'a port that the provider always blocks, and a rule at work',
    { port: 80, useCase: 'web server', isp: 'cox' },
    end('silent-device'),
    { steps: { port: 'problem port-silent-device' }, next: 'allow-on-device', never: ['use-other-port', 'ask-to-unblock'] },
  ),
  line('a second box that passes the port on', {}, end('refused-by-device', { forwarders: 2 }), {
    steps: { nat: 'unknown second-forwarder', router: 'ok router-forwards' },
    next: 'start-service',
    says: [/another router, or containers on the device/],
  }),
  line('an exposed host', {}, end('silent-device', { allPorts: true }), {
    steps: { router: 'ok router-forwards-all' },
    next: 'allow-on-device',
    says: [/exposed host, DMZ/],
  }),
  line('an outer router that forwards, and silence behind it', BEHIND, end('silent-device'), {
    blockedAt: 'port',
    steps: { nat: 'unknown outer-forwards', router: 'unknown router-inner' },
    next: 'forward-port',
    never: ['forward-upstream'],
    says: [/in your own router/],
  }),
  line('an outer router that forwards to an address where nothing is', BEHIND, end('no-device'), {
    next: 'correct-rule-address',
    says: [/has to be 192\.168\.1\.64/],
    never: ['wake-device'],
  }),
  line('two routers that both forward', BEHIND, end('silent-device', { forwarders: 2 }), {
    steps: { nat: 'ok both-forward', router: 'ok router-forwards' },
    next: 'allow-on-device',
  }),
  line('an outer router that refuses', BEHIND, end('refused-at-address'), {
    blockedAt: 'port',
    next: 'use-one-router',
    says: [/each router needs the rule/, /Router: Refuses: no rule seen/],
    unsaid: [/by your router/],
  }),
  line('a WAN address that cannot be that of a router that forwards', { routerWanIp: '198.51.100.9' }, end('silent-device'), {
    steps: { nat: 'unknown wan-contradicted' },
    next: 'allow-on-device',
    says: [/cannot do both/],
  }),
  line('a filter of the router itself', {}, end('refused-at-address', PROVEN), {
    steps: { router: 'problem router-filters' },
    next: 'allow-in-router',
    never: ['see-plan', 'forward-port'],
  }),
  line('a service that should stay closed, with a rule', { useCase: 'rdp' }, end('refused-by-device'), {
    next: 'use-safer-way',
    steps: { router: 'unknown router-rule-to-delete' },
    never: ['start-service'],
  }),
  line('a service that should stay closed, behind two routers', { useCase: 'rdp', ...BEHIND }, end('silent-at-address'), {
    blockedAt: 'port',
    next: 'use-safer-way',
    steps: { nat: 'unknown behind-another' },
    unsaid: [/[Bb]oth routers/, /needs the rule/],
  }),
  line('a console behind a carrier', { useCase: 'ps5', routerWanIp: '100.64.0.7' }, end('silent-device'), {
    verdict: 'cannot-tell',
    blockedAt: null,
    steps: { nat: 'unknown carrier-nat', port: 'skipped console-only', router: 'skipped router-cannot-help' },
    codes: ['ask-public-address', 'test-on-console'],
  }),
  line(
    'a service that needs no port',
    { useCase: 'fortnite' },
    {},
    {
      verdict: 'not-needed',
      blockedAt: null,
      next: 'needs-no-port',
      steps: { port: 'skipped not-needed', service: 'skipped not-needed', router: 'ok router-not-needed' },
      says: [/No port forwarding is needed/],
      unsaid: [/Forward TCP/, /127\.0\.0\.1/],
    },
  ),
  line(
    'a console',
    { useCase: 'ps5' },
    {},
    {
      verdict: 'cannot-tell',
      blockedAt: null,
      next: 'try-without-rule',
      steps: { port: 'skipped console-only', service: 'skipped same-reason' },
      says: [/connection test/],
      unsaid: [/Forward TCP/, /firewall of the device/],
    },
  ),
  line(
    'a service that should stay closed, and is open',
    { useCase: 'hikvision' },
    { status: 'open' },
    {
      verdict: 'reachable',
      next: 'protect-service',
      steps: { router: 'skipped router-better-shut' },
      says: [/Hik-Connect/, /but it should not be/],
    },
  ),
  line('a carrier', { routerWanIp: '100.72.1.2' }, end('silent-device'), {
    blockedAt: 'nat',
    next: 'use-relay',
    steps: { nat: 'problem carrier-nat', port: 'skipped explained-before', router: 'skipped router-cannot-help' },
  }),
  line('DS-Lite', { routerWanIp: '192.0.0.2' }, end('silent-device'), {
    blockedAt: 'nat',
    next: 'use-relay',
    steps: { nat: 'problem ds-lite' },
  }),
  line('a provider with the private address of its box', { isp: 'T-Mobile', routerWanIp: '10.12.3.4' }, end('silent-device'), {
    blockedAt: 'nat',
    next: 'use-relay',
    unsaid: [/Look up the WAN/, /enter it/],
  }),
  line(
    'a provider that usually shares addresses, and an open port',
    {},
    { ip: STARLINK, status: 'open' },
    {
      verdict: 'reachable',
      steps: { nat: 'ok shared-but-open' },
    },
  ),
  line(
    'the same, and a router that shows the address',
    { routerWanIp: STARLINK },
    { ip: STARLINK, ...end('silent-at-address') },
    {
      blockedAt: 'port',
      steps: { nat: 'ok no-translation' },
    },
  ),
  line(
    'two routers, and an open port',
    BEHIND,
    { status: 'open' },
    {
      verdict: 'reachable',
      steps: { nat: 'ok translated-but-open' },
    },
  ),
  line('two routers, and silence', BEHIND, plainOf('silent-at-address', 'tcp'), {
    blockedAt: 'nat',
    steps: { nat: 'problem two-routers' },
    says: [/192\.168\.1\.64/],
  }),
  line('two routers, and silence over UDP', { useCase: 'wireguard', ...BEHIND }, plainOf('silent-at-address', 'udp'), {
    verdict: 'cannot-tell',
    blockedAt: null,
    next: 'use-one-router',
    steps: { nat: 'unknown two-routers-unproved' },
  }),
  line('this computer named as the device', { internalIp: '127.0.0.1' }, end('silent-at-address'), {
    codes: ['check-device-address'],
    says: [/127\.0\.0\.1 means the computer itself/],
  }),
]

test.each(CASES.map((one) => [one.title, one] as const))(
  'what was seen wins over what is guessed, and not over what the caller said: %s',
  async (_, { request, recorded, expected }) => {
    const { verdict = 'blocked', blockedAt, steps = {}, next, never = [], says = [], unsaid = [] } = expected
    const found = await askRecorded('reachability', { useCase: 'minecraft', ...request }, recorded)
    const byStep = Object.fromEntries(found.steps.map(({ step, status, code }: typeof found) => [step, `${status} ${code}`]))
    expect(byStep).toMatchObject(steps)
    expect(found.verdict).toBe(verdict)
    if (blockedAt !== undefined) expect(found.blockedAt).toBe(blockedAt)
    if (next !== undefined) expect(found.nextStep.code).toBe(next)
    const codes = found.nextActions.map(({ code }: typeof found) => code)
    expect(codes).toEqual(expect.arrayContaining([...(expected.codes ?? [])]))
    expect(codes.filter((code: string) => never.includes(code))).toEqual([])
    const all = [found.text, ...found.steps.map(({ summary }: typeof found) => summary)].join('\n')
    for (const words of says) expect(all).toMatch(words)
    for (const words of unsaid) expect(all).not.toMatch(words)
    const korean = await askRecorded('reachability', { useCase: 'minecraft', ...request }, { ...recorded, locale: 'ko' })
    expect(korean.nextActions.map(({ code }: typeof found) => code)).toEqual(codes)
    expect(korean.text).not.toMatch(/[{}]|undefined|null/)
  },
)

describe('who answers at the port', () => {
  const open = (kind: string, more: object = {}): Recorded => ({
    status: 'open',
    identity: { kind, name: null, version: null, players: null, ...more },
  })
  const codesOf = ({ steps }: Awaited<ReturnType<typeof askRecorded>>) =>
    Object.fromEntries(
      steps.map(({ step, status, code }: { step: string; status: string; code: string }) => [step, `${status} ${code}`]),
    )

  test('the service: it is said in its own words', async () => {
    const recorded = open('minecraft', { version: '1.21', players: { now: 3, max: 20 } })
    for (const [locale, words] of [
      ['en', /Your Minecraft .*1\.21, 3 of 20 players/],
      ['ko', /마인크래프트.*1\.21/],
    ] as const) {
      const found = await askRecorded('reachability', { useCase: 'minecraft' }, { ...recorded, locale })
      expect(found).toMatchObject({ verdict: 'reachable', identity: { kind: 'minecraft', version: '1.21' } })
      expect(found.otherServices.map(({ useCase }: typeof found) => useCase)).toContain('minecraft-bedrock')
      expect(codesOf(found)).toMatchObject({ port: 'ok port-open', service: 'ok service-identified' })
      expect(found.text).toMatch(words)
    }
  })

  test('a page of the router: the port is open, and does not lead to the service', async () => {
    for (const locale of LOCALES) {
      const found = await askRecorded('reachability', { useCase: 'minecraft' }, { ...open('router-page'), locale })
      expect(found).toMatchObject({ verdict: 'blocked', blockedAt: 'router', friendsConnectTo: null })
      expect(codesOf(found)).toMatchObject({ port: 'ok port-open', service: 'unknown service-router-page' })
      expect(found.nextActions).toMatchObject([
        { code: 'close-router-page' },
        { code: 'forward-port', text: expect.stringMatching(/forward TCP|포워딩/) },
        { code: 'find-router' },
      ])
      expect(found.headline).toMatch(/page of your router|관리자 페이지/)
    }
    // A port that should stay closed is not forwarded once the page is gone.
    const shut = await askRecorded('reachability', { useCase: 'home assistant' }, open('router-page'))
    expect(shut).toMatchObject({ blockedAt: 'router', nextStep: { code: 'close-router-page' } })
    expect(JSON.stringify(shut.nextActions)).not.toContain('orward TCP')
  })

  test('another service', async () => {
    for (const locale of LOCALES) {
      const found = await askRecorded('reachability', { useCase: 'minecraft' }, { ...open('http', { name: 'nginx' }), locale })
      expect(found).toMatchObject({ verdict: 'blocked', blockedAt: 'service', nextStep: { code: 'check-program' } })
      expect(codesOf(found)).toMatchObject({ port: 'ok port-open', service: 'problem service-other' })
      expect(found.headline).toMatch(/another service|다른 서비스/)
    }
  })

  test('port-check says the same of both', async () => {
    const request = { port: 25_565, useCase: 'minecraft-java' }
    for (const [kind, code, headline] of [
      ['router-page', 'close-router-page', /page of the router|관리자 페이지/],
      ['http', 'check-program', /another service|다른 서비스/],
    ] as const)
      for (const locale of LOCALES)
        for (const version of [4, 6] as const) {
          const recorded = { ...open(kind), locale, version }
          const checked = await askRecorded('port-check', request, recorded)
          const found = await askRecorded('reachability', request, recorded)
          const said = ({ nextActions }: typeof found) => nextActions.map(({ text }: typeof found) => text)
          expect(checked.nextActions[0]).toMatchObject({ code, request })
          expect([checked.situation, ...said(checked)]).toEqual([found.situation, ...said(found)])
          expect(checked.headline).toMatch(headline)
          // Over IPv6 nothing is forwarded.
          if (version === 6) expect(said(found).join(' ')).not.toMatch(/forward|rule|포워딩|규칙/)
        }
    const itself = await askRecorded('port-check', request, open('minecraft'))
    expect(itself).toMatchObject({ situation: 'open', nextActions: [{ code: 'tell-friends' }, { code: 'test-from-outside' }] })
    // A page in front of a service that should stay closed is the danger itself.
    const shut = await askRecorded('port-check', { port: 8123 }, open('http'))
    expect(shut).toMatchObject({ situation: 'exposed', nextActions: [{ code: 'protect-service' }] })
    const closed = await askRecorded('port-check', { port: 8123, useCase: 'home assistant' }, open('router-page'))
    expect(closed).toMatchObject({ situation: 'other-answers', nextActions: [{ code: 'close-router-page' }, {}] })
    expect(JSON.stringify(closed.nextActions)).not.toContain('orward TCP')
  })

  test('a page to sign in on may be the service, and so may any page where nobody named one; another page is not', async () => {
    const blog = open('http', { name: 'My blog' })
    expect(await askRecorded('reachability', { useCase: 'plex' }, blog)).toMatchObject({
      verdict: 'blocked',
      blockedAt: 'service',
    })
    expect(await askRecorded('reachability', { port: 32_400 }, blog)).toMatchObject({ verdict: 'reachable' })
    const found = await askRecorded('reachability', { useCase: 'plex' }, open('sign-in-page', { name: 'Sign in' }))
    expect(found.verdict).toBe('reachable')
    expect(codesOf(found)).toMatchObject({ service: 'ok service-identified' })
  })

  test('nobody: it is said, and proves nothing', async () => {
    const found = await askRecorded('reachability', { useCase: 'minecraft' }, { status: 'open' })
    expect(found).toMatchObject({ verdict: 'reachable', identity: null })
    expect(codesOf(found)).toMatchObject({ service: 'skipped service-unidentified' })
  })
})

test('in a dormitory the manager is asked, whatever box is named', async () => {
  const request = { useCase: 'minecraft', isp: '기숙사', routerBrand: 'KT', routerWanIp: '100.72.3.4' }
  const { nextStep } = await askRecorded('reachability', request, end('silent-at-address'))
  expect(nextStep).toMatchObject({ code: 'ask-building', text: expect.stringContaining('my room') })
})

test('port-check asks for the range of ports before any rule, unless a rule is at work, and over IPv4 alone', async () => {
  const first = async (recorded: Recorded) =>
    (await askRecorded('port-check', { port: 443 }, { ip: SKY, ...recorded })).nextActions[0].code
  expect(await first(end('silent-at-address'))).toBe('shared-ports')
  expect(await first(plainOf('silent-at-address', 'tcp'))).toBe('shared-ports')
  expect(await first(end('silent-device', PROVEN))).toBe('allow-on-device')
  expect(await first({ ...plainOf('silent-at-address', 'tcp'), version: 6, ip: '2001:db8::7' })).toBe('open-pinhole')
})

test('the line for the firewall is that of the system of the device', async () => {
  for (const [platform, line] of [
    ['linux', 'ufw allow 25565/tcp'],
    ['windows', 'netsh advfirewall firewall add rule'],
    ['macos', null],
  ] as const) {
    const { nextStep } = await askRecorded('reachability', { useCase: 'minecraft', platform }, end('silent-device'))
    expect(nextStep.code).toBe('allow-on-device')
    expect(/ufw|netsh/.test(nextStep.text)).toBe(line !== null)
    expect(nextStep.text).toContain(line ?? 'firewall of the device')
  }
})
