/** Servers that lead on, answer too often, too slowly or not at all. */
import type { RecordType } from '../../../src/net/dns/rdata.ts'
import type { Asked, Back } from '../dns/fault.ts'
import {
  ANSWER,
  bytesOf,
  counted,
  FLAGS,
  framed,
  message,
  name,
  pointer,
  QUESTION_AT,
  question,
  record,
  u8,
} from '../dns/wire.ts'
import { DNS, nameOf, type Part, TYPE, VICTIM_ZONE, ZONE } from './dns-names.ts'
import { answerOf, FILLINGS, LARGEST_BYTES, questionIn } from './dns-records.ts'
import { fill, share } from './shape.ts'

type Way = { readonly type: RecordType; readonly answer: (asked: Asked, back: Back, part: Part) => void }

const GOOD = u8(198, 18, 60, 1)
/** Twelve bytes for the record of a name by pointer, sixteen for its address. */
const REFERRED_MOST = 2160
const DATAGRAMS_MOST = 3000
const DRIP_MS = 20
/** The labels of one byte each, in a name that also has the rest of the labels. */
const LABELS_MOST = 108
/** The strangers of which some are asked, before the server that leads back here. */
const STRANGERS_MOST = 7
const DEPTH_MOST = 40

export const cut = (asked: Asked): Buffer => message({ id: asked.id, flags: ANSWER | FLAGS.tc, question: questionIn(asked) })

function overTcp(answer: Way['answer']): Way['answer'] {
  return (asked, back, part) => (asked.overTcp ? answer(asked, back, part) : back.send(cut(asked)))
}

/** Returns a referral with no more than the servers of a zone below, and their addresses. */
function referral(asked: Asked, zone: Buffer, servers: readonly (readonly [host: Buffer, ...addresses: string[]])[]): Buffer {
  return message({
    id: asked.id,
    flags: FLAGS.qr,
    question: questionIn(asked),
    authorities: servers.map(([host]) => record({ name: zone, type: TYPE.NS, data: host })),
    additionals: servers.flatMap(([host, ...addresses]) =>
      addresses.map((address) => record({ name: host, type: TYPE.A, data: bytesOf(address) })),
    ),
  })
}

const refer =
  (servers: (part: Part) => readonly (readonly [host: Buffer, ...addresses: string[]])[]): Way['answer'] =>
  (asked, back, part) => {
    const made = referral(asked, name(nameOf(part)), servers(part))
    back.send(made.length > 1232 && !asked.overTcp ? cut(asked) : made)
  }

/** Returns as many servers as fit, all of one name of 255 bytes. */
function sameServers(asked: Asked, { divisor }: Part): Buffer {
  const at = QUESTION_AT + questionIn(asked).length + 12
  const long = Buffer.concat([...[63, 63, 63, 61].map((length) => counted(Buffer.alloc(length, 0x80))), u8(0)])
  const most = share(REFERRED_MOST, divisor)
  return message({
    id: asked.id,
    flags: FLAGS.qr,
    question: questionIn(asked),
    authorities: Array.from({ length: most }, (_, index) => record({ type: TYPE.NS, data: index === 0 ? long : pointer(at) })),
    additionals: Array.from({ length: most }, () => record({ name: pointer(at), type: TYPE.A, data: bytesOf(DNS.authority) })),
  })
}

/** In the smallest size there is one. */
const strangers = (divisor: Part['divisor']) => share(STRANGERS_MOST, divisor)

/** Answers with a chain in which each name leads to another with as many labels. */
function longChain(asked: Asked, back: Back, part: Part): void {
  const number = Number(/^n(\d+)\./.exec(asked.name)?.[1] ?? 0) + 1
  const labels = Array.from({ length: share(LABELS_MOST, part.divisor) - 1 }, () => 'x')
  back.send(answerOf(asked, [record({ type: TYPE.CNAME, data: name(nameOf(part, `n${number}`, ...labels)) })]))
}

/** Returns a flood: datagrams by the thousand before the one that counts, if any. */
function flood(wrong: (asked: Asked, index: number) => Buffer, isAnswered = true): Way {
  return {
    type: 'A',
    answer(asked, back, { divisor }) {
      for (let index = 0; index < share(DATAGRAMS_MOST, divisor); index++) back.send(wrong(asked, index))
      if (isAnswered) back.send(answerOf(asked, [record({ type: TYPE.A, data: GOOD })]))
    },
  }
}

const OTHER_NAME = `${Array(100).fill('x').join('.')}.test`
const otherQuestion = ({ id, type }: Asked) => message({ id, question: question(OTHER_NAME, type) })
const largest = (asked: Asked, part: Part) => FILLINGS['mx-long']?.make(asked, part) ?? u8()
const failing = (rcode: number): Way => ({
  type: 'A',
  answer: (asked, back) => back.send(message({ id: asked.id, rcode, question: questionIn(asked) })),
})

/** The behaviour of a server besides answering, by the name of the shape. */
export const WAYS: Record<string, Way> = {
  'referral-names': { type: 'A', answer: overTcp((asked, back, part) => back.send(sameServers(asked, part))) },
  'referral-self': { type: 'A', answer: refer(() => [[name(`ns1.${ZONE}`), DNS.authority]]) },
  /** Each time to a zone one label further down. */
  'referral-deeper': {
    type: 'A',
    answer(asked, back) {
      const depth = 5 + (asked.time % DEPTH_MOST)
      back.send(referral(asked, name(asked.name.split('.').slice(-depth).join('.')), [[name(`ns1.${ZONE}`), DNS.authority]]))
    },
  },
  /** Seven servers of a third party in front of the one that leads back here. */
  'nxns-addresses': {
    type: 'A',
    answer: refer(({ divisor }) => [
      ...Array.from({ length: strangers(divisor) }, (_, index) => [name(`n${index}.${VICTIM_ZONE}`), DNS.victim] as const),
      [name(`ns1.${ZONE}`), DNS.authority],
    ]),
  },
  'nxns-silent': {
    type: 'A',
    answer: refer(({ divisor }) => [
      ...Array.from(
        { length: strangers(divisor) },
        (_, index) => [name(`s${index}.${VICTIM_ZONE}`), `198.18.200.${index + 1}`, `198.18.201.${index + 1}`] as const,
      ),
      [name(`ns1.${ZONE}`), DNS.authority],
    ]),
  },
  'nxns-names': {
    type: 'A',
    answer: refer(({ divisor }) => [
      ...Array.from({ length: strangers(divisor) }, (_, index) => [name(`n${index}.${VICTIM_ZONE}`)] as const),
      [name(`ns1.${ZONE}`), DNS.authority],
    ]),
  },
  'cname-labels': { type: 'A', answer: longChain },
  'cname-self': {
    type: 'A',
    answer: (asked, back) => back.send(answerOf(asked, [record({ type: TYPE.CNAME, data: pointer(QUESTION_AT) })])),
  },
  'tc-always': { type: 'A', answer: (asked, back) => back.send(cut(asked)) },
  'tcp-pieces': {
    type: 'MX',
    answer: overTcp((asked, back, part) => {
      const bytes = framed(largest(asked, part))
      const next = (at: number) => {
        for (let end = Math.min(at + 64, bytes.length), one = at; one < end; one++) back.sendRaw(bytes.subarray(one, one + 1))
        if (at + 64 < bytes.length) back.after(0, () => next(at + 64))
      }
      next(0)
    }),
  },
  'tcp-drip': {
    type: 'MX',
    answer: overTcp((asked, back, part) => {
      const bytes = framed(largest(asked, part))
      const drip = (at: number) => {
        back.sendRaw(bytes.subarray(at, at + 1))
        back.after(DRIP_MS, () => drip(at + 1))
      }
      drip(0)
    }),
  },
  'tcp-surplus': {
    type: 'MX',
    answer: overTcp((asked, back, part) => {
      const bytes = framed(Buffer.concat(fill(LARGEST_BYTES, () => answerOf({ ...asked, id: asked.id ^ 1 }, []))))
      for (let times = 0; times < share(64, part.divisor); times++) back.sendRaw(bytes)
    }),
  },
  'flood-ids': flood((asked, index) => answerOf({ ...asked, id: asked.id ^ (1 + (index % 60_000)) }, [])),
  'flood-names': flood(otherQuestion, false),
  'flood-answers': flood((asked) => answerOf(asked, [record({ type: TYPE.A, data: GOOD })])),
  'flood-garbage': flood(() => Buffer.alloc(1200, 0xc0)),
  silent: { type: 'A', answer: () => {} },
  servfail: failing(2),
  refused: failing(5),
  formerr: failing(1),
}
