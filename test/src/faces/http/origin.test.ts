import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../../../src/contract/problem.ts'
import { pageOriginOf } from '../../../../src/faces/http/origin.ts'

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

describe('a program, which sends no Origin, is let in under any name', () => {
  test.each([null, 'localhost:8080', '192.168.0.5', 'ip.example.com', 'forgotten.example.net', 'evil.example'])('%s', (host) => {
    expect([judged(null, host), judged(null, host, OURS)]).toEqual([null, null])
  })
})

describe('a page is let in from', () => {
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
  ])('%s', (_, origin, host, publicOrigins, scheme) => {
    expect(judged(origin, host, publicOrigins, scheme)).toBe(origin)
  })
})

describe('a page is refused from', () => {
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
  ])('%s', (_, origin, host, publicOrigins) => {
    expect(judged(origin, host, publicOrigins)).toBe('foreign-origin')
  })
})

test('a page under a name that was pointed at us is told so where the names of this server are known', () => {
  expect(judged('http://evil.example:8080', 'evil.example:8080', OURS)).toBe('wrong-host')
})

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
