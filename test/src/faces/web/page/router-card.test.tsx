// The card of the visitor's router: which parts it has after which findings.
import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'preact-render-to-string'
import type { Plan, Reachability } from '../../../../../src/faces/web/page/answers.ts'
import { drawingOf } from '../../../../../src/faces/web/page/outcome.tsx'
import { PlanResult } from '../../../../../src/faces/web/page/results/plan.tsx'
import { RouterCard } from '../../../../../src/faces/web/page/router-card.tsx'
import { answerOf } from '../../../../support/page/answers.ts'
import { startServer } from '../../../../support/server.ts'

await using server = await startServer()

async function planOf(body: object): Promise<Plan> {
  const reply = await fetch(`${server.url}/api/tools/port-forward-plan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ useCase: 'minecraft-java', ...body }),
  })
  // A seam: the server keeps to the schema of its answer.
  return (await reply.json()) as Plan
}

const plans = {
  known: await planOf({ routerBrand: 'iptime', internalIp: '192.168.0.10' }),
  unknown: await planOf({ routerBrand: 'foobar 3000' }),
  shared: await planOf({ routerWanIp: '100.64.0.7' }),
}

function cardOf(plan: Plan | null, code: string, more: Partial<Reachability> = {}) {
  const found = { step: 'router', label: '', status: 'unknown', code, summary: '', tool: null, result: null } as const
  const answer = answerOf('reachability', { ip: '203.0.113.7', verdict: 'blocked', steps: [found], ...more })
  return renderToStaticMarkup(
    <RouterCard plan={plan} answer={answer} request={{ useCase: 'minecraft' }} open={() => {}} again={() => {}} />,
  )
}

const count = (markup: string, part: string) => markup.split(part).length - 1

test('a rule is reached in the order of doing: open the router, its menu, the rule, its address, the check', () => {
  const card = cardOf(plans.known, 'router-plan')
  const places = [
    'href="http://192.168.0.1"',
    'class="crumbs"',
    'mc-tcp',
    'Optional rules',
    'Reserve 192.168.0.10',
    'Check again',
  ]
  const found = places.map((part) => card.indexOf(part))
  expect(found).toEqual(found.toSorted((one, other) => one - other))
  expect(found).not.toContain(-1)
  expect(count(card, '<li><p>')).toBe(5)
})

test('a router that is not in the list is not a heading over general steps, and that they are general is said', () => {
  const card = renderToStaticMarkup(<PlanResult answer={plans.unknown} open={() => {}} />)
  expect(card).toContain("&quot;foobar 3000&quot; isn't in our list yet, so these steps are general.")
  expect(card).toContain('Look for a menu like this one.')
  expect(card).not.toContain('<strong>foobar')
  expect(cardOf(plans.known, 'router-plan')).not.toContain('is not in the list')
})

test('where no rule can help, the other ways stand in its place, the words for the provider first', () => {
  const card = cardOf(plans.shared, 'router-cannot-help')
  expect(card).toContain('What works instead')
  expect(card).toMatch(/<details class="part" open><summary>Public address from your provider/)
  expect(card).toContain('<blockquote')
  expect(count(card, '<input')).toBe(0)
  expect(count(card, 'class="router"')).toBe(0)
})

test('over IPv6 a pinhole is drawn, and never a forwarding', () => {
  const card = cardOf(plans.known, 'router-unseen-ipv6', { ip: '2001:db8::7' })
  expect(card).toContain('2001:db8::7')
  expect(card).toContain('Nothing is forwarded over IPv6.')
  const only = cardOf(null, 'router-decides-ipv6', { ip: '2001:db8::7' })
  expect(only).toContain('Which router do you have?')
  const pinhole = cardOf({ ...plans.known, rules: [] }, 'router-reached', { ip: '2001:db8::7' })
  expect(pinhole).not.toContain('Internal port')
  expect(pinhole).not.toContain('mc-tcp')
})

test('over IPv6, an IPv4 address that is not reached has its rule as well', () => {
  const four = { ipVersion: 4, ip: '203.0.113.7', verdict: 'blocked', headline: '', where: null } as const
  const asked = { ip: '2001:db8::7', families: [four] }
  expect(cardOf(null, 'skipped', asked)).toContain('Which router do you have?')
  expect(cardOf(null, 'skipped', { ...asked, families: [{ ...four, verdict: 'reachable' }] })).toBe('')
})

test('a finding that leaves nothing to do in the router has no card', () => {
  expect(cardOf(null, 'router-forwards')).toBe('')
  expect(cardOf(null, 'router-better-shut')).toBe('')
})

test('the steps of a plan are not listed again', () => {
  const drawn = drawingOf('port-forward-plan').draws?.(plans.known) ?? []
  const left = plans.known.nextActions.map(({ code }) => code).filter((code) => !drawn.includes(code))
  expect(left).toEqual(['compare-router-address', 'allow-on-device', 'tell-friends'])
  // The first step of a situation is the first thing to do on the page as well.
  for (const { situation, nextActions } of Object.values(plans))
    if (situation !== null) expect([situation, drawn.includes(nextActions[0]?.code ?? '')]).toEqual([situation, false])
  expect(drawingOf('port-forward-plan').draws?.(plans.shared)).toEqual([])
})
