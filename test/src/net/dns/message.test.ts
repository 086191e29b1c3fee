import { describe, expect, test } from 'bun:test'
import {
  decodeMessage,
  encodeName,
  encodeQuery,
  extendedError as extendedErrorOf,
  isTruncated,
  matches,
  type Question,
  saysBogus,
} from '../../../../src/net/dns/message.ts'
import { Malformed, Reader } from '../../../../src/net/dns/reader.ts'
import { labelsOf } from '../../../../src/policy/names.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { queryName } from '../../../support/dns/query-names.ts'
import {
  ANSWER,
  CLASS,
  counted,
  extendedError,
  FLAGS,
  hex,
  message,
  name,
  opt,
  pointer,
  QUESTION_AT,
  question,
  record,
  u8,
  u16,
} from '../../../support/dns/wire.ts'

const A = 1
const AAAA = 28
const ID = 0xbeef
const NAME = 'www.example.com'
const ASKED = { name: queryName(NAME), type: A }
const QUESTION = question(NAME, ASKED.type)
const ADDRESS = record({ type: A, data: u8(192, 0, 2, 7) })

describe('a query', () => {
  test('bit by bit, behind an id by chance', () => {
    const bytes = encodeQuery(ASKED, { recursion: true, checkingDisabled: false, edns: true })
    const header = hex('0120 0001 0000 0000 0001')
    expect(bytes.subarray(2)).toEqual(
      Buffer.concat([header, hex('03777777 076578616d706c65 03636f6d 00 0001 0001'), hex('00 0029 04d0 00000000 0000')]),
    )
  })

  test.each([
    [{ recursion: false, checkingDisabled: false, edns: false }, 0x0020, 0],
    [{ recursion: true, checkingDisabled: false, edns: false }, 0x0120, 0],
    [{ recursion: true, checkingDisabled: true, edns: true }, 0x0130, 1],
    [{ recursion: false, checkingDisabled: true, edns: true }, 0x0030, 1],
  ])('%j', (flags, bits, additionals) => {
    const bytes = encodeQuery(ASKED, flags)
    expect([bytes.readUInt16BE(2), bytes.readUInt16BE(10)]).toEqual([bits, additionals])
  })
})

function queryFor(asked: Question, edns = true): Buffer {
  const query = encodeQuery(asked, { recursion: true, checkingDisabled: false, edns })
  query.writeUInt16BE(ID)
  return query
}

describe('an answer belongs to its question', () => {
  const fits = (parts: Parameters<typeof message>[0], asked = ASKED) =>
    matches(message({ id: ID, question: QUESTION, ...parts }), queryFor(asked))

  test('whether or not the query had EDNS', () => {
    const bytes = message({ id: ID, question: QUESTION })
    expect([true, false].map((edns) => matches(bytes, queryFor(ASKED, edns)))).toEqual([true, true])
  })

  test.each<[string, Parameters<typeof message>[0]]>([
    ['plain', {}],
    ['with an error', { rcode: 3 }],
    ['with letters in another case', { question: question('WWW.exAMPle.COM', A) }],
    ['without its question, since the server could not read it', { question: null, rcode: 1 }],
    ['without its question, since the server knows no such thing', { question: null, rcode: 4 }],
  ])('%s', (_, parts) => expect(fits(parts)).toBe(true))

  test.each<[string, Parameters<typeof message>[0]]>([
    ['another id', { id: ID + 1 }],
    ['a question, not an answer', { flags: FLAGS.rd }],
    ['another opcode', { flags: ANSWER | 0x2800 }],
    ['another name', { question: question('www.example.net', A) }],
    ['a name above', { question: question('example.com', A) }],
    ['a name below', { question: question('a.www.example.com', A) }],
    ['the same letters with the dot elsewhere', { question: Buffer.concat([counted('www.example'), name('com'), u16(A, 1)]) }],
    ['another type', { question: question(NAME, AAAA) }],
    ['another class', { question: question(NAME, A, CLASS.ch) }],
    ['no question, and no reason for that', { question: null }],
    ['no question, and SERVFAIL', { question: null, rcode: 2 }],
    ['half a question', { question: QUESTION.subarray(0, -1) }],
    ['a name that points to itself', { question: Buffer.concat([pointer(QUESTION_AT), u16(A, 1)]) }],
  ])('not: %s', (_, parts) => expect(fits(parts)).toBe(false))

  test.each([
    ['', ''],
    ['www.\\101xample.com', 'www.example.com'],
    ['a$b.example.com', 'a$b.example.com'],
  ])('a name that is spelt %s is asked for, so its answer is known, too', (spelt, plain) => {
    const bytes = message({ id: ID, question: question(plain, A) })
    const query = queryFor({ name: queryName(spelt), type: A }, false)
    expect([query.subarray(QUESTION_AT), matches(bytes, query)]).toEqual([question(plain, A), true])
  })
})

describe('a message', () => {
  const decode = (parts: Parameters<typeof message>[0]) => decodeMessage(message({ question: QUESTION, ...parts }))

  test('has its records in their sections', () => {
    const ns = record({ name: name('example.com'), type: 2, data: name('ns.example.com') })
    const glue = record({ name: name('ns.example.com'), type: AAAA, ttl: 60, data: hex('20010db8 00000000 00000000 00000035') })
    const decoded = decode({ answers: [ADDRESS], authorities: [ns], additionals: [glue, opt()] })
    expect(decoded.answers).toMatchObject([{ name: 'www.example.com', type: 'A', ttl: 300, rdata: { value: '192.0.2.7' } }])
    expect(decoded.authorities).toMatchObject([{ name: 'example.com', type: 'NS', rdata: { value: 'ns.example.com.' } }])
    expect(decoded.additionals).toMatchObject([
      { name: 'ns.example.com', type: 'AAAA', ttl: 60, rdata: { value: '2001:db8::35' } },
    ])
  })

  test.each([
    [FLAGS.aa, 'authoritative'],
    [FLAGS.tc, 'truncated'],
    [FLAGS.ad, 'authenticated'],
  ] as const)('flag %d says %s, and nothing else', (flag, field) => {
    const flags = ['authoritative', 'truncated', 'authenticated'] as const
    const decoded = decode({ flags: FLAGS.qr | flag })
    for (const each of flags) expect(decoded[each]).toBe(each === field)
    expect(isTruncated(message({ flags: FLAGS.qr | flag }))).toBe(field === 'truncated')
  })

  test('the upper bits of the response code stand in the OPT record', () => {
    expect(decode({ rcode: 5 })).toMatchObject({ rcode: 5, hasEdns: false })
    expect(decode({ rcode: 0, additionals: [opt({ extendedRcode: 1 })] })).toMatchObject({ rcode: 16, hasEdns: true })
    expect(decode({ rcode: 7, additionals: [opt({ extendedRcode: 0xff })] }).rcode).toBe(0xff7)
  })

  test('extended errors come in order, other options are passed over', () => {
    const options = [hex('000a 0008 0102030405060708'), extendedError(6, 'bad'), hex('0003 0000'), extendedError(22, 'x\0\0')]
    expect(decode({ additionals: [opt({ options })] }).extendedErrors).toEqual([
      { code: 6, name: 'DNSSEC Bogus', text: 'bad' },
      { code: 22, name: 'No Reachable Authority', text: 'x' },
    ])
  })

  test('a TTL with its first bit set counts as zero, the greatest without it is kept', () => {
    const ttls = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]
    const answers = ttls.map((ttl) => record({ type: A, ttl, data: u8(192, 0, 2, 7) }))
    expect(decode({ answers }).answers.map(({ ttl }) => ttl)).toEqual([0, 1, 0x7fff_ffff, 0, 0])
  })

  test('records of another class are left out, and their data not looked at', () => {
    const chaos = record({ type: A, dnsClass: CLASS.ch, data: u8(1) })
    expect(decode({ answers: [chaos, ADDRESS, chaos] }).answers).toHaveLength(1)
  })

  test.each<[string, Buffer]>([
    ['no header', u8(1, 2, 3)],
    ['fewer records than announced', hex('0000 8180 0001 0002 0000 0000').subarray(0)],
    ['a record that is cut', message({ question: QUESTION, answers: [ADDRESS] }).subarray(0, -1)],
    ['two OPT records', message({ question: QUESTION, additionals: [opt(), opt()] })],
    ['an option that is cut', message({ additionals: [opt({ options: [hex('000f 0010 0000')] })] })],
    ['an extended error without its code', message({ additionals: [opt({ options: [hex('000f 0001 00')] })] })],
    ['data that go on behind the record', message({ answers: [record({ name: name('a'), type: 2, data: hex('0161') })] })],
  ])('malformed: %s', (_, bytes) => expect(() => decodeMessage(bytes)).toThrow(Malformed))
})

describe('an extended error', () => {
  const read = (code: number, text: string) => extendedErrorOf(code, Buffer.from(text))

  test('has a text of which nothing ends a line, hides, or turns the direction of writing, and it has an end', () => {
    const odd = 'a\nb\r\nc\x1b[2J\x85d\u2028e\u2029f\u202eg\u2066h\u200fi\u061cj\ufeffk\0'
    expect(read(0, odd).text).toBe('a b  c [2J d e f g h i j k')
    expect(read(0, '집'.repeat(40_000)).text?.length).toBeLessThan(512)
    expect([512, 513].map((length) => read(0, 'x'.repeat(length)).text)).toEqual(['x'.repeat(512), `${'x'.repeat(512)}…`])
  })

  test('says that an answer is bogus only if it is about signatures that do not hold', () => {
    const codes = Array.from({ length: 40 }, (_, code) => code).filter((code) => saysBogus([read(code, '')]))
    expect(codes).toEqual([6, 7, 8, 9, 10, 11, 12, 25])
    expect([saysBogus([read(22, ''), read(9, '')]), saysBogus([])]).toEqual([true, false])
  })
})

const NAMES = 2000
const NAME_MAX_BYTES = 255

describe('a name on the wire', () => {
  test.each([
    ['', u8(0)],
    ['com', name('com')],
    ['www.Example.com', name('www.Example.com')],
    ['a\\.b.c', Buffer.concat([counted('a.b'), counted('c'), u8(0)])],
    ['a\\\\.b', Buffer.concat([counted('a\\'), counted('b'), u8(0)])],
    ['\\000\\255\\065', Buffer.concat([counted(u8(0, 255, 65)), u8(0)])],
    ['\\a\\-b', Buffer.concat([counted('a-b'), u8(0)])],
    ['x\\0461', Buffer.concat([counted('x.1'), u8(0)])],
    ['*._tcp', name('*._tcp')],
  ])('%s', (text, bytes) => expect(encodeName(text)).toEqual(bytes))

  test(`${NAMES} names of any bytes come back as they were`, () => {
    const random = seededRandom(1035)
    const below = (limit: number) => Math.floor(random() * limit)
    // Half of the bytes are those that are written with an escape.
    const byte = () => (below(2) === 0 ? below(256) : ('."\\$();@ 0129'.charCodeAt(below(13)) ?? 0))
    for (let count = 0; count < NAMES; count++) {
      const labels: Buffer[] = []
      let room = NAME_MAX_BYTES - 1
      for (let wanted = below(130); wanted > 0 && room >= 2; wanted--) {
        const bytes = Buffer.from(Array.from({ length: 1 + below(Math.min(63, room - 1)) }, byte))
        labels.push(counted(bytes))
        room -= bytes.length + 1
      }
      const wire = Buffer.concat([...labels, u8(0)])
      const text = new Reader(wire).name().text
      expect(text).toMatch(/^[!-~]*$/)
      expect(encodeName(text).toString('hex')).toBe(wire.toString('hex'))
      expect(labelsOf(text)).toHaveLength(labels.length)
    }
  })
})

describe('a name that the wire cannot hold unchanged is not asked about', () => {
  const label = 'a'.repeat(63)
  test.each([
    'bücher.example',
    '한국.example',
    'ex\u0131mple.com',
    `${label}a.example`,
    [label, label, label, label].join('.'),
    'a..b',
    'a.',
    '.',
    '\\256.example',
    `${'\\001'.repeat(64)}.example`,
    'a..\\001',
    'a.b\\',
  ])('%s', (text) => expect(() => encodeName(text)).toThrow())
})
