import { describe, expect, test } from 'bun:test'
import { answerOf, hasAnswer } from '../../../../src/net/dns/answer.ts'
import { decodeMessage } from '../../../../src/net/dns/message.ts'
import type { RecordType } from '../../../../src/net/dns/rdata.ts'
import { queryName } from '../../../support/dns/query-names.ts'
import {
  ANSWER,
  FLAGS,
  type MessageParts,
  message,
  name,
  opt,
  question,
  record,
  u8,
  u16,
  u32,
} from '../../../support/dns/wire.ts'

const NAME = 'www.example.com'
const ENDPOINT = { address: '192.0.2.53', port: 53 }
/** A suffix decides here, in place of the policy. */
const isLocal = (name: string) => name === 'corp' || name.endsWith('.corp')
const TYPES = { A: 1, NS: 2, CNAME: 5, SOA: 6, MX: 15, AAAA: 28 } as const

/** Returns what a message with these parts says about a name. */
function answerTo(parts: MessageParts, asked = NAME, type: RecordType = 'A') {
  const outcome = decodeMessage(message({ question: question(asked, 1), ...parts }))
  return answerOf({ outcome, endpoint: ENDPOINT, elapsedMs: 12.5 }, queryName(asked), type, isLocal)
}

const address = (owner: string, last = 7, ttl = 300) =>
  record({ name: name(owner), type: TYPES.A, ttl, data: u8(192, 0, 2, last) })
const alias = (owner: string, target: string, ttl = 300) =>
  record({ name: name(owner), type: TYPES.CNAME, ttl, data: name(target) })
const soa = (ttl: number, minimum: number) =>
  record({
    name: name('example.com'),
    type: TYPES.SOA,
    ttl,
    data: Buffer.concat([name('ns'), name('host'), u32(1, 2, 3, 4, minimum)]),
  })
const nameServer = (owner: string, host: string) => record({ name: name(owner), type: TYPES.NS, data: name(host) })

describe('records', () => {
  test('their values are sorted and without doubles, the records as they came', () => {
    const flags = ANSWER | FLAGS.aa | FLAGS.ad
    const answer = answerTo({ flags, answers: [address(NAME, 9), address(NAME, 7), address(NAME, 9)] })
    expect(answer).toMatchObject({
      status: 'noerror',
      reason: null,
      values: ['192.0.2.7', '192.0.2.9'],
      ttl: 300,
      negativeTtl: null,
    })
    expect(answer.records.map(({ rdata }) => rdata.value)).toEqual(['192.0.2.9', '192.0.2.7', '192.0.2.9'])
    expect(answer).toMatchObject({ server: '192.0.2.53', elapsedMs: 12.5, continuesAt: null, referral: [] })
    expect(answer).toMatchObject({ authoritative: true, authenticated: true, truncated: false })
  })

  test('the least TTL counts', () =>
    expect(answerTo({ answers: [address(NAME, 7, 300), address(NAME, 8, 60), address(NAME, 9, 3600)] }).ttl).toBe(60))

  test('of other names and other types are none of the answer', () => {
    const aaaa = record({ name: name(NAME), type: TYPES.AAAA, ttl: 1, data: Buffer.alloc(16) })
    expect(answerTo({ answers: [address(NAME), address('example.com', 8, 1), aaaa] })).toMatchObject({
      values: ['192.0.2.7'],
      ttl: 300,
    })
    expect(answerTo({ answers: [address('example.com')] })).toMatchObject({ status: 'nodata', values: [], ttl: null })
  })
})

describe('nothing', () => {
  test.each([
    [3600, 300, 300],
    [60, 300, 60],
    [0, 300, 0],
    [300, 0xffff_ffff, 300],
  ])('may be kept for the lesser of the TTL of the SOA record (%d) and its minimum (%d)', (ttl, minimum, kept) => {
    const parts = { authorities: [soa(ttl, minimum)] }
    const none = { values: [], records: [], ttl: kept, negativeTtl: kept }
    expect(answerTo(parts)).toMatchObject({ status: 'nodata', reason: 'no-such-record', ...none })
    expect(answerTo({ ...parts, rcode: 3 })).toMatchObject({ status: 'nxdomain', reason: 'no-such-name', ...none })
  })

  test('a failure is not "no data", even with records', () => {
    const failed = answerTo({ rcode: 2, answers: [address(NAME)], authorities: [soa(60, 60)] })
    expect(failed).toMatchObject({ status: 'servfail', values: [], negativeTtl: null })
  })

  test('a name that does not exist has no records, even if some are sent', () =>
    expect(answerTo({ rcode: 3, answers: [address(NAME)] })).toMatchObject({ status: 'nxdomain', values: [] }))
})

describe('a chain', () => {
  const chain = [alias('b.test', 'c.test', 60), alias(NAME, 'B.test', 120), address('c.test', 7, 90)]

  test('is followed in any order and case of its records', () => {
    const answer = answerTo({ answers: chain })
    expect(answer).toMatchObject({
      status: 'noerror',
      cnameChain: ['B.test', 'c.test'],
      values: ['192.0.2.7'],
      ttl: 60,
      continuesAt: null,
    })
    expect(answer.records.map(({ type }) => type)).toEqual(['CNAME', 'CNAME', 'A'])
  })

  test('that ends in no such record, or no such name, has a negative TTL', () => {
    const parts = { answers: [alias(NAME, 'gone.test', 30)], authorities: [soa(300, 200)] }
    const end = { values: [], ttl: 30, negativeTtl: 200, cnameChain: ['gone.test'], continuesAt: null }
    expect(answerTo(parts)).toMatchObject({ status: 'nodata', ...end })
    expect(answerTo({ ...parts, rcode: 3 })).toMatchObject({ status: 'nxdomain', ...end })
  })

  test('that leaves the zones of the server continues elsewhere', () =>
    expect(answerTo({ answers: [alias(NAME, 'x.test')] })).toMatchObject({ status: 'nodata', continuesAt: 'x.test', ttl: 300 }))

  test.each([
    ['to itself', [alias(NAME, NAME)], [NAME]],
    ['back to its start', [alias(NAME, 'b.test'), alias('b.test', 'WWW.example.com')], ['b.test', 'WWW.example.com']],
    [
      'into a ring',
      [alias(NAME, 'b.test'), alias('b.test', 'c.test'), alias('c.test', 'b.test')],
      ['b.test', 'c.test', 'b.test'],
    ],
  ])('%s is a loop', (_, answers, cnameChain) => {
    const answer = answerTo({ answers: [...answers, address(NAME), address('b.test')] })
    expect(answer).toMatchObject({ status: 'error', reason: 'cname-loop', values: [], continuesAt: null, cnameChain })
  })

  test('is not followed where the CNAME record itself is asked for', () => {
    const answer = answerTo({ answers: [alias(NAME, 'B.test'), alias('b.test', 'c.test')] }, NAME, 'CNAME')
    expect(answer).toMatchObject({ status: 'noerror', values: ['b.test'], cnameChain: [], continuesAt: null })
  })
})

describe('truncated', () => {
  const flags = ANSWER | FLAGS.tc

  test('records that came count, others are not called missing', () => {
    expect(answerTo({ flags, answers: [address(NAME)] })).toMatchObject({ status: 'noerror', truncated: true })
    expect(answerTo({ flags })).toMatchObject({ status: 'error', reason: 'truncated-answer', truncated: true })
    expect(answerTo({ flags, rcode: 3 })).toMatchObject({ status: 'nxdomain' })
    expect(answerTo({ flags, rcode: 2 })).toMatchObject({ status: 'servfail' })
  })
})

describe('a referral', () => {
  const parts = {
    flags: FLAGS.qr,
    authorities: [nameServer('example.com', 'NS1.example.com'), nameServer('example.com', 'ns.other.test')],
    additionals: [
      address('ns1.example.com', 53),
      record({ name: name('ns1.example.com'), type: TYPES.AAAA, data: Buffer.from('20010db8000000000000000000000035', 'hex') }),
      record({ name: name('ns1.example.com'), type: TYPES.MX, data: Buffer.concat([u16(10), name(NAME)]) }),
      address('elsewhere.test', 66),
      opt(),
    ],
  }

  test('names servers, and the addresses sent along', () => {
    expect(answerTo(parts).referral).toEqual([
      { host: 'NS1.example.com', addresses: ['192.0.2.53', '2001:db8::35'] },
      { host: 'ns.other.test', addresses: [] },
    ])
  })

  test.each<[string, MessageParts]>([
    ['an authoritative answer', { flags: FLAGS.qr | FLAGS.aa }],
    ['an answer with records', { answers: [address(NAME)] }],
    ['no such name', { rcode: 3 }],
    ['a failure', { rcode: 2 }],
    ['NS records of the root, as a server sends that does not know the zone', { authorities: [nameServer('', 'a.root.test')] }],
    ['NS records of a zone that the name does not lie in', { authorities: [nameServer('example.net', 'ns.example.net')] }],
  ])('is not: %s', (_, other) => expect(answerTo({ ...parts, ...other }).referral).toEqual([]))
})

describe('status and reason', () => {
  test.each([
    [0, 'nodata', 'no-such-record', true],
    [1, 'error', 'format-error', false],
    [2, 'servfail', 'server-failure', false],
    [3, 'nxdomain', 'no-such-name', true],
    [4, 'error', 'not-implemented', false],
    [5, 'refused', 'refused-by-server', false],
    [9, 'error', 'error-code', false],
  ] as const)('response code %d without records: %s, %s', (rcode, status, reason, says) => {
    const answer = answerTo({ rcode })
    expect([answer.status, answer.reason, hasAnswer(answer)]).toEqual([status, reason, says])
  })

  test.each([
    ['no-answer', 'timeout'],
    ['connection-refused', 'error'],
    ['malformed-answer', 'error'],
  ] as const)('%s: %s', (outcome, status) => {
    const answer = answerOf({ outcome, endpoint: ENDPOINT, elapsedMs: 3 }, queryName(NAME), 'A', isLocal)
    const nothing = { values: [], records: [], ttl: null }
    expect(answer).toMatchObject({ status, reason: outcome, server: '192.0.2.53', elapsedMs: 3, ...nothing })
  })

  test('no server to ask', () => {
    const nobody = { status: 'error', reason: 'no-name-server', server: null } as const
    expect(answerOf(null, queryName(NAME), 'A', isLocal)).toMatchObject(nobody)
  })
})
