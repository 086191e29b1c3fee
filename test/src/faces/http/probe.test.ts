// Probes as Prometheus scrapes them: on the public port, and on that of the metrics.
import { describe, expect, test } from 'bun:test'
import { PROBE_METRICS } from '../../../../src/metrics/probe.ts'
import { homeOf } from '../../../support/advice/homes.ts'
import { freePort, openHosts } from '../../../support/net/network.ts'
import { parsePrometheus } from '../../../support/process/prometheus-text.ts'
import { HandClock, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../../../support/server.ts'
import { shared } from '../../../support/shared.ts'
import { certificate, KEY, pem, utcTime } from '../../../support/tls/der.ts'
import { startLocalNames } from '../../../support/tls/names.ts'

const TIMEOUT = 'x-prometheus-scrape-timeout-seconds'
/** As Prometheus asks. */
const SCRAPER = { accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1' }
const HOME = homeOf(77)
const PROXY = ['--trusted-proxies', '127.0.0.1', '--allow-targets', '127.0.0.0/8']

const theLab = shared(async (owned) => {
  const names = owned.use(await startLocalNames())
  const args = [...PROXY, '--metrics', '127.0.0.1:0', '--resolvers', names.resolvers]
  const server = owned.use(await startServer({ env: UNLIMITED_TARGETS, args }))
  owned.defer(openHosts([HOME, '127.0.0.1']))
  const serve = (tls?: Bun.TLSOptions) => {
    const web = Bun.serve({ hostname: '127.0.0.1', port: 0, ...(tls && { tls }), fetch: pageAt })
    owned.defer(() => web.stop(true))
    return web.port ?? 0
  }
  const listen = (hostname: string) =>
    owned.adopt(Bun.listen({ hostname, port: 0, socket: { data() {} } }), (listener) => listener.stop(true)).port
  const key = KEY.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const cert = pem(certificate({ to: utcTime('490506070809Z') }))
  const ports = { http: serve(), https: serve({ key, cert }), home: listen(HOME), silent: listen('127.0.0.1') }
  return { server, metrics: listenerOf(server), ...ports }
})

function pageAt({ url }: Request): Response {
  const { pathname } = new URL(url)
  if (pathname === '/there') return Response.redirect('/')
  return new Response('', { status: pathname === '/broken' ? 500 : 200 })
}

function listenerOf({ output }: Server): string {
  return new URL(output.map((line) => JSON.parse(line).metricsUrl).find((url) => url !== undefined)).origin
}

function ask(url: string, query: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/probe?${new URLSearchParams(query)}`, { headers: { ...SCRAPER, ...headers } })
}

const emitted = new Set<string>()
/** Scrapes from a home, and returns the values of what came, by name and labels. */
async function scrape(module: string, target: string, from = HOME, url?: string): Promise<Record<string, number>> {
  const answer = await ask(url ?? (await theLab()).server.url, { module, target }, { 'x-forwarded-for': from })
  const text = await answer.text()
  expect([answer.status, answer.headers.get('content-type'), text]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    expect.any(String),
  ])
  const families = parsePrometheus(text)
  for (const [name, { type }] of families) {
    expect(type).toBe('gauge')
    emitted.add(name)
  }
  const samples = [...families.values()].flatMap((family) => family.samples)
  return Object.fromEntries(samples.map(({ name, labels, value }) => [[name, ...Object.values(labels)].join(' '), value]))
}

const IP4 = { probe_duration_seconds: expect.any(Number), probe_ip_protocol: 4 }
const PHASES = ['resolve', 'connect', 'processing'].map((phase) => [`probe_http_duration_seconds ${phase}`, expect.any(Number)])
const WEB = { ...IP4, probe_dns_lookup_time_seconds: expect.any(Number), probe_http_version: 1.1, ...Object.fromEntries(PHASES) }

describe('a module', () => {
  test('port tells of the home that scrapes, and names the situation', async () => {
    const { home } = await theLab()
    const open = { ...IP4, probe_success: 1, 'doorstep_situation open': 1 }
    expect([await scrape('port', `${home}`), await scrape('reachability', `${home}/TCP`)]).toEqual([open, open])
    const shut = { ...IP4, probe_success: 0, 'doorstep_situation no-rule-seen': 1 }
    expect([await scrape('port', `${freePort()}/udp`), await scrape('port', 'minecraft-java')]).toEqual([shut, shut])
    expect(await scrape('reachability', 'minecraft-java')).toEqual(shut)
    expect(await scrape('port', 'zoom')).toEqual({ ...IP4, probe_success: 1, 'doorstep_situation not-needed': 1 })
  })

  test('http, tls and service tell of a page and its certificate', async () => {
    const { http, https, silent } = await theLab()
    const page = { ...WEB, probe_success: 1, probe_http_status_code: 200, probe_http_ssl: 0, probe_http_redirects: 0 }
    expect(await scrape('http', `http://web.test:${http}/`)).toEqual(page)
    expect(await scrape('http', `http://web.test:${http}/there`)).toEqual({ ...page, probe_http_redirects: 1 })
    expect(await scrape('http', `127.0.0.1:${http}/broken`)).toEqual({ ...page, probe_success: 0, probe_http_status_code: 500 })
    const version = { 'probe_tls_version_info TLS 1.3': 1 }
    expect(await scrape('http', `https://web.test:${https}/`)).toMatchObject({ probe_success: 0, probe_http_ssl: 1, ...version })
    const expiry = Date.parse('2049-05-06T07:08:09Z') / 1000
    const secured = { ...IP4, probe_success: 0, probe_ssl_earliest_cert_expiry: expiry, ...version }
    expect(await scrape('tls', `web.test:${https}`)).toEqual(secured)
    expect(await scrape('tls', `web.test:${http}`)).toEqual({ ...IP4, probe_success: 0 })
    expect(await scrape('service', `127.0.0.1:${silent}`)).toMatchObject({ ...IP4, probe_success: 1 })
    const nobody = `127.0.0.1:${freePort()}`
    expect(await scrape('http', nobody)).toMatchObject({ probe_success: 0, probe_http_status_code: 0, probe_http_ssl: 0 })
    expect(await scrape('service', `http://127.0.0.1:${http}`)).toMatchObject({ probe_success: 1, probe_http_status_code: 200 })
    expect(await scrape('service', nobody)).toEqual({ ...IP4, probe_success: 0 })
  })

  test('icmp, dns, ddns and certificate tell of a name', async () => {
    const reply = { ...IP4, probe_success: 1, 'probe_icmp_duration_seconds rtt': expect.any(Number) }
    expect(await scrape('icmp', 'web.test')).toEqual(reply)
    expect(await scrape('dns', 'web.test')).toEqual({ ...IP4, probe_success: 1, probe_dns_answer_rrs: 1 })
    const [here, elsewhere] = [await scrape('ddns', 'home.test', '127.0.0.1'), await scrape('ddns', 'home.test')]
    expect([here.probe_success, elsewhere]).toEqual([1, { ...IP4, probe_success: 0, 'doorstep_situation name-elsewhere': 1 }])
    const local = { probe_duration_seconds: expect.any(Number), probe_success: 0 }
    expect(await scrape('certificate', 'printer.local')).toMatchObject(local)
  })

  test('leaves no metric out that is documented', () => expect([...emitted].toSorted()).toEqual(PROBE_METRICS.toSorted()))
})

describe('a mistake is refused with 400, in text that says what can be had', () => {
  const MODULES = 'port, service, http, tls, icmp, dns, certificate, ddns, reachability'
  test.each([
    [{}, 'module', MODULES],
    [{ module: 'nope', target: 'x' }, 'module', MODULES],
    [{ module: '__proto__', target: 'x' }, 'module', MODULES],
    [{ module: 'dns' }, 'target', 'home.example.com. It is missing.'],
    [{ module: 'http', target: '' }, 'target', 'https://home.example.com/'],
    [{ module: 'dns', target: 'web.test', hostname: 'x' }, 'hostname', 'a probe has "module" and "target"'],
    [{ module: 'dns', target: 'a..b' }, 'target', 'home.example.com'],
    [{ module: 'service', target: 'web.test' }, 'target', 'home.example.com:443'],
    [{ module: 'port', target: '0' }, 'target', '25565/udp'],
    [{ module: 'port', target: 'no such thing' }, 'target', 'minecraft-java'],
    ...['port', 'reachability'].flatMap((module) =>
      ['203.0.113.7:25565', '203.0.113.7', '[2001:db8::1]:80', 'web.test', '25565/sctp', 'http://x/'].map(
        (target) => [{ module, target }, 'target', 'This module checks only whoever asks'] as const,
      ),
    ),
  ] as const)('%p', async (query, field, told) => {
    const { server } = await theLab()
    const answer = await ask(server.url, { ...query }, { 'x-forwarded-for': HOME })
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/plain; charset=utf-8'])
    expect(text).toContain(`field "${field}"`)
    expect(text).toContain(told)
    const korean = await ask(server.url, { ...query }, { 'x-forwarded-for': HOME, 'accept-language': 'ko' })
    expect(await korean.text()).toMatch(/^[^:]*[가-힣].*[가-힣]/)
  })

  test.each(['x', '0', '-1', 'Infinity'])('a time of %s seconds', async (seconds) => {
    const { server } = await theLab()
    const answer = await ask(server.url, { module: 'dns', target: 'web.test' }, { [TIMEOUT]: seconds })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(TIMEOUT)])
  })
})

describe('a scrape fails, and tells of no failure of the target,', () => {
  test('where its time is over before anything is known', async () => {
    const { server, http, home, silent } = await theLab()
    const cut = async (module: string, target: string, seconds: string) => {
      const answer = await ask(server.url, { module, target }, { [TIMEOUT]: seconds, 'x-forwarded-for': HOME })
      const found = /^probe_success (\d)/m.exec(await answer.text())?.[1]
      return [module, found ?? answer.headers.get('doorstep-code') ?? '']
    }
    const [page, own] = [`127.0.0.1:${http}`, `${home}`]
    const well = { port: own, reachability: own, service: page, http: page, icmp: 'web.test', dns: 'web.test' }
    // The less than no time that is left may suffice, but not for a failure.
    for (const [module, target] of Object.entries(well))
      expect([['1'], ['nothing-found'], ['unresolvable-target']]).toContainEqual((await cut(module, target, '0.4')).slice(1))
    // The server takes the connection, and says nothing as long as anybody waits.
    for (const module of ['http', 'tls'])
      expect(await cut(module, `127.0.0.1:${silent}`, '1.2')).toEqual([module, 'nothing-found'])
  })

  test('where its allowance, which is that of the tool, is used up', async () => {
    using clock = new HandClock()
    await using limited = await startServer({ env: clock.env, args: [...PROXY, '--rate-limit', '3/min'] })
    const headers = { 'x-forwarded-for': HOME }
    const query = { module: 'dns', target: 'web.test' }
    const first = await ask(limited.url, query, headers)
    await postTool(limited.url, 'dns-lookup', { domain: 'web.test' }, headers)
    const third = await ask(limited.url, query, headers)
    expect([first, third].map((answer) => answer.headers.get('ratelimit'))).toEqual(['"client";r=2;t=20', '"client";r=0;t=60'])
    const refused = await ask(limited.url, query, headers)
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      429,
      '20',
      expect.stringContaining('allowance of 3 per minute'),
    ])
  })

  test('where a name has no address that anybody tells', async () => {
    await using lost = await startServer()
    const answer = await ask(lost.url, { module: 'icmp', target: 'home.example.com' })
    expect([answer.status, answer.headers.get('doorstep-code')]).toEqual([503, 'unresolvable-target'])
  })

  test('where the one who scrapes, or the target, is not public', async () => {
    await using closed = await startServer({ args: ['--metrics', '127.0.0.1:0'] })
    for (const url of [closed.url, listenerOf(closed)])
      for (const [module, target, code] of [
        ['port', '25565', 'requester-not-public'],
        ['reachability', '25565', 'requester-not-public'],
        ['ddns', 'home.example.com', 'requester-not-public'],
        ['icmp', '10.0.0.1', 'target-not-public'],
      ] as const) {
        const answer = await ask(url, { module, target }, { 'x-forwarded-for': '9.9.9.9' })
        expect([answer.status, answer.headers.get('doorstep-code')]).toEqual([403, code])
        expect(await answer.text()).toContain(module === 'icmp' ? '10.0.0.1' : '127.0.0.1')
      }
  })
})

test('the listener of the metrics probes as the main port does, and counts it with the rest', async () => {
  const { metrics, http, home } = await theLab()
  expect(await scrape('http', `web.test:${http}`, HOME, metrics)).toMatchObject({ probe_success: 1 })
  expect(await scrape('port', `${home}`, HOME, metrics)).toMatchObject({ probe_success: 1 })
  const counts = await (await fetch(`${metrics}/metrics`)).text()
  expect(counts).toMatch(/doorstep_requests_total\{tool="http-headers",status="200"\} \d/)
})

test('neither port lets the pages of other sites probe, nor browsers in advance', async () => {
  const { server, metrics } = await theLab()
  for (const url of [server.url, metrics])
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-purpose': 'prefetch' }])
      expect((await ask(url, { module: 'dns', target: 'web.test' }, headers)).status).toBe(403)
  expect((await fetch(`${server.url}/probe`, { method: 'POST' })).headers.get('allow')).toBe('GET, OPTIONS')
})
