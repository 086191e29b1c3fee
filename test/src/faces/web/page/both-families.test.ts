import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { askTool, Ending } from '../../../../../src/faces/web/page/ask.ts'
import { askingBoth, otherToken } from '../../../../../src/faces/web/page/both-families.ts'
import { type Server, startServer } from '../../../../support/server.ts'

let server: Server
/** The same server behind proxies that are reached over IPv4, and over IPv6. */
const proxies: Bun.Server<unknown>[] = []
const origins = { four: '', six: '', mute: '', lost: 'http://127.0.0.1:1' }

beforeAll(async () => {
  server = await startServer({ args: ['--trusted-proxies', '127.0.0.1'] })
  const through = (client: string) => {
    const proxy = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => fetch(`${server.url}${new URL(url).pathname}`, { headers: { 'x-forwarded-for': client } }),
    })
    proxies.push(proxy)
    return proxy.url.origin
  }
  origins.four = through('8.8.8.8')
  origins.six = through('2606:4700::7')
  const mute = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Promise<Response>(() => {}) })
  proxies.push(mute)
  origins.mute = mute.url.origin
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop(true)
  await server?.[Symbol.asyncDispose]()
})

describe('the token of the other family', () => {
  test('comes from the origin that is reached over it, whatever the others do', async () => {
    const all = Object.values(origins)
    const [six, four] = await Promise.all([otherToken({ ipVersion: 4 }, all), otherToken({ ipVersion: 6 }, all)])
    const bytesOf = ([token = '']: string[]) => Buffer.from(token, 'base64url').length
    expect([six.length, four.length, bytesOf(six) - bytesOf(four)]).toEqual([1, 1, 12])
  })

  test('is not there where no other origin is', async () => {
    expect(await otherToken({ ipVersion: 4 }, [])).toEqual([])
    expect(await otherToken({ ipVersion: 4 }, [origins.four, origins.lost, server.url])).toEqual([])
  })

  test('is not waited for long', async () => {
    const started = performance.now()
    expect(await otherToken({ ipVersion: 4 }, [origins.mute])).toEqual([])
    expect(performance.now() - started).toBeLessThan(3000)
  })
})

/** Asks that are remembered, and end as given, one after the other. */
function asked(...endings: Ending[]) {
  const bodies: object[] = []
  const ask: typeof askTool = async (_, request) => {
    bodies.push(request)
    return endings[bodies.length - 1] ?? { kind: 'failed', why: 'cut' }
  }
  return { ask, bodies }
}
const asking = { locale: 'en', signal: new AbortController().signal, report() {} } as const
const tokens = async () => ['t']
const problem = { title: '', status: 422, code: 'invalid-request', detail: '' }

test('reachability is asked with it, and nothing else is', async () => {
  const { ask, bodies } = asked()
  const both = askingBoth(ask, tokens)
  await both('reachability', { port: 80 }, asking)
  await both('port-check', { port: 80 }, asking)
  await askingBoth(ask, async () => [])('reachability', { port: 80 }, asking)
  expect(bodies).toEqual([{ port: 80, alsoMe: ['t'] }, { port: 80 }, { port: 80 }])
})

test('a token that is refused is left out, and any other refusal is shown', async () => {
  const refused = asked({ kind: 'refused', problem: { ...problem, field: 'alsoMe.0' } })
  expect(await askingBoth(refused.ask, tokens)('reachability', { port: 80 }, asking)).toEqual({ kind: 'failed', why: 'cut' })
  expect(refused.bodies).toEqual([{ port: 80, alsoMe: ['t'] }, { port: 80 }])
  const other = asked({ kind: 'refused', problem: { ...problem, field: 'port' } })
  expect((await askingBoth(other.ask, tokens)('reachability', { port: 80 }, asking)).kind).toBe('refused')
  expect(other.bodies).toHaveLength(1)
})
