// The limit on all requests of a client: what counts, who shares it, and what the refusal says.
import { describe, expect, test } from 'bun:test'
import { MCP_HEADERS, postMcp } from '../../../support/mcp/clients.ts'
import { bodyOf, HandClock, postTool, ROOT, type Server, startServer } from '../../../support/server.ts'

const LIMITED = ['--rate-limit', '60/min', '--trusted-proxies', '127.0.0.1']
const AT_ONCE = 400

const ask = (server: Server, path: string, from: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { 'x-forwarded-for': from, 'accept-encoding': 'identity', ...init.headers } })

/** Returns the number of answers until a request is refused, and that refusal. */
async function untilRefused(server: Server, path: string, from: () => string, most: number, init: RequestInit = {}) {
  for (let answered = 0; answered < most; ) {
    const batch = await Promise.all(Array.from({ length: 50 }, () => ask(server, path, from(), init)))
    const refused = batch.find(({ status }) => status === 429)
    answered += batch.filter(({ status }) => status !== 429).length
    if (refused) return { answered, refused }
    await Promise.all(batch.map((answer) => answer.arrayBuffer()))
  }
  return { answered: most, refused: null }
}

test('a client may ask four hundred times at once, and is then told when to come back; others are not affected', async () => {
  using clock = new HandClock()
  await using server = await startServer({ args: [...LIMITED, '--metrics', '--access-log'], env: clock.env })
  const { answered, refused } = await untilRefused(server, '/healthz', () => '203.0.113.1', 2 * AT_ONCE)
  expect(answered).toBe(AT_ONCE)
  expect(refused?.headers.get('access-control-allow-origin')).toBe('*')
  expect(refused?.headers.get('ratelimit-policy')).toBe('"requests";q=400;w=4')
  expect(refused?.headers.get('retry-after')).toBe('1')
  expect(refused && (await bodyOf(refused))).toMatchObject({
    code: 'rate-limited',
    violatedPolicies: ['requests'],
    retryAfterS: 1,
    detail: expect.stringContaining('at most 400 at once and 100 a second'),
  })
  // Every request counts, but a refused one is not looked at: neither its path nor its method nor its body.
  for (const [path, init] of [
    ['/nothing', {}],
    ['/api/tools/ip-lookup', { method: 'OPTIONS' }],
    ['/api/tools/ip-lookup', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    ['/mcp', { method: 'POST', body: '{', headers: MCP_HEADERS }],
    ['/api/tools', { method: 'DELETE' }],
    ['/', { headers: { accept: 'text/html' } }],
  ] as const)
    expect([path, (await untilRefused(server, path, () => '203.0.113.1', AT_ONCE, init)).refused?.status]).toEqual([path, 429])
  const korean = { headers: { 'accept-language': 'ko', accept: 'text/plain' } }
  const inKorean = (await untilRefused(server, '/healthz', () => '203.0.113.1', AT_ONCE, korean)).refused
  expect(await inKorean?.text()).toContain('1초에 100번까지')
  expect((await ask(server, '/healthz', '203.0.113.2')).status).toBe(200)
  const queries = await Promise.all(['/api/ip', '/api/ip/json'].map((path) => ask(server, path, '203.0.113.1')))
  expect(queries.map(({ status }) => status)).toEqual([200, 200])
  // Log and metrics include refusals.
  expect(await (await ask(server, '/metrics', '203.0.113.2')).text()).toMatch(/doorstep_refusals_total\{code="rate-limited"\} \d/)
  expect(server.output.join('\n')).toMatch(/"path":"\/healthz","status":429,"code":"rate-limited"/)
})

test('a large answer counts once for every 32 KiB that are sent', async () => {
  using clock = new HandClock()
  await using server = await startServer({ args: LIMITED, env: clock.env })
  const times = async (from: string, init: RequestInit) =>
    (await untilRefused(server, '/openapi.json', () => from, 2 * AT_ONCE, init)).answered
  const units = Math.ceil((await (await ask(server, '/openapi.json', '203.0.113.9')).arrayBuffer()).byteLength / (32 * 1024))
  expect(units).toBeGreaterThan(5)
  const plain = await times('203.0.113.3', {})
  expect(plain).toBeGreaterThan(AT_ONCE / units - 1)
  expect(plain).toBeLessThan(AT_ONCE / units + 50)
  // A compressed answer is smaller; the answer to HEAD is empty.
  expect(await times('203.0.113.4', { headers: { 'accept-encoding': 'br' } })).toBeGreaterThan(plain * 2)
  expect(await times('203.0.113.5', { method: 'HEAD' })).toBe(AT_ONCE)
})

test('an IPv6 /64 is one client, and a /48 has as much as four', async () => {
  using clock = new HandClock()
  await using server = await startServer({ args: LIMITED, env: clock.env })
  let host = 0
  const sameNetwork = await untilRefused(server, '/healthz', () => `2001:db8::${(host++).toString(16)}`, 2 * AT_ONCE)
  expect(sameNetwork.answered).toBe(AT_ONCE)
  const sameBlock = await untilRefused(server, '/healthz', () => `2001:db8:1:${(host++).toString(16)}::1`, 5 * AT_ONCE)
  expect(sameBlock.answered).toBe(4 * AT_ONCE)
  expect(sameBlock.refused?.headers.get('ratelimit-policy')).toBe('"requests";q=1600;w=4')
})

test('where the operator limits clients elsewhere, nothing is counted here', async () => {
  await using server = await startServer({ args: [...LIMITED, '--rate-limit', 'off'] })
  const { refused } = await untilRefused(server, '/healthz', () => '203.0.113.6', 2 * AT_ONCE)
  expect(refused).toBeNull()
  expect((await postMcp(server.url, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(200)
})

// The id that an answer and its log lines share, and who may choose it.

const MADE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const idOf = (answer: Response) => answer.headers.get('x-request-id')
const TRUSTING = ['--trusted-proxies', '127.0.0.0/8']
const given = (id: string) => ({ 'x-request-id': id, 'x-forwarded-for': '198.51.100.7' })

describe('X-Request-Id', () => {
  test('is on tool answers and problems, new each time, and a browser may read it', async () => {
    await using server = await startServer()
    const answers = [
      await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' }),
      await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' }, { accept: 'text/event-stream' }),
      await postTool(server.url, 'ip-lookup', {}),
      await fetch(`${server.url}/nope`),
      await fetch(`${server.url}/api/ip`, { method: 'DELETE' }),
    ]
    for (const answer of answers) {
      expect(idOf(answer)).toMatch(MADE)
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
    }
    expect(new Set(answers.map(idOf)).size).toBe(answers.length)
    // Only a trusted proxy may choose it.
    expect(idOf(await fetch(`${server.url}/nope`, { headers: given('mine') }))).toMatch(MADE)
    expect(idOf(await fetch(`${server.url}/api/ip`))).toBeNull()
  })

  test('is on every answer where requests are logged', async () => {
    await using server = await startServer({ args: ['--access-log', 'on'] })
    for (const path of ['/', '/api/ip', '/healthz', '/api/tools']) expect(idOf(await fetch(`${server.url}${path}`))).toMatch(MADE)
  })

  test('is taken from a trusted proxy, where it is plain', async () => {
    await using server = await startServer({ args: TRUSTING })
    const sent = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'a=b/c+d:e@f.g-h_i', 'x'.repeat(128)]
    for (const id of sent) expect(idOf(await fetch(`${server.url}/nope`, { headers: given(id) }))).toBe(id)
    const refused = ['x'.repeat(129), 'two words', '"quoted"', '<script>', 'naïve', '{}', '']
    for (const id of refused) expect(idOf(await fetch(`${server.url}/nope`, { headers: given(id) }))).toMatch(MADE)
  })

  test('is in the log line of an internal fault, and in its problem', async () => {
    const command = [process.execPath, `${ROOT}/test/support/process/stepped-server.ts`]
    await using server = await startServer({ command, args: TRUSTING })
    const answer = postTool(server.url, 'stepped', { ip: '8.8.8.8', run: 'one' }, given('trace-7'))
    await postTool(server.url, 'step', { run: 'one', name: 'fail' })
    const body = await bodyOf(await answer)
    expect([idOf(await answer), body.code, body.requestId]).toEqual(['trace-7', 'internal', 'trace-7'])
    expect(server.output.find((line) => line.includes('a tool failed'))).toContain('"requestId":"trace-7"')
  })
})
