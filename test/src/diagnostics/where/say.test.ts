import { describe, expect, test } from 'bun:test'
import { type About, sayEnd, sayMeaning, sayWhere } from '../../../../src/diagnostics/where/index.ts'
import { SITUATIONS, whereOf } from '../../../support/where/situations.ts'

const shown = (about: About) => [about.where.verdict, about.version, about.protocol, about.locale, sayWhere(about)]
const without = (wrong: (text: string, about: About) => boolean) =>
  SITUATIONS.filter((about) => wrong(sayWhere(about), about)).map(shown)

/** A finding over IPv4 as most tests want it. */
const home: About = {
  where: whereOf('silent-device', 4),
  ip: '203.0.113.7',
  version: 4,
  port: 51_820,
  protocol: 'udp',
  service: 'WireGuard',
  firewall: null,
  locale: 'en',
}

test('both halves say something in whole sentences, with every slot filled', () => {
  const whole = /^[^ ].*[.]$/
  expect(without((text) => !whole.test(text) || /[{}]|undefined|null|\d{6}/.test(text))).toEqual([])
  expect(SITUATIONS.filter((about) => sayEnd(about) === sayMeaning(about))).toEqual([])
  expect(SITUATIONS.filter((about) => /[.] [A-Z]/.test(sayEnd(about))).map(shown)).toEqual([])
})

test('nobody is told that there is no rule', () =>
  expect(without((text) => /\bno (such )?rule|not have a rule|규칙이 없|규칙은 없/i.test(text))).toEqual([]))

test('over IPv6 nothing is forwarded', () =>
  expect(without((text, { version }) => version === 6 && /forward|포워딩|규칙|\brule\b/i.test(text))).toEqual([]))

test('the provider is named only where packets were refused or stopped before the address', () => {
  const named = SITUATIONS.filter((about) => /provider|통신사|Example Telecom/i.test(sayWhere(about)))
  expect(new Set(named.map(({ where }) => where.verdict))).toEqual(new Set(['refused-on-the-way', 'stopped-before'] as const))
})

test('a rule that was proven is said to be there, and only that one', () => {
  const there = /The rule is there|has a rule for|규칙은 있/
  const wrong = SITUATIONS.filter((about) => there.test(sayWhere(about)) !== (about.where.forwardingRule === 'proven'))
  expect(wrong.map(shown)).toEqual([])
})

describe('silence', () => {
  test.each(['silent-at-address', 'cannot-tell'] as const)('over UDP proves nothing: %s', (verdict) =>
    expect(sayMeaning({ ...home, where: whereOf(verdict, 4) })).toContain('many programs answer only clients they know'),
  )

  test('is by design where the service is known for it', () => {
    expect(sayWhere(home)).toBe(
      'The router at 203.0.113.7 forwards UDP port 51820, but the device behind it did not answer. The rule is there. This service (WireGuard) does not answer strangers, so it may well be running; otherwise the firewall of the device or of the router drops the packets.',
    )
    expect(sayMeaning({ ...home, version: 6, where: whereOf('router-reached', 6) })).toMatch(
      /^This service \(WireGuard\) does not answer strangers/,
    )
  })

  test('may be by design where the service is not known, but not where it was asked in its own words, nor over TCP', () => {
    expect(sayMeaning({ ...home, service: null })).toContain('answer only clients they know')
    for (const other of [
      { service: 'Minecraft', isAsked: true },
      { service: null, protocol: 'tcp' as const },
    ]) {
      const text = sayMeaning({ ...home, ...other })
      expect(text).toContain('Most likely the firewall of the device drops the packets')
      expect(text).not.toMatch(/stranger|clients they know/)
    }
  })
})

test('one rule for all ports, and a second box that passes packets on, are said of a proven rule alone', () => {
  expect(sayMeaning({ ...home, where: whereOf('no-device', 4, { allPorts: true }) })).toEndWith(
    'The router forwards another port as well, so most likely every port goes to one device (exposed host, DMZ).',
  )
  expect(sayMeaning({ ...home, where: whereOf('no-device', 4, { forwarders: 2 }) })).toEndWith(
    'Behind the router, packets are passed on once more: by another router, or to containers on the device.',
  )
  const unseen = whereOf('cannot-tell', 4, { allPorts: true, forwarders: 2 })
  expect(sayMeaning({ ...home, where: unseen })).not.toMatch(/another port|passed on/)
})

test('the router after which packets stop is named by its network, otherwise by nothing', () => {
  const end = (stoppedAfter: ReturnType<typeof whereOf>['stoppedAfter']) =>
    sayEnd({ ...home, where: whereOf('stopped-before', 4, { stoppedAfter }) })
  expect(end({ hop: 3, address: '192.0.2.7', asn: 64_500, organization: 'Example Telecom' })).toContain(
    'a router of Example Telecom;',
  )
  expect(end({ hop: 3, address: '192.0.2.7', asn: 64_500, organization: null })).toContain('a router of AS64500;')
  expect(end(null)).toContain('a router on the way;')
})

test('a firewall that refuses is told from a system without the program, by what came back', () => {
  const about = (protocol: 'tcp' | 'udp', reason: string) => {
    const evidence = [
      { hopLimit: 97, from: 'target' as const, reason: 'hop-limit-exceeded' },
      { hopLimit: 98, from: 'target' as const, reason },
    ]
    return sayMeaning({ ...home, protocol, where: whereOf('refused-by-device', 4, { evidence }) })
  }
  expect(about('tcp', 'connection-refused')).toContain('no program is listening')
  expect(about('udp', 'port-unreachable')).toContain('no program is listening')
  for (const text of [about('tcp', 'port-unreachable'), about('tcp', 'admin-prohibited'), about('udp', 'admin-prohibited')])
    expect(text).toContain('Most likely the refusal comes from the firewall of the device')
})
