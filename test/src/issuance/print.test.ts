import { expect, test } from 'bun:test'
import { cleanTexts } from '../../../src/contract/clean.ts'
import { adviseIssuance } from '../../../src/issuance/advice.ts'
import type { Facts } from '../../../src/issuance/facts.ts'
import { METHODS } from '../../../src/issuance/fields.ts'
import { judgeIssuance } from '../../../src/issuance/judge.ts'
import { printIssuance } from '../../../src/issuance/print.ts'
import { showIssuance } from '../../../src/issuance/show.ts'
import { at, caa, dns, facts, http, IPV4, noHttp } from '../../support/issuance/facts.ts'
import { lineOf } from '../../support/issuance/line.ts'

function printed(given: Facts, locale: 'en' | 'ko' = 'en', details = false) {
  const judgement = judgeIssuance(given, METHODS)
  const { commands } = adviseIssuance({ facts: given, judgement, provider: null, service: null, line: lineOf(given), locale })
  return printIssuance({ ...showIssuance(given, judgement, locale), commands }, locale, details)
}

test('one line for each method with its mark, then the lines to type', () => {
  expect(printed(facts())).toBe(
    [
      '✓ HTTP-01 (TCP 80)       would work (the best choice here)',
      '✓ TLS-ALPN-01 (TCP 443)  would work',
      '✓ DNS-01 (TXT)           would work',
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

test('what stands in the way is below its method, marked by its weight', () => {
  const given = facts({
    addresses: [
      at('2001:db8::7', { http: noHttp('silent') }),
      at(IPV4, { http: http({ page: 'page', status: 200 }), tls: null }),
    ],
  })
  expect(printed(given, 'en', true).split('\n').slice(0, 3)).toEqual([
    '? HTTP-01 (TCP 80)       cannot be told',
    `  ! ${IPV4} has a page even for a challenge that does not exist. Whether it would deliver a real one cannot be told.`,
    expect.stringMatching(/^ {2}! Over IPv6, 2001:db8::7 does not answer on port 80\./),
  ])
})

test('a method beside the best one has its first reason, and details have all', () => {
  const wrong = http({ page: 'login', status: 401 })
  const given = facts({ addresses: [at('2001:db8::7', { http: wrong }), at(IPV4, {})] })
  const reasons = (text: string) => text.split('\n').filter((line) => line.startsWith('  ✗') || line.startsWith('  !')).length
  expect([reasons(printed(given)), reasons(printed(given, 'en', true))]).toEqual([2, 4])
})

test('what stands in the way of every method is said once, before them', () => {
  const given = facts({ dns: dns({ caa: caa(['0 issue ";"']) }) })
  expect(printed(given)).toBe(
    [
      'every method',
      '  ✗ The CAA records of example.com forbid all authorities to issue certificates.',
      '',
      '✗ HTTP-01 (TCP 80)       would fail',
      '✗ TLS-ALPN-01 (TCP 443)  would fail',
      '✗ DNS-01 (TXT)           would fail',
      '',
      'zone file: A form asks for the parts of this line one by one.',
      '    example.com. IN CAA 0 issue "letsencrypt.org"',
    ].join('\n'),
  )
  expect(printed(given, 'ko')).toStartWith('모든 방식\n  ✗ example.com 도메인의 CAA 레코드가 모든 인증 기관의 발급을 금지합니다.')
})

test('a line by hand always says that nothing renews the certificate', () => {
  const byHand = printed(facts({ addresses: [at(IPV4, { http: noHttp('silent'), tls: null })] }), 'ko')
  expect(byHand).toContain(
    'certbot: 실행하면 추가할 TXT 레코드가 나타납니다. 이 방법으로는 인증서가 자동으로 갱신되지 않습니다.\n',
  )
})

test('one method alone has its problems below it', () => {
  const given = facts({ addresses: [at(IPV4, { http: noHttp('silent') })] })
  const judgement = judgeIssuance(given, ['http-01'])
  const shown = { ...showIssuance(given, judgement, 'en'), commands: [] }
  expect(printIssuance(shown, 'en', false)).toBe(
    `✗ HTTP-01 (TCP 80)  would fail\n  ✗ ${IPV4} does not answer on port 80, so the authority waits in vain.`,
  )
})

test('what a terminal may not be sent takes nothing from the lines', () => {
  const given = facts({ addresses: [at(IPV4, { http: noHttp('silent') })] })
  const judgement = judgeIssuance(given, METHODS)
  const { commands } = adviseIssuance({
    facts: given,
    judgement,
    provider: null,
    service: null,
    line: lineOf(given),
    locale: 'en',
  })
  expect(commands.some(({ lines }) => lines.some((line) => line.startsWith('            disable_http_challenge')))).toBe(true)
  expect(cleanTexts(commands)).toEqual(commands)
})

test('what has to be known of a line stands before it', () => {
  expect(printed(facts())).toContain('certbot: It uses the web server that runs already.\n')
  expect(printed(facts(), 'ko')).toContain('이미 실행 중인 웹 서버를 사용합니다.')
})

test('two programs are enough to choose from; details have all', () => {
  expect(printed(facts())).not.toContain('acme.sh')
  expect(printed(facts(), 'en', true)).toContain('    acme.sh --issue --server letsencrypt --nginx -d home.example.com')
})
