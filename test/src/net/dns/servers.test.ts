// The servers of a zone, which the zone itself names: how many of them are queried, at which addresses, and what their answers are worth.
import { describe, expect, test } from 'bun:test'
import { type Answer, noAnswer } from '../../../../src/net/dns/answer.ts'
import { askEach } from '../../../../src/net/dns/servers.ts'
import { askZone, type ZoneSearch } from '../../../../src/net/dns/zone.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { admitFound } from '../../../../src/policy/admit.ts'
import { queryName } from '../../../support/dns/query-names.ts'
import { answer, RULES, withRecords } from '../../../support/issuance/fake-dns.ts'

const AUTHORITATIVE: Partial<Answer> = { authoritative: true }
const HOST = 'ns1.example.com'
const { signal } = new AbortController()

interface World {
  /** The addresses of each server; a reason where they cannot be looked up. */
  readonly hosts: Record<string, readonly string[] | Answer['reason']>
  /** The answer at each address about a name; refusals at others. */
  readonly at?: Record<string, Partial<Answer> | ((name: string) => Partial<Answer>)>
}

/** Returns a search in a zone "example.com", whose servers are all hosts, with the lookups that were made and the addresses that were queried. */
function searchIn({ hosts, at = {} }: World) {
  const looked: string[] = []
  const asked: string[] = []
  const addressesOf = (host: string, type: string): Answer => {
    const known = hosts[host] ?? []
    if (!Array.isArray(known)) return answer({ status: 'error', reason: known as Answer['reason'] })
    const values = known.filter((text) => text.includes(':') === (type === 'AAAA'))
    return values.length > 0 ? answer({ status: 'noerror', reason: null, values }) : answer({})
  }
  const search: ZoneSearch = {
    found: (name) => (name.endsWith('.corp') ? null : queryName(name)),
    shortage: () => null,
    admit: (texts) =>
      admitFound(
        texts.map(parseAddress).filter((address) => address !== null),
        53,
        RULES,
      ),
    async lookup({ ascii }, type) {
      looked.push(`${ascii} ${type}`)
      if (type !== 'NS') return addressesOf(ascii, type)
      return answer(ascii === 'example.com' ? withRecords('NS', ascii, ...Object.keys(hosts)) : {})
    },
    async ask({ address: { text } }, { ascii }) {
      asked.push(text)
      const known = at[text]
      if (!known) return noAnswer('connection-refused')
      return answer(typeof known === 'function' ? known(ascii) : known)
    },
  }
  return { search, looked, asked }
}

/** Twenty servers with fifty addresses each. */
const greedy = (more: readonly string[] = []) =>
  Object.fromEntries(
    Array.from({ length: 20 }, (_, host) => [
      `ns${host}.example.com`,
      [...Array.from({ length: 50 }, (_, index) => `198.18.${host}.${index + 1}`), ...more],
    ]),
  )

describe('a zone as a whole', () => {
  async function zone(world: World, name = 'www.example.com') {
    const { search, ...seen } = searchIn(world)
    return { found: await askZone({ name: queryName(name), type: 'A' }, search, signal), ...seen }
  }

  test('two addresses of a family at eight servers are queried, and no more', async () => {
    const { found, asked } = await zone({ hosts: greedy() })
    expect(new Set(asked).size).toBe(16)
    expect(found).toMatchObject({ nameserver: 'ns0.example.com', answer: { status: 'error', reason: 'connection-refused' } })
  })

  test('an address that all servers have is queried once', async () => {
    const hosts = Object.fromEntries(Object.keys(greedy()).map((host) => [host, ['198.18.0.1', '198.18.0.1']]))
    expect((await zone({ hosts })).asked).toEqual(['198.18.0.1'])
  })

  test.each([
    ['more addresses than any server has', Array.from({ length: 20 }, (_, index) => `198.19.0.${index + 1}`)],
    ['one refused address, however far down the list', ['10.0.0.1']],
  ])('a server is not queried with %s', async (_, more) => {
    const { found, asked } = await zone({ hosts: greedy(more) })
    expect([asked, found]).toEqual([[], null])
  })

  test('of a deep name the eight names nearest to the root are asked about, the deepest first', async () => {
    const deep = Array.from({ length: 100 }, (_, index) => `${index % 10}`).join('.')
    const { looked, found } = await zone({ hosts: greedy() }, `${deep}.example.com`)
    const cuts = looked.filter((look) => look.endsWith(' NS')).map((look) => look.split('.').length)
    expect([cuts, found?.nameserver]).toEqual([[8, 7, 6, 5, 4, 3, 2, 1], 'ns0.example.com'])
  })

  const ADDRESS = '198.18.0.1'
  test.each<[string, times: number, NonNullable<World['at']>[string]]>([
    ['three referrals', 4, { referral: [{ host: HOST, addresses: [ADDRESS] }] }],
    ['CNAME records into eight zones', 8, (name) => ({ ...AUTHORITATIVE, continuesAt: `a${name}` })],
  ])('%s are followed, and no more', async (_, times, reply) => {
    const { found, asked } = await zone({ hosts: { [HOST]: [ADDRESS] }, at: { [ADDRESS]: reply } })
    expect([asked.length, found?.answer.reason]).toEqual([times, 'budget-exceeded'])
  })
})

async function each(world: World) {
  const { search, asked } = searchIn(world)
  const question = { name: queryName('_acme-challenge.example.com'), type: 'TXT' } as const
  const answers = await askEach(Object.keys(world.hosts), question, search, signal)
  return { answers, asked, states: answers.map(({ state }) => state) }
}

describe('each server by itself', () => {
  const one = async (reply: Partial<Answer>) => {
    const { answers } = await each({ hosts: { [HOST]: ['198.18.0.1'] }, at: { '198.18.0.1': reply } })
    return answers[0]
  }

  test.each<[string, Partial<Answer>]>([
    ['records', { ...AUTHORITATIVE, status: 'noerror', reason: null, values: ['"x"'] }],
    ['no such record', AUTHORITATIVE],
    ['no such name', { ...AUTHORITATIVE, status: 'nxdomain', reason: 'no-such-name' }],
    ['a CNAME record into a local network', { ...AUTHORITATIVE, reason: 'leads-to-local-name' }],
  ])('answers: %s', async (_, reply) => {
    expect(await one(reply)).toMatchObject({ host: HOST, addresses: ['198.18.0.1'], address: '198.18.0.1', state: 'answers' })
  })

  test.each<[string, Partial<Answer>, string?]>([
    ['refuses', { status: 'refused', reason: 'refused-by-server' }],
    ['fails', { ...AUTHORITATIVE, status: 'servfail', reason: 'server-failure' }],
    ['knows it from elsewhere', { status: 'noerror', reason: null, values: ['"x"'] }, 'not-authoritative'],
    ['refers to others', { ...AUTHORITATIVE, referral: [{ host: HOST, addresses: [] }] }, 'not-authoritative'],
    ['sends nonsense', { status: 'error', reason: 'malformed-answer' }],
  ])('is lame: %s', async (_, reply, reason = reply.reason ?? '') => {
    expect(await one(reply)).toMatchObject({ state: 'lame', reason })
  })

  test.each<[Answer['reason'], string]>([
    ['no-answer', 'silent'],
    ['connection-refused', 'silent'],
    ['budget-exceeded', 'not-asked'],
    ['rate-limited', 'not-asked'],
    ['network-unreachable', 'not-asked'],
    ['too-many-open-files', 'not-asked'],
  ])('%s: %s', async (reason, state) => expect((await one({ status: 'error', reason }))?.state).toBe<string | undefined>(state))

  test('IPv4 is queried first; IPv6 where that says less', async () => {
    const [four, six] = ['198.18.0.1', '2606:4700::1']
    for (const [addresses, at, queried, state, address] of [
      [[four, '198.18.0.2', six], { [four]: AUTHORITATIVE }, [four], 'answers', four],
      [[four, six], { [six]: AUTHORITATIVE }, [four, six], 'answers', six],
      [[four, six], { [four]: {} }, [four, six], 'lame', four],
    ] as const) {
      const { answers, asked } = await each({ hosts: { [HOST]: addresses }, at })
      expect([asked, answers[0]?.state, answers[0]?.address]).toEqual([[...queried], state, address])
    }
  })

  test('one that may not be queried, or has very many addresses, is not', async () => {
    const many = Array.from({ length: 70 }, (_, index) => `198.18.0.${index + 1}`)
    const { answers, states, asked } = await each({
      hosts: { 'a.example.com': ['198.18.0.1', '10.0.0.1'], 'b.example.com': many },
    })
    expect([states, asked, answers[0]?.addresses]).toEqual([['not-asked', 'not-asked'], [], ['198.18.0.1', '10.0.0.1']])
  })

  test('a name of a local network, or one that cannot be looked up, leads to no server', async () => {
    const { answers } = await each({
      hosts: { 'ns.corp': ['198.18.0.1'], [HOST]: 'no-such-name', 'b.example.com': 'rate-limited' },
    })
    expect(answers.map(({ state, reason }) => [state, reason])).toEqual([
      ['no-address', null],
      ['no-address', 'no-such-name'],
      ['not-asked', 'rate-limited'],
    ])
  })

  test('at most eight are queried', async () => expect((await each({ hosts: greedy() })).answers).toHaveLength(8))
})
