import { describe, expect, test } from 'bun:test'
import { lookAtChallenge } from '../../../src/issuance/records.ts'
import { queryName } from '../../support/dns/query-names.ts'
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

test('a failure and its signatures are kept', async () =>
  expect(await look({ ...FAILED, dnssec: 'bogus' })).toMatchObject({ status: 'servfail', dnssec: 'bogus', alias: null }))

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

  test('is shown with the end of the whole chain', async () => {
    const chain: Known = { ...NO_SUCH_NAME, cnameChain: ['id.example.org', 'id.auth.example.net'] }
    expect(await look(chain)).toMatchObject({ alias: 'id.auth.example.net', aliasAnswers: true })
  })

  test('of a wildcard gives way to the record that a client adds', async () => {
    const wildcard = withRecords('CNAME', '', 'home.example.net')
    for (const reply of [cname('home.example.net'), { ...FAILED, cnameChain: ['home.example.net'] }])
      expect(await look(reply, { [SIBLING]: wildcard })).toMatchObject({ alias: null, aliasAnswers: null })
    // Another wildcard is not the record of this name.
    expect(await look(cname('id.example.net'), { [SIBLING]: wildcard })).toMatchObject({ alias: 'id.example.net' })
  })
})
