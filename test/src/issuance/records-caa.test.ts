import { describe, expect, test } from 'bun:test'
import { readCaa } from '../../../src/issuance/caa.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import { lookAtCaa } from '../../../src/issuance/records.ts'
import { queryName } from '../../support/dns/query-names.ts'
import { dns as dnsFacts, facts } from '../../support/issuance/facts.ts'
import { FAILED, fakeDns, type Known, NO_SUCH_NAME, SILENT, withRecords } from '../../support/issuance/fake-dns.ts'

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

  test('records with nothing about issuing end it as well', async () => {
    expect((await climb({ ...at('example.com', '0 issue ";"'), ...at('b.example.com', '0 iodef "mailto:a@b"') })).found).toBe(
      'b.example.com',
    )
  })

  test('a failure below them hides them; one above them does not matter', async () => {
    const bogus: Known = { ...FAILED, dnssec: 'bogus' }
    const hidden = await climb({ 'b.example.com CAA': bogus, ...at('example.com', ISSUE) })
    expect(hidden).toMatchObject({
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

  test('with a tabulator is in order', async () => {
    expect(
      readCaa(await climb(at('example.com', '0 issue "letsencrypt.org;\\009validationmethods=dns-01"'))).issuers,
    ).toMatchObject([{ methods: ['dns-01'] }])
  })

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
