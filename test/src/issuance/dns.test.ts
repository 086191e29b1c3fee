import { expect, test } from 'bun:test'
import { lookAtNames, lookUpAddresses, type Naming } from '../../../src/issuance/check.ts'
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

test('a challenge whose CNAME record leads to a failure is still in the zone of the name', async () => {
  const { zone } = await look('home.example.com', ['dns-01'], { '_acme-challenge.home.example.com NS': FAILED })
  expect(zone).toMatchObject({ apex: 'example.com', servers: [{ state: 'answers' }, { state: 'answers' }] })
  expect((await look('home.example.com', ['dns-01'], { 'home.example.com NS': FAILED })).zone).toBeNull()
})

test('the zone of a name that a dynamic DNS service lent', async () => {
  for (const [domain, isLent] of [
    ['nas.synology.me', true],
    ['nas.duckdns.org', false],
    ['home.example.com', false],
  ] as const)
    expect([domain, (await look(domain)).zone?.isLent]).toEqual([domain, isLent])
})
