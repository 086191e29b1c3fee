import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { askingBoth, pairedOver, waysOf } from '../../../../../src/faces/web/page/app.tsx'
import type { askTool, Ending } from '../../../../../src/faces/web/page/ask.ts'
import { type Server, startServer } from '../../../../support/server.ts'

/** Longer than even a busy machine takes. */
const PATIENCE_MS = 60_000

let server: Server
/** The same server behind proxies that are reached over IPv4, and over IPv6. */
const proxies: Bun.Server<unknown>[] = []
const origins = { four: '', six: '', mute: '', lost: 'http://127.0.0.1:1/' }

beforeAll(async () => {
  server = await startServer({ args: ['--trusted-proxies', '127.0.0.1'] })
  const through = (client: string) => {
    const proxy = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => fetch(`${server.url}${new URL(url).pathname}`, { headers: { 'x-forwarded-for': client } }),
    })
    proxies.push(proxy)
    return proxy.url.href
  }
  origins.four = through('8.8.8.8')
  origins.six = through('2606:4700::7')
  const mute = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Promise<Response>(() => {}) })
  proxies.push(mute)
  origins.mute = mute.url.href
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop(true)
  await server?.[Symbol.asyncDispose]()
})

describe('the token of the other family', () => {
  test('comes from the origin that is reached over it, whatever the others do', async () => {
    const all = Object.values(origins)
    const [six, four] = await Promise.all([pairedOver(6, all, PATIENCE_MS), pairedOver(4, all, PATIENCE_MS)])
    expect([six?.base, four?.base]).toEqual([origins.six, origins.four])
    const bytesOf = (token = '') => Buffer.from(token, 'base64url').length
    expect(bytesOf(six?.token) - bytesOf(four?.token)).toBe(12)
  })

  test('is not there where no other origin is, and not waited for without end', async () => {
    expect(await pairedOver(6, [origins.four, origins.lost, `${server.url}/`])).toBeNull()
    expect(await pairedOver(6, [origins.mute])).toBeNull()
  })

  test('is sent to the origin of the page over IPv4, and where that is not known, nothing is', async () => {
    expect(await waysOf({ ipVersion: 4 }, [origins.six])).toEqual([{ base: '', alsoMe: [expect.any(String)] }])
    expect(await waysOf({ ipVersion: 4 }, [origins.four])).toEqual([])
  })
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
