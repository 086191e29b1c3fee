import { describe, expect, test } from 'bun:test'
import { askServers, findZone } from '../../../src/issuance/records.ts'
import { queryName } from '../../support/dns/query-names.ts'
import { FAILED, fakeDns, NO_SUCH_NAME, SILENT } from '../../support/issuance/fake-dns.ts'

const find = (name: string, world: Parameters<typeof fakeDns>[0]) => findZone(queryName(name), fakeDns(world))
const NOBODY = { apex: null, hosts: [] }

describe('the zone of a name', () => {
  const zones = { com: ['a.gtld'], kr: ['a.kr'], 'co.kr': ['a.kr'], 'example.com': ['ns1'], 'deep.example.com': ['ns2'] }

  test('is the nearest one', async () => {
    expect(await find('home.example.com', { zones })).toEqual({ apex: 'example.com', hosts: ['ns1'] })
    expect(await find('_acme-challenge.deep.example.com', { zones })).toEqual({ apex: 'deep.example.com', hosts: ['ns2'] })
  })

  test('is nobody’s below a top-level domain, or below the zone of a registry', async () => {
    expect(await find('home.free.com', { zones, answers: { 'free.com NS': NO_SUCH_NAME } })).toEqual(NOBODY)
    const answers = { 'free.co.kr NS': NO_SUCH_NAME, 'home.free.co.kr NS': NO_SUCH_NAME }
    expect(await find('home.free.co.kr', { zones, answers })).toEqual(NOBODY)
    expect(await find('home.free.nothing', { answers: { 'nothing NS': NO_SUCH_NAME } })).toEqual(NOBODY)
    expect(await find('home.free.nothing', { answers: { 'free.nothing NS': NO_SUCH_NAME } })).toEqual(NOBODY)
  })

  test('is unknown where a resolver answers about addresses alone, as if there were no zones', async () => {
    const answers = { '_acme-challenge.home.example.com NS': NO_SUCH_NAME, 'home.example.com NS': NO_SUCH_NAME }
    for (const known of [{}, { com: zones.com }])
      for (const name of ['example.com', 'home.example.com', '_acme-challenge.home.example.com'])
        expect(await find(name, { zones: known, answers })).toBeNull()
  })

  test('may look like that of a registry: what exists in it is somebody’s', async () =>
    expect(await find('home.co.kr', { zones })).toEqual({ apex: 'co.kr', hosts: ['a.kr'] }))

  test.each([FAILED, SILENT])('is unknown where the resolver fails below it', async (failure) => {
    expect(await find('home.broken.com', { zones, answers: { 'broken.com NS': failure } })).toBeNull()
    expect(await find('home.broken.nothing', { answers: { 'nothing NS': failure } })).toBeNull()
    // A failure above it does not matter.
    expect(await find('home.example.com', { zones, answers: { 'com NS': failure } })).not.toBeNull()
  })
})

describe('its servers', () => {
  const zone = { apex: 'example.com', hosts: ['ns1.example.com', 'ns2.example.com'] }
  const challenge = queryName('_acme-challenge.home.example.com')

  test('are each asked for the challenge', async () => {
    const dns = fakeDns({
      servers: { 'ns2.example.com': { state: 'lame', reason: 'refused-by-server', address: '198.18.53.3' } },
    })
    const { apex, servers } = await askServers(zone, challenge, dns)
    expect([apex, servers]).toEqual([
      'example.com',
      [
        { name: 'ns1.example.com', address: null, state: 'answers', reason: null },
        { name: 'ns2.example.com', address: '198.18.53.3', state: 'lame', reason: 'refused-by-server' },
      ],
    ])
    expect(dns.asked).toEqual(zone.hosts.map((host) => `@${host} _acme-challenge.home.example.com TXT`))
  })

  test('are each named once; those that nobody asked as well, as far as anyone would read', async () => {
    const hosts = Array.from({ length: 100 }, (_, index) => `ns${index}.example.com`)
    const dns = fakeDns({})
    const first = {
      ...dns,
      askEach: async (names: readonly string[], ...rest: [typeof challenge, 'TXT']) => dns.askEach(names.slice(0, 8), ...rest),
    }
    const { servers } = await askServers({ apex: 'example.com', hosts: ['NS0.example.com', ...hosts] }, challenge, first)
    expect(servers.map(({ name }) => name)).toEqual(hosts.slice(0, 26))
    expect(servers.map(({ state }) => state).filter((state) => state === 'answers')).toHaveLength(8)
  })

  test('are not asked without DNS-01', async () => {
    const dns = fakeDns({})
    const { servers } = await askServers(zone, null, dns)
    expect(servers.map(({ name, state }) => [name, state])).toEqual(zone.hosts.map((host) => [host, 'not-asked']))
    expect(dns.asked).toEqual([])
  })

  test.each([
    [['10.0.0.1'], 'no-address'],
    [['10.0.0.1', 'fd00::1'], 'no-address'],
    [['10.0.0.1', '9.9.9.9'], 'not-asked'],
    [[], 'not-asked'],
  ])('at %j, which may not be asked: %s', async (addresses, state) => {
    const dns = fakeDns({ servers: { 'ns1.example.com': { addresses, state: 'not-asked' } } })
    expect((await askServers(zone, challenge, dns)).servers[0]?.state).toBe<string | undefined>(state)
  })
})
