import type { Asked, Fault } from '../fault.ts'
import {
  CLASS,
  counted,
  extendedError,
  FLAGS,
  framed,
  hex,
  type MessageParts,
  message,
  name,
  opt,
  pointer,
  question,
  record,
  u8,
  u16,
  u32,
} from '../wire.ts'

const A = 1
const CNAME = 5
const TXT = 16
const RCODE = { formerr: 1, servfail: 2, notimp: 4, refused: 5 } as const
/** BADVERS is 16: one in the upper bits of the OPT record, nothing in the header. */
const BADVERS_UPPER = 1

export const GOOD_ADDRESS = '192.0.2.7'
const GOOD = record({ type: A, data: u8(192, 0, 2, 7) })
const FORGED = record({ type: A, data: u8(203, 0, 113, 66) })
export const CHAIN_LENGTH = 500
export const MANY = 3000
/** As long as a message over TCP can be. */
export const LARGEST = 65_535
export const LATE_MS = 1600
const DRIP_MS = 20

/** Returns an answer to the question, except for the parts that are given. */
function answer({ id, name: asked, type }: Asked, parts: MessageParts = {}): Buffer {
  return message({ id, question: question(asked, type), answers: [GOOD], additionals: [opt()], ...parts })
}

const cut = (asked: Asked): Buffer => answer(asked, { flags: FLAGS.qr | FLAGS.tc, answers: [] })

const failure = (asked: Asked, rcode: number): Buffer => answer(asked, { rcode, answers: [] })

/** Returns a fault that cuts the answer over UDP, and does this over TCP. */
const overTcp =
  (fault: Fault): Fault =>
  (asked, back) =>
    asked.overTcp ? fault(asked, back) : back.send(cut(asked))

/** Returns the largest message there is, full of text records. */
function largest(asked: Asked): Buffer {
  const line = record({ type: TXT, data: Buffer.concat(Array.from({ length: 40 }, () => counted('x'.repeat(255)))) })
  const lines = Array.from({ length: 6 }, () => line)
  const size = answer(asked, { answers: [GOOD, ...lines, record({ type: TXT, data: u8() })] }).length
  const last = Buffer.concat(Array.from({ length: LARGEST - size }, () => u8(0)))
  return answer(asked, { answers: [GOOD, ...lines, record({ type: TXT, data: last })] })
}

/** c0 -> c1 -> ... -> the good address. */
function chain(asked: Asked): Buffer {
  const owner = (index: number) => (index === 0 ? name(asked.name) : name(`c${index}.test`))
  const links = Array.from({ length: CHAIN_LENGTH }, (_, index) =>
    record({ name: owner(index), type: CNAME, data: owner(index + 1) }),
  )
  const end = record({ name: owner(CHAIN_LENGTH), type: A, data: u8(192, 0, 2, 7) })
  return answer(asked, { answers: [...links, end] })
}

/** The behaviours of the server, by the first label of the name it is asked for. */
export const FAULTS = {
  good: (asked, back) => back.send(answer(asked)),
  silent: () => {},

  // Messages that answer no question of ours.
  'wrong-id': (asked, back) => back.send(answer(asked, { id: asked.id ^ 1, answers: [FORGED] })),
  'other-name': (asked, back) => back.send(answer(asked, { question: question('other.test', asked.type), answers: [FORGED] })),
  'longer-name': (asked, back) => back.send(answer(asked, { question: question(`${asked.name}.test`, asked.type) })),
  'other-type': (asked, back) => back.send(answer(asked, { question: question(asked.name, TXT), answers: [FORGED] })),
  'other-class': (asked, back) => back.send(answer(asked, { question: question(asked.name, asked.type, CLASS.ch) })),
  'two-questions': (asked, back) => {
    const twice = answer(asked, { question: Buffer.concat([question(asked.name, asked.type), question(asked.name, asked.type)]) })
    twice.writeUInt16BE(2, 4)
    back.send(twice)
  },
  'no-question': (asked, back) =>
    back.send(
      answer(asked, { question: null, answers: [record({ name: name(asked.name), type: A, data: u8(203, 0, 113, 66) })] }),
    ),
  'no-qr': (asked, back) => back.send(answer(asked, { flags: FLAGS.rd, answers: [FORGED] })),
  'other-opcode': (asked, back) => back.send(answer(asked, { flags: FLAGS.qr | 0x2800, answers: [FORGED] })),
  echo: (asked, back) => back.send(asked.bytes),
  garbage: (_, back) => back.send(hex('deadbeef'.repeat(16))),
  empty: (_, back) => back.send(u8()),
  'header-only': (asked, back) => back.send(message({ id: asked.id })),
  'half-header': (asked, back) => back.send(answer(asked).subarray(0, 7)),
  'cut-question': (asked, back) => back.send(answer(asked).subarray(0, 16)),
  'question-loop': (asked, back) => back.send(answer(asked, { question: Buffer.concat([pointer(12), u16(A, CLASS.in)]) })),
  'spoofed-port': (asked, back) => back.spoof('port', answer(asked, { answers: [FORGED] })),
  'spoofed-address': (asked, back) => back.spoof('address', answer(asked, { answers: [FORGED] })),

  // Answers to the question that cannot be read.
  'pointer-loop': (asked, back) => {
    const at = 12 + question(asked.name, asked.type).length
    back.send(answer(asked, { answers: [record({ name: pointer(at), type: A, data: u8(192, 0, 2, 7) })] }))
  },
  'pointer-forward': (asked, back) => {
    const at = 12 + question(asked.name, asked.type).length + 12
    back.send(answer(asked, { answers: [record({ name: pointer(at), type: A, data: name('late.test') })] }))
  },
  'cut-answer': (asked, back) => back.send(answer(asked).subarray(0, -1)),
  'two-opts': (asked, back) => back.send(answer(asked, { additionals: [opt(), opt()] })),
  'odd-address': (asked, back) => back.send(answer(asked, { answers: [record({ type: A, data: u8(192, 0, 2) })] })),

  // Faults of the first tries.
  'first-lost': (asked, back) => (asked.time > 1 ? back.send(answer(asked)) : undefined),
  'first-broken': (asked, back) => back.send(asked.time > 1 ? answer(asked) : answer(asked).subarray(0, -1)),
  late: (asked, back) => (asked.time === 1 ? back.after(LATE_MS, () => back.send(answer(asked))) : undefined),

  // Refusals.
  servfail: (asked, back) => back.send(failure(asked, RCODE.servfail)),
  refused: (asked, back) => back.send(failure(asked, RCODE.refused)),
  notimp: (asked, back) => back.send(failure(asked, RCODE.notimp)),
  formerr: (asked, back) => back.send(answer(asked, { rcode: RCODE.formerr, answers: [], additionals: [] })),
  'formerr-with-edns': (asked, back) => back.send(failure(asked, RCODE.formerr)),
  'no-edns': (asked, back) => {
    if (!asked.hasEdns) back.send(answer(asked, { additionals: [] }))
    else back.send(message({ id: asked.id, rcode: RCODE.formerr }))
  },
  badvers: (asked, back) => back.send(answer(asked, { answers: [], additionals: [opt({ extendedRcode: BADVERS_UPPER })] })),
  blocked: (asked, back) => {
    const options = [extendedError(15, 'blocked here\0'), extendedError(22, ''), extendedError(60_000, 'über')]
    back.send(answer(asked, { rcode: RCODE.servfail, answers: [], additionals: [opt({ options })] }))
  },

  // Answers that are odd, but answers.
  'upper-case': (asked, back) => back.send(answer(asked, { question: question(asked.name.toUpperCase(), asked.type) })),
  'ttl-top-bit': (asked, back) =>
    back.send(answer(asked, { answers: [record({ type: A, ttl: 0x8000_0001, data: u8(192, 0, 2, 7) })] })),
  'class-ch': (asked, back) => {
    back.send(answer(asked, { answers: [record({ type: A, dnsClass: CLASS.ch, data: u8(0, 5, 0) }), GOOD] }))
  },
  'long-tail': (asked, back) => back.send(Buffer.concat([answer(asked), hex('00'.repeat(20))])),
  'cname-self': (asked, back) => back.send(answer(asked, { answers: [record({ type: CNAME, data: pointer(12) })] })),

  // Over TCP, since it did not fit.
  'tc-then-whole': overTcp((asked, back) => back.send(answer(asked))),
  'tc-in-pieces': overTcp((asked, back) => {
    const bytes = framed(answer(asked))
    for (let at = 0; at < bytes.length; at++) back.after(at, () => back.sendRaw(bytes.subarray(at, at + 1)))
  }),
  'tc-chain': overTcp((asked, back) => back.send(chain(asked))),
  'tc-largest': overTcp((asked, back) => back.send(largest(asked))),
  'tc-many': overTcp((asked, back) => {
    const many = Array.from({ length: MANY }, (_, index) =>
      record({ type: A, data: Buffer.concat([u8(198), u32(index).subarray(1)]) }),
    )
    back.send(answer(asked, { answers: many }))
  }),
  'tc-silent': overTcp(() => {}),
  'tc-drips': overTcp((asked, back) => {
    const bytes = framed(largest(asked))
    const drip = (at: number) => {
      back.sendRaw(bytes.subarray(at, at + 1))
      back.after(DRIP_MS, () => drip(at + 1))
    }
    drip(0)
  }),
  'tc-closes-at-once': overTcp((_, back) => back.hangUp()),
  'tc-closes-midway': overTcp((asked, back) => {
    back.sendRaw(framed(answer(asked)).subarray(0, 30))
    back.hangUp()
  }),
  'tc-wrong-id': overTcp((asked, back) => back.send(answer(asked, { id: asked.id ^ 1, answers: [FORGED] }))),
  'tc-empty': overTcp((_, back) => back.sendRaw(u16(0))),
  'tc-garbage': overTcp((_, back) => back.sendRaw(hex('0008 deadbeef deadbeef'))),
  'tc-cut-again': overTcp((asked, back) => back.send(cut(asked))),
  'tc-partly': (asked, back) => (asked.overTcp ? back.hangUp() : back.send(answer(asked, { flags: FLAGS.qr | FLAGS.tc }))),
} as const satisfies Record<string, Fault>
