// The limits of a client that asks too much, over HTTP. A trusted proxy names the client.
import { describe, expect, test } from 'bun:test'
import { openLoopback } from '../../../support/net/network.ts'
import { bodyOf, HandClock, postTool, type Server, startServer } from '../../../support/server.ts'

const PLAN = { useCase: 'minecraft' }
const OURS = ['ratelimit', 'ratelimit-policy', 'retry-after', 'access-control-expose-headers']

const start = (...args: string[]) => startAt({ env: {} }, ...args)
const startAt = ({ env }: { env: Record<string, string> }, ...args: string[]) =>
  startServer({ env, args: ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8', ...args] })
const plan = ({ url }: Server, client: string, headers: Record<string, string> = {}, query = '') =>
  postTool(url, `port-forward-plan${query}`, PLAN, { 'x-forwarded-for': client, ...headers })
const limitsOf = async ({ url }: Server, client: string) =>
  bodyOf(await fetch(`${url}/api/limits`, { headers: { 'x-forwarded-for': client } }))
const headersOf = (answer: Response) => OURS.map((name) => answer.headers.get(name))
const EXPOSED = 'Allow, Doorstep-Code, RateLimit-Policy, RateLimit, Retry-After, X-Request-Id'

describe('a client', () => {
  test('is told what is left, and when to come back', async () => {
    using clock = new HandClock()
    await using server = await startAt(clock, '--rate-limit', '3/min')
    const answers = [await plan(server, '198.51.100.1'), await plan(server, '198.51.100.1'), await plan(server, '198.51.100.1')]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(headersOf)).toEqual([
      ['"client";r=2;t=20', '"client";q=3;w=60', null, EXPOSED],
      ['"client";r=1;t=40', '"client";q=3;w=60', null, EXPOSED],
      ['"client";r=0;t=60', '"client";q=3;w=60', null, EXPOSED],
    ])
    const refused = await plan(server, '198.51.100.1')
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([429, '*'])
    expect(headersOf(refused)).toEqual(['"client";r=0;t=60', '"client";q=3;w=60', '20', EXPOSED])
    expect(await bodyOf(refused)).toEqual({
      type: 'urn:doorstep:problem:rate-limited',
      title: 'Too many requests',
      status: 429,
      code: 'rate-limited',
      detail:
        'Requests from your network have used up their allowance of 3 per minute. Try again in 20 s; GET /api/limits shows what is left.',
      retryAfterS: 20,
      violatedPolicies: ['client'],
    })
    const korean = await bodyOf(await plan(server, '198.51.100.1', { 'accept-language': 'ko' }))
    expect([korean.title, korean.detail]).toEqual([
      '요청이 너무 많습니다',
      '사용자 네트워크에서 보낼 수 있는 요청 한도(1분에 3회)를 모두 사용했습니다. 20초 후에 다시 시도하십시오(남은 한도: GET /api/limits).',
    ])
    for (const format of ['ndjson', 'sse']) {
      const stream = await plan(server, '198.51.100.1', {}, `?format=${format}`)
      expect([stream.status, headersOf(stream)[2]]).toEqual([429, '20'])
    }
    expect((await plan(server, '198.51.100.2')).status).toBe(200)
    const ip = await fetch(`${server.url}/api/ip`, { headers: { 'x-forwarded-for': '198.51.100.1' } })
    expect([ip.status, ...headersOf(ip)]).toEqual([200, null, null, null, null])
  })

  test('is charged for a request that ends in a problem, but not for one that did no work', async () => {
    using clock = new HandClock()
    await using server = await startAt(clock, '--rate-limit', '30/min')
    const ping = (host: unknown) => postTool(server.url, 'ping', { host }, { 'x-forwarded-for': '198.51.100.1' })
    const [misfit, local, unknown] = [await ping(7), await ping('10.0.0.1'), await ping('host.example')]
    expect([misfit, local, unknown].map(({ status }) => status)).toEqual([422, 403, 422])
    expect([misfit, local, unknown].map((answer) => answer.headers.get('ratelimit'))).toEqual([null, null, '"client";r=28;t=4'])
    expect((await limitsOf(server, '198.51.100.1')).remaining).toBe(28)
  })

  test('that waits for as long as it is told is let in, and one second less is not enough', async () => {
    using clock = new HandClock()
    await using server = await startAt(clock, '--rate-limit', '20/min')
    await Promise.all(Array.from({ length: 20 }, () => plan(server, '2001:db8::1')))
    const refused = await plan(server, '2001:db8::2')
    expect(refused.headers.get('retry-after')).toBe('3')
    clock.advance(2000)
    const early = await plan(server, '2001:db8::1')
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '1'])
    clock.advance(1000)
    expect([(await plan(server, '2001:db8::1')).status, (await plan(server, '2001:db8::1')).status]).toEqual([200, 429])
  })
})

test('GET /api/limits shows the limits of its caller, and is free', async () => {
  using clock = new HandClock()
  await using server = await startAt(clock, '--rate-limit', '60/min')
  await using small = await startAt(clock, '--rate-limit', '2/s', '--max-concurrency', '40')
  await using open = await startServer()
  const fresh = await limitsOf(server, '198.51.100.1')
  expect(fresh).toMatchObject({ policy: { quota: 60, windowS: 60 }, remaining: 60, resetS: 0, concurrency: { limit: 64 } })
  await plan(small, '198.51.100.1')
  for (let look = 0; look < 3; look++)
    expect(await limitsOf(small, '198.51.100.1')).toEqual({
      policy: { name: 'client', quota: 2, windowS: 1 },
      remaining: 1,
      resetS: 1,
      weights: expect.objectContaining({ ip: 0, 'ip-json': 0, 'port-forward-plan': 1, 'dns-lookup': 1, traceroute: 2 }),
      concurrency: { limit: 3 },
    })
  expect(await limitsOf(open, '198.51.100.1')).toMatchObject({ policy: null, remaining: null, resetS: null })
  const text = await (await fetch(`${small.url}/api/limits?format=text`)).text()
  expect(text).toContain('policy.quota:')
  expect(text).toContain('weights.traceroute:')
  const plain = await fetch(`${small.url}/api/limits`)
  expect([plain.headers.get('cache-control'), plain.headers.get('ratelimit')]).toEqual(['no-store', null])
})

/** Listens without ever sending anything. */
function silentServer(hostname: string): { port: number; readonly open: number } & Disposable {
  const close = openLoopback()
  let open = 0
  const count = (change: number) => () => {
    open += change
  }
  const listener = Bun.listen({ hostname, port: 0, socket: { data() {}, open: count(1), close: count(-1) } })
  return {
    port: listener.port,
    get open() {
      return open
    },
    [Symbol.dispose]() {
      listener.stop(true)
      close()
    },
  }
}

test('checks that run at once are limited for each client, and in all; one whose client leaves gives its place back', async () => {
  await using server = await start('--rate-limit', '1000/s', '--max-concurrency', '4')
  using silent = silentServer('127.0.0.9')
  const leaving = new AbortController()
  const check = (client: string, tool = 'http-headers', format = 'json') =>
    fetch(`${server.url}/api/tools/${tool}?format=${format}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
      body: JSON.stringify(
        tool === 'http-headers' ? { url: `http://127.0.0.9:${silent.port}/` } : { host: '127.0.0.9', port: silent.port },
      ),
      signal: leaving.signal,
    })
  const running = [check('198.51.100.1'), check('198.51.100.2', 'http-headers', 'ndjson')]
  await Bun.sleep(300)
  const own = await check('198.51.100.1', 'ssl-check')
  expect([own.status, own.headers.get('retry-after')]).toEqual([429, '1'])
  expect([own.headers.get('ratelimit-policy'), own.headers.get('ratelimit')]).toEqual([
    '"concurrency";q=1;qu="concurrent-requests"',
    '"concurrency";r=0',
  ])
  expect(await bodyOf(own)).toMatchObject({ code: 'rate-limited', violatedPolicies: ['concurrency'], retryAfterS: 1 })
  const tool = await check('198.51.100.3')
  expect([tool.status, tool.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await bodyOf(tool)).toMatchObject({ code: 'overloaded', violatedPolicies: ['concurrency'], retryAfterS: 1 })
  running.push(check('198.51.100.3', 'ssl-check'), check('198.51.100.4', 'ssl-check'))
  await Bun.sleep(300)
  const ping = () => postTool(server.url, 'ping', { host: '10.0.0.1' }, { 'x-forwarded-for': '198.51.100.5' })
  expect(await bodyOf(await ping())).toMatchObject({ code: 'overloaded', title: 'The server is busy' })
  expect((await plan(server, '198.51.100.5')).status).toBe(200)
  leaving.abort()
  await Promise.allSettled(running)
  await Bun.sleep(300)
  expect((await ping()).status).toBe(403)
})

describe('where no slot is left', () => {
  /** Two networks and six addresses take all the slots that one tool has. */
  const HOLDERS = ['2001:db8:1:', '2001:db8:2:'].flatMap((net) => [1, 2].map((host) => `${net}${host}::1`))
  const CLIENTS = [...HOLDERS, '198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4']
  const A_CLIENT = 4
  const begin = ({ url }: Server, port: number, client: string, format = 'json') =>
    postTool(`${url}`, `http-headers?format=${format}`, { url: `http://127.0.0.9:${port}/` }, { 'x-forwarded-for': client })

  test('a newcomer gets the slot of the client that holds most, whose newest check ends with its connection', async () => {
    await using server = await start('--rate-limit', '1000/s', '--max-concurrency', '64')
    using silent = silentServer('127.0.0.9')
    const running: { client: string; answer: Promise<Response> }[] = []
    for (const client of CLIENTS)
      for (let count = 0; count < A_CLIENT; count++)
        running.push({ client, answer: begin(server, silent.port, client, count === A_CLIENT - 1 ? 'ndjson' : 'json') })
    while (silent.open < CLIENTS.length * A_CLIENT) await Bun.sleep(10)
    // Each network has eight, each address four.
    const newcomer = postTool(server.url, 'http-headers', { url: 'http://127.0.0.1:1/' }, { 'x-forwarded-for': '203.0.113.9' })
    const first = await Promise.race(running.map(async ({ client, answer }) => ({ client, answer: await answer })))
    expect(first.client).toStartWith('2001:db8:')
    expect([first.answer.status, first.answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(headersOf(first.answer).slice(0, 2)).toEqual([
      expect.stringMatching(/^"client";r=\d+;t=1, "concurrency";r=0$/),
      '"client";q=1000;w=1, "concurrency";q=32;qu="concurrent-requests"',
    ])
    expect(await bodyOf(first.answer)).toMatchObject({
      code: 'overloaded',
      detail: expect.stringContaining('let somebody else in'),
      violatedPolicies: ['concurrency'],
      retryAfterS: 1,
    })
    expect((await newcomer).status).toBe(200)
    while (silent.open >= CLIENTS.length * A_CLIENT) await Bun.sleep(10)
    expect(silent.open).toBe(CLIENTS.length * A_CLIENT - 1)
    expect(server.output.filter((line) => line.includes('"client":"2001:db8:'))).toHaveLength(1)
    server.kill('SIGKILL')
    await Promise.allSettled(running.map(({ answer }) => answer))
  })
})

describe('a target that gets as much as it may', () => {
  const BURST = 40
  const check = ({ url }: Server, port: number, index: number) =>
    postTool(url, 'public-service-check', { target: '127.0.0.8', port }, { 'x-forwarded-for': `198.51.100.${index}` })

  test('is waited for: everybody gets a finding, and none is about the limit', async () => {
    using clock = new HandClock()
    await using server = await startAt(clock, '--rate-limit', '60/min')
    using silent = silentServer('127.0.0.8')
    let ended = 0
    const checks = Array.from({ length: BURST + 20 }, async (_, index) => {
      const found = await bodyOf(await check(server, silent.port, index))
      ended++
      return found.verdict
    })
    for (const due of [BURST, BURST + 10, BURST + 20]) {
      while (ended < due) await Bun.sleep(10)
      expect(ended).toBe(due)
      clock.advance(500)
    }
    expect(new Set(await Promise.all(checks))).toEqual(new Set(['reachable']))
  })

  test('is refused where the wait is too long, at no cost, until it has been left alone', async () => {
    using clock = new HandClock()
    const env = { DOORSTEP_TESTING: `${clock.env.DOORSTEP_TESTING},patience=0.1` }
    await using server = await startAt({ env }, '--rate-limit', '60/min')
    using silent = silentServer('127.0.0.8')
    for (let index = 0; index < BURST; index++) expect((await check(server, silent.port, index)).status).toBe(200)
    const refused = await check(server, silent.port, BURST)
    expect(refused.headers.get('ratelimit-policy')).toBe('"target";q=40;w=2')
    expect(await bodyOf(refused)).toMatchObject({ code: 'rate-limited', violatedPolicies: ['target'], retryAfterS: 1 })
    expect((await limitsOf(server, `198.51.100.${BURST}`)).remaining).toBe(60)
    clock.advance(1000)
    expect((await bodyOf(await check(server, silent.port, BURST))).verdict).toBe('reachable')
  })
})
