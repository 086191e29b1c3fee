import { describe, expect, test } from 'bun:test'
import { isDrawn } from '../../../src/contract/blocks.ts'
import { renderBlocks } from '../../../src/faces/text/blocks.ts'
import { showIssuance } from '../../../src/issuance/check.ts'
import type { Facts } from '../../../src/issuance/facts.ts'
import { METHODS, type Method, type MethodVerdict, PROBLEM_CODES, type ProblemCode } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import { issuanceTold } from '../../../src/issuance/told.ts'
import { at, caa, dns, facts, http, IPV4, noHttp, wildcard } from '../../support/issuance/facts.ts'
import { advise } from '../../support/issuance/line.ts'

type Answer = Parameters<typeof issuanceTold>[0]

function answerOf(given: Facts, locale: 'en' | 'ko' = 'en'): Answer {
  return { ...showIssuance(given, judgeIssuance(given, METHODS), locale), commands: advise(given, { locale }).commands }
}

const printed = (answer: Answer, locale: 'en' | 'ko' = 'en', details = false) =>
  renderBlocks(issuanceTold(answer, (method) => `By ${method}`, locale).filter(isDrawn), details)

test('the name and its CAA records first, a line for each method with its mark, then the lines to type', () => {
  expect(printed(answerOf(facts()))).toBe(
    [
      '✓ Name         home.example.com',
      '✓ CAA records  There are none: any authority may issue.',
      '',
      '✓ By http-01 (HTTP-01)          Would work, Best way',
      '✓ By tls-alpn-01 (TLS-ALPN-01)  Would work',
      '✓ By dns-01 (DNS-01)            Would work',
      '',
      'certbot: It uses the web server that runs already.',
      '    sudo certbot --nginx -d home.example.com',
      '',
      'Caddyfile: Caddy replaces the web server that runs now; localhost:8080 stands for your program.',
      '    home.example.com {',
      '        reverse_proxy localhost:8080',
      '    }',
    ].join('\n'),
  )
})

test('what stands in the way is below its method, marked by its weight, and what each address answered is a detail', () => {
  const page = at(IPV4, { http: http({ page: 'page', status: 200 }), tls: null })
  const answer = answerOf(facts({ addresses: [at('2001:db8::7', { http: noHttp('silent') }), page] }))
  const lines = printed(answer, 'en', true).split('\n')
  expect(lines.slice(3, 6)).toEqual([
    '? By http-01 (HTTP-01)          Cannot tell',
    expect.stringMatching(/^ {2}! Over IPv6, 2001:db8::7 does not answer on port 80\./),
    `  ! ${IPV4} has a page even for a challenge that does not exist. Whether it would deliver a real one cannot be told.`,
  ])
  expect(lines.slice(-4)).toEqual([
    'What each address answered',
    'Addresses    Port 80                     Port 443',
    '2001:db8::7  no answer                   speaks TLS · TLS alert 80',
    '203.0.113.7  answers · HTTP 200 · nginx',
  ])
})

test.each([
  ['delivered', 'en', 'answers · HTTP 200 · delivers the file · nginx'],
  ['other-content', 'ko', '응답함 · HTTP 200 · 다른 내용을 보냄 · nginx'],
  ['not-reached', 'en', 'answers · HTTP 200 · nginx'],
] as const)('a file that was asked for stands with the answer of its address: %s', (file, locale, words) => {
  const given = facts({ addresses: [at(IPV4, { http: http({ status: 200, page: 'page', file }), tls: null })] })
  expect(printed(answerOf(given, locale), locale, true)).toEndWith(`\n${IPV4}  ${words}`)
})

describe('CAA records', () => {
  const TWO = ['0 issue "letsencrypt.org; validationmethods=dns-01,http-01"', '0 issue "pki.goog; validationmethods=dns-01"']
  const WILD = ['0 issue "letsencrypt.org"', '128 issuewild "ssl.com; accounturi=https://a.example/1; validationmethods=dns-01"']
  const withCaa = (records: readonly string[]) => ({ dns: dns({ caa: caa(records) }) })

  test.each([
    ['that any of them names', facts(withCaa(TWO)), ['dns-01', 'http-01'], false],
    ['of all kinds if one of them names none', facts(withCaa([...TWO, '0 issue "ssl.com"'])), null, false],
    ['of those for wildcards where one is asked for', wildcard(withCaa(WILD)), ['dns-01'], true],
    ['of the others where none is', facts(withCaa(WILD)), null, false],
  ])('leave the methods %s', (_, given, methods, accountBound) =>
    expect(answerOf(given).caa).toMatchObject({ found: 'example.com', methods, accountBound, critical: false }),
  )

  test('say that a critical one is not known', () => expect(answerOf(facts(withCaa(['128 tbs "x"']))).caa.critical).toBe(true))

  test('are said by whom they allow, and to be absent only where they were looked for', () => {
    const answer = answerOf(facts())
    const lineOfCaa = (more: Partial<Answer>) => /. CAA.*/.exec(printed({ ...answer, ...more }))?.[0]
    const found = { ...answer.caa, found: 'example.com' }
    expect(lineOfCaa({ caa: found })).toEndWith('Those of example.com let any authority issue.')
    expect(lineOfCaa({ caa: { ...found, issuers: ['a.test', 'b.test'] } })).toEndWith('allow only a.test, b.test.')
    expect(lineOfCaa({ caa: { ...found, issuers: ['a', 'b', 'c', 'd'] } })).toEndWith('those of example.com allow: 4.')
    expect(lineOfCaa({ caa: { ...found, issuers: ['a'], wildcardIssuers: ['w'] }, wildcard: true })).toEndWith('allow only w.')
    const problem = { code: 'name-not-public', severity: 'error', address: null, text: 'Not public.' } as const
    expect(lineOfCaa({ methods: [{ method: 'http-01', verdict: 'would-fail', problems: [problem] }] })).toBe('- CAA records')
  })
})

describe('the way of an authority', () => {
  type Finding = readonly [method: Method, verdict: MethodVerdict, ...problems: (ProblemCode | `${ProblemCode}?`)[]]

  /** Returns the stops of all methods together, then those of each, as "label mark code"; a code with a question mark is a warning. */
  function drawn(...findings: readonly Finding[]): string[][] {
    const methods = findings.map(([method, verdict, ...codes]) => ({
      method,
      verdict,
      problems: codes.map((code) => ({
        // A seam: without its mark, it is the code.
        code: code.replace('?', '') as ProblemCode,
        severity: code.endsWith('?') ? ('warning' as const) : ('error' as const),
        address: null,
        text: code,
      })),
    }))
    const blocks = issuanceTold({ ...answerOf(facts()), methods }, (method) => method, 'en')
    return blocks.flatMap((block) =>
      block.kind !== 'checks'
        ? []
        : block.lists.map(({ checks }) => checks.map(({ label, mark, notes = [] }) => [label, mark, ...notes].join(' '))),
    )
  }

  test('has its stops in their order', () =>
    expect(drawn(['http-01', 'would-work'], ['tls-alpn-01', 'would-work'], ['dns-01', 'would-work'])).toEqual([
      ['Name good', 'CAA records good'],
      ['Addresses good', 'Port 80 good', 'Answer to the challenge good'],
      ['Addresses good', 'Port 443 good', 'Handshake for the challenge good'],
      ['Name servers good', 'Record _acme-challenge good'],
    ]))

  test('has every problem of every method once', () => {
    for (const method of METHODS)
      for (const code of PROBLEM_CODES)
        for (const others of [[], METHODS.filter((one) => one !== method)]) {
          const stops = drawn([method, 'would-fail', code], ...others.map((one): Finding => [one, 'would-work'])).flat()
          expect([method, code, stops.filter((line) => line.endsWith(` ${code}`)).length]).toEqual([method, code, 1])
        }
  })

  test.each<[Finding, string[]]>([
    [
      ['http-01', 'would-fail', 'address-silent'],
      ['Addresses good', 'Port 80 bad address-silent', 'Answer to the challenge '],
    ],
    [
      ['dns-01', 'would-fail', 'lame-name-server'],
      ['Name servers bad lame-name-server', 'Record _acme-challenge '],
    ],
    [
      ['http-01', 'cannot-tell', 'address-not-checked?'],
      ['Addresses warning address-not-checked?', 'Port 80 ', 'Answer to the challenge '],
    ],
  ])('has a problem at its stop, and nothing is said of what is behind it: %p', (finding, stops) =>
    expect(drawn(finding)[1]).toEqual(stops),
  )

  test('is blocked where all methods meet, if the records forbid this one', () =>
    expect(drawn(['http-01', 'would-fail', 'caa-method'], ['dns-01', 'would-work', 'caa-account?'])).toEqual([
      ['Name good', 'CAA records bad caa-method caa-account?'],
      ['The CAA records stand in the way. bad', 'Addresses good', 'Port 80 good', 'Answer to the challenge good'],
      ['Name servers good', 'Record _acme-challenge good'],
    ]))
})
