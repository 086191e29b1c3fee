import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import { pageOriginOf } from '../../../../src/faces/http/origin.ts'
import { exchange } from '../../../support/door/raw.ts'
import { postTool, type Server, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

const OURS = ['https://ip.example.com', 'http://[2001:db8::1]:8080']

function judged(
  origin: string | null,
  host: string | null,
  publicOrigins: readonly string[] = [],
  scheme = 'http',
): string | null {
  const headers = new Headers()
  if (origin !== null) headers.set('origin', origin)
  if (host !== null) headers.set('host', host)
  try {
    return pageOriginOf({ headers, url: `${scheme}://${host ?? 'x'}/mcp` }, publicOrigins)
  } catch (thrown) {
    return thrown instanceof Refusal ? thrown.code : 'fault'
  }
}

test.each([null, 'localhost:8080', '192.168.0.5', 'ip.example.com', 'forgotten.example.net', 'evil.example'])(
  'a program, which sends no Origin, is let in under any name: %s',
  (host) => expect([judged(null, host), judged(null, host, OURS)]).toEqual([null, null]),
)

test.each([
  ['a listed origin', 'https://ip.example.com', 'ip.example.com', OURS, 'http'],
  ['a listed origin, past a proxy that changes Host', 'https://ip.example.com', 'backend:8080', OURS, 'http'],
  ['a listed address', 'http://[2001:db8::1]:8080', '[2001:db8::1]:8080', OURS, 'http'],
  ['the same address', 'http://192.168.0.5:8080', '192.168.0.5:8080', [], 'http'],
  ['the same address, standard port', 'http://192.168.0.5', '192.168.0.5:80', [], 'http'],
  ['the same IPv6 address', 'http://[fd00::1]:8080', '[fd00::1]:8080', [], 'http'],
  ['the same address over TLS', 'https://203.0.113.7', '203.0.113.7', [], 'https'],
  ['localhost', 'http://localhost:8080', 'localhost:8080', [], 'http'],
  ['the host of a listed origin', 'http://ip.example.com:8080', 'ip.example.com:8080', OURS, 'http'],
])('a page is let in from: %s', (_, origin, host, publicOrigins, scheme) =>
  expect(judged(origin, host, publicOrigins, scheme)).toBe(origin),
)

test.each([
  ['another site', 'https://evil.example', '192.168.0.5:8080', []],
  ['another site, with listed origins', 'https://evil.example', 'ip.example.com', OURS],
  ['a name that was pointed at us', 'http://evil.example:8080', 'evil.example:8080', []],
  ['a name that ends in localhost', 'http://evil.localhost:8080', 'evil.localhost:8080', []],
  ['a name that looks like an address', 'http://127.0.0.1.evil.example', '127.0.0.1.evil.example', []],
  ['another port of the same address', 'http://127.0.0.1:3000', '127.0.0.1:8080', []],
  ['another port of localhost', 'http://localhost:3000', 'localhost:8080', []],
  ['the other scheme of the same address', 'https://127.0.0.1:8080', '127.0.0.1:8080', []],
  ['a listed name under another scheme', 'ftp://ip.example.com', 'ip.example.com', OURS],
  ['another port of a listed name', 'https://ip.example.com:444', 'ip.example.com', OURS],
  ['a sandbox', 'null', 'localhost:8080', []],
  ['nowhere', '', 'localhost:8080', []],
  ['two origins', 'http://localhost:8080, http://localhost:8080', 'localhost:8080', []],
  ['a name in another writing', 'HTTP://LOCALHOST:8080', 'localhost:8080', []],
  ['an extension', 'chrome-extension://abcdef', 'localhost:8080', []],
  ['the same address without Host', 'http://127.0.0.1', null, []],
])('a page is refused from: %s', (_, origin, host, publicOrigins) =>
  expect(judged(origin, host, publicOrigins)).toBe('foreign-origin'),
)

test('a page under a name that was pointed at us is told so where the names of this server are known', () =>
  expect(judged('http://evil.example:8080', 'evil.example:8080', OURS)).toBe('wrong-host'))

test.each(['cross-site', 'same-site'])(
  'a browser that sends no Origin, but says that another site is behind it, is refused: %s',
  (site) => {
    const request = {
      headers: new Headers({ host: 'localhost:8080', 'sec-fetch-site': site }),
      url: 'http://localhost:8080/api/tools/ping',
    }
    expect(() => pageOriginOf(request, OURS)).toThrow('foreign-origin')
  },
)

describe('where checks reach networks of the operator', async () => {
  const PATH = '/api/tools/public-service-check'
  const server = await sharedServer({
    args: ['--allow-targets', '127.0.0.0/8', '--public-origins', 'https://ip.example.com', '--compat'],
  })

  const asked = (method: string, headers: Record<string, string>, path = PATH, { url } = server) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' ? { body: JSON.stringify({ target: '127.0.0.1', port: 1 }) } : {}),
    })
  const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }

  test.each([
    ['foreign-origin', 403, { origin: 'https://evil.example' }],
    ['foreign-origin', 403, { origin: 'null' }],
    ['wrong-host', 421, { origin: 'http://rebound.example', host: 'rebound.example' }],
    ['foreign-origin', 403, { 'sec-fetch-site': 'cross-site' }],
  ] as const)('%s: a page may run nothing, and may read why', async (code, status, headers) => {
    for (const answer of [await asked('POST', headers), await asked('OPTIONS', { ...headers, ...preflight })]) {
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*'])
      expect(answer.headers.get('access-control-allow-methods')).toBeNull()
      expect((await answer.json()).code).toBe(code)
    }
    expect((await asked('GET', headers, '/port/22')).status).toBe(status)
    expect((await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' }, headers)).status).toBe(status)
  })

  const QUERY = `${PATH}?target=127.0.0.1&port=1`
  test.each([
    ['a picture of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    ['a site that a later browser calls otherwise', { 'sec-fetch-site': 'cross-origin' }],
    ['two opinions on the site', { 'sec-fetch-site': 'none, cross-site' }],
    ['a link of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a browser that does not say which page it was', { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' }],
    ['an older browser', { 'user-agent': 'Opera/9.80 (X11; Linux x86_64)' }],
    ['a web view with a name of its own', { 'user-agent': 'Shop/2.1 (Linux; Android 14) AppleWebKit/537.36' }],
    ['a name that was pointed at us', { host: 'rebound.example', 'sec-fetch-site': 'same-origin' }],
    ['a name that was pointed at us, by a browser that says nothing', { host: 'rebound.example', 'user-agent': 'curl/8' }],
    ['a page of another site', { origin: 'https://evil.example' }],
  ])('a GET of %s runs nothing', async (_, headers) => {
    for (const [method, path] of [
      ['GET', QUERY],
      ['HEAD', QUERY],
      ['GET', '/port/22'],
    ] as const) {
      const answer = await asked(method, headers, path)
      expect([answer.status, answer.headers.get('doorstep-code')]).toEqual([403, 'foreign-origin'])
    }
  })

  test.each([
    ['a program', {}],
    ['a page of the server, or a typed address', { 'sec-fetch-site': 'none', 'user-agent': 'Mozilla/5.0' }],
    ['a listed name', { host: 'ip.example.com', 'user-agent': 'curl/8' }],
    ['a listed page', { origin: 'https://ip.example.com', host: 'backend:8080' }],
  ])('a GET of %s runs', async (_, headers) => expect((await asked('GET', headers, QUERY)).status).toBe(200))

  test('it is refused before its body is read', async () => {
    const headers = { 'content-type': 'text/plain', origin: 'https://evil.example' }
    expect((await asked('POST', headers)).status).toBe(403)
  })

  test.each([
    ['a program', {}],
    ['a page of --public-origins', { origin: 'https://ip.example.com' }],
    ['a person who types the address', { 'sec-fetch-site': 'none' }],
  ])('%s may ask', async (_, headers) => {
    expect((await asked('POST', headers)).status).toBe(200)
    expect((await asked('OPTIONS', { ...headers, ...preflight })).status).toBe(204)
    expect((await asked('GET', headers, '/port/22')).status).toBe(200)
  })

  test('the page of the server itself may ask, under its address', async () => {
    expect((await asked('POST', { origin: server.url, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await asked('OPTIONS', { origin: server.url, ...preflight })).status).toBe(204)
  })

  test('every path that does not run a tool is open to every page', async () => {
    const headers = { origin: 'https://evil.example' }
    for (const path of ['/api/ip', '/api/ip/json', '/api/tools', '/openapi.json', '/healthz', '/json']) {
      const answer = await asked('GET', headers, path)
      expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
    }
  })

  test('the start says so once', () =>
    expect(server.output.filter((line) => line.includes('pages of other sites may not run tools'))).toHaveLength(1))

  test('elsewhere every page may ask, and the start does not mention pages', async () => {
    await using open = await startServer({ args: ['--public-origins', 'https://ip.example.com'] })
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    // Refused for its target, not for its page.
    expect((await (await asked('POST', headers, PATH, open)).json()).code).toBe('target-not-public')
    expect((await asked('OPTIONS', { ...headers, ...preflight }, PATH, open)).status).toBe(204)
    expect(open.output.join()).not.toContain('pages of other sites')
  })
})

describe('a token of a visitor is given', () => {
  const named = ['--public-origins', 'https://ip.example.com', '--trusted-proxies', '127.0.0.1']
  const pair = async ({ port }: Server, host: string, headers = '') => {
    const request = `GET /api/pair HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 8.8.4.4\r\n${headers}Connection: close\r\n\r\n`
    return (await exchange(port, [request], { atLeast: 1 })).text.slice(9, 12)
  }

  test('under names of ours alone, where they are known', async () => {
    await using known = await startServer({ args: named })
    for (const host of ['ip.example.com', `127.0.0.1:${known.port}`, 'localhost', '[2001:db8::1]'])
      expect([host, await pair(known, host)]).toEqual([host, '200'])
    for (const host of ['evil.example:8081', 'ip.example.com.evil.example', 'localhost.evil.example'])
      for (const site of ['', 'Sec-Fetch-Site: same-origin\r\n'])
        expect([host, site, await pair(known, host, site)]).toEqual([host, site, '421'])
    // A proxy may change the Host of a page that has said where it comes from.
    expect(await pair(known, 'backend', 'Origin: https://ip.example.com\r\n')).toBe('200')
  })

  test('under any name where they are not', async () => {
    await using unknown = await startServer({ args: named.slice(2) })
    expect(await pair(unknown, 'forgotten.example.net')).toBe('200')
  })
})
