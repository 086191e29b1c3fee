import { afterAll, describe, expect, test } from 'bun:test'
import { drip, endless, OK, response, startFaultHttp } from '../support/net/fault-http.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../support/server.ts'

let server: Server | undefined
afterAll(() => server?.[Symbol.asyncDispose]())

async function doorstep(): Promise<Server> {
  server ??= await startServer({
    env: UNLIMITED_TARGETS,
    args: ['--allow-targets', '127.0.0.0/8,::1/128', '--resolvers', RESOLVERS],
  })
  return server
}
/** Addresses on which no resolver listens. */
const RESOLVERS = 'a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:1'

async function headersOf(url: string, { language = 'en', ...body }: { language?: string; method?: string } = {}) {
  const answer = await postTool((await doorstep()).url, 'http-headers', { url, ...body }, { 'accept-language': language })
  expect(answer.status).toBe(200)
  return bodyOf(answer)
}

/** Returns the codes of the next actions, in both languages, each request among them posted. */
async function guidanceFor(url: string): Promise<string[]> {
  const { url: at } = await doorstep()
  const korean = await headersOf(url, { language: 'ko' })
  for (const { text } of korean.nextActions) expect(text).toMatch(/[가-힣]/)
  const codes = await followedCodes(at, (await headersOf(url)).nextActions)
  expect(korean.nextActions.map(({ code }: { code: string }) => code)).toEqual(codes)
  return codes
}

describe('an answer', () => {
  test('every field, in the order of the contract', async () => {
    await using site = await startFaultHttp((back, { path }) =>
      back.send(path === '/a' ? response('404 Gone fishing', 'B: 1', 'a: 2', 'B: 3') : response('301 Moved', 'Location: /a')),
    )
    const found = await headersOf(site.url)
    expect(Object.keys(found)).toEqual([
      ...'tool checkedAt elapsedMs headline good url finalUrl address status statusText httpVersion headers'.split(' '),
      'omitted',
      'redirects',
      'redirectsOmitted',
      'timingMs',
      'tls',
      'outcome',
      'reason',
      'failedLayer',
      'nextActions',
    ])
    expect(found).toMatchObject({
      url: `${site.url}/`,
      finalUrl: `${site.url}/a`,
      address: '127.0.0.1',
      status: 404,
      statusText: 'Gone fishing',
      httpVersion: '1.1',
      omitted: 0,
      redirectsOmitted: 0,
      redirects: [{ url: `${site.url}/`, status: 301, location: '/a', address: '127.0.0.1' }],
      tls: null,
      outcome: 'response',
      reason: null,
      failedLayer: null,
    })
    expect(found.headers).toEqual([
      { name: 'B', value: '1' },
      { name: 'a', value: '2' },
      { name: 'B', value: '3' },
    ])
    const { dns, connect, tls, firstByte, total } = found.timingMs
    expect([dns, tls]).toEqual([0, null])
    expect(total).toBeGreaterThan(connect + firstByte)
    expect(found.elapsedMs).toBeGreaterThanOrEqual(total)
  })

  test('GET unless HEAD is requested', async () => {
    await using site = await startFaultHttp((back) => back.send(OK))
    await headersOf(site.url)
    await headersOf(site.url, { method: 'HEAD' })
    expect(site.seen.map(({ head }) => head.split(' ')[0])).toEqual(['GET', 'HEAD'])
  })

  test('for a terminal', async () => {
    await using site = await startFaultHttp((back) =>
      back.send(response('200 OK', 'X-Content-Type-Options: nosniff', 'A: b\x1b[2J')),
    )
    const answer = await postTool((await doorstep()).url, 'http-headers', { url: site.url }, { accept: 'text/plain' })
    const lines = (await answer.text()).split('\n')
    expect(lines.slice(0, 2)).toEqual([`${site.url}/ answers with status 200.`, ''])
    expect(lines.slice(2, 7)).toEqual([
      `* ${site.url}/ (127.0.0.1)`,
      'HTTP/1.1 200 OK',
      'X-Content-Type-Options: nosniff',
      'A: b [2J',
      '',
    ])
    expect(lines[7]).toStartWith('1. ')
  })
})

describe('what to do', () => {
  test('a plain page', async () => {
    await using site = await startFaultHttp((back) => back.send(response('200 OK', 'A\x01: b')))
    expect(await guidanceFor(site.url)).toEqual(['redirect-to-https', 'add-csp', 'add-nosniff', 'fix-header-lines'])
  })

  test('failures, each with a next action', async () => {
    await using site = await startFaultHttp({
      '/garbage': (back) => back.send('garbage'),
      '/ends': (back) => back.end(),
      '/': (back) => back.send(OK),
      '/long': endless('HTTP/1.1 200 OK\r\n', 'A: b\r\n'),
      '/loop': (back) => back.send(response('302 Found', 'Location: /loop')),
      '/private': (back) => back.send(response('302 Found', 'Location: http://10.0.0.1/')),
      '/metadata': (back) => back.send(response('302 Found', 'Location: http://169.254.169.254/latest/meta-data/')),
      '/odd': (back) => back.send(response('302 Found', 'Location: gopher://x/')),
      '/mail': (back) => back.send(response('302 Found', 'Location: http://127.0.0.1:25/')),
      '/nowhere': (back) => back.send(response('302 Found', 'Location: http://name.example.test/')),
      '/dead': (back) => back.send(response('302 Found', 'Location: http://127.0.0.1:1/')),
    })
    for (const [path, outcome, reason, failedLayer, codes] of [
      ['/garbage', 'protocol-error', 'not-http', 'http', ['check-service']],
      ['/ends', 'protocol-error', 'closed-without-answer', 'http', ['see-who-hangs-up']],
      ['/long', 'protocol-error', 'header-too-large', 'http', ['shorten-headers']],
      ['/loop', 'too-many-redirects', 'too-many-redirects', 'http', ['break-redirect-loop']],
      ['/private', 'redirect-refused', 'target-not-public', 'http', ['redirect-to-public']],
      ['/metadata', 'redirect-refused', 'target-not-public', 'http', ['redirect-to-public']],
      ['/odd', 'redirect-refused', 'invalid-target', 'http', ['fix-location']],
      ['/mail', 'redirect-refused', 'port-not-allowed', 'http', ['redirect-to-other-port']],
      ['/nowhere', 'redirect-refused', 'unresolvable-target', 'dns', ['create-record']],
      ['/dead', 'connect-failed', 'connection-refused', 'tcp', ['start-server']],
    ] as const) {
      const found = await headersOf(site.url + path)
      expect([path, found.outcome, found.reason, found.failedLayer]).toEqual([path, outcome, reason, failedLayer])
      expect(await guidanceFor(site.url + path)).toEqual([...codes])
      expect(found.timingMs.total).toBeGreaterThan(0)
    }
    const refused = await headersOf(`${site.url}/private`)
    expect(refused).toMatchObject({ finalUrl: `${site.url}/private`, status: 302, redirects: [{ location: 'http://10.0.0.1/' }] })
    const dead = await headersOf(`${site.url}/dead`)
    const unknown = { status: null, statusText: null, httpVersion: null, headers: null, tls: null }
    expect(dead).toMatchObject({ finalUrl: 'http://127.0.0.1:1/', address: '127.0.0.1', ...unknown })
    expect(dead.timingMs).toMatchObject({ connect: null, tls: null, firstByte: null })
  })

  test('http to a port with only https', async () => {
    await using site = await startFaultHttp({}, { onConnect: (back) => back.end('\x15\x03\x01\x00\x02\x02\x46') })
    expect(await headersOf(site.url)).toMatchObject({
      outcome: 'protocol-error',
      reason: 'tls-on-http-port',
      failedLayer: 'http',
    })
    expect(await guidanceFor(site.url)).toEqual(['use-https'])
  })

  test('https to a port with only http', async () => {
    await using site = await startFaultHttp({}, { onConnect: (back) => back.send('HTTP/1.1 400 Bad Request\r\n\r\n') })
    const https = `https://127.0.0.1:${site.port}/`
    expect(await headersOf(https)).toMatchObject({ outcome: 'tls-failed', reason: 'not-tls', failedLayer: 'tls' })
    expect(await guidanceFor(https)).toEqual(['use-http'])
  })
})

test('one byte a second ends in time', async () => {
  await using site = await startFaultHttp(drip('HTTP/1.1 200 OK\r\nA: b\r\n', 1000))
  const found = await headersOf(site.url)
  expect(found).toMatchObject({ outcome: 'timeout', reason: 'incomplete-answer', failedLayer: 'http', headers: null })
  expect(found.elapsedMs).toBeLessThan(10_000)
  expect(found.nextActions).toMatchObject([{ code: 'check-web-server', tool: 'public-service-check' }])
})

test('bad requests are refused as everywhere', async () => {
  const { url } = await doorstep()
  for (const [request, status, code] of [
    [{ url: 'http://10.0.0.1/' }, 403, 'target-not-public'],
    [{ url: 'http://0xa9fea9fe/' }, 403, 'target-not-public'],
    [{ url: 'http://router.lan/' }, 403, 'target-not-public'],
    [{ url: 'http://127.0.0.1:25/' }, 403, 'port-not-allowed'],
    [{ url: 'http://user:secret@127.0.0.1/' }, 422, 'invalid-target'],
    [{ url: 'file:///etc/passwd' }, 422, 'invalid-target'],
    [{ url: 'user@example.com' }, 422, 'invalid-target'],
    [{ url: 'http://127.0.0.1/', method: 'POST' }, 422, 'invalid-request'],
    [{ url: 'http://127.0.0.1/', headers: [] }, 422, 'invalid-request'],
  ] as const) {
    const answer = await postTool(url, 'http-headers', request)
    expect([request, answer.status, (await bodyOf(answer)).code]).toEqual([request, status, code])
  }
})
