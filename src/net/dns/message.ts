import { type ExtendedError, extendedError } from './extended-error.ts'
import { decodeRdata, type Rdata, typeName } from './rdata.ts'
import { Malformed, Reader } from './reader.ts'

export const CLASS_IN = 1
export const OPT = 41
export const HEADER_BYTES = 12
export const FLAG = {
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
