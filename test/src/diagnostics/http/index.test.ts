import { expect, test } from 'bun:test'
import { weaknessesOf } from '../../../../src/diagnostics/http/index.ts'
import { cpuMsOf } from '../../../support/cost.ts'
import type { ToolAnswers } from '../../../support/page/answers.ts'
import { blocksFor, marksIn, toldBy } from '../../../support/told.ts'

const TRUSTED = { isHttps: true, isTrusted: true, isAddress: false }
const GOOD = [
  'strict-transport-security: max-age=31536000',
  'content-security-policy: default-src self',
  'x-content-type-options: nosniff',
]

function weak(lines: readonly string[], way: Partial<typeof TRUSTED> = {}, hasOddLines = false) {
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(': ')
    return { name, value: value.join(': ') }
  })
  return weaknessesOf({ headers, hasOddLines }, { ...TRUSTED, ...way })
}
const codes = (...args: Parameters<typeof weak>) => weak(...args).map(({ code }) => code)
const without = (name: string) => GOOD.filter((line) => !line.startsWith(name))

test('a good answer has no weakness, a bare one has all', () => {
  expect([weak(GOOD), codes([])]).toEqual([[], ['add-hsts', 'add-csp', 'add-nosniff']])
  expect(codes(['Server: nginx/1.0', 'X-Powered-By: PHP'], { isHttps: false, isTrusted: false })).toEqual([
    'add-csp',
    'add-nosniff',
  ])
  expect(codes(GOOD, {}, true)).toEqual(['fix-header-lines'])
})

test('HSTS counts over trusted https to a name only', () => {
  expect([codes(without('strict')), codes(without('strict'), { isAddress: true })]).toEqual([['add-hsts'], []])
  expect(codes(without('strict'), { isTrusted: false })).toEqual([])
})

test.each([
  ['max-age=15552000', []],
  ['max-age=15551999', [{ code: 'lengthen-hsts', days: 179 }]],
  ['includeSubDomains; Max-Age="31536000"; preload', []],
  ['max-age = 63072000;', []],
  ['max-age=0', [{ code: 'lengthen-hsts', days: 0 }]],
  ['max-age=-1', [{ code: 'add-hsts' }]],
  ['includeSubDomains', [{ code: 'add-hsts' }]],
  ['', [{ code: 'add-hsts' }]],
  [`max-age=${'9'.repeat(400)}`, []],
] as const)('Strict-Transport-Security: %s', (value, expected) => {
  expect(weak([...without('strict'), `Strict-Transport-Security: ${value}`])).toEqual([...expected])
})

test('the first Strict-Transport-Security counts', () =>
  expect(codes([...without('strict'), 'Strict-Transport-Security: max-age=1', GOOD[0] ?? ''])).toEqual(['lengthen-hsts']))

test('only documents need a policy; one that only reports does not count', () => {
  const bare = without('content-security')
  expect(codes([...bare, 'Content-Type: Text/HTML; charset=utf-8'])).toEqual(['add-csp'])
  expect(codes([...bare, 'Content-Type: application/xhtml+xml'])).toEqual(['add-csp'])
  expect(codes([...bare, 'Content-Type: application/json'])).toEqual([])
  expect(codes([...bare, 'Content-Type: image/png'])).toEqual([])
  expect(codes([...bare, 'Content-Security-Policy-Report-Only: x'])).toEqual(['add-csp'])
})

test.each([
  ['nosniff', []],
  [' NoSniff , x', []],
  ['sniff', ['add-nosniff']],
  ['x, nosniff', ['add-nosniff']],
])('X-Content-Type-Options: %s', (value, expected) => {
  expect(codes([...without('x-content'), `X-Content-Type-Options: ${value}`])).toEqual([...expected] as never)
})

test.each([
  ['attributes', `Set-Cookie: a${';'.repeat(65_000)}`],
  ['blanks', `Strict-Transport-Security: max-age${' '.repeat(65_000)}`],
  ['directives', `Strict-Transport-Security: ${';'.repeat(65_000)}`],
])('a line of %s takes linear time', (_, line) => expect(cpuMsOf(() => void weak([line]))).toBeLessThan(400))

test('cookies by what they lack', () => {
  const cookies = (...lines: string[]) => weak([...GOOD, ...lines.map((line) => `Set-Cookie: ${line}`)])
  expect(cookies('a=1; Secure; HttpOnly; SameSite=Lax')).toEqual([])
  expect(cookies('a=1;secure;HTTPONLY;samesite=none')).toEqual([])
  expect(cookies('a=1; Secure; HttpOnly', 'b=Secure; SameSite=Lax; HttpOnly', 'c=HttpOnly; Secure; SameSite')).toEqual([
    { code: 'secure-cookies', names: 'b' },
    { code: 'hide-cookies', names: 'c' },
    { code: 'limit-cookies', names: 'a' },
  ])
  const many = Array.from({ length: 9 }, (_, index) => `c${index}=1; Secure; HttpOnly`)
  expect(cookies(...many, ...many)).toEqual([{ code: 'limit-cookies', names: 'c0, c1, c2, c3, c4, ...' }])
  expect(cookies(`${'n'.repeat(5000)}; Secure; HttpOnly`)).toEqual([{ code: 'limit-cookies', names: 'n'.repeat(40) }])
  expect(codes([...GOOD, 'Set-Cookie: a=1'], { isHttps: false, isTrusted: false })).toEqual([])
})

// Responses as they are drawn: where a URL leads, what protects visitors, and lines that are not what they look like.

type Chain = Partial<ToolAnswers['http-headers']>
const IP = '192.0.2.1'
const ANSWER: Chain = {
  finalUrl: 'https://a.test/',
  address: IP,
  status: 200,
  statusText: '',
  httpVersion: '1.1',
  omitted: 0,
  headers: [{ name: 'Server', value: 'x' }],
  redirectsOmitted: 0,
  outcome: 'response',
  reason: null,
  redirects: [{ url: 'http://a.test/', status: 301, location: 'https://a.test/', address: IP }],
  timingMs: { dns: 1, connect: 1, tls: 1, firstByte: 21.04, total: 30 },
  tls: { authorized: false, protocol: 'TLSv1.3', error: 'self-signed' },
}

test('redirects end with the last URL and its status, and headers stand as they came', () => {
  const told = toldBy('http-headers', ANSWER)
  expect(told.slice(0, 11)).toEqual([
    'Status:            200',
    `Address:           ${IP}`,
    'HTTP version:      1.1',
    'Certificate:       Not trusted (self-signed)',
    'First byte after:  21.0 ms',
    '',
    'Redirects',
    `1  http://a.test/   301, ${IP}`,
    `2  https://a.test/  200, ${IP}`,
    '',
    'Headers that protect visitors',
  ])
  expect(told.slice(-3)).toEqual(['Headers, as the server sends them:', '    HTTP/1.1 200', '    Server: x'])
})

test('lines that are not headers are marked, and what is not shown is counted', () => {
  const odd = ['> Visit this', 'HTTP/1.1 200 OK', 'a b', ''].map((name) => ({ name, value: '' }))
  const told = toldBy('http-headers', { ...ANSWER, headers: odd, omitted: 7, redirectsOmitted: 2 })
  for (const { name } of odd) expect(told).toContain(`    (not a header field) ${name}`)
  expect(told.filter((line) => line.endsWith('not shown'))).toEqual([
    '2 more redirects, which are not shown',
    '7 more header lines, which are not shown',
  ])
})

test('a server that says nothing has its reason alone', () => {
  const nothing = { status: null, statusText: null, httpVersion: null, headers: null, tls: null, redirects: [], address: null }
  const none = { dns: 1, connect: null, tls: null, firstByte: null, total: 30 }
  expect(
    toldBy('http-headers', { ...ANSWER, ...nothing, timingMs: none, outcome: 'timeout', reason: 'no-answer' }, 'ko'),
  ).toEqual(['원인:  제때 응답이 오지 않음(no-answer)'])
})

test.each<[string, unknown[], Chain]>([
  // Browsers heed one of them over HTTPS alone.
  ['over HTTP', ['bad', 'good', 'bad', 'bad', 'bad'], { finalUrl: 'http://a.test/' }],
  ['over HTTPS', ['bad', 'bad', 'good', 'bad', 'bad', 'bad'], {}],
  ['as far as they are known', ['good'], { omitted: 3 }],
  ['none of no headers', [], { headers: [] }],
])('headers that protect visitors are missing or not: %s', (_, marks, fields) => {
  const headers = [{ name: 'X-Content-Type-Options', value: 'nosniff' }]
  expect(marksIn(blocksFor('http-headers', { ...ANSWER, tls: null, headers, ...fields }))).toEqual(marks)
})
