import { expect, test } from 'bun:test'
import type { Ending } from '../../../../../src/faces/web/page/answers.ts'
import { askingBoth, type askTool, pairedOver, waysOf } from '../../../../../src/faces/web/page/ask.ts'
import { openLoopback } from '../../../../support/net/network.ts'

test('the token of the other family comes from an origin that is reached over it, and is not waited for without end', async () => {
  await using closing = new AsyncDisposableStack()
  closing.defer(openLoopback())
  const [four = '', six = '', mute = ''] = [{ ip: '203.0.113.7' }, { ip: '2001:db8::7' }, null].map((seen) => {
    const answer = () => (seen ? Response.json({ ...seen, token: seen.ip }) : new Promise<Response>(() => {}))
    const server = closing.use(Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer }))
    closing.defer(() => server.stop(true))
    return server.url.href
  })
  const all = [mute, 'http://127.0.0.1:1/', four, six]
  expect(await pairedOver(6, all)).toEqual({ base: six, token: '2001:db8::7' })
  expect(await pairedOver(6, [mute, four])).toBeNull()
  // IPv4 leads: over it, the page asks its own origin.
  expect(await waysOf({ ipVersion: 4 }, all)).toEqual([{ base: '', alsoMe: ['2001:db8::7'] }])
  expect(await waysOf({ ipVersion: 4 }, [four])).toEqual([])
})

/** Asks that are remembered, and end as given, one after the other. */
function asked(...endings: Ending[]) {
  const [bodies, bases]: [object[], (string | undefined)[]] = [[], []]
  const ask: typeof askTool = async (_, request, { base }) => {
    bodies.push(request)
    bases.push(base)
    return endings[bodies.length - 1] ?? { kind: 'failed', why: 'cut' }
  }
  return { ask, bodies, bases }
}
const asking = { locale: 'en', signal: new AbortController().signal, report() {} } as const
const ways = async () => [{ base: '', alsoMe: ['t'] }]
const problem = { title: '', status: 422, code: 'invalid-request', detail: '' }

test('reachability is asked with it, and nothing else is', async () => {
  const { ask, bodies } = asked()
  const both = askingBoth(ask, ways)
  await both('reachability', { port: 80 }, asking)
  await both('port-check', { port: 80 }, asking)
  await askingBoth(ask, async () => [])('reachability', { port: 80 }, asking)
  expect(bodies).toEqual([{ port: 80, alsoMe: ['t'] }, { port: 80 }, { port: 80 }])
})

test('a token that is refused is left out, and any other refusal is shown', async () => {
  const refused = asked({ kind: 'refused', problem: { ...problem, field: 'alsoMe.0' } })
  expect(await askingBoth(refused.ask, ways)('reachability', { port: 80 }, asking)).toEqual({ kind: 'failed', why: 'cut' })
  expect(refused.bodies).toEqual([{ port: 80, alsoMe: ['t'] }, { port: 80 }])
  const other = asked({ kind: 'refused', problem: { ...problem, field: 'port' } })
  expect((await askingBoth(other.ask, ways)('reachability', { port: 80 }, asking)).kind).toBe('refused')
  expect(other.bodies).toHaveLength(1)
})

test('another origin is asked first, and this one where it does not answer', async () => {
  const both = async () => [{ base: 'http://four.test/', alsoMe: ['six'] }, ...(await ways())]
  const lost = asked({ kind: 'failed', why: 'unreachable' }, { kind: 'refused', problem: { ...problem, code: 'rate-limited' } })
  expect((await askingBoth(lost.ask, both)('reachability', { port: 80 }, asking)).kind).toBe('refused')
  expect(lost.bodies).toEqual([
    { port: 80, alsoMe: ['six'] },
    { port: 80, alsoMe: ['t'] },
  ])
  expect(lost.bases).toEqual(['http://four.test/', undefined])
  const cut = asked({ kind: 'failed', why: 'cut' })
  await askingBoth(cut.ask, both)('reachability', { port: 80 }, asking)
  expect(cut.bases).toEqual(['http://four.test/'])
})
