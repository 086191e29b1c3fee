import { expect, test } from 'bun:test'
import { isDrawn } from '../../../src/contract/blocks.ts'
import { renderBlocks } from '../../../src/faces/text/blocks.ts'
import { adviseIssuance } from '../../../src/issuance/advice.ts'
import { showIssuance } from '../../../src/issuance/check.ts'
import type { Facts } from '../../../src/issuance/facts.ts'
import { METHODS } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import { issuanceTold } from '../../../src/issuance/told.ts'
import { at, facts, http, IPV4, noHttp } from '../../support/issuance/facts.ts'
import { lineOf } from '../../support/issuance/line.ts'

function printed(given: Facts, locale: 'en' | 'ko' = 'en', details = false) {
  const judgement = judgeIssuance(given, METHODS)
  const { commands } = adviseIssuance({ facts: given, judgement, provider: null, service: null, line: lineOf(given), locale })
  return textOf({ ...showIssuance(given, judgement, locale), commands }, locale, details)
}

const shownOf = (given: Facts) => ({ ...showIssuance(given, judgeIssuance(given, METHODS), 'en'), commands: [] })

function textOf(answer: Parameters<typeof issuanceTold>[0], locale: 'en' | 'ko', details = false) {
  return renderBlocks(issuanceTold(answer, (method) => `By ${method}`, locale).filter(isDrawn), details)
}

test('the name and its CAA records first, a line for each method with its mark, then the lines to type', () => {
  expect(printed(facts())).toBe(
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
  const given = facts({
    addresses: [
      at('2001:db8::7', { http: noHttp('silent') }),
      at(IPV4, { http: http({ page: 'page', status: 200 }), tls: null }),
    ],
  })
  const lines = printed(given, 'en', true).split('\n')
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

test('CAA records are said by whom they allow, and to be absent only where they were looked for', () => {
  const caaOf = (answer: Partial<ReturnType<typeof shownOf>>) =>
    /. CAA.*/.exec(textOf({ ...shownOf(facts()), ...answer }, 'en'))?.[0]
  const caa = { ...shownOf(facts()).caa, found: 'example.com' }
  expect(caaOf({ caa })).toEndWith('Those of example.com let any authority issue.')
  expect(caaOf({ caa: { ...caa, issuers: ['a.test', 'b.test'] } })).toEndWith('Those of example.com allow only a.test, b.test.')
  expect(caaOf({ caa: { ...caa, issuers: ['a', 'b', 'c', 'd'] } })).toEndWith('Authorities that those of example.com allow: 4.')
  expect(caaOf({ caa: { ...caa, issuers: ['a'], wildcardIssuers: ['w'] }, wildcard: true })).toEndWith('allow only w.')
  const problem = { code: 'name-not-public', severity: 'error', address: null, text: 'Not public.' } as const
  expect(caaOf({ methods: [{ method: 'http-01', verdict: 'would-fail', problems: [problem] }] })).toBe('- CAA records')
})

test('a file that was asked for stands with the answer of its address', () => {
  const given = (file: 'delivered' | 'other-content' | 'not-reached') =>
    facts({ addresses: [at(IPV4, { http: http({ status: 200, page: 'page', file }), tls: null })] })
  const lastOf = (...[one, locale]: [Facts, 'en' | 'ko']) => printed(one, locale, true).split('\n').at(-1)
  expect(lastOf(given('delivered'), 'en')).toBe(`${IPV4}  answers · HTTP 200 · delivers the file · nginx`)
  expect(lastOf(given('other-content'), 'ko')).toBe(`${IPV4}  응답함 · HTTP 200 · 다른 내용을 보냄 · nginx`)
  expect(lastOf(given('not-reached'), 'en')).toBe(`${IPV4}  answers · HTTP 200 · nginx`)
})
