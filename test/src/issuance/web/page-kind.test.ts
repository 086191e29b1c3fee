import { describe, expect, test } from 'bun:test'
import { challengePath, pageOf } from '../../../../src/issuance/web/chain.ts'
import { cpuMsOf } from '../../../support/cost.ts'
import { read, response } from '../../../support/issuance/web.ts'

const TOKEN = 'doorstep-x'
const THUMBPRINT = 'a'.repeat(43)

const FIRST = new URL(challengePath(TOKEN), 'http://home.example.test/')

/** Returns what a page is, at the end of these redirects. */
function kind(bytes: string, ...redirects: readonly string[]) {
  return pageOf({ ...read(bytes), asked: [FIRST, ...redirects.map((url) => new URL(url, FIRST))] }, TOKEN)
}

describe('a page', () => {
  const html = (body: string) => response(200, {}, body)
  const cases: Record<string, [string, string]> = {
    'that is missing': [response(404, { Server: 'nginx' }, 'Not Found'), 'missing'],
    'that is gone': [response(410), 'missing'],
    'for every path': [html('<title>My app</title>'), 'page'],
    'that asks for a password': [html('<form><input name=p TYPE = "password">'), 'login'],
    'that speaks of passwords': [html('<p>type="password"</p>'), 'page'],
    'that asks for a name by its status': [response(401, { 'WWW-Authenticate': 'Basic realm="Admin"' }), 'login'],
    'that is forbidden': [response(403), 'login'],
    'that a proxy wants a login for': [response(407), 'login'],
    'that failed': [response(502), 'error'],
    'that is empty': [response(204), 'error'],
    'with a redirect to nowhere': [response(301), 'error'],
    'of a router by its title': [html('<title>FRITZ!Box</title>'), 'router'],
    'of a router by its realm': [response(401, { 'WWW-Authenticate': 'Basic realm="TP-LINK Archer C7"' }), 'router'],
    'of a router that has no such page': [response(404, { Server: 'Router Webserver' }), 'router'],
    'that is missing, and may be of a router': [response(404, {}, '<title>Not found: my OpenWrt notes</title>'), 'error'],
    'of a router by where it leads': [html('<a href="/cgi-bin/luci">'), 'router'],
    'of a server that keeps no files': [html(`${TOKEN}.${THUMBPRINT}\n`), 'echo'],
    'that repeats the path': [html(`${TOKEN}.html is not here`), 'page'],
    'with the thumbprint and more': [html(`${TOKEN}.${THUMBPRINT}<script>`), 'page'],
  }
  for (const [what, [bytes, expected]] of Object.entries(cases)) test(what, () => expect(kind(bytes)).toBe(expected as never))

  test('that redirects lead to', () => {
    const welcome = html('<p>Welcome')
    const https = FIRST.href.replace('http:', 'https:')
    expect(kind(welcome, https)).toBe('page')
    expect(kind(welcome, '/.well-known/acme-challenge/other/')).toBe('page')
    // A server may send people to its start page only where a file is missing.
    expect([kind(welcome, '/'), kind(welcome, https, 'https://home.example.test/start')]).toEqual(['page', 'page'])
    expect([kind(welcome, 'https://home.example.test/'), kind(welcome, 'http://www.example.test/x')]).toEqual(['lost', 'lost'])
    expect([kind(welcome, '/login'), kind(welcome, https, 'https://www.example.test/auth/?next=/')]).toEqual(['login', 'login'])
    expect(kind(welcome, '/author')).toBe('page')
    expect(kind(response(404), 'https://home.example.test/')).toBe('missing')
  })

  test('4 KiB of fields cost no more than they are long', () => {
    const bytes = html('<input '.repeat(585))
    expect(cpuMsOf(() => kind(bytes))).toBeLessThan(100)
  })
})
