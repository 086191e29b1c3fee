import { isWithin } from '../../policy/names.ts'
import type { Reply } from './ask.ts'
import type { Silence } from './exchange.ts'
import type { ExtendedError } from './extended-errors.ts'
import { type DnsRecord, type Message, RCODE } from './message.ts'
import { sameName } from './names.ts'
import { bare, type RecordType } from './rdata.ts'

export const DNS_STATUSES = ['noerror', 'nodata', 'nxdomain', 'servfail', 'refused', 'timeout', 'error'] as const
export type DnsStatus = (typeof DNS_STATUSES)[number]

/** A status that passed through the policy, which does not know our words. */
export function dnsStatusOf(text: string): DnsStatus {
  return DNS_STATUSES.find((status) => status === text) ?? 'error'
}

/** Why a name has no answer; null where it has one. */
export const DNS_REASONS = [
  'no-such-record',
  'no-such-name',
  'server-failure',
  'refused-by-server',
  'no-answer',
  'connection-refused',
  'network-unreachable',
  'malformed-answer',
  'truncated-answer',
  'cname-loop',
  'format-error',
  'not-implemented',
  'no-name-server',
  'not-authoritative',
  'error-code',
] as const
export type DnsReason = (typeof DNS_REASONS)[number]

/** An answer, read for one name and type. */
export interface Answer {
  readonly status: DnsStatus
  readonly reason: DnsReason | null
  /** The server that said so; null where there is none to ask. */
  readonly server: string | null
  /** The CNAME records on the way, then those of the asked type. */
  readonly records: readonly DnsRecord[]
  /** The data of the records of the asked type: normalised, sorted. */
  readonly values: readonly string[]
  /** How long this may be kept, in seconds: the least TTL on the way, or the negative TTL. */
  readonly ttl: number | null
  readonly negativeTtl: number | null
  /** The targets of the CNAME records, in order. */
  readonly cnameChain: readonly string[]
  /** The name at the end of the chain has neither records nor proof of their absence here: another server must be asked. */
  readonly continuesAt: string | null
  /** The name servers of a zone below, if the server knows no more than these; with the addresses it sent along. */
  readonly referral: readonly NameServerHint[]
  readonly authenticated: boolean
  readonly authoritative: boolean
  readonly truncated: boolean
  readonly extendedErrors: readonly ExtendedError[]
  readonly elapsedMs: number
}

/** A name server, and the addresses that are known of it. */
export interface NameServerHint {
  readonly host: string
  readonly addresses: readonly string[]
}

/** Whether a server says something about the name, be it that there is nothing. */
export function hasAnswer({ status }: Pick<Answer, 'status'>): boolean {
  return status === 'noerror' || status === 'nodata' || status === 'nxdomain'
}

const NOTHING = {
  records: [],
  values: [],
  ttl: null,
  negativeTtl: null,
  cnameChain: [],
  continuesAt: null,
  referral: [],
  authenticated: false,
  authoritative: false,
  truncated: false,
  extendedErrors: [],
} as const

/** What a reply says about a name and type. */
export function answerOf(reply: Reply | null, name: string, type: RecordType): Answer {
  if (!reply) return { ...NOTHING, status: 'error', reason: 'no-name-server', server: null, elapsedMs: 0 }
  const { outcome, endpoint, elapsedMs } = reply
  const common = { server: endpoint.address, elapsedMs }
  return typeof outcome === 'string'
    ? { ...NOTHING, ...common, status: outcome === 'no-answer' ? 'timeout' : 'error', reason: outcome satisfies Silence }
    : { ...common, ...readMessage(outcome, name, type) }
}

function readMessage(message: Message, name: string, type: RecordType): Omit<Answer, 'server' | 'elapsedMs'> {
  const { authenticated, authoritative, truncated, extendedErrors } = message
  const chain = followCnames(message.answers, name, type)
  // Records beside a failure, or beside "no such name", are not the answer.
  const found = message.rcode === RCODE.noerror ? recordsAt(message.answers, chain.end, type) : []
  const records = [...chain.records, ...(chain.isLoop ? [] : found)]
  const soa = message.authorities.find((record) => record.type === 'SOA')
  const isFailure = message.rcode !== RCODE.noerror && message.rcode !== RCODE.nxdomain
  const isNegative = found.length === 0 && soa !== undefined && !isFailure
  const negativeTtl = isNegative ? Math.min(soa.ttl, Number(soa.rdata.data.minimum)) : null
  const ttls = [...records.map(({ ttl }) => ttl), ...(negativeTtl === null ? [] : [negativeTtl])]
  const isOpen = message.rcode === RCODE.noerror && found.length === 0 && chain.records.length > 0 && !soa && !chain.isLoop
  return {
    ...judge(message, found.length, chain.isLoop),
    records,
    values: chain.isLoop ? [] : [...new Set(found.map(({ rdata }) => rdata.normalised))].toSorted(),
    ttl: ttls.length > 0 ? Math.min(...ttls) : null,
    negativeTtl,
    cnameChain: chain.records.map(({ rdata }) => String(rdata.data.target)),
    continuesAt: isOpen ? chain.end : null,
    referral: referralOf(message, name),
    authenticated,
    authoritative,
    truncated,
    extendedErrors,
  }
}

function recordsAt(records: readonly DnsRecord[], name: string, ...types: RecordType[]): DnsRecord[] {
  return records.filter((record) => types.some((type) => record.type === type) && sameName(record.name, name))
}

/** RFC 1034, section 4.3.2: no answer, not authoritative, but NS records of a zone below that holds the name. */
function referralOf({ rcode, authoritative, answers, authorities, additionals }: Message, name: string): NameServerHint[] {
  if (rcode !== RCODE.noerror || authoritative || answers.length > 0) return []
  return authorities
    .filter((record) => record.type === 'NS' && record.name !== '' && isWithin(name.toLowerCase(), record.name.toLowerCase()))
    .map(({ rdata }) => String(rdata.data.target))
    .map((host) => ({ host, addresses: recordsAt(additionals, host, 'A', 'AAAA').map(({ rdata }) => rdata.value) }))
}

function judge({ rcode, truncated }: Message, found: number, isLoop: boolean): Pick<Answer, 'status' | 'reason'> {
  if (isLoop) return { status: 'error', reason: 'cname-loop' }
  if (rcode === RCODE.noerror && found > 0) return { status: 'noerror', reason: null }
  // What was cut away cannot be said to be missing.
  if (rcode === RCODE.noerror && truncated) return { status: 'error', reason: 'truncated-answer' }
  return VERDICTS[rcode] ?? { status: 'error', reason: 'error-code' }
}

const VERDICTS: Record<number, Pick<Answer, 'status' | 'reason'>> = {
  [RCODE.noerror]: { status: 'nodata', reason: 'no-such-record' },
  [RCODE.nxdomain]: { status: 'nxdomain', reason: 'no-such-name' },
  [RCODE.servfail]: { status: 'servfail', reason: 'server-failure' },
  [RCODE.refused]: { status: 'refused', reason: 'refused-by-server' },
  [RCODE.formerr]: { status: 'error', reason: 'format-error' },
  [RCODE.notimp]: { status: 'error', reason: 'not-implemented' },
}

/** The CNAME records that lead on from a name, up to where they end or come back to a name that was passed. */
function followCnames(answers: readonly DnsRecord[], name: string, type: RecordType) {
  const cnames = new Map(answers.filter((record) => record.type === 'CNAME').map((record) => [record.name.toLowerCase(), record]))
  const records: DnsRecord[] = []
  const passed = new Set<DnsRecord>()
  let end = name
  for (;;) {
    const cname = type === 'CNAME' ? undefined : cnames.get(end.toLowerCase())
    if (!cname) return { records, end, isLoop: false }
    if (passed.has(cname)) return { records, end, isLoop: true }
    passed.add(cname)
    records.push(cname)
    const target = String(cname.rdata.data.target)
    end = target === bare('') ? '' : target
  }
}
