import { expect, test } from 'bun:test'
import type { Reachability, ReachStep } from '../../../../../../src/faces/web/page/answers.ts'
import { ReachGuide, ReachLead, ReachPicture, ReachWhy } from '../../../../../../src/faces/web/page/results/reach.tsx'
import { answerOf } from '../../../../../support/page/answers.ts'
import { drawn, textOf } from '../../../../../support/page/drawn.tsx'

const nothing = { request: {}, open() {}, again() {} }
const answer = (fields: Partial<Reachability>) =>
  answerOf('reachability', { ...{ cause: null, friendsConnectTo: null, hostname: null, clients: null }, ...fields })
const leadOf = (fields: Partial<Reachability>) => <ReachLead answer={answer(fields)} {...nothing} />

const FOUR = { ipVersion: 4, ip: '203.0.113.7', verdict: 'blocked', headline: 'IPv4: It is silent.', where: null } as const
const SIX = { ipVersion: 6, ip: '2001:db8::7', verdict: 'reachable', headline: 'IPv6: It answers.', where: null } as const

const pictureOf = (fields: Partial<Reachability>) =>
  drawn(<ReachPicture answer={answer(fields)} events={[]} request={{}} isRunning={false} />)

test('what the families mean for others is said where it matters which one they use', () => {
  expect(pictureOf({ families: [SIX, FOUR], clients: 'ipv6-only' })).toContain('Only those who have IPv6 get in.')
  for (const clients of ['fine', 'none', null] as const)
    expect(pictureOf({ families: [SIX, FOUR], clients })).toBe(pictureOf({ families: [FOUR] }))
})

test('where IPv6 alone was checked, it says so; where IPv4 was, nothing has to be said', () => {
  expect(pictureOf({ families: [SIX] })).toContain('Only IPv6 was checked')
  expect(pictureOf({ families: [FOUR] })).not.toContain('checked')
})

test('success has the address for others, to be copied, and the way to check a name', () => {
  const open = {
    verdict: 'reachable',
    good: true,
    friendsConnectTo: '203.0.113.7:8211',
    families: [{ ...FOUR, verdict: 'reachable' }],
  } as const
  const text = textOf(drawn(leadOf(open), 'ko'))
  expect(text.slice(0, 3)).toEqual(['다른 사람이 접속할 주소', '203.0.113.7:8211', '복사'])
  expect(drawn(leadOf(open))).toContain('href="#ddns-match"')
  expect(drawn(leadOf({ ...open, hostname: 'a.test' }))).not.toContain('#ddns-match')
  expect(drawn(leadOf({ ...open, good: null }))).not.toContain('friends-good')
})

test('what was not understood is named by its label, and what else was meant is a button', () => {
  const otherServices = [{ useCase: 'minecraft-bedrock', name: 'Minecraft Bedrock' }]
  const fields = { notUnderstood: ['isp', 'routerBrand'], otherServices }
  expect(textOf(drawn(leadOf(fields)))[0]).toContain('Your provider, Your router')
  expect(textOf(drawn(<ReachGuide answer={answer(fields)} {...nothing} />))).toEqual(['Minecraft Bedrock instead?'])
})

test('why it is so is folded: the steps, and the way over the other family', () => {
  const why = drawn(<ReachWhy answer={answer({ ip: FOUR.ip, families: [FOUR, SIX] })} />)
  expect(why).toStartWith('<details class="part"><summary>Why we think so')
  expect([why.includes('IPv6: It answers.'), why.includes('IPv4: ')]).toEqual([true, false])
})

test('the picture is there from the start, and its boxes are filled in as the steps come', () => {
  const step = { step: 'address', label: '', status: 'ok', code: '', summary: 'Yours.', tool: null } as const
  const marks = (events: readonly ReachStep[]) => {
    const picture = drawn(<ReachPicture answer={null} events={events} request={{ port: 80 }} isRunning={true} />)
    return [...picture.matchAll(/stop step-(\w+)/g)].map(([, mark]) => mark)
  }
  expect(marks([])).toEqual(['running', 'waiting', 'waiting', 'waiting', 'waiting'])
  expect(marks([{ ...step, result: { ip: '203.0.113.7', organization: 'Example Telecom' } }])).toEqual([
    ...['ok', 'running', 'waiting', 'waiting', 'waiting'],
  ])
})
