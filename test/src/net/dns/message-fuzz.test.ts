// Random messages of a server must not break the decoder, block it, or be taken for the answer to another question.
import { expect, test } from 'bun:test'
import { decodeMessage, encodeQuery, matches } from '../../../../src/net/dns/message.ts'
import { RECORD_TYPES, type RecordType } from '../../../../src/net/dns/rdata.ts'
import { Malformed } from '../../../../src/net/dns/reader.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { queryName } from '../../../support/dns/query-names.ts'
import { SAMPLES } from '../../../support/dns/samples.ts'
import {
  extendedError,
  message,
  name,
  opt,
  pointer,
  QUESTION_AT,
  question,
  record,
  u8,
  u16,
  u32,
} from '../../../support/dns/wire.ts'

/** Faults put into the decoder on purpose were all found within 1000 of these, or not within 200,000 either. */
const PASSES = 20_000
/** For one message; anything longer would hold up every other request. */
const SLOWEST_MS = 100
/** For the largest possible message, built to be slow. */
const LARGEST_MS = 400

type Asked = { id: number; name: string; type: number }

function queryFor({ id, name: asked, type }: Asked): Buffer {
  const query = encodeQuery({ name: queryName(asked), type }, { recursion: true, checkingDisabled: false, edns: true })
  query.writeUInt16BE(id)
  return query
}

/** Returns a whole answer: a CNAME record, two records of the requested type, an authority with compressed names, EDNS with an error. */
function validAnswer({ id, name: asked, type }: Asked, recordType: RecordType): Buffer {
  const { wire } = SAMPLES[recordType]
  const soa = Buffer.concat([name('ns1'), pointer(QUESTION_AT), u32(1, 2, 3, 4, 5)])
  return message({
    id,
    question: question(asked, type),
    answers: [
      record({ type: 5, data: name('to.test') }),
      record({ name: name('to.test'), type, data: wire }),
      record({ type, data: wire }),
    ],
    authorities: [
      record({ type: 6, data: soa }),
      record({ type: 2, data: Buffer.concat([u8(2), Buffer.from('ns'), pointer(QUESTION_AT)]) }),
    ],
    additionals: [record({ name: name('ns'), type: 1, data: u8(192, 0, 2, 53) }), opt({ options: [extendedError(3, 'stale')] })],
  })
}

/** Returns whether bytes answer a question: RFC 1035, section 4.1, implemented independently. */
function answers(bytes: Buffer, { id, name: asked, type }: Asked): boolean {
  const [isAnswer, opcode, rcode] = [(bytes[2] ?? 0) >> 7, ((bytes[2] ?? 0) >> 3) & 15, (bytes[3] ?? 0) & 15]
  if (bytes.length < QUESTION_AT || bytes.readUInt16BE(0) !== id || isAnswer !== 1 || opcode !== 0) return false
  if (bytes.readUInt16BE(4) === 0) return rcode === 1 || rcode === 4
  const wanted = Buffer.concat([name(asked), u16(type, 1)]).toString('latin1')
  const given = bytes.toString('latin1', QUESTION_AT, QUESTION_AT + wanted.length)
  const nameLength = wanted.length - 4
  const isSameName = given.slice(0, nameLength).toLowerCase() === wanted.slice(0, nameLength).toLowerCase()
  return bytes.readUInt16BE(4) === 1 && isSameName && given.slice(nameLength) === wanted.slice(nameLength)
}

test(`${PASSES} broken answers to a question`, () => {
  const random = seededRandom(2026)
  const corpus = RECORD_TYPES.map((recordType) => {
    const asked = { id: 0x1234, name: 'www.fuzz.test', type: SAMPLES[recordType].type }
    return { asked, bytes: validAnswer(asked, recordType) }
  })
  for (const { asked, bytes } of corpus)
    expect([matches(bytes, queryFor(asked)), decodeMessage(bytes).answers.length]).toEqual([true, 3])
  const tally = { whole: 0, unreadable: 0, foreign: 0 }
  const slowest = { ms: 0, bytes: Buffer.alloc(0) }
  for (let pass = 0; pass < PASSES; pass++) {
    const { asked, bytes: valid } = corpus[pass % corpus.length] ?? {
      asked: { id: 0, name: '', type: 1 },
      bytes: Buffer.alloc(0),
    }
    const bytes = mutate(valid, random)
    const started = performance.now()
    const isTaken = matches(bytes, queryFor(asked))
    if (isTaken !== answers(bytes, asked)) throw new Error(`taken: ${isTaken}: ${bytes.toString('hex')}`)
    if (!isTaken) tally.foreign++
    try {
      decodeMessage(bytes)
      tally.whole++
    } catch (error) {
      if (!(error instanceof Malformed)) throw new Error(`${error}: ${bytes.toString('hex')}`)
      tally.unreadable++
    }
    const ms = performance.now() - started
    if (ms > slowest.ms) Object.assign(slowest, { ms, bytes })
  }
  // Measured again by itself: the machine may have been busy, not the decoder.
  expect(timeOf(slowest.bytes, SLOWEST_MS)).toBeLessThan(SLOWEST_MS)
  for (const count of Object.values(tally)) expect(count).toBeGreaterThan(PASSES / 20)
})

/** Returns the fastest of a few runs, so that a busy machine does not look like a slow decoder; the first fast enough run ends it. */
function timeOf(bytes: Buffer, limitMs: number): number {
  let fastest = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && fastest >= limitMs; run++) {
    const started = performance.now()
    try {
      decodeMessage(bytes)
    } catch (error) {
      if (!(error instanceof Malformed)) throw error
    }
    fastest = Math.min(fastest, performance.now() - started)
  }
  return fastest
}

/** Returns a message with as many records as fit, all the same except the first. */
function filled(first: Buffer, each: Buffer): Buffer {
  const room = 0xffff - message({ question: question('', 1), answers: [first] }).length
  const rest = Array.from({ length: Math.floor(room / each.length) }, () => each)
  return message({ question: question('', 1), answers: [first, ...rest] })
}

const FIRST_DATA_AT = QUESTION_AT + 5 + 11
const PRIVATE = 65_280
const NS = 2

test('a chain of pointers that every record follows costs no more than any other message', () => {
  const pointers = Array.from({ length: 2000 }, (_, index) => pointer(FIRST_DATA_AT + (index === 0 ? 0 : index * 2 - 1)))
  const first = record({ name: u8(0), type: PRIVATE, data: Buffer.concat([u8(0), ...pointers]) })
  const last = FIRST_DATA_AT + pointers.length * 2 - 1
  const bytes = filled(first, record({ name: pointer(last), type: PRIVATE, data: u8() }))
  expect(timeOf(bytes, SLOWEST_MS)).toBeLessThan(SLOWEST_MS)
})

test.each([
  ['of many labels', name(Array.from({ length: 127 }, () => 'x').join('.'))],
  ['of bytes that need escaping', name(Array.from({ length: 4 }, (_, index) => '\xff'.repeat(index === 3 ? 61 : 63)).join('.'))],
])('names of the greatest length in every record, %s', (_, long) => {
  const first = record({ name: u8(0), type: PRIVATE, data: long })
  const bytes = filled(first, record({ name: pointer(FIRST_DATA_AT), type: NS, data: pointer(FIRST_DATA_AT) }))
  expect(timeOf(bytes, LARGEST_MS)).toBeLessThan(LARGEST_MS)
})

test('an extended error of nothing but NULs, and a letter at its end', () => {
  const options = [extendedError(0, `${'\0'.repeat(20_000)}x`)]
  const bytes = message({ question: question('', 1), additionals: [opt({ options })] })
  expect(timeOf(bytes, SLOWEST_MS)).toBeLessThan(SLOWEST_MS)
})
