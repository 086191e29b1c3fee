/** Answers as large, as repetitive and as nested as a message of 64 KiB can be. */
import type { RecordType } from '../../../src/net/dns/rdata.ts'
import type { Asked } from '../dns/fault.ts'
import {
  ANSWER,
  counted,
  extendedError,
  FLAGS,
  message,
  name,
  opt,
  pointer,
  QUESTION_AT,
  record,
  u8,
  u16,
  u32,
} from '../dns/wire.ts'
import { nameOf, type Part, PRIVATE_TYPE, TYPE } from './dns-names.ts'
import { fill, share } from './shape.ts'

export const LARGEST_BYTES = 65_535
/** For the header, the question and an OPT record. */
const FRAME_BYTES = 12 + 259 + 11
const RECORD_HEADER_BYTES = 12
const OPTION_HEADER_BYTES = 4
const STRING_BYTES = 255
/** Shown as `\128`, so that every byte takes four characters. */
const ESCAPED = 0x80
/** The longest name there is. */
const LONGEST_NAME = Buffer.concat([
  ...[63, 63, 63, 56].map((length) => counted(Buffer.alloc(length, ESCAPED))),
  counted('test'),
  u8(0),
])

interface Filling {
  /** The type that is asked for. */
  readonly type: RecordType
  readonly make: (asked: Asked, part: Part) => Buffer
}

const roomFor = ({ divisor }: Part) => share(LARGEST_BYTES - FRAME_BYTES, divisor)

/** Returns the question as it came: a name need not be text. */
export function questionIn({ bytes }: Asked): Buffer {
  let end = QUESTION_AT
  for (let length = bytes[end] ?? 0; length > 0; length = bytes[end] ?? 0) end += 1 + length
  return bytes.subarray(QUESTION_AT, end + 5)
}

export function answerOf(asked: Asked, answers: readonly Buffer[], options: readonly Buffer[] = []): Buffer {
  return message({
    id: asked.id,
    flags: ANSWER | FLAGS.aa,
    question: questionIn(asked),
    answers,
    additionals: asked.hasEdns ? [opt({ options })] : [],
  })
}

/** Returns a filling of as many records as fit, from these data. */
function many(type: RecordType, data: (index: number, part: Part) => Buffer): Filling {
  return {
    type,
    make: (asked, part) =>
      answerOf(
        asked,
        fill(roomFor(part), (index) => record({ type: TYPE[type], data: data(index, part) })),
      ),
  }
}

/** Returns one record with as much data as fit. */
function one(type: RecordType, data: (bytes: number) => Buffer): Filling {
  return {
    type,
    make: (asked, part) => answerOf(asked, [record({ type: TYPE[type], data: data(roomFor(part) - RECORD_HEADER_BYTES) })]),
  }
}

/** Returns records that all name one long name, by pointers to its place in the first; the numbers before it make each a different one. */
function longNames(type: RecordType, numbers: number): Filling {
  const before = (index: number) => (numbers === 0 ? u8() : u16(...Array(numbers).fill(index)))
  return {
    type,
    make(asked, part) {
      const at = QUESTION_AT + questionIn(asked).length + RECORD_HEADER_BYTES + before(0).length
      const first = record({ type: TYPE[type], data: Buffer.concat([before(0), LONGEST_NAME]) })
      const next = (index: number) => record({ type: TYPE[type], data: Buffer.concat([before(index + 1), pointer(at)]) })
      return answerOf(asked, [first, ...fill(roomFor(part) - first.length, next)])
    },
  }
}

const bytes = (length: number, value = ESCAPED) => Buffer.alloc(Math.max(0, length), value)
const caa = (flags: number, tag: string, value: string) => Buffer.concat([u8(flags), counted(tag), Buffer.from(value)])
const service = (...params: readonly Buffer[]) => Buffer.concat([u16(1), u8(0), ...params])
const param = (key: number, value: Buffer) => Buffer.concat([u16(key, value.length), value])

/** Returns a chain c0 -> c1 -> ...; the last leads to an address, or back to the first. */
function chain(asked: Asked, part: Part, isLoop: boolean): Buffer {
  const owner = (index: number) =>
    index === 0 ? pointer(QUESTION_AT) : Buffer.concat([counted(index.toString(36)), pointer(QUESTION_AT)])
  const links = fill(roomFor(part), (index) => record({ name: owner(index), type: TYPE.CNAME, data: owner(index + 1) })).slice(
    0,
    -1,
  )
  const last = isLoop
    ? record({ name: owner(links.length), type: TYPE.CNAME, data: owner(0) })
    : record({ name: owner(links.length), type: TYPE.A, data: u8(198, 18, 60, 1) })
  return answerOf(asked, [...links, last])
}

/** Returns records whose owners each have one label more than the last, up to the longest, and then anew. */
function deepOwners(asked: Asked, part: Part): Buffer {
  let at = QUESTION_AT + questionIn(asked).length
  let above = QUESTION_AT
  let depth = 0
  const records = fill(roomFor(part), () => {
    const isNew = depth++ % 100 === 0 || at > 0x3fff - RECORD_HEADER_BYTES
    const made = record({
      name: Buffer.concat([counted('\x80'), pointer(isNew ? QUESTION_AT : above)]),
      type: TYPE.A,
      data: u8(198, 18, 60, 1),
    })
    if (at <= 0x3fff) above = at
    at += made.length
    return made
  })
  return answerOf(asked, records)
}

/** Returns a pointer to a pointer to a pointer, in data of a type that is not read, and names that begin at the far end. */
function pointerChain(asked: Asked, part: Part): Buffer {
  const start = QUESTION_AT + questionIn(asked).length + RECORD_HEADER_BYTES
  const links = Array.from({ length: 126 }, (_, index) => pointer(index === 0 ? QUESTION_AT : start + (index - 1) * 2))
  const held = record({ type: PRIVATE_TYPE, data: Buffer.concat(links) })
  const end = pointer(start + (links.length - 1) * 2)
  return answerOf(asked, [
    held,
    ...fill(roomFor(part) - held.length, () => record({ name: end, type: TYPE.MX, data: Buffer.concat([u16(1), end]) })),
  ])
}

const options = (make: (room: number) => readonly Buffer[]): Filling => ({
  type: 'A',
  make: (asked, part) => answerOf(asked, [record({ type: TYPE.A, data: u8(198, 18, 60, 1) })], make(roomFor(part) - 16)),
})

/** Returns a message whose sections other than the answer are full. */
function sections(asked: Asked, part: Part): Buffer {
  const soa = record({ type: TYPE.SOA, data: Buffer.concat([pointer(QUESTION_AT), pointer(QUESTION_AT), u32(1, 2, 3, 4, 5)]) })
  const half = fill(roomFor(part) / 2, () => soa)
  return message({ id: asked.id, flags: ANSWER | FLAGS.aa, question: questionIn(asked), authorities: half, additionals: half })
}

function withCounts(asked: Asked, body: readonly Buffer[]): Buffer {
  const made = answerOf(asked, body)
  for (const at of [6, 8, 10]) made.writeUInt16BE(0xffff, at)
  return made
}

/** The filling of an answer, by the name of the shape. */
export const FILLINGS: Record<string, Filling> = {
  'mx-long': longNames('MX', 1),
  'ns-long': longNames('NS', 0),
  'srv-long': longNames('SRV', 3),
  'ptr-long': longNames('PTR', 0),
  'ptr-many': many('PTR', (index, part) => name(nameOf({ ...part, shape: 'a-many', place: 'both' }, index.toString(36)))),
  'a-many': many('A', (index) => u8(198, 18, 128 + ((index >> 8) & 63), index & 255)),
  'a-equal': many('A', () => u8(198, 18, 60, 1)),
  'aaaa-many': many('AAAA', (index) => Buffer.concat([u16(0x2001, 0xdb8, 0x99, 0, 0, 0, 0, index)])),
  // An address where nothing answers, and one without a route.
  'a-silent': many('A', (index) => u8(198, 18, 232 + ((index >> 8) & 15), index & 255)),
  'aaaa-unrouted': many('AAAA', (index) => Buffer.concat([u16(0x2001, 0xdb8, 0xdead, 0, 0, 0, 0, index)])),
  'txt-many': many('TXT', (index) => counted(index.toString(36))),
  'txt-strings': one('TXT', (room) => bytes(room, 0)),
  'txt-letters': one('TXT', (room) => Buffer.concat(fill(room, () => counted('\x80')))),
  'txt-long': one('TXT', (room) => Buffer.concat(fill(room, () => counted(bytes(STRING_BYTES))))),
  'naptr-many': many('NAPTR', (index) => Buffer.concat([u16(1, index), ...Array(3).fill(u8(0)), pointer(QUESTION_AT)])),
  'naptr-long': many('NAPTR', (index) =>
    Buffer.concat([u16(1, index), ...Array(3).fill(counted(bytes(STRING_BYTES))), pointer(QUESTION_AT)]),
  ),
  'svcb-keys': one('SVCB', (room) => service(...fill(room - 3, (index) => param(index + 10, u8())))),
  'svcb-long': one('SVCB', (room) => service(param(667, bytes(room - 7)))),
  'https-alpn': one('HTTPS', (room) => service(param(1, Buffer.concat(fill(room - 7, () => counted('\\')))))),
  'https-hints': one('HTTPS', (room) => service(param(4, Buffer.concat(fill(room - 7, () => u8(198, 18, 60, 1)))))),
  'https-mandatory': one('HTTPS', (room) => service(param(0, Buffer.concat(fill(room - 7, (index) => u16(index + 1)))))),
  'caa-long': one('CAA', (room) => Buffer.concat([u8(0), counted(bytes(STRING_BYTES)), bytes(room - 2 - STRING_BYTES)])),
  'caa-many': many('CAA', (index) => caa(0, 'issue', `ca${index}.test`)),
  'caa-critical': many('CAA', (index) => caa(128, `x${index.toString(36)}`, '')),
  'caa-parameters': one('CAA', (room) => caa(0, 'issue', `ca.test${';a=b'.repeat(Math.floor((room - 16) / 4))}`)),
  'caa-blanks': one('CAA', (room) => caa(0, 'issuewild', `${' '.repeat(room - 20)}x`)),
  'ds-long': one('DS', (room) => bytes(room)),
  'dnskey-long': one('DNSKEY', (room) => bytes(room)),
  'tlsa-long': one('TLSA', (room) => bytes(room)),
  'cname-chain': { type: 'A', make: (asked, part) => chain(asked, part, false) },
  'cname-circle': { type: 'A', make: (asked, part) => chain(asked, part, true) },
  'deep-owners': { type: 'A', make: deepOwners },
  'pointer-chain': { type: 'MX', make: pointerChain },
  'unknown-many': {
    type: 'A',
    make: (asked, part) =>
      answerOf(
        asked,
        fill(roomFor(part), () => record({ name: u8(0), type: PRIVATE_TYPE, data: u8() })),
      ),
  },
  'other-sections': { type: 'A', make: sections },
  'counts-alone': { type: 'A', make: (asked) => withCounts(asked, []) },
  'counts-and-records': {
    type: 'A',
    make: (asked, part) =>
      withCounts(
        asked,
        fill(roomFor(part), () => record({ type: TYPE.A, data: u8(198, 18, 60, 1) })),
      ),
  },
  'opt-many': {
    type: 'A',
    make: (asked, part) => message({ id: asked.id, question: questionIn(asked), additionals: fill(roomFor(part), () => opt()) }),
  },
  'opt-options': options((room) => fill(room, (index) => Buffer.concat([u16(65_001 + (index % 500), 0)]))),
  'ede-many': options((room) => fill(room, () => extendedError(15, ''))),
  'ede-texts': options((room) => fill(room, () => extendedError(22, 'a\0b\0'))),
  'ede-long': options((room) => [extendedError(15, `${'\0'.repeat(room - OPTION_HEADER_BYTES - 3)}x`)]),
}
