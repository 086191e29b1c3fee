/** DNS messages on the wire: the query as it is sent, the answer as it came, and the extended errors in it. */
import { cleanText } from '../../contract/clean.ts'
import { randomBytes } from '../../platform/lazy-modules.ts'
import { labelsOf } from '../../policy/names.ts'
import { QueryName } from '../../policy/target.ts'
import { decodeRdata, type Rdata, typeName } from './rdata.ts'
import { Malformed, Reader } from './reader.ts'

const CLASS_IN = 1
const OPT = 41
const HEADER_BYTES = 12
const FLAG = {
  qr: 0x8000,
  opcode: 0x7800,
  aa: 0x0400,
  tc: 0x0200,
  rd: 0x0100,
  ad: 0x0020,
  cd: 0x0010,
  rcode: 0x000f,
} as const
/** IANA, "DNS RCODEs". */
export const RCODE = { noerror: 0, formerr: 1, servfail: 2, nxdomain: 3, notimp: 4, refused: 5 } as const
/** The option with an extended error (RFC 8914, section 2). Servers send one or two of them. */
const EXTENDED_ERROR = 15
const EXTENDED_ERRORS_MAX = 16
const LARGEST_TTL = 0x7fff_ffff
/** The records that are read of each section: as many as an answer could show, and more servers than would be queried. The rest is counted. */
const RECORDS_MAX = { answers: 512, authorities: 64, additionals: 128 } as const
/** In all records of a section together: their data, and the text of these and of their names. */
const DATA_MAX_BYTES = 16 * 1024
const CHARACTERS_MAX = 32 * 1024

export interface DnsRecord {
  readonly name: string
  /** The name in lower case, for comparison. */
  readonly key: string
  readonly type: string
  readonly ttl: number
  readonly rdata: Rdata
}

/** A DNS answer as it came. */
export interface Message {
  readonly rcode: number
  readonly authoritative: boolean
  readonly truncated: boolean
  readonly authenticated: boolean
  readonly hasEdns: boolean
  readonly answers: readonly DnsRecord[]
  readonly authorities: readonly DnsRecord[]
  /** Addresses that a server sends along, such as those of the name servers it refers to. */
  readonly additionals: readonly DnsRecord[]
  /** The number of answers that were not read. */
  readonly unread: number
  readonly extendedErrors: readonly ExtendedError[]
}

/** Returns whether the rest of the answer did not fit (TC). Read separately, since what was cut need not be readable. */
export function isTruncated(bytes: Buffer): boolean {
  return (bytes.readUInt16BE(2) & FLAG.tc) !== 0
}

/** Reads a whole message that `matches`. Throws Malformed. */
export function decodeMessage(bytes: Buffer): Message {
  const reader = new Reader(bytes)
  reader.u16()
  const flags = reader.u16()
  const questions = reader.u16()
  const answers = reader.u16()
  const authorities = reader.u16()
  const additionals = reader.u16()
  for (let index = 0; index < questions; index++) {
    reader.skipName()
    reader.skip(4)
  }
  const answer = readRecords(reader, answers, RECORDS_MAX.answers)
  const authority = readRecords(reader, authorities, RECORDS_MAX.authorities)
  const additional = readRecords(reader, additionals, RECORDS_MAX.additionals)
  const edns = additional.edns[0]
  if (additional.edns.length > 1) throw new Malformed('two OPT records')
  return {
    rcode: (edns?.extendedRcode ?? 0) | (flags & FLAG.rcode),
    authoritative: (flags & FLAG.aa) !== 0,
    truncated: (flags & FLAG.tc) !== 0,
    authenticated: (flags & FLAG.ad) !== 0,
    hasEdns: edns !== undefined,
    answers: answer.records,
    authorities: authority.records,
    additionals: additional.records,
    unread: answer.unread,
    extendedErrors: edns?.errors ?? [],
  }
}

interface Edns {
  readonly extendedRcode: number
  readonly errors: readonly ExtendedError[]
}

/** Returns the records of a section, without the OPT record, which is not really one (RFC 6891). */
function readRecords(reader: Reader, count: number, recordsMax: number) {
  const records: DnsRecord[] = []
  const edns: Edns[] = []
  let bytesLeft = DATA_MAX_BYTES
  let charactersLeft = CHARACTERS_MAX
  let unread = 0
  for (let index = 0; index < count; index++) {
    const owner = records.length < recordsMax && charactersLeft > 0 ? reader.name() : reader.skipName()
    const type = reader.u16()
    const dnsClass = reader.u16()
    const ttl = reader.u32()
    const length = reader.u16()
    if (type === OPT) edns.push({ extendedRcode: (ttl >>> 24) << 4, errors: readErrors(reader.part(length)) })
    else if (dnsClass !== CLASS_IN) reader.skip(length)
    else if (!owner || length > bytesLeft) {
      reader.skip(length)
      unread++
    } else {
      bytesLeft -= length
      const rdata = decodeRdata(type, reader.part(length))
      charactersLeft -= owner.text.length + rdata.value.length
      // A TTL with its first bit set counts as zero (RFC 2181, section 8).
      records.push({ name: owner.text, key: owner.lower, type: typeName(type), ttl: ttl > LARGEST_TTL ? 0 : ttl, rdata })
    }
  }
  return { records, edns, unread }
}

function readErrors(options: Reader): ExtendedError[] {
  const errors: ExtendedError[] = []
  while (!options.isAtEnd) {
    const code = options.u16()
    const option = options.part(options.u16())
    if (code === EXTENDED_ERROR && errors.length < EXTENDED_ERRORS_MAX) errors.push(extendedError(option.u16(), option.rest()))
  }
  return errors
}

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

/** The names of extended DNS errors (IANA, "Extended DNS Error Codes"; RFC 8914). */
const ERROR_NAMES = [
  'Other',
  'Unsupported DNSKEY Algorithm',
  'Unsupported DS Digest Type',
  'Stale Answer',
  'Forged Answer',
  'DNSSEC Indeterminate',
  'DNSSEC Bogus',
  'Signature Expired',
  'Signature Not Yet Valid',
  'DNSKEY Missing',
  'RRSIGs Missing',
  'No Zone Key Bit Set',
  'NSEC Missing',
  'Cached Error',
  'Not Ready',
  'Blocked',
  'Censored',
  'Filtered',
  'Prohibited',
  'Stale NXDOMAIN Answer',
  'Not Authoritative',
  'Not Supported',
  'No Reachable Authority',
  'Network Error',
  'Invalid Data',
  'Signature Expired before Valid',
  'Too Early',
  'Unsupported NSEC3 Iterations Value',
  'Unable to conform to policy',
  'Synthesized',
  'Invalid Query Type',
] as const

export interface ExtendedError {
  readonly code: number
  readonly name: string
  readonly text: string | null
}

const TEXT_MAX_BYTES = 512
/** Matches once per run of NULs, not once per NUL: a server may send hundreds. */
const NULS_AT_END = /(?<!\0)\0+$/

/** The errors that mean that a signature is invalid. */
const BOGUS_CODES = new Set([6, 7, 8, 9, 10, 11, 12, 25])

/** Returns an error and its text. Some servers end the text with a NUL, which may be dropped (RFC 8914, section 2). */
export function extendedError(code: number, words: Buffer): ExtendedError {
  const start = cleanText(words.subarray(0, TEXT_MAX_BYTES).toString('utf8').replace(NULS_AT_END, ''))
  const text = words.length > TEXT_MAX_BYTES ? `${start}…` : start
  return { code, name: ERROR_NAMES[code] ?? `Code ${code}`, text: text === '' ? null : text }
}

export function saysBogus(errors: readonly ExtendedError[]): boolean {
  return errors.some(({ code }) => BOGUS_CODES.has(code))
}
