import { describe, expect, test } from 'bun:test'
import { type Answer, noAnswer } from '../../../../src/net/dns/answer.ts'
import { askEach, type ServerSearch } from '../../../../src/net/dns/zone.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { admitFound } from '../../../../src/policy/admit.ts'
import { queryName } from '../../../support/dns/query-names.ts'
import { answer, RULES } from '../../../support/issuance/fake-dns.ts'

const NAME = queryName('_acme-challenge.example.com')
const AUTHORITATIVE: Partial<Answer> = { authoritative: true }

interface World {
  /** The addresses of each server; a reason where they cannot be looked up. */
  readonly hosts: Record<string, readonly string[] | Answer['reason']>
  /** The answer at each address; silence at others. */
  readonly at?: Record<string, Partial<Answer>>
}

async function ask({ hosts, at = {} }: World, names = Object.keys(hosts)) {
  const asked: string[] = []
  const search: ServerSearch = {
    found: (name) => (name.endsWith('.corp') ? null : queryName(name)),
    admit: (texts) =>
      admitFound(
        texts.map(parseAddress).filter((address) => address !== null),
        53,
        RULES,
      ),
    async lookup({ ascii }, type) {
      const known = hosts[ascii] ?? []
      if (!Array.isArray(known)) return { ...answer({}), status: 'error', reason: known as Answer['reason'] }
      const values = known.filter((text) => text.includes(':') === (type === 'AAAA'))
      return values.length > 0 ? answer({ status: 'noerror', reason: null, values }) : answer({})
    },
    async ask({ address: { text } }) {
      asked.push(text)
      const known = at[text]
      return known ? answer(known) : noAnswer('no-answer')
    },
  }
  const answers = await askEach(names, { name: NAME, type: 'TXT' }, search, new AbortController().signal)
  return { answers, asked, states: answers.map(({ state }) => state) }
}

const HOST = 'ns1.example.com'
const one = async (reply: Partial<Answer>) => {
  const { answers } = await ask({ hosts: { [HOST]: ['198.18.0.1'] }, at: { '198.18.0.1': reply } })
  return answers[0]
}

describe('a server', () => {
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
})

describe('its addresses', () => {
  test('IPv4 first; IPv6 where that says less', async () => {
    const hosts = { [HOST]: ['198.18.0.1', '198.18.0.2', '2606:4700::1'] }
    const good = await ask({ hosts, at: { '198.18.0.1': AUTHORITATIVE } })
    expect([good.asked, good.states]).toEqual([['198.18.0.1'], ['answers']])
    const six = await ask({ hosts: { [HOST]: ['198.18.0.1', '2606:4700::1'] }, at: { '2606:4700::1': AUTHORITATIVE } })
    expect([six.asked, six.states, six.answers[0]?.address]).toEqual([
      ['198.18.0.1', '2606:4700::1'],
      ['answers'],
      '2606:4700::1',
    ])
    const lame = await ask({ hosts: { [HOST]: ['198.18.0.1', '2606:4700::1'] }, at: { '198.18.0.1': {} } })
    expect([lame.states, lame.answers[0]?.address]).toEqual([['lame'], '198.18.0.1'])
  })

  test('one that may not be asked, or very many: nothing is asked', async () => {
    const many = Array.from({ length: 70 }, (_, index) => `198.18.0.${index + 1}`)
    const { answers, states, asked } = await ask({
      hosts: { 'a.example.com': ['198.18.0.1', '10.0.0.1'], 'b.example.com': many },
    })
    expect([states, asked, answers[0]?.addresses]).toEqual([['not-asked', 'not-asked'], [], ['198.18.0.1', '10.0.0.1']])
  })
})

test('at most eight servers are asked', async () => {
  const hosts = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`ns${index}.example.com`, [`198.18.0.${index + 1}`]]),
  )
  const { asked } = await ask({ hosts })
  expect(new Set(asked).size).toBe(8)
})
