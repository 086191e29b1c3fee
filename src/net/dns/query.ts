import { randomBytes } from '../../platform/lazy-modules.ts'
import { labelsOf } from '../../policy/names.ts'
import { QueryName } from '../../policy/target.ts'
import { CLASS_IN, FLAG, HEADER_BYTES, OPT, RCODE } from './message.ts'

export interface Question {
  readonly name: QueryName
  readonly type: number
}

export interface QueryFlags {
  /** RD: the server should also look elsewhere for the answer. */
  readonly recursion: boolean
  /** CD: return data even if their signature is invalid. */
  readonly checkingDisabled: boolean
  /** EDNS; a server that does not support it may answer with an error. */
  readonly edns: boolean
}

/** The size that crosses every path unfragmented (DNS flag day 2020). */
const UDP_PAYLOAD_BYTES = 1232
const QUESTIONS_AT = 4
const ADDITIONALS_AT = 10
/** The type and the class of a question, behind its name. */
const QUESTION_TAIL_BYTES = 4
/** The root as its name, OPT, our largest answer, no flags, no options (RFC 6891, section 6.1.2). */
const EDNS_RECORD = Buffer.from([0, OPT >> 8, OPT & 0xff, UDP_PAYLOAD_BYTES >> 8, UDP_PAYLOAD_BYTES & 0xff, 0, 0, 0, 0, 0, 0])

/**
 * Returns a query on the wire, for a name that the policy has minted. AD is set so that the answer says whether it was authenticated (RFC
 * 6840, section 5.7).
 */
export function encodeQuery({ name, type }: Question, { recursion, checkingDisabled, edns }: QueryFlags): Buffer {
  QueryName.assert(name)
  const header = Buffer.alloc(HEADER_BYTES)
  randomBytes(2).copy(header)
  header.writeUInt16BE((recursion ? FLAG.rd : 0) | FLAG.ad | (checkingDisabled ? FLAG.cd : 0), 2)
  header.writeUInt16BE(1, QUESTIONS_AT)
  header.writeUInt16BE(edns ? 1 : 0, ADDITIONALS_AT)
  const tail = Buffer.alloc(QUESTION_TAIL_BYTES)
  tail.writeUInt16BE(type)
  tail.writeUInt16BE(CLASS_IN, 2)
  return Buffer.concat([header, encodeName(name.ascii), tail, ...(edns ? [EDNS_RECORD] : [])])
}

/** The failures of a server that could not read the question, and so need not repeat it (RFC 1035, section 4.1.1). */
const UNREAD: readonly number[] = [RCODE.formerr, RCODE.notimp]

/** Returns whether these bytes answer this query of ours: the same id, name, type and class. */
export function matches(bytes: Buffer, query: Buffer): boolean {
  if (bytes.length < HEADER_BYTES || bytes.readUInt16BE(0) !== query.readUInt16BE(0)) return false
  const flags = bytes.readUInt16BE(2)
  if ((flags & FLAG.qr) === 0 || (flags & FLAG.opcode) !== 0) return false
  const questions = bytes.readUInt16BE(QUESTIONS_AT)
  if (questions === 0) return UNREAD.includes(flags & FLAG.rcode)
  return questions === 1 && repeats(bytes, query)
}

/**
 * Returns whether these bytes repeat the question of the query, its name in any case. Bytes are compared, since anybody may send thousands
 * of answers to other questions. A name in the question has nothing before it to point to.
 */
function repeats(bytes: Buffer, query: Buffer): boolean {
  const end = query.length - (query.readUInt16BE(ADDITIONALS_AT) === 0 ? 0 : EDNS_RECORD.length)
  if (bytes.length < end) return false
  const tail = end - QUESTION_TAIL_BYTES
  for (let at = HEADER_BYTES; at < tail; at++) if (lowerCase(bytes[at]) !== lowerCase(query[at])) return false
  return bytes.compare(query, tail, end, tail, end) === 0
}

/**
 * Returns a byte of a name in lower case. Only ASCII has upper and lower case in a name (RFC 4343); label lengths, at most 63, are below
 * its letters.
 */
function lowerCase(byte = 0): number {
  return byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
}

/** An escape in a name as people write it (RFC 1035, section 5.1): the number of a byte, or the byte itself. */
const ESCAPE = /\\(\d{3}|.)/gs
const ASCII = /^[\0-\x7f]*$/
const LABEL_MAX_BYTES = 63
const NAME_MAX_BYTES = 255

/**
 * Encodes a name that is written with escapes and without the final dot; the root is empty. Throws for one that the wire cannot hold
 * unchanged: a name that was cut would be a different name.
 */
export function encodeName(name: string): Buffer {
  if (!ASCII.test(name)) throw new Error('a name is asked about in ASCII')
  const labels = labelsOf(name)
  if (labels.join('.') !== name) throw new Error('a name has an empty label, or ends in an escape')
  const bytes = Buffer.concat([...labels.map(encodeLabel), Buffer.of(0)])
  if (bytes.length > NAME_MAX_BYTES) throw new Error('a name is too long')
  return bytes
}

function encodeLabel(label: string): Buffer {
  const plain = label.replace(ESCAPE, (_, code: string) => unescaped(code))
  const { length } = plain
  if (length === 0 || length > LABEL_MAX_BYTES) throw new Error(`a label has 1 to ${LABEL_MAX_BYTES} bytes, not ${length}`)
  return Buffer.concat([Buffer.of(length), Buffer.from(plain, 'latin1')])
}

function unescaped(code: string): string {
  if (code.length < 3) return code
  if (Number(code) > 0xff) throw new Error(`\\${code} is not a byte`)
  return String.fromCharCode(Number(code))
}
