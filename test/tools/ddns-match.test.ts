import { describe, expect, test } from 'bun:test'
import { DNS_LAB_NEEDS, type DnsLab, dnsLabOfFile } from '../support/dns/lab.ts'
import { labTest } from '../support/lab.ts'
import { catalogueFolder } from '../support/router/catalogue-folder.ts'
import { followedCodes } from '../support/router/guidance.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { shared } from '../support/shared.ts'

const DEAD = '127.0.0.1:1'
const HOME = '198.18.40.20'
const theLab = dnsLabOfFile()
const proxied = (lab: DnsLab, ...args: string[]) =>
  lab.startDoorstep({ args: ['--trusted-proxies', lab.namespace.peer4, ...args] })
const labServer = shared(async () => proxied(await theLab()))

type ToolAnswer = Awaited<ReturnType<typeof bodyOf>>

/** Sends a request from this address: the test is a proxy that is trusted. */
type Match = (from: string, request: Record<string, string>, language?: string) => Promise<ToolAnswer>

function matchTest(name: string, check: (match: Match, lab: DnsLab, url: string) => Promise<void>) {
  labTest(name, DNS_LAB_NEEDS, async () => {
    const lab = await theLab()
    const { url } = await labServer()
    const match: Match = async (from, request, language = 'en') => {
      const found = await bodyOf(
        await postTool(url, 'ddns-match', request, { 'x-forwarded-for': from, 'accept-language': language }),
      )
      await followedCodes(url, found.nextActions, lab.namespace.peer4)
      return found
    }
    await check(match, lab, url)
  })
}

const codes = ({ nextActions }: ToolAnswer) => nextActions.map(({ code }: { code: string }) => code)

/** Returns what to do, without what to say to a provider. */
const advice = ({ nextActions }: ToolAnswer) =>
  nextActions.map(({ text }: { text: string }) => text.replace(/"[^"]*"/g, '')).join(' ')

describe('does my name point at me', () => {
  matchTest('match', async (match) => {
    for (const [from, hostname, recordType] of [
      [HOME, 'router.home.test', 'A'],
      ['2001:db8:40::20', 'router.home.test', 'AAAA'],
      [HOME, 'nas.home.test', 'A'],
    ] as const) {
      const found = await match(from, { hostname })
      expect(found).toMatchObject({
        recordType,
        publicIp: from,
        directAnswer: { status: 'noerror', reason: null, failedLayer: null, values: [from] },
        propagation: { consistent: true, verdict: 'consistent', answers: [{}, {}, {}] },
        verdict: 'match',
        nat: 'unknown',
        situation: null,
        good: true,
      })
      expect(found.directAnswer.nameserver).toMatch(/^ns[12]\./)
      // Visitors with IPv6 use the other record first, which cannot be compared over IPv4.
      expect(codes(found)).toEqual(['check-port', 'check-other-family'])
    }
    const korean = await match('198.18.40.23', { hostname: '집.plain.test' })
    expect(korean).toMatchObject({ verdict: 'match', hostname: 'xn--rc6b.plain.test', unicodeHostname: '집.plain.test' })
    expect(codes(korean)).toEqual(['check-port'])
  })

  matchTest('mismatch: another address', async (match) => {
    for (const [language, words] of [
      ['en', 'points at 198.18.40.20, but your address is 198.18.40.99'],
      ['ko', '198.18.40.20 주소를 가리키는데, 지금 회선의 주소는 198.18.40.99'],
    ] as const) {
      const found = await match('198.18.40.99', { hostname: 'router.home.test' }, language)
      expect(found).toMatchObject({ verdict: 'mismatch', directAnswer: { values: [HOME] } })
      expect(found).toMatchObject({ situation: 'name-elsewhere', good: false })
      expect(codes(found)).toEqual(['update-record'])
      expect(found.headline).toContain(words)
      // The same again is the same request: a caller who chose no type is not told to choose one.
      expect(found.nextActions[0].request).toEqual({ hostname: 'router.home.test' })
    }
  })

  matchTest('mismatch: an address of the local network', async (match) => {
    const found = await match(HOME, { hostname: 'private.plain.test' })
    expect(found).toMatchObject({ verdict: 'mismatch', directAnswer: { values: ['192.168.1.10'] } })
    expect(found).toMatchObject({ situation: 'name-private', good: false })
    expect(codes(found)).toEqual(['update-record'])
    // It is the router's address that tells why.
    expect(found.nextActions[0].text).toMatch(/^Your router has no public address.*see which internet \(WAN\) address/)
  })

  matchTest('mismatch: the address that a provider shares, or that of a name which is switched off', async (match) => {
    for (const request of [{}, { routerWanIp: '100.72.3.4' }]) {
      const found = await match(HOME, { hostname: 'shared.plain.test', ...request })
      expect(found).toMatchObject({ verdict: 'mismatch', directAnswer: { values: ['100.72.3.4'] } })
      expect(found).toMatchObject({ situation: 'carrier-grade', good: false, nat: 'carrier-grade' })
      expect(codes(found)).toEqual(['use-relay', 'ask-public-address'])
      expect(advice(found)).not.toMatch(/[Ff]orward (?:TCP|UDP|it|port)|record/)
    }
    const off = await match(HOME, { hostname: 'loopback.plain.test' }, 'ko')
    expect([off.situation, ...codes(off)]).toEqual(['name-elsewhere', 'update-record'])
  })

  matchTest('match, but the records of the other IP version lead elsewhere', async (match) => {
    const found = await match('198.18.40.31', { hostname: 'stale-v6.plain.test' }, 'ko')
    expect([found.verdict, codes(found)]).toEqual(['match', ['check-port', 'correct-other-family']])
    expect(found.nextActions[1].text).toContain('fd00::31')
  })

  matchTest('match among other addresses', async (match) => {
    const found = await match('198.18.40.27', { hostname: 'half-private.plain.test' })
    expect([found.verdict, codes(found)]).toEqual(['match', ['check-port', 'remove-other-records']])
  })

  matchTest('propagating: the zone is right, caches are not yet', async (match, lab) => {
    const home = lab.zoneText('home.test')
    await lab.flush()
    for (const resolver of Object.values(lab.resolvers)) await lab.dig(`@${resolver}`, 'router.home.test', 'A')
    await lab.setZone('home.test', home.replaceAll('198.18.40.20\n', '198.18.40.200\n'))
    const found = await match('198.18.40.200', { hostname: 'router.home.test' })
    expect(found).toMatchObject({ verdict: 'propagating', propagation: { consistent: false, verdict: 'propagating' } })
    expect(Date.parse(found.propagation.convergesBy)).toBeGreaterThan(Date.parse(found.checkedAt))
    expect(codes(found)).toEqual(['wait-for-caches'])
    // The former holder of the address gets the zone's answer, not that of caches.
    expect(await match(HOME, { hostname: 'router.home.test' })).toMatchObject({ verdict: 'mismatch' })
    await lab.setZone('home.test', home)
    await lab.flush()
    expect(await match(HOME, { hostname: 'router.home.test' })).toMatchObject({ verdict: 'match' })
  })

  matchTest('proxied', async (match) => {
    const found = await match(HOME, { hostname: 'proxied.home.test' })
    expect(found).toMatchObject({ verdict: 'proxied', directAnswer: { values: ['104.16.1.1'] } })
    expect(codes(found)).toEqual(['check-proxy-origin'])
    expect(found.nextActions[0].text).toContain('Cloudflare')
  })

  for (const [what, hostname, directAnswer, situation, action] of [
    ['no such name', 'missing.home.test', { status: 'nxdomain' }, 'name-missing', 'create-record'],
    ['no such record', '_minecraft._tcp.home.test', { status: 'nodata' }, 'name-missing', 'create-record'],
    ['no server for it', 'www.lame.test', { status: 'refused', nameserver: 'ns1.lame.test' }, 'unknown', 'check-name-servers'],
    ['no server to query', 'www.privatens.test', { reason: 'no-name-server', nameserver: null }, 'unknown', 'check-name-servers'],
  ] as const)
    matchTest(`unresolved: ${what}`, async (match) => {
      const found = await match(HOME, { hostname })
      expect(found).toMatchObject({
        verdict: 'unresolved',
        directAnswer,
        situation,
        good: situation === 'unknown' ? null : false,
      })
      expect(codes(found)).toEqual([action])
    })

  matchTest(
    'name servers that may not be queried: the answers of resolvers are used, and that is said below',
    async (match, _, url) => {
      const found = await match('198.18.40.30', { hostname: 'www.mixedns.test' })
      expect(found).toMatchObject({ verdict: 'mismatch', directAnswer: { nameserver: null } })
      expect(codes(found)).toEqual(['update-record'])
      const headers = { 'x-forwarded-for': '198.18.40.30', accept: 'text/plain' }
      const text = await (await postTool(url, 'ddns-match', { hostname: 'www.mixedns.test' }, headers)).text()
      expect(text.trimEnd().split('\n').at(-1)).toMatch(/^The zone's own name servers could not be asked/)
    },
  )

  matchTest('other family: the record, or the request', async (match) => {
    const record = await match('2001:db8:40::26', { hostname: 'v4only.plain.test' })
    expect(record).toMatchObject({ verdict: 'other-family', recordType: 'AAAA', directAnswer: { status: 'nodata' } })
    const request = await match(HOME, { hostname: 'router.home.test', recordType: 'aaaa' }, 'ko')
    expect(request).toMatchObject({ verdict: 'other-family', recordType: 'AAAA', publicIp: HOME })
    expect([codes(record), codes(request)]).toEqual([['ask-over-other-family'], ['ask-over-other-family']])
  })
})

describe('what the router shows', () => {
  const hostname = 'router.home.test'
  for (const [routerWanIp, nat, situation, actions] of [
    [HOME, 'none', null, []],
    ['192.168.0.2', 'double-nat', 'two-routers', ['use-one-router']],
    ['100.72.1.2', 'carrier-grade', 'carrier-grade', ['use-relay', 'ask-public-address']],
    ['192.0.0.2', 'carrier-grade', 'carrier-grade', ['use-relay', 'ask-public-address']],
    ['203.0.113.9', 'unknown', null, ['check-connection']],
    ['2001:db8::9', 'unknown', null, ['compare-router-address']],
  ] as const)
    matchTest(`${routerWanIp} means ${nat}`, async (match) => {
      const found = await match(HOME, { hostname, routerWanIp })
      expect(found).toMatchObject({ nat, verdict: 'match', situation, good: situation === null })
      expect(codes(found)).toEqual([...actions, ...(situation === null ? ['check-port'] : []), 'check-other-family'])
      // A rule helps nobody on a line that is shared.
      if (situation === 'carrier-grade') expect(advice(found)).not.toMatch(/[Ff]orward (?:TCP|UDP|it|port)/)
      expect(found.headline.includes('but your line')).toBe(situation !== null)
    })

  matchTest('over IPv6 the verdict is about IPv4, and does not hinder the comparison', async (match) => {
    const found = await match('2001:db8:40::20', { hostname, routerWanIp: '100.72.1.2' })
    expect(found).toMatchObject({ recordType: 'AAAA', verdict: 'match', nat: 'carrier-grade', situation: null, good: true })
    expect(codes(found)).toEqual(['check-port', 'check-other-family'])
  })
})

labTest('a name of a dynamic DNS service is registered and renewed where the service keeps it', DNS_LAB_NEEDS, async () => {
  const lab = await theLab()
  const service = { id: 'acme-dns', name: { en: 'Acme DNS', ko: '애크미 DNS' }, lastVerified: '2026-11-22' }
  const menu = { screen: 'ko', en: ['Advanced', 'DDNS settings'], ko: ['고급 설정', 'DDNS 설정'] }
  using folder = catalogueFolder({
    'ddns.json': [
      { ...service, suffixes: ['home.test'], where: 'router', menu },
      { ...service, id: 'b', name: { en: 'B', ko: '비' }, suffixes: ['plain.test'], where: 'account', url: 'https://b.example' },
    ],
  })
  await using other = await proxied(lab, '--catalog-dir', folder.path)
  const ask = async (hostname: string, language: string) => {
    const headers = { 'x-forwarded-for': '198.18.40.99', 'accept-language': language }
    const { nextActions } = await bodyOf(await postTool(other.url, 'ddns-match', { hostname }, headers))
    return nextActions.map(({ code, text }: { code: string; text: string }) => `${code}: ${text}`)
  }
  expect(await ask('router.home.test', 'ko')).toEqual([
    expect.stringMatching(
      /^renew-name: 공유기의 고급 설정 > DDNS 설정 메뉴에서 router\.home\.test 이름을 갱신해 198\.18\.40\.99/,
    ),
  ])
  expect(await ask('router.home.test', 'en')).toEqual([expect.stringContaining('Renew router.home.test in your router (')])
  expect(await ask('missing.home.test', 'en')).toEqual([
    expect.stringMatching(/^register-name: missing\.home\.test is not registered with Acme DNS, or it has expired\./),
  ])
  expect(await ask('missing.home.test', 'ko')).toEqual([
    expect.stringContaining('애크미 DNS에 등록되어 있지 않거나 만료되었습니다.'),
  ])
  expect(await ask('v4only.plain.test', 'en')).toEqual([expect.stringContaining('in your B account (https://b.example)')])
  // Writing the record again would not help here.
  expect((await ask('shared.plain.test', 'en')).join()).not.toMatch(/renew-name|update-record/)
  expect(await ask('loopback.plain.test', 'en')).toEqual([expect.stringMatching(/^renew-name: /)])
})

labTest('for a terminal: the finding, then each answer', DNS_LAB_NEEDS, async () => {
  const lab = await theLab()
  await using other = await lab.startDoorstep()
  const text = await (await postTool(other.url, 'ddns-match', { hostname: 'router.home.test' }, { accept: 'text/plain' })).text()
  expect(text).toMatch(
    /^router\.home\.test points at 198\.18\.40\.20, but your address is 198\.19\.\d+\.\d+\.\n\nrouter\.home\.test points at: .*\nYou are at: .*\n≠ not the same\n\nServer .*\nName server of the domain \(ns[12]\.home\.test\) +198\.18\.40\.20 \(not your address\) +5 min\nmain \(198\.18\.53\.10\) /,
  )
})

test('the schema lists the two types that are compared; any case of them is taken', async () => {
  await using alone = await startServer({ args: ['--allow-targets', '127.0.0.0/8'] })
  const { tools } = await bodyOf(await fetch(`${alone.url}/api/tools`))
  const { recordType } = tools.find(({ name }: ToolAnswer) => name === 'ddns-match').request.properties
  expect(recordType.examples).toEqual(['A', 'AAAA'])
  for (const type of ['a', 'aAaA', 'AAAA']) {
    const answer = await postTool(alone.url, 'ddns-match', { hostname: 'home.example.com', recordType: type })
    expect([type, answer.status]).toEqual([type, 200])
  }
})

describe('refusals', () => {
  const dead = ['--resolvers', `a=${DEAD},b=${DEAD},c=${DEAD}`]

  test('silence of every server is not taken for a missing record', async () => {
    await using alone = await startServer({
      args: [...dead, '--trusted-proxies', '127.0.0.1', '--allow-targets', '198.18.0.0/15'],
    })
    for (const [language, headline] of [
      ['en', /^No name server answered/],
      ['ko', /^네임서버가 응답하지 않아/],
    ] as const) {
      const headers = { 'x-forwarded-for': HOME, 'accept-language': language }
      const found = await bodyOf(await postTool(alone.url, 'ddns-match', { hostname: 'home.example.com' }, headers))
      expect(found.headline).toMatch(headline)
      expect(found).toMatchObject({ situation: 'unknown', good: null })
      expect(codes(found)).toEqual(['check-name-servers'])
      // The servers of a DDNS service are not the caller's.
      const service = await bodyOf(await postTool(alone.url, 'ddns-match', { hostname: 'home.duckdns.org' }, headers))
      expect(codes(service)).toEqual(['check-name-servers'])
      expect(service.nextActions[0].text).toMatch(/home\.duckdns\.org.*Duck DNS/)
    }
  })

  test('a requester without a public address', async () => {
    await using alone = await startServer({ args: [...dead, '--trusted-proxies', '127.0.0.1', '--deny-targets', '8.8.8.0/24'] })
    for (const [from, language] of [
      ['192.168.0.7', 'en'],
      ['8.8.8.8', 'ko'],
    ] as const) {
      const headers = { 'x-forwarded-for': from, 'accept-language': language }
      const problem = await bodyOf(await postTool(alone.url, 'ddns-match', { hostname: 'home.example.com' }, headers))
      expect(problem).toMatchObject({ status: 403, code: 'requester-not-public', detail: expect.stringContaining(from) })
    }
  })

  test('a name that is not served, not public, or invalid; a type that is not an address; an invalid router address', async () => {
    await using alone = await startServer({
      args: [...dead, '--allow-targets', '127.0.0.0/8', '--ddns-domains', 'dyn.example, 집.kr'],
    })
    for (const [request, status, code, field] of [
      [{ hostname: 'home.example.com' }, 422, 'invalid-target', 'hostname'],
      [{ hostname: 'xdyn.example' }, 422, 'invalid-target', 'hostname'],
      [{ hostname: 'nas.local' }, 403, 'target-not-public', 'hostname'],
      [{ hostname: 'a.dyn.example', recordType: 'MX' }, 422, 'unknown-value', 'recordType'],
      [{ hostname: 'a.dyn.example', routerWanIp: '192.168.1' }, 422, 'invalid-target', 'routerWanIp'],
    ] as const) {
      const answer = await postTool(alone.url, 'ddns-match', request)
      expect([request, answer.status]).toEqual([request, status])
      expect(await bodyOf(answer)).toMatchObject({ code, field })
    }
    for (const hostname of ['dyn.example', 'a.b.dyn.example', 'x.집.kr'])
      expect((await postTool(alone.url, 'ddns-match', { hostname })).status).toBe(200)
  })
})
