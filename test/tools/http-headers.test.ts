import { describe, expect, test } from 'bun:test'
import { drip, endless, type HttpFault, OK, response, startFaultHttp } from '../support/net/fault-http.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedServer } from '../support/shared.ts'

/** Addresses on which no resolver listens. */
const RESOLVERS = 'a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:1'
const doorstep = await sharedServer({
  env: UNLIMITED_TARGETS,
  args: ['--allow-targets', '127.0.0.0/8,::1/128', '--resolvers', RESOLVERS],
})

async function headersOf(url: string, { language = 'en', ...body }: { language?: string; method?: string } = {}) {
  const answer = await postTool(doorstep.url, 'http-headers', { url, ...body }, { 'accept-language': language })
  expect(answer.status).toBe(200)
  return bodyOf(answer)
}

/** Returns the codes of the next actions, in both languages, each request among them posted. */
async function guidanceFor(url: string): Promise<string[]> {
  const korean = await headersOf(url, { language: 'ko' })
  for (const { text } of korean.nextActions) expect(text).toMatch(/[가-힣]/)
  const codes = await followedCodes(doorstep.url, (await headersOf(url)).nextActions)
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
    const answer = await postTool(doorstep.url, 'http-headers', { url: site.url }, { accept: 'text/plain' })
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

/** Redirects, by the path that is asked for, and where each leads. */
const LEADS: Record<string, string> = {
  '/loop': '/loop',
  '/private': 'http://10.0.0.1/',
  '/odd': 'gopher://x/',
  '/mail': 'http://127.0.0.1:25/',
  '/nowhere': 'http://name.example.test/',
  '/dead': 'http://127.0.0.1:1/',
}
const FAULTS: Record<string, HttpFault> = {
  '/plain': (back) => back.send(response('200 OK', 'A\x01: b')),
  '/garbage': (back) => back.send('garbage'),
  '/tls': (back) => back.end('\x15\x03\x01\x00\x02\x02\x46'),
  '/ends': (back) => back.end(),
  '/long': endless('HTTP/1.1 200 OK\r\n', 'A: b\r\n'),
  ...Object.fromEntries(
    Object.entries(LEADS).map(([path, to]): [string, HttpFault] => [
      path,
      (back) => back.send(response('302 Found', `Location: ${to}`)),
    ]),
  ),
}

describe('what to do', () => {
  test.each([
    ['/plain', 'response', null, null, ['redirect-to-https', 'add-csp', 'add-nosniff', 'fix-header-lines']],
    ['/garbage', 'protocol-error', 'not-http', 'http', ['check-service']],
    ['/tls', 'protocol-error', 'tls-on-http-port', 'http', ['use-https']],
    ['/ends', 'protocol-error', 'closed-without-answer', 'http', ['see-who-hangs-up']],
    ['/long', 'protocol-error', 'header-too-large', 'http', ['shorten-headers']],
    ['/loop', 'too-many-redirects', 'too-many-redirects', 'http', ['break-redirect-loop']],
    ['/private', 'redirect-refused', 'target-not-public', 'http', ['redirect-to-public']],
    ['/odd', 'redirect-refused', 'invalid-target', 'http', ['fix-location']],
    ['/mail', 'redirect-refused', 'port-not-allowed', 'http', ['redirect-to-other-port']],
    ['/nowhere', 'redirect-refused', 'unresolvable-target', 'dns', ['create-record']],
    ['/dead', 'connect-failed', 'connection-refused', 'tcp', ['start-server']],
  ] as const)('%s: %s, %s', async (path, outcome, reason, failedLayer, codes) => {
    await using site = await startFaultHttp(FAULTS)
    const found = await headersOf(site.url + path)
    expect(found).toMatchObject({ outcome, reason, failedLayer })
    expect(await guidanceFor(site.url + path)).toEqual([...codes])
    if (path === '/private')
      expect(found).toMatchObject({ finalUrl: site.url + path, status: 302, redirects: [{ location: LEADS[path] }] })
    if (path !== '/dead') return
    const unknown = { status: null, statusText: null, httpVersion: null, headers: null, tls: null }
    expect(found).toMatchObject({ finalUrl: LEADS[path], address: '127.0.0.1', ...unknown })
    expect(found.timingMs).toMatchObject({ connect: null, tls: null, firstByte: null })
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

test.each([
  [{ url: 'http://0xa9fea9fe/' }, 403, 'target-not-public'],
  [{ url: 'http://127.0.0.1:25/' }, 403, 'port-not-allowed'],
  [{ url: 'http://user:secret@127.0.0.1/' }, 422, 'invalid-target'],
  [{ url: 'file:///etc/passwd' }, 422, 'invalid-target'],
  [{ url: 'http://127.0.0.1/', method: 'POST' }, 422, 'invalid-request'],
])('%p is refused', async (request, status, code) => {
  const answer = await postTool(doorstep.url, 'http-headers', request)
  expect([answer.status, (await bodyOf(answer)).code]).toEqual([status, code])
})
