import { describe, expect, test } from 'bun:test'
import { readCaa } from '../../../src/issuance/caa.ts'
import type { CaaFacts, CaaRecord } from '../../../src/issuance/facts.ts'

/** Returns what records mean, written as in a zone file: `0 issue letsencrypt.org`. */
function read(...lines: string[]) {
  const records = lines.map((line): CaaRecord => {
    const [flags = '', tag = '', ...value] = line.split(' ')
    return { flags: Number(flags), tag, value: value.join(' ') }
  })
  const facts: CaaFacts = { found: lines.length === 0 ? null : 'example.com', failed: null, records, isPartial: false }
  return readCaa(facts)
}

const domains = (issuers: ReturnType<typeof read>['issuers']) => issuers?.map(({ domain }) => domain) ?? null

describe('the authorities that may', () => {
  test('all, without records or without any about them', () => {
    for (const lines of [[], ['0 iodef mailto:a@example.com'], ['0 issuemail ;'], ['0 tbs unknown']])
      expect(read(...lines)).toMatchObject({ issuers: null, wildcardIssuers: null, unknownCritical: [] })
    expect([read().found, read('0 iodef mailto:a@example.com').found]).toEqual([null, 'example.com'])
  })

  test('those of issue, which count for wildcards too', () => {
    const both = read('0 issue letsencrypt.org', '0 ISSUE pki.goog', '128 Issue "no"')
    expect([domains(both.issuers), both.wildcardIssuers]).toEqual([['letsencrypt.org', 'pki.goog'], both.issuers])
    expect(both.unknownCritical).toEqual([])
  })

  test('issuewild counts for wildcards in place of issue, and for nothing else', () => {
    const { issuers, wildcardIssuers } = read('0 issue letsencrypt.org', '0 issuewild ;')
    expect([domains(issuers), domains(wildcardIssuers)]).toEqual([['letsencrypt.org'], []])
    expect(read('0 issuewild ;').issuers).toBeNull()
    expect(read('0 issue ;', '0 issuewild letsencrypt.org')).toMatchObject({ issuers: [], wildcardIssuers: [{}] })
  })

  test.each([
    ';',
    ' ; ',
    '',
    '%%%%%',
    'letsencrypt.org pki.goog',
    '.letsencrypt.org',
    'letsencrypt.org\ufffd',
    'letsencrypt.org; validationmethods',
    'letsencrypt.org; validationmethods=dns-01;',
    'letsencrypt.org; validation-methods=dns-01',
    'letsencrypt.org; accounturi=https://a b',
    'letsencrypt.org; policy=\ufffd',
    'letsencrypt.org; accounturi=',
    'letsencrypt.org; validationmethods=',
    'letsencrypt.org; validationmethods=dns-01,',
    'letsencrypt.org; validationmethods=howdy!',
    'letsencrypt.org; validationmethods=dns-01; validationmethods=dns-01',
    'letsencrypt.org; accounturi=https://a/1; accounturi=https://a/2',
    `letsencrypt.org; policy=${'a'.repeat(500)}…`,
  ])('nobody by %j', (value) => {
    expect(read(`0 issue ${value}`)).toMatchObject({ issuers: [], wildcardIssuers: [] })
    expect(domains(read(`0 issue ${value}`, '0 issue pki.goog').issuers)).toEqual(['pki.goog'])
  })

  test('a name counts as it is written', () =>
    expect(domains(read('0 issue LetsEncrypt.org').issuers)).toEqual(['LetsEncrypt.org']))
})

test.each([
  ['letsencrypt.org', null, null],
  ['letsencrypt.org;', null, null],
  [' \tletsencrypt.org \t; \t', null, null],
  ['letsencrypt.org; policy=ev', null, null],
  ['letsencrypt.org;validationmethods=dns-01', ['dns-01'], null],
  ['letsencrypt.org ; validationmethods = http-01,tls-alpn-01 ', ['http-01', 'tls-alpn-01'], null],
  ['letsencrypt.org; accounturi=https://example.net/acct?a=1', null, 'https://example.net/acct?a=1'],
  ['letsencrypt.org; accounturi=https://a/1; validationmethods=tls-sni-01', ['tls-sni-01'], 'https://a/1'],
  // Its name is written in small letters; another spelling is another parameter, which authorities ignore.
  ['letsencrypt.org; ValidationMethods=dns-01', null, null],
])('the restrictions of an authority: %j', (value, methods, account) => {
  expect(read(`0 issue ${value}`).issuers).toEqual([{ domain: 'letsencrypt.org', methods, account }])
})

describe('critical records', () => {
  test('of a tag that authorities do not know, by the right bit or the one that is often mistaken for it', () => {
    expect(read('128 tbs a', '1 Future b', '129 tbs c', '128 ? ').unknownCritical).toEqual(['tbs', 'future', '?'])
    expect(read('0 tbs a', '2 tbs a', '64 tbs a').unknownCritical).toEqual([])
  })

  test('of a known tag mean nothing more', () => {
    const lines = ['issue letsencrypt.org', 'issuewild ;', 'iodef mailto:a@b', 'issuemail ;', 'issuevmc ;', 'IODEF x']
    expect(read(...lines.map((line) => `128 ${line}`)).unknownCritical).toEqual([])
  })
})
