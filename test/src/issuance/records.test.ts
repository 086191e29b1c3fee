import { describe, expect, test } from 'bun:test'
import { readCaa } from '../../../src/issuance/caa.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import { askServers, findZone, lookAtCaa, lookAtChallenge } from '../../../src/issuance/records.ts'
import { queryName } from '../../support/dns/query-names.ts'
import { dns as dnsFacts, facts } from '../../support/issuance/facts.ts'
import { FAILED, fakeDns, type Known, NO_SUCH_NAME, SILENT, withRecords } from '../../support/issuance/fake-dns.ts'

const NAME = '_acme-challenge.home.example.com'
const SIBLING = '_doorstep-challenge.home.example.com CNAME'
const VALUE = `"${'aB3_-'.repeat(8)}xyz"`
const WORLD = { com: [], 'example.com': ['ns1'], 'example.net': ['ns1'], net: [] }
/** Returns the record for an answer to TXT, and that to CNAME where it has a target. */
const look = (challenge: Known, answers: Record<string, Known> = {}) => {
  const [target] = challenge.cnameChain ?? []
  const alias = target === undefined ? {} : { [`${NAME} CNAME`]: withRecords('CNAME', NAME, target) }
  return lookAtChallenge(
    queryName(NAME),
    fakeDns({ zones: WORLD, answers: { 'free.net NS': NO_SUCH_NAME, [`${NAME} TXT`]: challenge, ...alias, ...answers } }),
  )
}
const cname = (target: string, rest: Known = NO_SUCH_NAME): Known => ({ ...rest, cnameChain: [target] })

test('a name without records is as it should be', async () => {
  expect(await look(NO_SUCH_NAME)).toEqual({
    name: NAME,
    status: 'nxdomain',
    reason: 'no-such-name',
    values: [],
    dnssec: 'insecure',
    alias: null,
    aliasAnswers: null,
  })
})

test('only what can be of a challenge is left over from one', async () => {
  const { values } = await look(withRecords('TXT', NAME, VALUE, '"v=spf1 -all"', `${VALUE} ${VALUE}`, `"${'a'.repeat(44)}"`))
  expect(values).toEqual([VALUE])
})

const LEAVES: Known = { ...cname('id.corp'), status: 'nodata', reason: 'leads-to-local-name' }

describe('a CNAME record', () => {
  test('leads to a zone that answers', async () => {
    expect(await look(cname('id.auth.example.net'))).toMatchObject({ alias: 'id.auth.example.net', aliasAnswers: true })
    const found = { ...withRecords('TXT', 'id.auth.example.net', VALUE), cnameChain: ['id.auth.example.net'] }
    expect(await look(found)).toMatchObject({ alias: 'id.auth.example.net', aliasAnswers: true, values: [VALUE] })
  })

  test.each([
    ['a name that nobody has registered', cname('id.free.net')],
    ['a local name', LEAVES],
    ['itself', cname('id.example.net', { status: 'error', reason: 'cname-loop' })],
    ['a zone that fails', cname('id.example.net', FAILED)],
  ])('leads to %s: nothing answers', async (_, challenge) => {
    expect(await look(challenge)).toMatchObject({ alias: expect.any(String), aliasAnswers: false })
  })

  test('is found where the resolver fails at its end and says no more', async () => {
    const alias = { [`${NAME} CNAME`]: withRecords('CNAME', NAME, 'id.auth.example.net') }
    expect(await look(FAILED, alias)).toMatchObject({ status: 'servfail', alias: 'id.auth.example.net', aliasAnswers: false })
    expect(await look(SILENT, alias)).toMatchObject({ status: 'timeout', alias: 'id.auth.example.net', aliasAnswers: null })
    expect(await look(FAILED)).toMatchObject({ alias: null, aliasAnswers: null })
    const ofWildcard = {
      ...alias,
      [SIBLING]: FAILED,
      [SIBLING.replace('TXT', 'CNAME')]: withRecords('CNAME', '', 'id.auth.example.net'),
    }
    expect(await look(FAILED, ofWildcard)).toMatchObject({ alias: null })
  })

  test('leads to a zone of which nothing is known', async () => {
    expect((await look(cname('id.example.net', SILENT))).aliasAnswers).toBeNull()
    expect((await look(cname('id.free.net'), { 'free.net NS': SILENT })).aliasAnswers).toBeNull()
  })

  test('of a wildcard gives way to the record that a client adds', async () => {
    const wildcard = withRecords('CNAME', '', 'home.example.net')
    for (const reply of [cname('home.example.net'), { ...FAILED, cnameChain: ['home.example.net'] }])
      expect(await look(reply, { [SIBLING]: wildcard })).toMatchObject({ alias: null, aliasAnswers: null })
    // Another wildcard is not the record of this name.
    expect(await look(cname('id.example.net'), { [SIBLING]: wildcard })).toMatchObject({ alias: 'id.example.net' })
  })
})

const ISSUE = '0 issue "letsencrypt.org"'
const at = (name: string, ...values: string[]) => ({ [`${name} CAA`]: withRecords('CAA', name, ...values) })
const climb = (answers: Record<string, Known>, name = 'a.b.example.com') => lookAtCaa(queryName(name), fakeDns({ answers }))

describe('the way up', () => {
  test('each name up to the top is asked, once, and that is all', async () => {
    const dns = fakeDns({})
    expect(await lookAtCaa(queryName('a.b.example.com'), dns)).toEqual({
      found: null,
      failed: null,
      records: [],
      isPartial: false,
    })
    expect(dns.asked).toEqual(['a.b.example.com CAA', 'b.example.com CAA', 'example.com CAA', 'com CAA'])
  })

  test('the first name with records counts, whatever is above it', async () => {
    for (const name of ['a.b.example.com', 'b.example.com', 'example.com', 'com']) {
      const found = await climb({ ...at('com', '0 issue ";"'), ...at(name, ISSUE) })
      expect(found).toMatchObject({ found: name, records: [{ flags: 0, tag: 'issue', value: 'letsencrypt.org' }] })
    }
  })

  test('a name that does not exist, or leads to a local one, has none', async () => {
    const leads: Known = { status: 'nodata', reason: 'leads-to-local-name' }
    const answers = { 'a.b.example.com CAA': NO_SUCH_NAME, 'b.example.com CAA': leads, ...at('example.com', ISSUE) }
    expect((await climb(answers)).found).toBe('example.com')
  })

  test('records behind a CNAME record are at its end, where they can be changed', async () => {
    const answers = {
      'a.b.example.com CAA': { ...withRecords('CAA', 'host.example.net', ISSUE), cnameChain: ['host.example.net'] },
    }
    expect((await climb(answers)).found).toBe('host.example.net')
  })

  test('a failure below them hides them; one above them does not matter', async () => {
    const bogus: Known = { ...FAILED, dnssec: 'bogus' }
    expect(await climb({ 'b.example.com CAA': bogus, ...at('example.com', ISSUE) })).toMatchObject({
      found: null,
      records: [],
      failed: { name: 'b.example.com', status: 'servfail', reason: 'server-failure', dnssec: 'bogus' },
    })
    expect((await climb({ 'com CAA': SILENT })).failed).toMatchObject({ name: 'com', status: 'timeout', dnssec: 'insecure' })
    expect((await climb({ 'com CAA': FAILED, ...at('example.com', ISSUE) })).failed).toBeNull()
  })

  test('records that were cut off fail; so many that not all were read are said', async () => {
    const cut = { 'example.com CAA': { ...withRecords('CAA', 'example.com', ISSUE), truncated: true } }
    expect((await climb(cut)).failed).toMatchObject({ name: 'example.com', status: 'error', reason: 'truncated-answer' })
    const unread = { 'example.com CAA': { ...withRecords('CAA', 'example.com', ISSUE), unread: 1 } }
    expect(await climb(unread)).toMatchObject({ found: 'example.com', failed: null, isPartial: true })
    const many = await climb(at('example.com', ...Array.from({ length: 400 }, (_, index) => `0 issue "ca${index}.example"`)))
    expect([many.records.length, many.isPartial]).toEqual([64, true])
  })

  test('a name with very many labels is not climbed to the end, which leaves open what is above', async () => {
    const name = `${'a.'.repeat(30)}example.com`
    const dns = fakeDns({ answers: at('example.com', '0 issue ";"') })
    expect(await lookAtCaa(queryName(name), dns)).toMatchObject({ found: null, failed: null, isPartial: true })
    expect(dns.asked.length).toBeLessThanOrEqual(16)
    expect(await climb(at(name, ISSUE), name)).toMatchObject({ found: name, isPartial: false })
    const caa = { found: null, failed: null, records: [], isPartial: true }
    const { verdict } = judgeIssuance(facts({ dns: dnsFacts({ caa }) }), ['http-01', 'dns-01'])
    expect(verdict).toBe('cannot-tell')
  })
})

describe('a record', () => {
  const only = async (value: string) => (await climb(at('example.com', value))).records[0]

  test('is shown as it came', async () => {
    expect(await only('128 Issue "le\\"\\\\; a=b"')).toEqual({ flags: 128, tag: 'Issue', value: 'le"\\; a=b' })
    expect(await only('0 issue ""')).toEqual({ flags: 0, tag: 'issue', value: '' })
  })

  test.each(['letsencrypt.org\\000', 'letsencrypt.org\\226\\128\\139', 'letsencrypt.org\\010'])(
    'with a byte that does not belong there (%s) does not pass for one without',
    async (value) => {
      const facts = await climb(at('example.com', `0 issue "${value}"`))
      expect(facts.records[0]?.value).toMatch(/^letsencrypt\.org\ufffd+$/)
      expect(readCaa(facts).issuers).toEqual([])
    },
  )

  test('with an odd tag passes for no known one, and may be critical', async () => {
    for (const tag of ['"issue\\000"', '"issue wild"', '""', '"is\\"sue \\" x"']) {
      const facts = await climb(at('example.com', `128 ${tag} "letsencrypt.org"`))
      expect(readCaa(facts)).toMatchObject({ issuers: null, unknownCritical: ['?'] })
    }
  })

  test('of a huge value is cut, and then allows nobody', async () => {
    const facts = await climb(at('example.com', `0 issue "letsencrypt.org; policy=${'a'.repeat(60_000)}"`))
    expect(facts.records[0]?.value.length).toBeLessThan(600)
    expect(readCaa(facts).issuers).toEqual([])
  })
})

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
