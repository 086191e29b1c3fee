import {
  counted,
  extendedError,
  type MessageParts,
  message,
  opt,
  pointer,
  QUESTION_AT,
  question,
  record,
  u8,
  u16,
  u32,
} from './wire.ts'

/** The question that a message answers. */
type Answered = { readonly name: string; readonly type: number }

/** The largest, most repetitive and most nested that the grammar of DNS messages allows, in about this many bytes. */
type Shape = (asked: Answered, bytes: number) => Omit<MessageParts, 'id'>

const TYPE = {
  a: 1,
  ns: 2,
  cname: 5,
  soa: 6,
  ptr: 12,
  mx: 15,
  txt: 16,
  aaaa: 28,
  srv: 33,
  naptr: 35,
  https: 65,
  private: 65_280,
} as const
const HEADER_BYTES = 12
const RECORD_BYTES = 12
const OPTION_BYTES = 6
/** Pointers reach no further. */
const POINTED_MAX = 0x3fff

/** 255 bytes, most of them shown as four characters, under a top-level domain that may be followed. */
const LONGEST_NAME = Buffer.concat([...[63, 63, 63, 56].map((length) => counted('\xff'.repeat(length))), counted('test'), u8(0)])

/** Returns records until the bytes are used up; the first carries the name that the others point to. */
function fill(asked: Answered, bytes: number, first: Buffer | null, each: (index: number) => Buffer): Buffer[] {
  const records = first ? [first] : []
  let left = bytes - HEADER_BYTES - question(asked.name, asked.type).length - (first?.length ?? 0)
  for (let index = 0; ; index++) {
    const next = each(index)
    if (next.length > left) return records
    left -= next.length
    records.push(next)
  }
}

/** Returns where the data of the first record begin, if its own name is a pointer. */
const firstDataAt = (asked: Answered) => HEADER_BYTES + question(asked.name, asked.type).length + RECORD_BYTES

const carrier = (data: Buffer) => record({ type: TYPE.private, data })

/** Answers that all point to one name of the greatest length. */
const pointing =
  (type: number, data: (target: Buffer, index: number) => Buffer): Shape =>
  (asked, bytes) => {
    const target = pointer(firstDataAt(asked))
    return { answers: fill(asked, bytes, carrier(LONGEST_NAME), (index) => record({ type, data: data(target, index) })) }
  }

/** One record of the requested name whose data fill the message. */
const huge =
  (type: number, data: (bytes: number) => Buffer): Shape =>
  (asked, bytes) => ({ answers: [record({ type, data: data(bytes - firstDataAt(asked)) })] })

const repeated = (part: Buffer, bytes: number) => Buffer.alloc(Math.floor(bytes / part.length) * part.length, part)

/** Returns a chain x0 -> x1 -> ... in a zone that is written once. */
function chain(asked: Answered, bytes: number, isLoop: boolean): MessageParts {
  const zone = pointer(QUESTION_AT)
  const label = (index: number) => (index === 0 ? zone : Buffer.concat([counted(`x${index.toString(36)}`), zone]))
  const links = fill(asked, bytes - 64, null, (index) => record({ name: label(index), type: TYPE.cname, data: label(index + 1) }))
  const back = record({ name: label(links.length), type: TYPE.cname, data: label(Math.floor(links.length / 2)) })
  return { answers: isLoop ? [...links, back] : links }
}

export const SHAPES: Record<string, { type: number; shape: Shape }> = {
  // A referral: name servers that all have one name, and as many addresses of it.
  referral: {
    type: TYPE.a,
    shape: (asked, bytes) => {
      const target = pointer(firstDataAt(asked))
      const authorities = fill(asked, bytes / 2, record({ type: TYPE.ns, data: LONGEST_NAME }), () =>
        record({ type: TYPE.ns, data: target }),
      )
      const additionals = fill(asked, bytes / 2, null, (index) =>
        record({ name: target, type: TYPE.a, data: u32(0xc612_0000 + index) }),
      )
      return { flags: 0x8000, authorities, additionals }
    },
  },
  'many MX of one long name': { type: TYPE.mx, shape: pointing(TYPE.mx, (target, index) => Buffer.concat([u16(index), target])) },
  'many PTR of one label each below a long name': {
    type: TYPE.ptr,
    shape: (asked, bytes) => {
      const shorter = LONGEST_NAME.subarray(64)
      const target = pointer(firstDataAt(asked))
      const each = (index: number) => record({ type: TYPE.ptr, data: Buffer.concat([counted(u16(index)), target]) })
      return { answers: fill(asked, bytes, carrier(shorter), each) }
    },
  },
  'many SOA that differ at their end': {
    type: TYPE.soa,
    shape: pointing(TYPE.soa, (target, index) => Buffer.concat([target, target, u32(index, 1, 1, 1, 1)])),
  },
  'many NAPTR': {
    type: TYPE.naptr,
    shape: pointing(TYPE.naptr, (target, index) =>
      Buffer.concat([u16(index, 1), counted('u'), counted(''), counted(''), target]),
    ),
  },
  'many A': {
    type: TYPE.a,
    shape: (asked, bytes) => ({
      answers: fill(asked, bytes, null, (index) => record({ type: TYPE.a, data: u32(0xc612_0000 + index) })),
    }),
  },
  'many AAAA': {
    type: TYPE.aaaa,
    shape: (asked, bytes) => ({
      answers: fill(asked, bytes, null, (index) =>
        record({ type: TYPE.aaaa, data: Buffer.concat([u32(0x2001_0db8, 0, 0), u32(index)]) }),
      ),
    }),
  },
  'many TXT, empty': {
    type: TYPE.txt,
    shape: (asked, bytes) => ({ answers: fill(asked, bytes, null, () => record({ type: TYPE.txt, data: u8(0) })) }),
  },
  'a chain of CNAMEs': { type: TYPE.a, shape: (asked, bytes) => chain(asked, bytes, false) },
  'a loop of CNAMEs': { type: TYPE.a, shape: (asked, bytes) => chain(asked, bytes, true) },
  'CNAMEs of one name': { type: TYPE.a, shape: pointing(TYPE.cname, (target) => target) },
  'one TXT of empty strings': { type: TYPE.txt, shape: huge(TYPE.txt, (bytes) => Buffer.alloc(bytes)) },
  'one TXT of long strings': { type: TYPE.txt, shape: huge(TYPE.txt, (bytes) => repeated(counted('\x01'.repeat(255)), bytes)) },
  'one HTTPS of many parameters': {
    type: TYPE.https,
    shape: huge(TYPE.https, (bytes) => {
      const params = Array.from({ length: Math.floor((bytes - 3) / 4) }, (_, index) => u16(index + 10, 0))
      return Buffer.concat([u16(1), u8(0), ...params])
    }),
  },
  'one HTTPS of many protocols': {
    type: TYPE.https,
    shape: huge(TYPE.https, (bytes) => Buffer.concat([u16(1), u8(0), u16(1, bytes - 7), Buffer.alloc(bytes - 7)])),
  },
  'one HTTPS of many addresses': {
    type: TYPE.https,
    shape: huge(TYPE.https, (bytes) => {
      const hints = Buffer.alloc(Math.floor((bytes - 7) / 16) * 16, 7)
      return Buffer.concat([u16(1), u8(0), u16(6, hints.length), hints])
    }),
  },
  'one HTTPS of many IPv4 addresses': {
    type: TYPE.https,
    shape: huge(TYPE.https, (bytes) => {
      const hints = Buffer.alloc(Math.floor((bytes - 7) / 4) * 4, 7)
      return Buffer.concat([u16(1), u8(0), u16(4, hints.length), hints])
    }),
  },
  // Labels of one byte, so that a name begins at every second byte; each record points to another.
  'names that overlap': {
    type: TYPE.ns,
    shape: (asked, bytes) => {
      const at = firstDataAt(asked)
      // One byte that belongs to none keeps the names at even places.
      const one = Buffer.concat([repeated(u8(1, 1), 254), u8(0), u8(0)])
      const names = repeated(one, Math.min(bytes / 2, POINTED_MAX - at))
      const target = (index: number) => pointer(at + ((index * 2) % names.length))
      const each = (index: number) => record({ name: target(index), type: TYPE.ns, data: target(index * 7) })
      return { answers: fill(asked, bytes, carrier(names), each) }
    },
  },
  'pointers to pointers': {
    type: TYPE.ns,
    shape: (asked, bytes) => {
      const at = firstDataAt(asked)
      const chains = Buffer.concat([
        LONGEST_NAME,
        ...Array.from({ length: 100 }, (_, index) => pointer(index === 0 ? at : at + LONGEST_NAME.length + (index - 1) * 2)),
      ])
      const last = pointer(at + chains.length - 2)
      return { answers: fill(asked, bytes, carrier(chains), () => record({ type: TYPE.ns, data: last })) }
    },
  },
  'labels before a long name': {
    type: TYPE.mx,
    shape: (asked, bytes) => {
      const shorter = LONGEST_NAME.subarray(64)
      const target = pointer(firstDataAt(asked))
      const each = (index: number) =>
        record({
          name: Buffer.concat([counted(u16(index)), target]),
          type: TYPE.mx,
          data: Buffer.concat([u16(index), counted(u16(index)), target]),
        })
      return { answers: fill(asked, bytes, carrier(shorter), each) }
    },
  },
  'many extended errors': {
    type: TYPE.a,
    shape: (asked, bytes) => {
      const count = Math.floor((bytes - 64 - question(asked.name, asked.type).length) / OPTION_BYTES)
      return { rcode: 2, additionals: [opt({ options: [repeated(extendedError(0, ''), count * OPTION_BYTES)] })] }
    },
  },
  'one extended error of a long text': {
    type: TYPE.a,
    shape: (asked, bytes) => ({
      rcode: 2,
      additionals: [opt({ options: [extendedError(0, 'x\n'.repeat(Math.floor((bytes - firstDataAt(asked) - 32) / 2)))] })],
    }),
  },
  'more records announced than there are': {
    type: TYPE.a,
    shape: (asked, bytes) => ({ answers: fill(asked, bytes, null, () => record({ type: TYPE.a, data: u8(192, 0, 2, 7) })) }),
  },
}

/** Returns a message of a shape. */
export function shaped(title: string, asked: Answered, bytes: number, id = 0): Buffer {
  const { shape } = SHAPES[title] ?? {}
  if (!shape) throw new Error(title)
  const built = message({ id, question: question(asked.name, asked.type), ...shape(asked, bytes) })
  if (title.startsWith('more records')) built.writeUInt16BE(0xffff, 6)
  return built
}
