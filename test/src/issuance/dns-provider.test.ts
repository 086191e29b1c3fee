import { describe, expect, test } from 'bun:test'
import { type DnsProvider, dnsProviderOf, isLentAlone, PROVIDERS } from '../../../src/issuance/dns-provider.ts'
import { embeddedCatalogue } from '../../../src/router/catalogue/load.ts'

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
    expect(idOf([])).toBeNull()
    expect(idOf(['ns1.example.com', 'ns2.example.com'])).toBeNull()
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
    expect(idOf(['ns-1.awsdns-00.com'], 'nas.duckdns.org')).toBe('duckdns')
    expect(idOf([], 'me.dedyn.io')).toBe('desec')
    expect(idOf([], 'me.ipv64.net')).toBe('ipv64')
  })

  test('has no provider where the service lends addresses alone', () => {
    for (const name of ['nas.iptime.org', 'nas.synology.me', 'nas.myqnapcloud.com', 'nas.mooo.com', 'nas.ddns.net'])
      expect([name, idOf(['ns-1.awsdns-00.com'], name)]).toEqual([name, null])
  })
})

test('a name is lent alone if its service is not known to let anyone write, and it is no zone of its own', () => {
  const rows: [domain: string, apex: string, isLent: boolean][] = [
    ['nas.iptime.org', 'iptime.org', true],
    ['a.nas.iptime.org', 'iptime.org', true],
    ['me.cloudns.org', 'me.cloudns.org', false],
    ['nas.duckdns.org', 'duckdns.org', false],
    ['home.example.com', 'example.com', false],
  ]
  for (const [domain, apex, isLent] of rows) expect([domain, isLentAlone(domain, apex, CATALOGUE)]).toEqual([domain, isLent])
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
