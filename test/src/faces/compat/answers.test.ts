// The paths of echoip and Transmission, requested as their own documentation and programs do.

import { afterAll, describe, expect, test } from 'bun:test'
import { DataFiles } from '../../../support/data/files.ts'
import { smallMmdb } from '../../../support/data/mmdb.ts'
import { freePort } from '../../../support/net/network.ts'
import { type Document, Judge } from '../../../support/openapi/judge.ts'
import { bodyOf, sendRaw, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared.ts'

/** Headers of a trusted proxy, for a requester whose address is in the data. */
const KNOWN = { 'x-forwarded-for': '8.8.8.8' }
const PROXY = ['--trusted-proxies', '127.0.0.1', '--client-ip-header', 'x-forwarded-for']
const server = await sharedServer({ args: ['--allow-targets', '127.0.0.0/8', '--metrics', 'on'] })
const proxied = await sharedServer({ args: PROXY })
const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
afterAll(() => listener.stop(true))
const closed = freePort()

const get = (path: string, headers: Record<string, string> = {}, { url } = server) => fetch(`${url}${path}`, { headers })
const textOf = async (path: string, headers = {}, of = server) => (await get(path, headers, of)).text()

describe('echoip', () => {
  test('its documented paths have the documented answers, of the requester and of the address in the query', async () => {
    const line = (path: string) => textOf(path, KNOWN, proxied)
    const answers = {
      '/': '8.8.8.8',
      '/ip': '8.8.8.8',
      '/country': 'United States',
      '/country-iso': 'US',
      '/city': 'Mountain View',
      '/asn': 'AS15169',
      '/asn-org': 'Google LLC',
    }
    for (const [path, answer] of Object.entries(answers)) expect([path, await line(path)]).toEqual([path, `${answer}\n`])
    expect(await line('/coordinates')).toMatch(/^37\.\d{6},-122\.\d{6}\n$/)
    for (const path of [...Object.keys(answers), '/coordinates'])
      expect(await textOf(`${path}?ip=8.8.8.8`, {}, proxied)).toBe(await line(path))
    const json = { accept: 'application/json' }
    expect(await textOf('/', { ...KNOWN, ...json }, proxied)).toBe(await textOf('/json', KNOWN, proxied))
    expect(await bodyOf(await get('/?ip=1.1.1.1', json, proxied))).toMatchObject({ ip: '1.1.1.1', ip_decimal: 16843009 })
  })

  test('JSON has its fields in its order, indented, without unknown ones', async () => {
    const answer = await get('/json', { ...KNOWN, 'user-agent': 'curl/7.2.6.0' }, proxied)
    expect(answer.headers.get('content-type')).toBe('application/json')
    const text = await answer.text()
    const fields =
      'ip ip_decimal country country_iso country_eu region_name city latitude longitude time_zone asn asn_org user_agent'
    expect(Object.keys(JSON.parse(text)).join(' ')).toBe(fields)
    expect(text).toMatch(/^\{\n {2}"ip": "8\.8\.8\.8",\n {2}"ip_decimal": 134744072,\n {2}"country": "United States",/)
    expect(JSON.parse(text).user_agent).toEqual({ product: 'curl', version: '7.2.6.0', raw_value: 'curl/7.2.6.0' })
    expect(await textOf('/json', { 'user-agent': '' })).toMatch(
      /^\{\n {2}"ip": "127\.0\.0\.1",\n {2}"ip_decimal": 2130706433,\n {2}"country_eu": false/,
    )
    expect([await textOf('/country'), await textOf('/coordinates')]).toEqual(['\n', '0.000000,0.000000\n'])
  })

  test('/ is a page for browsers, the bare address for programs, and JSON for those that ask for it', async () => {
    const typeFor = async (accept: string, path = '/') =>
      (await get(path, { ...KNOWN, accept }, proxied)).headers.get('content-type')
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    expect(await typeFor(browser)).toStartWith('text/html')
    expect(await typeFor(browser, '/?ip=1.1.1.1')).toStartWith('text/html')
    for (const accept of ['*/*', 'text/plain', 'text/plain, application/json', 'application/json;q=0'])
      expect([accept, await textOf('/', { ...KNOWN, accept }, proxied)]).toEqual([accept, '8.8.8.8\n'])
    for (const accept of ['application/json', 'application/json, text/plain;q=0.9, */*;q=0.8'])
      expect([accept, await typeFor(accept)]).toEqual([accept, 'application/json'])
    const answer = await get('/', { ...KNOWN, accept: 'application/json' }, proxied)
    expect([answer.headers.get('vary'), answer.headers.get('cache-control')]).toEqual(['Accept', 'no-store'])
    await using plain = await startServer({ args: ['--compat', 'off', ...PROXY] })
    expect(await textOf('/?ip=1.1.1.1', { ...KNOWN, accept: 'application/json' }, plain)).toBe('8.8.8.8\n')
  })

  test('at / refuses the same as ip-location, and costs the same', async () => {
    await using tight = await startServer({ args: ['--rate-limit', '1/h'] })
    expect((await get('/?ip=10.0.0.1', {}, tight)).status).toBe(403)
    expect((await get('/?ip=nobody', {}, tight)).status).toBe(422)
    expect((await get('/?ip=8.8.8.8', {}, tight)).headers.get('ratelimit')).toStartWith('"client";r=0')
    expect((await get('/?ip=8.8.8.8', { accept: 'application/json' }, tight)).status).toBe(429)
    expect([await textOf('/', {}, tight), await textOf('/?ip=', {}, tight)]).toEqual(['127.0.0.1\n', '127.0.0.1\n'])
  })

  test('lines are clean, whatever an MMDB says', async () => {
    using files = new DataFiles()
    const evil = `A\u001b[31mB\rC\nD\u0000E\u202eF\u2028G`
    const record = { country: { iso_code: 'KR' }, city: { names: { en: evil } }, location: { time_zone: evil } }
    const city = files.file('city.mmdb', smallMmdb({ '8.8.8.0/24': record }))
    const asn = files.file('asn.mmdb', smallMmdb({ '8.8.8.0/24': { asn: 'AS64500', name: evil } }))
    await using odd = await startServer({ args: ['--city-db', city, '--asn-db', asn, ...PROXY] })
    for (const path of ['/city', '/asn-org', '/country', '/asn', '/city?ip=8.8.8.8'])
      expect([path, await textOf(path, KNOWN, odd)]).toEqual([path, expect.stringMatching(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\n$/u)])
    expect(await textOf('/city', KNOWN, odd)).toBe('A [31mB C D E F G\n')
  })

  test('in English, whatever language is asked for', async () =>
    expect(await textOf('/country', { ...KNOWN, 'accept-language': 'ko' }, proxied)).toBe('United States\n'))

  test('looks up another public address, as ip-location would', async () => {
    expect(await textOf('/json?ip=2606:4700:4700::1111')).toContain('"ip_decimal": 50543257694033307102031451402929180945,')
    expect([(await get('/city?ip=10.0.0.1')).status, (await get('/city?ip=127.1')).status]).toEqual([403, 422])
  })

  test('tests ports of the requester, and never of another address', async () => {
    const answer = await get(`/port/${listener.port}`)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.text()).toBe(`{\n  "ip": "127.0.0.1",\n  "port": ${listener.port},\n  "reachable": true\n}`)
    expect(await bodyOf(await get(`/port/${closed}`))).toEqual({ ip: '127.0.0.1', port: closed, reachable: false })
    expect(await bodyOf(await get(`/port/${closed}?ip=127.0.0.2`))).toMatchObject({ ip: '127.0.0.1' })
  })
})

describe('Transmission', () => {
  /** As the daemon asks for it. */
  const DAEMON = { 'user-agent': 'Transmission/4.0.5', accept: '*/*', 'accept-encoding': 'deflate, gzip, br' }

  test('gets 1 or 0 and nothing else', async () => {
    const open = await get(`/${listener.port}`, DAEMON)
    expect([open.status, open.headers.get('content-type'), await open.text()]).toEqual([200, 'text/plain; charset=utf-8', '1'])
    expect(await textOf(`/${closed}`, DAEMON)).toBe('0')
  })
})

describe('a path of others', () => {
  const PATHS = ['/json', '/ip', '/country', '/country-iso', '/city', '/asn', '/asn-org', '/coordinates', '/port/443', '/443']

  test('is not found with --compat off', async () => {
    await using plain = await startServer({ args: ['--compat', 'off'] })
    for (const path of PATHS) expect([path, (await get(path, {}, plain)).status]).toEqual([path, 404])
    expect(Object.keys((await bodyOf(await get('/openapi.json', {}, plain))).paths)).not.toContain('/json')
  })

  test.each(['/port/', '/port/x', '/port/443/', '/port/-1', '/port/123456', '/x443', '/443/', '/%34%34%33', '/nope', '/Json'])(
    '%s is not such a path',
    async (path) => {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${server.url}${path}`, { method })
        expect([answer.status, (await bodyOf(answer)).code]).toEqual([404, 'not-found'])
      }
    },
  )

  test.each(['/x\\..\\443', '/port/x\\..\\443', '/%2e%2e', '/page/x\\..\\main.js', '/page/%2e%2e'])(
    '%s is not such a path as it is sent',
    async (path) => {
      const answer = await sendRaw(server.port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(answer).toStartWith('HTTP/1.1 404 ')
    },
  )

  test.each(['/port/0', '/0', '/65536', '/port/99999'])('%s is not a port', async (path) => {
    const answer = await get(path)
    expect([answer.status, await bodyOf(answer)]).toMatchObject([422, { code: 'invalid-request', field: 'port' }])
  })

  test('accepts no other method, and answers preflights', async () => {
    for (const path of ['/json', '/443', '/port/443']) {
      const answer = await fetch(`${server.url}${path}`, { method: 'POST' })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([405, '*'])
      expect(answer.headers.get('allow')).toMatch(/^GET, (HEAD, )?OPTIONS$/)
      expect((await fetch(`${server.url}${path}`, { method: 'OPTIONS' })).status).toBe(204)
      expect((await get(path, { host: 'a, b' })).status).toBe(400)
    }
    expect((await fetch(`${server.url}/443`, { method: 'HEAD' })).status).toBe(405)
  })

  test('is refused to a requester without a public address, as text if the request prefers text', async () => {
    await using strict = await startServer()
    const answer = await get('/443', { accept: 'text/plain' }, strict)
    expect([answer.status, answer.headers.get('doorstep-code')]).toEqual([403, 'requester-not-public'])
    expect(await answer.text()).toStartWith('The requester has no public address: ')
  })

  test('counts as the tool behind it: against limits, and in metrics', async () => {
    await using tight = await startServer({ args: ['--allow-targets', '127.0.0.0/8', '--rate-limit', '2/h'] })
    const answers = [
      await get(`/${closed}`, {}, tight),
      await get('/json?ip=8.8.8.8', {}, tight),
      await get('/port/443', {}, tight),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit')?.split(';t')[0]])).toEqual([
      [200, '"client";r=1'],
      [200, '"client";r=0'],
      [429, '"client";r=0'],
    ])
    expect((await get('/json', {}, tight)).status).toBe(200)
    await get(`/${closed}`)
    const metrics = await textOf('/metrics')
    expect(metrics).toMatch(/doorstep_requests_total\{tool="port-check",status="200"\} [1-9]/)
    expect(metrics).toMatch(/doorstep_findings_total\{tool="port-check",status="refused"\} [1-9]/)
  })

  test('is described unless it is switched off, and answers as described', async () => {
    for (const language of ['en', 'ko']) {
      const document: Document = await bodyOf(await get('/openapi.json', { 'accept-language': language }))
      const judge = new Judge(document)
      const asked = ['/', ...PATHS].map((path) => [path, path.replace('443', '{port}')] as const)
      expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(asked.map(([, template]) => template)))
      for (const [path, template] of asked) {
        const answers = [
          await get(path),
          await get(path, { accept: 'application/json' }),
          await get(path, { host: 'a, b' }),
          await get(path.replace('443', '0')),
        ]
        for (const answer of answers) expect(await judge.judge('GET', template, answer as Response)).toEqual([])
      }
    }
  })
})
