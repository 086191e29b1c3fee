// The steps by where packets to a port ended, and by who answers: order, wording, and what a proven rule and IPv6 rule out.
import { describe, expect, test } from 'bun:test'
import type { AnswerFault, Case } from '../../../src/advice/index.ts'
import { adviseOnPort } from '../../../src/advice/port.ts'
import { followUp } from '../../../src/contract/next-action.ts'
import { type About, isSilent } from '../../../src/diagnostics/where/index.ts'
import type { WhereVerdict } from '../../../src/net/where/index.ts'
import { parseAddress } from '../../../src/policy/address.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { filtered, whereOf } from '../../support/where/situations.ts'

const known = embeddedCatalogue()
const REQUESTS = {
  again: followUp('port-check', { port: 5556 }),
  plan: followUp('port-forward-plan', { ports: [{ port: 5556, protocol: 'tcp' }] }),
}

const home: About = {
  where: whereOf('silent-device', 4),
  ip: '203.0.113.7',
  version: 4,
  port: 5556,
  protocol: 'tcp',
  service: null,
  firewall: null,
  locale: 'en',
}

function advised({ ip, port, protocol, locale, ...about }: About, more: Partial<Case> = {}) {
  const address = parseAddress(ip)
  if (!address) throw new Error(`not an address: ${ip}`)
  const isUntold = protocol === 'udp' && isSilent(about.where)
  return adviseOnPort(
    { address, port, protocol, known, asn: null, locale },
    {
      port: isUntold ? 'silent' : 'shut',
      about: { ip, port, protocol, locale, ...about },
      requests: REQUESTS,
      ...more,
    },
  )
}
const steps = (about: About) => advised(about).steps
const codes = (verdict: WhereVerdict, more: Partial<About> = {}) => {
  const version = more.version ?? 4
  const about = { ...home, ip: version === 4 ? home.ip : '2001:db8::7', where: whereOf(verdict, version), ...more }
  return steps(about).map(({ code }) => code)
}

describe('in the order of doing', () => {
  test.each<[WhereVerdict, string[]]>([
    ['refused-by-device', ['start-service', 'correct-rule-address']],
    ['silent-device', ['allow-on-device', 'allow-in-router']],
    ['no-device', ['wake-device', 'reserve-address']],
    ['wrong-address', ['correct-rule-address', 'reserve-address']],
    ['refused-at-address', ['compare-router-address', 'forward-port', 'start-service']],
    ['silent-at-address', ['compare-router-address', 'forward-port', 'allow-on-device']],
    ['refused-on-the-way', ['use-other-port', 'ask-provider']],
    ['stopped-before', ['use-other-port', 'ask-provider']],
    ['cannot-tell', ['compare-router-address', 'forward-port', 'allow-on-device']],
  ])('%s over IPv4', (verdict, expected) => {
    expect(codes(verdict)).toEqual(expected)
  })

  test.each<[WhereVerdict, string[]]>([
    ['refused-by-device', ['start-service']],
    ['no-device', ['wake-device', 'check-device-address']],
    ['wrong-address', ['check-device-address']],
    ['refused-at-address', ['start-service', 'open-pinhole']],
    ['refused-on-the-way', ['open-pinhole', 'ask-provider']],
    ['stopped-before', ['use-other-port', 'ask-provider']],
    ['router-reached', ['open-pinhole', 'allow-on-device']],
    ['cannot-tell', ['open-pinhole', 'allow-on-device']],
  ])('%s over IPv6', (verdict, expected) => {
    expect(codes(verdict, { version: 6 })).toEqual(expected)
  })

  test('a rule whose router refuses is left as it is', () => {
    const where = whereOf('refused-at-address', 4, { forwardingRule: 'proven' })
    expect(codes('refused-at-address', { where })).toEqual(['allow-in-router'])
  })

  test('a refusal by a firewall leads to the firewall, not to the program', () => {
    const of = (verdict: WhereVerdict, version: 4 | 6) => codes(verdict, { version, where: filtered(verdict, version) })
    expect(of('refused-by-device', 4)).toEqual(['allow-on-device', 'allow-in-router'])
    expect(of('refused-by-device', 6)).toEqual(['allow-on-device'])
    expect(of('refused-at-address', 4)).toEqual(['compare-router-address', 'forward-port', 'allow-in-router'])
    expect(of('refused-at-address', 6)).toEqual(['open-pinhole', 'allow-on-device'])
  })

  test('mail is delivered to no other port', () => {
    expect(codes('stopped-before', { port: 25 })).toEqual(['ask-to-unblock'])
    expect(codes('silent-at-address', { port: 25 })).not.toContain('use-other-port')
  })

  test('a refusal whose end nobody looked for may come from the device', () => {
    const { situation, steps } = advised(home, { about: null, isRefused: true })
    expect([situation, ...steps.map(({ code }) => code)]).toEqual([
      'no-rule-seen',
      'compare-router-address',
      'forward-port',
      'start-service',
    ])
  })
})

describe('whoever answers in place of the service', () => {
  const answering = (fault: AnswerFault, more: Partial<About> = {}) =>
    advised({ ...home, ...more }, { port: 'open', about: null, fault })

  test('a page of the router is closed before the port is forwarded, over IPv4 alone', () => {
    const { situation, steps } = answering('router', { protocol: 'udp' })
    expect([situation, ...steps.map(({ code }) => code)]).toEqual([
      'other-answers',
      'close-router-page',
      'forward-port',
      'find-router',
    ])
    expect(steps[1]?.text).toStartWith('Then forward UDP port 5556')
    const over6 = answering('router', { version: 6, ip: '2001:db8::7' }).steps
    expect(over6.map(({ code }) => code)).toEqual(['close-router-page'])
  })

  test('another program is looked for, and somebody who does not know the key', () => {
    expect(answering('other').steps).toMatchObject([{ code: 'check-program', ...REQUESTS.again }])
    expect(answering('stranger').steps.map(({ code }) => code)).toEqual(['correct-rule-address', 'compare-router-address'])
  })
})
