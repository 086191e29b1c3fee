import { describe, expect, test } from 'bun:test'
import { followUp } from '../../../../src/contract/next-action.ts'
import { type About, whereActions } from '../../../../src/diagnostics/where/index.ts'
import type { WhereVerdict } from '../../../../src/net/where/index.ts'
import { actionLabelsText } from '../../../../src/registry/action-labels.text.ts'
import { filtered, SITUATIONS, whereOf } from '../../../support/where/situations.ts'

const BEHIND = {
  again: followUp('port-check', { port: 5555 }),
  plan: followUp('port-forward-plan', { ports: [{ port: 5555, protocol: 'tcp' }] }),
}
const actions = (about: About) => whereActions(about, BEHIND)
const words = (about: About) => actions(about).map(({ text }) => text)
const shown = (about: About) => [about.where.verdict, about.version, about.protocol, about.locale, ...words(about)]

const home: About = {
  where: whereOf('silent-device', 4),
  ip: '203.0.113.7',
  version: 4,
  port: 5555,
  protocol: 'tcp',
  service: null,
  firewall: null,
  locale: 'en',
}
const codes = (verdict: WhereVerdict, more: Partial<About> = {}) =>
  actions({ ...home, where: whereOf(verdict, more.version ?? 4), ...more }).map(({ code }) => code)

test('every end advises one to three actions of one or two sentences, each with a label', () => {
  const all = SITUATIONS.map((about) => ({ about, actions: actions(about) }))
  expect(all.filter((one) => one.actions.length < 1 || one.actions.length > 3).map(({ about }) => shown(about))).toEqual([])
  const each = all.flatMap((one) => one.actions)
  expect(each.filter(({ code }) => actionLabelsText.en[code] === undefined)).toEqual([])
  expect(each.filter(({ text }) => !/[.]$|5555$/.test(text) || /[{}]|undefined|null/.test(text))).toEqual([])
  expect(each.filter(({ text }) => text.split(/[.] /).length > 2)).toEqual([])
  const repeated = all.filter((one) => new Set(one.actions.map(({ code }) => code)).size < one.actions.length)
  expect(repeated.map(({ about }) => shown(about))).toEqual([])
})

test('a proven rule sends nobody back to the router to forward the port', () => {
  const wrong = SITUATIONS.filter(
    (about) =>
      about.where.forwardingRule === 'proven' &&
      actions(about).some(({ code, text }) => code === 'forward-port' || /^Forward|포워딩하십시오/.test(text)),
  )
  expect(wrong.map(shown)).toEqual([])
})

test('over IPv6 nothing is forwarded, and there is no rule to look at', () => {
  const told = /No forwarding is needed over IPv6[.]|IPv6에서는 포트포워딩이 필요 없습니다[.]/
  const wrong = SITUATIONS.filter(
    (about) => about.version === 6 && words(about).some((text) => /forward|\brule\b|포워딩|규칙/i.test(text.replace(told, ''))),
  )
  expect(wrong.map(shown)).toEqual([])
})

test('the provider is asked only where packets were refused or stopped before the address', () => {
  const asked = SITUATIONS.filter((about) => words(about).some((text) => /provider|통신사/.test(text)))
  expect(new Set(asked.map(({ where }) => where.verdict))).toEqual(new Set(['refused-on-the-way', 'stopped-before'] as const))
})

describe('in the order of doing', () => {
  test.each<[WhereVerdict, string[]]>([
    ['refused-by-device', ['start-service', 'correct-rule-address']],
    ['silent-device', ['allow-on-device', 'allow-in-router']],
    ['no-device', ['wake-device', 'reserve-address']],
    ['wrong-address', ['correct-rule-address', 'reserve-address']],
    ['refused-at-address', ['forward-port', 'start-service']],
    ['silent-at-address', ['compare-router-address', 'forward-port', 'use-other-port']],
    ['refused-on-the-way', ['ask-provider', 'use-other-port']],
    ['stopped-before', ['ask-provider', 'use-other-port']],
    ['cannot-tell', ['compare-router-address', 'forward-port', 'allow-on-device']],
  ])('%s over IPv4', (verdict, expected) => {
    expect(codes(verdict)).toEqual(expected)
  })

  test.each<[WhereVerdict, string[]]>([
    ['refused-by-device', ['start-service-ipv6']],
    ['no-device', ['wake-device', 'check-device-address']],
    ['wrong-address', ['check-device-address']],
    ['refused-at-address', ['start-service-ipv6', 'open-pinhole-if-running']],
    ['refused-on-the-way', ['open-pinhole', 'ask-provider']],
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
    expect(of('refused-at-address', 4)).toEqual(['allow-in-router', 'forward-port'])
    expect(of('refused-at-address', 6)).toEqual(['open-pinhole', 'allow-on-device'])
  })

  test('over UDP the program itself is tried, unless its silence is unexpected: first where the rule is proven, or nothing is known', () => {
    expect(codes('silent-device', { protocol: 'udp', service: 'WireGuard' })[0]).toBe('try-the-program')
    expect(codes('silent-at-address', { protocol: 'udp' })).toEqual(['compare-router-address', 'forward-port', 'try-the-program'])
    expect(codes('cannot-tell', { protocol: 'udp' })).toEqual(['try-the-program', 'compare-router-address', 'forward-port'])
    expect(codes('silent-device', { protocol: 'udp' })[0]).toBe('try-the-program')
    expect(codes('silent-device', { protocol: 'udp', service: 'Minecraft', isAsked: true })[0]).toBe('allow-on-device')
  })

  test('mail is delivered to no other port', () => {
    expect(codes('stopped-before', { port: 25 })).toEqual(['ask-provider'])
    expect(codes('silent-at-address', { port: 25 })).not.toContain('use-other-port')
  })
})

test('the firewall of the device is opened with the line of its system', () => {
  const text = actions({ ...home, firewall: 'sudo ufw allow 5555/tcp' })[0]?.text
  expect(text).toEndWith(': sudo ufw allow 5555/tcp')
})

test('the requests behind are to check again, and the plan', () => {
  const [first] = actions({ ...home, where: whereOf('refused-at-address', 4) })
  expect(first).toMatchObject(BEHIND.plan)
  expect(actions({ ...home, where: whereOf('no-device', 4) })[0]).toMatchObject(BEHIND.again)
})
