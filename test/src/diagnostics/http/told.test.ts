// Responses as they are drawn: where a URL leads, what protects visitors, and lines that are not what they look like.
import { expect, test } from 'bun:test'
import type { ToolAnswers } from '../../../support/page/answers.ts'
import { blocksFor, marksIn, toldBy } from '../../../support/told.ts'

type Chain = Partial<ToolAnswers['http-headers']>
const IP = '192.0.2.1'
const ANSWER: Chain = {
  ...{ finalUrl: 'https://a.test/', address: IP, status: 200, statusText: '', httpVersion: '1.1', omitted: 0 },
  ...{ headers: [{ name: 'Server', value: 'x' }], redirectsOmitted: 0, outcome: 'response', reason: null },
  redirects: [{ url: 'http://a.test/', status: 301, location: 'https://a.test/', address: IP }],
  timingMs: { dns: 1, connect: 1, tls: 1, firstByte: 21.04, total: 30 },
  tls: { authorized: false, protocol: 'TLSv1.3', error: 'self-signed' },
}

test('redirects end with the last URL and its status, and headers stand as they came', () => {
  const told = toldBy('http-headers', ANSWER)
  expect(told.slice(0, 11)).toEqual([
    ...['Status:            200', `Address:           ${IP}`, 'HTTP version:      1.1'],
    ...['Certificate:       Not trusted (self-signed)', 'First byte after:  21.0 ms', ''],
    ...['Redirects', `1  http://a.test/   301, ${IP}`, `2  https://a.test/  200, ${IP}`, ''],
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
