import { expect, test } from 'bun:test'
import { markOf } from '../../../../../src/faces/web/page/mark.ts'

const verdict = { field: 'verdict', values: ['reachable', 'not-needed'] }
const status = { field: 'status', values: ['open'] }

test('a result is good or bad by its finding, and unknown where that says neither', () => {
  expect(['reachable', 'not-needed', 'blocked', 'cannot-tell'].map((value) => markOf(verdict, { verdict: value }))).toEqual([
    ...(['good', 'good', 'bad', 'unknown'] as const),
  ])
  expect(markOf({ field: 'status', values: ['reachable', 'partial'] }, { status: 'partial' })).toBe('unknown')
})

test('silence is bad news over TCP, and says nothing over UDP', () => {
  expect(markOf(status, { status: 'timeout', protocol: 'tcp' })).toBe('bad')
  expect(markOf(status, { status: 'timeout', protocol: 'udp' })).toBe('unknown')
})

test('a lookup that nobody answered says nothing of the name', () => {
  const looked = { field: 'status', values: ['noerror'] }
  const told = ['noerror', 'nxdomain', 'servfail', 'refused', 'timeout', 'error'].map((one) => markOf(looked, { status: one }))
  expect(told).toEqual(['good', 'bad', 'bad', 'unknown', 'unknown', 'unknown'])
  expect(markOf(status, { status: 'refused' })).toBe('bad')
  expect(markOf({ field: 'verdict', values: ['consistent'] }, { verdict: 'unavailable' })).toBe('unknown')
})

test('what is not judged has no mark, nor has a plan for a line of which nothing is known', () => {
  expect(markOf(null, { status: 'open' })).toBeNull()
  const works = { field: 'forwardingWorks', values: ['yes', 'unknown'] }
  expect(['yes', 'unknown', 'no'].map((forwardingWorks) => markOf(works, { forwardingWorks }))).toEqual(['good', null, 'bad'])
})

test('what answers with an error, or with a certificate that is not trusted, is no good news yet', () => {
  const heard = { field: 'outcome', values: ['response'] }
  const [trusted, untrusted] = [{ authorized: true }, { authorized: false }]
  expect([200, 404, 500, null].map((code) => markOf(heard, { outcome: 'response', status: code, tls: trusted }))).toEqual([
    ...(['good', 'unknown', 'unknown', 'good'] as const),
  ])
  expect(markOf(heard, { outcome: 'response', status: 200, tls: untrusted })).toBe('unknown')
  expect(markOf(verdict, { verdict: 'reachable', http: { status: 200, tls: untrusted } })).toBe('unknown')
  expect(markOf(verdict, { verdict: 'reachable', http: { status: 200, tls: null } })).toBe('good')
})
