// Results as they are drawn: blocks, the way to a port, and the router of reachability.
import { describe, expect, test } from 'bun:test'
import type { Block } from '../../../../../src/contract/blocks.ts'
import type { Plan, PortFinding, Reachability } from '../../../../../src/faces/web/page/answers.ts'
import { Blocks } from '../../../../../src/faces/web/page/blocks.tsx'
import { clockTimeOf, drawnIn } from '../../../../../src/faces/web/page/outcome.tsx'
import { PortPicture, ReachGuide, ReachLead, ReachPicture, ReachWhy } from '../../../../../src/faces/web/page/reach-result.tsx'
import { RouterCard } from '../../../../../src/faces/web/page/router-card.tsx'
import { PlanResult } from '../../../../../src/faces/web/page/router-steps.tsx'
import { WorldMap } from '../../../../../src/faces/web/page/world-map.tsx'
import { EVERY_BLOCK } from '../../../../support/every-block.ts'
import { answerOf } from '../../../../support/page/answers.ts'
import { drawn, textOf } from '../../../../support/page/drawn.tsx'
import { postTool, startServer } from '../../../../support/server.ts'
import { whereOf } from '../../../../support/where/situations.ts'

describe('blocks', () => {
  const drawnOf = (kind: Block['kind']) => drawn(<Blocks blocks={EVERY_BLOCK.filter((block) => block.kind === kind)} />)

  test.each<[Block['kind'], string, string]>([
    ['facts', 'Known 이름 a b Host c', '<div class="marked-bad"><dt><span class="step-problem"'],
    ['table', 'Hop Time 1 2 ms near x 10', '<rect width="50%"'],
    ['pair', 'A 1 cut ≠ not the same Bee 2', '<span class="step-problem" aria-hidden="true">'],
    ['list', 'Also This. that', '<li><code>that</code></li>'],
    ['chain', 'Way one 301 n two http://two', '<span class="step-ok"'],
    ['bars', 'x 5 ms y lost 0 10', '<rect width="50%"'],
    ['map', '', 'aria-label="A map"'],
    ['checks', 'Good first there Problem then wrong late Skipped last new', 'class="step step-problem step-cause"'],
    ['code', 'Lines As root . HTTP/1.1 200 a: &lt;b>', '<pre'],
    ['note', 'Mind this. Details For those who ask.', '<details><summary>Details</summary>'],
  ])('of the kind %s are drawn', (kind, text, markup) => {
    expect(textOf(drawnOf(kind)).join(' ')).toStartWith(text)
    expect(drawnOf(kind)).toContain(markup)
  })

  test('of an answer of an earlier server are none, and of ways beside each other one alone is the best', () => {
    expect(textOf(drawn(<Blocks blocks={undefined} />))).toEqual([])
    expect(drawnOf('checks').match(/class="branch best"/g)).toHaveLength(1)
  })

  test('draw a single place with its neighbourhood, and several on the whole world', () => {
    const places = [{ latitude: 1, longitude: 2 }]
    const mapOf = (...more: typeof places) =>
      drawn(<Blocks blocks={[{ kind: 'map', title: '', places: [...places, ...more], aroundKm: 50 }]} />)
    expect(mapOf()).not.toContain('viewBox="0 0 960 424"')
    expect(mapOf({ latitude: 3, longitude: 4 })).toContain('viewBox="0 0 960 424"')
  })
})

test('a line that is shorter over an edge of the map leaves there and comes in at the other; ways along it alternate', () => {
  const waysOf = (...places: (readonly [number, number])[]) => places.map(([longitude, latitude]) => ({ longitude, latitude }))
  const pacific = drawn(<WorldMap label="" ways={[waysOf([139, 35], [-122, 37])]} />)
  const [leaving = [], coming = []] = [...pacific.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => Number(point.split(',')[0])),
  )
  expect([(leaving.at(-1) ?? 0) > 960, (coming[0] ?? 0) < 0]).toEqual([true, true])
  const way = waysOf([127, 37], [139, 37])
  const dashes = drawn(<WorldMap label="" ways={[way, way, way]} />).matchAll(/dasharray="([^"]+)" stroke-dashoffset="([^"]+)"/g)
  expect([...dashes].map(([, ...found]) => found.join())).toEqual(['5 10,0', '5 10,-5', '5 10,-10'])
})

test('a time is on the clock of the reader', () => {
  expect(clockTimeOf(new Date(2026, 0, 2, 3, 4).toISOString())).toBe('2026-01-02 03:04')
})

test('a port shows its way: where its packets end, or that it answers', () => {
  const way = (fields: Partial<PortFinding>) =>
    textOf(drawn(<PortPicture answer={answerOf('port-check', { ip: '203.0.113.7', port: 443, identity: null, ...fields })} />))
  const where = { ...whereOf('silent-device', 4), evidence: [] }
  expect(way({ status: 'timeout', where }).join(' ')).toMatch(/^Internet .* Device No answer Program/)
  expect(way({ status: 'open', where: null, proof: null }).at(-1)).toBe('Answers')
})

describe('reachability', () => {
  const answer = (fields: Partial<Reachability>) =>
    answerOf('reachability', { cause: null, friendsConnectTo: null, hostname: null, clients: null, ...fields })
  const FOUR = { ipVersion: 4, ip: '203.0.113.7', verdict: 'blocked', headline: 'IPv4: It is silent.', where: null } as const
  const SIX = { ipVersion: 6, ip: '2001:db8::7', verdict: 'reachable', headline: 'IPv6: It answers.', where: null } as const
  const pictureOf = (fields: Partial<Reachability>) =>
    drawn(<ReachPicture answer={answer(fields)} events={[]} request={{}} isRunning={false} />)
  const leadOf = (fields: Partial<Reachability>) => drawn(<ReachLead answer={answer(fields)} />)

  test('says what the families mean for others where it matters which one they use, and folds the other one', () => {
    expect(pictureOf({ families: [SIX, FOUR], clients: 'ipv6-only' })).toContain('Only those who have IPv6 get in.')
    expect(pictureOf({ families: [SIX] })).toContain('Only IPv6 was checked')
    for (const clients of ['fine', 'none', null] as const)
      expect(pictureOf({ families: [SIX, FOUR], clients })).toBe(pictureOf({ families: [FOUR] }))
    const why = textOf(drawn(<ReachWhy answer={answer({ ip: FOUR.ip, families: [FOUR, SIX], blocks: [] })} />)).join(' ')
    expect(why).toContain(SIX.headline)
    expect(why).not.toContain(FOUR.headline)
  })

  test('has the address for others, what was left aside by its label, and what else was meant as a button', () => {
    const open = { good: true, friendsConnectTo: '203.0.113.7:8211' } as const
    expect(leadOf(open)).toContain('href="#ddns-match"')
    expect(leadOf({ ...open, hostname: 'a.test' })).not.toContain('#ddns-match')
    expect(leadOf({ ...open, good: null })).not.toContain('friends-good')
    expect(leadOf({ notUnderstood: ['isp', 'routerBrand'] })).toContain('Your provider, Your router')
    const otherServices = [{ useCase: 'minecraft-bedrock', name: 'Minecraft Bedrock' }]
    expect(drawn(<ReachGuide answer={answer({ otherServices })} request={{}} />)).toContain('Minecraft Bedrock instead?')
  })
})

await using server = await startServer()
const planOf = async (body: object): Promise<Plan> =>
  (await postTool(server.url, 'port-forward-plan', { useCase: 'minecraft-java', ...body })).json()
const known = await planOf({ routerBrand: 'iptime', internalIp: '192.168.0.10' })
const unlisted = await planOf({ routerBrand: 'foobar 3000' })
const shared = await planOf({ routerWanIp: '100.64.0.7' })

describe('the card of the router', () => {
  function cardOf(plan: Plan | null, code: string, more: Partial<Reachability> = {}) {
    const found = { step: 'router', label: '', status: 'unknown', code, summary: '', tool: null, result: plan } as const
    const answer = answerOf('reachability', { ip: '203.0.113.7', verdict: 'blocked', steps: [found], ...more })
    return drawn(<RouterCard answer={answer} request={{ useCase: 'minecraft' }} />)
  }

  test('leads to a rule in the order of doing: open the router, its menu, the rule, its address, the check', () => {
    const card = cardOf(known, 'router-plan')
    const parts = [
      'href="http://192.168.0.1"',
      'class="crumbs"',
      'mc-tcp',
      'Optional rules',
      'Reserve 192.168.0.10',
      'Check again',
    ]
    const found = parts.map((part) => card.indexOf(part))
    expect([found, found.includes(-1)]).toEqual([found.toSorted((one, other) => one - other), false])
    expect(card.split('<li><p>')).toHaveLength(6)
  })

  test('says that steps are general for a router that is not in the list, and what works where no rule can help', () => {
    const unknown = drawn(<PlanResult plan={unlisted} />)
    expect(unknown).toContain("&quot;foobar 3000&quot; isn't in our list yet, so these steps are general.")
    expect(unknown).toContain('Look for a menu like this one.')
    const card = cardOf(shared, 'router-cannot-help')
    expect(card).toMatch(/What works instead.*<details class="part" open><summary>Public address from your provider.*<blockquote/)
    expect(card).not.toMatch(/<input|class="router"/)
  })

  test('draws a pinhole over IPv6, and never a forwarding; IPv4 that is not reached has its rule as well', () => {
    const six = { ip: '2001:db8::7' }
    for (const plan of [known, { ...known, rules: [] }]) {
      const card = cardOf(plan, 'router-reached', six)
      expect(card).toMatch(/Nothing is forwarded over IPv6\..*2001:db8::7/)
      expect(card).not.toMatch(plan === known ? /never/ : /Internal port|mc-tcp/)
    }
    expect(cardOf(null, 'router-decides-ipv6', six)).toContain('Which router do you have?')
    const four = { ipVersion: 4, ip: '203.0.113.7', verdict: 'blocked', headline: '', where: null } as const
    expect(cardOf(null, 'skipped', { ...six, families: [four] })).toContain('Which router do you have?')
    expect(cardOf(null, 'skipped', { ...six, families: [{ ...four, verdict: 'reachable' }] })).toBe('')
  })

  test('is not there where nothing is left to do in the router, and no list repeats its steps', () => {
    expect([cardOf(null, 'router-forwards'), cardOf(null, 'router-better-shut')]).toEqual(['', ''])
    const left = known.nextActions.map(({ code }) => code).filter((code) => !drawnIn(known).includes(code))
    expect(left).toEqual(['compare-router-address', 'allow-on-device', 'tell-friends'])
    expect(drawnIn(shared)).toEqual([])
  })
})
