import { expect, test } from 'bun:test'
import type { Reachability } from '../../../../../../src/faces/web/page/answers.ts'
import { ReachGuide, ReachLead, ReachLive } from '../../../../../../src/faces/web/page/results/reach.tsx'
import { answerOf } from '../../../../../support/page/answers.ts'
import { drawn, textOf } from '../../../../../support/page/drawn.tsx'

const nothing = { request: {}, open() {}, again() {} }
const answer = (fields: Partial<Reachability>) =>
  answerOf('reachability', { ...{ cause: null, friendsConnectTo: null, hostname: null, clients: null }, ...fields })
const leadOf = (fields: Partial<Reachability>) => <ReachLead answer={answer(fields)} {...nothing} />

const FOUR = { ipVersion: 4, ip: '203.0.113.7', verdict: 'blocked', headline: 'IPv4: It is silent.', where: null } as const
const SIX = { ipVersion: 6, ip: '2001:db8::7', verdict: 'reachable', headline: 'IPv6: It answers.', where: null } as const

test('both families stand side by side, IPv4 first, with what that means for others', () => {
  const text = textOf(drawn(leadOf({ families: [SIX, FOUR], clients: 'ipv6-only' })))
  expect(text).toEqual([
    ...['IPv4', 'Not reachable', '203.0.113.7', 'It is silent.', 'IPv6', 'Reachable', '2001:db8::7', 'It answers.'],
    'Only those who have IPv6 get in.',
  ])
})

test('where IPv6 alone was checked, it says so; where IPv4 was, nothing has to be said', () => {
  expect(drawn(leadOf({ families: [SIX] }))).toContain('Only IPv6 was checked')
  expect(drawn(leadOf({ families: [FOUR] }))).toBe('')
})

test('what to do first comes before the families, unless one is reached', () => {
  const fields = { families: [SIX, FOUR], verdict: 'blocked' } as const
  expect(drawn(leadOf(fields))).toBe('')
  expect(textOf(drawn(<ReachGuide answer={answer(fields)} {...nothing} />)).slice(0, 2)).toEqual(['IPv4', 'Not reachable'])
})

test('success has the address for others, to be copied, and the way to check a name', () => {
  const open = {
    verdict: 'reachable',
    friendsConnectTo: '203.0.113.7:8211',
    families: [{ ...FOUR, verdict: 'reachable' }],
  } as const
  const text = textOf(drawn(leadOf(open), 'ko'))
  expect(text.slice(0, 3)).toEqual(['다른 사람이 접속할 주소', '203.0.113.7:8211', '복사'])
  expect(drawn(leadOf(open))).toContain('href="#ddns-match"')
  expect(drawn(leadOf({ ...open, hostname: 'a.test' }))).not.toContain('#ddns-match')
  expect(drawn(leadOf({ ...open, verdict: 'cannot-tell' }))).not.toContain('friends-good')
})

test('what was not understood is named by its label, and what else was meant is a button', () => {
  const otherServices = [{ useCase: 'minecraft-bedrock', name: 'Minecraft Bedrock' }]
  const fields = { notUnderstood: ['isp', 'routerBrand'], otherServices }
  expect(textOf(drawn(leadOf(fields)))[0]).toContain('Your provider, Your router')
  expect(textOf(drawn(<ReachGuide answer={answer(fields)} {...nothing} />))).toEqual(['Minecraft Bedrock instead?'])
})

test('the way is drawn for each family of which something was seen, IPv4 first', () => {
  const { where } = answerOf('port-check', {})
  const waysOf = (families: Reachability['families']) =>
    textOf(drawn(<ReachLive answer={answer({ families })} events={[]} isRunning={false} />)).filter((text) =>
      /^The way/.test(text),
    )
  expect(waysOf([SIX, { ...FOUR, where }])).toEqual(['The way over IPv4', 'The way over IPv6'])
  expect(waysOf([SIX, FOUR])).toEqual(['The way over IPv6'])
})
