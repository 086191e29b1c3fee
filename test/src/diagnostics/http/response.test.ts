import { expect, test } from 'bun:test'
import { weaknessesOf } from '../../../../src/diagnostics/http/response.ts'

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
  expect(weak(GOOD)).toEqual([])
  expect(codes([])).toEqual(['add-hsts', 'add-csp', 'add-nosniff'])
  expect(codes(['Server: nginx/1.0', 'X-Powered-By: PHP'], { isHttps: false, isTrusted: false })).toEqual([
    'add-csp',
    'add-nosniff',
  ])
  expect(codes(GOOD, {}, true)).toEqual(['fix-header-lines'])
})

test('HSTS counts over trusted https to a name only', () => {
  expect(codes(without('strict'))).toEqual(['add-hsts'])
  expect(codes(without('strict'), { isAddress: true })).toEqual([])
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
