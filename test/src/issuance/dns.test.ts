import { describe, expect, test } from 'bun:test'
import { lookAtNames, lookUpAddresses, type Naming } from '../../../src/issuance/check.ts'
import { type DnsProvider, dnsProviderOf, PROVIDERS } from '../../../src/issuance/dns-provider.ts'
import { METHODS } from '../../../src/issuance/fields.ts'
import { admitPublicName } from '../../../src/policy/admit-name.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'
import { FAILED, fakeDns, type Known, RULES, withRecords } from '../../support/issuance/fake-dns.ts'

const WORLD = {
  zones: {
    com: [],
    'synology.me': ['ns1.synology.me'],
    'duckdns.org': ['ns1.duckdns.org'],
    'example.com': ['ns1.example.com', 'ns2.example.com'],
  },
  answers: { 'home.example.com A': withRecords('A', 'home.example.com', '198.18.1.1'), 'home.example.com AAAA': FAILED },
}

async function look(domain: string, methods: Naming['methods'] = METHODS, answers: Record<string, Known> = {}) {
  const dns = fakeDns({ ...WORLD, answers: { ...WORLD.answers, ...answers } })
  const target = admitPublicName({ field: 'domain', ports: [80, 443] }, domain, RULES)
  const naming = { target, methods, net: { dns }, catalogue: embeddedCatalogue() }
  const facts = { ...(await lookUpAddresses(naming)), ...(await lookAtNames(naming)) }
  return { ...facts, asked: dns.asked }
}

test('every method: addresses, CAA records, the zone and its servers, the challenge', async () => {
  const { ipv4, ipv6, caa, zone, challenge, asked } = await look('home.example.com')
  expect(ipv4).toEqual({ status: 'noerror', reason: null, values: ['198.18.1.1'], dnssec: 'insecure' })
  expect(ipv6).toMatchObject({ status: 'servfail', reason: 'server-failure', values: [] })
  expect(caa).toMatchObject({ found: null, failed: null })
  expect(zone).toMatchObject({ apex: 'example.com', servers: [{ state: 'answers' }, { state: 'answers' }] })
  expect(challenge).toMatchObject({ name: '_acme-challenge.home.example.com', alias: null, values: [] })
  expect(new Set(asked).size).toBe(asked.length)
})

test('the methods at addresses alone: no challenge, and no server of the zone is asked', async () => {
  const { ipv4, zone, challenge, asked } = await look('home.example.com', ['http-01', 'tls-alpn-01'])
  expect([ipv4?.values, zone?.apex, challenge]).toEqual([['198.18.1.1'], 'example.com', null])
  expect(zone?.servers.map(({ state }) => state)).toEqual(['not-asked', 'not-asked'])
  expect(asked.filter((question) => /challenge|@/.test(question))).toEqual([])
})

test('DNS-01 alone, and every wildcard: no addresses', async () => {
  for (const [domain, methods] of [
    ['home.example.com', ['dns-01']],
    ['*.home.example.com', METHODS],
  ] as const) {
    const { ipv4, ipv6, challenge, asked } = await look(domain, methods)
    expect([ipv4, ipv6, challenge?.name]).toEqual([null, null, '_acme-challenge.home.example.com'])
    expect(asked.filter((question) => /^[^@].* A{1,4}$/.test(question))).toEqual([])
  }
})

test('nobody is asked about a local name', async () => {
  for (const name of ['nas.lan', 'nas'])
    expect(await look(name)).toEqual({ ipv4: null, ipv6: null, caa: null, zone: null, challenge: null, asked: [] })
})

test('a name that is too long for a challenge has none', async () => {
  const { challenge, zone } = await look(`${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.example.com`)
  expect([challenge, zone?.servers[0]?.state]).toEqual([null, 'not-asked'])
})

const CATALOGUE = embeddedCatalogue()
const idOf = (servers: string[], domain = 'home.example.com') => dnsProviderOf(domain, servers, CATALOGUE)?.id ?? null

describe('by name servers', () => {
  test.each([
    ['cloudflare', ['amy.ns.cloudflare.com', 'RON.NS.Cloudflare.com.']],
    ['route53', ['ns-1.awsdns-00.com', 'ns-1999.awsdns-57.co.uk', 'ns-600.awsdns-11.net', 'ns-1200.awsdns-22.org']],
    ['desec', ['ns1.desec.io', 'ns2.desec.org']],
    ['hetzner', ['hydrogen.ns.hetzner.com', 'oxygen.ns.hetzner.com', 'helium.ns.hetzner.de']],
    ['gabia', ['ns.gabia.co.kr', 'ns1.gabia.co.kr', 'ns.gabia.net']],
    ['hosting-kr', ['ns1.hosting.co.kr', 'ns2.hosting.co.kr']],
    ['cafe24', ['ns1.cafe24.com', 'ns1.cafe24.co.kr']],
    ['google', ['ns-cloud-a1.googledomains.com']],
  ])('%s', (id, servers) => expect(idOf(servers)).toBe(id))

  test('none is named where they are unknown, of several providers, or only look like those of one', () => {
    expect([idOf([]), idOf(['ns1.example.com', 'ns2.example.com'])]).toEqual([null, null])
    expect(idOf(['amy.ns.cloudflare.com', 'ns1.desec.io'])).toBeNull()
    expect(idOf(['ns1.desec.io', 'ns1.example.com'])).toBeNull()
    expect(idOf(['ns1.example.com', 'ns1.desec.io'])).toBeNull()
    for (const server of ['ns.cloudflare.com.example.org', 'evilns.cloudflare.com', 'ns.awsdns-1.evil.com', 'xawsdns-1.com'])
      expect([server, idOf([server])]).toEqual([server, null])
  })
})

describe('a name that a dynamic DNS service lent', () => {
  test('is written in its account, wherever its zone is served', () => {
    expect(idOf(['ns1.duckdns.org'], 'nas.duckdns.org')).toBe('duckdns')
    expect([idOf(['ns-1.awsdns-00.com'], 'nas.duckdns.org'), idOf([], 'me.dedyn.io')]).toEqual(['duckdns', 'desec'])
    expect(idOf([], 'me.ipv64.net')).toBe('ipv64')
  })

  test('has no provider where the service lends addresses alone', () => {
    for (const name of ['nas.iptime.org', 'nas.synology.me', 'nas.myqnapcloud.com', 'nas.mooo.com', 'nas.ddns.net'])
      expect([name, idOf(['ns-1.awsdns-00.com'], name)]).toEqual([name, null])
  })
})

describe('the table', () => {
  test('each provider once, each suffix of one provider', () => {
    expect(new Set(PROVIDERS.map(({ id }) => id)).size).toBe(PROVIDERS.length)
    const suffixes = PROVIDERS.flatMap((provider) => provider.suffixes)
    expect(new Set(suffixes).size).toBe(suffixes.length)
    expect(PROVIDERS.length).toBeGreaterThanOrEqual(40)
  })

  test('the names of plug-ins, modules and hooks have their form', () => {
    const matches = ({ certbot, caddy, acmeSh }: DnsProvider) => {
      if (certbot) expect(`${certbot.package} ${certbot.authenticator}`).toMatch(/^certbot-(dns-[a-z0-9-]+) \1$/)
      if (certbot) expect(certbot.credentials ?? '--dns-').toMatch(/^--dns-/)
      if (caddy) expect(`${caddy.path} ${caddy.name}`).toMatch(/^github\.com\/caddy-dns\/([a-z0-9]+)(?:\/v\d)? \1$/)
      if (acmeSh !== null) expect(acmeSh).toMatch(/^dns_[a-z0-9_]+$/)
    }
    PROVIDERS.forEach(matches)
  })

  test('the exceptions among the options', () => {
    const of = (id: string) => PROVIDERS.find((provider) => provider.id === id)
    expect(of('route53')?.certbot?.credentials).toBeNull()
    expect(of('azure')?.certbot?.credentials).toBe('--dns-azure-config')
    expect(of('cloudflare')?.certbot?.credentials).toBe('--dns-cloudflare-credentials')
    expect(of('gabia')).toMatchObject({ name: { en: 'Gabia', ko: '가비아' }, certbot: null, caddy: null, acmeSh: null })
  })
})
