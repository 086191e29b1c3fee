// Answers of name servers for a terminal: words first, the code in brackets, in the language of the reader.
import { expect, test } from 'bun:test'
import { printAnswers, printHost } from '../../../../src/diagnostics/dns/index.ts'

const resolver = { name: 'main', address: '192.0.2.53' }
const said = { resolver, omitted: 0, ttl: null, values: [] }

test.each([
  ['en', 'no such name (NXDOMAIN)', 'no usable answer (no-answer)', 'Older answers expire by 2026-11-22 10:00:00 (UTC).'],
  ['ko', '없는 이름(NXDOMAIN)', '응답을 얻지 못함(no-answer)', '이전 응답은 길게는 2026-11-22 10:00:00(UTC)까지 남아 있습니다.'],
] as const)('answers compared, in %s', (locale, missing, failed, until) => {
  const answers = [
    { ...said, status: 'nxdomain' as const, reason: 'no-such-name' },
    { ...said, status: 'error' as const, reason: 'no-answer' },
    { ...said, status: 'noerror' as const, reason: null, ttl: 300, values: ['192.0.2.1'] },
  ]
  expect(printAnswers({ answers, authoritative: null, convergesBy: '2026-11-22T10:00:00Z' }, locale)).toBe(
    `main (192.0.2.53)  ${missing}\nmain (192.0.2.53)  ${failed}\nmain (192.0.2.53)  300 192.0.2.1\n\n${until}\n`,
  )
})

test.each([
  ['en', '1.2.0.192.in-addr.arpa domain name pointer a.test. (not confirmed)'],
  ['ko', '1.2.0.192.in-addr.arpa domain name pointer a.test. (일치하지 않음)'],
] as const)('the names of an address, in %s', (locale, line) => {
  const status = 'noerror' as const
  const forwardConfirmed = [{ hostname: 'a.test', confirmed: false, status, reason: null }]
  const found = { pointer: '1.2.0.192.in-addr.arpa', hostnames: ['a.test'], omitted: 0, localNames: 0, status, reason: null }
  expect(printHost({ ...found, forwardConfirmed }, locale)).toBe(`${line}\n`)
})
