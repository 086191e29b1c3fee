import type { DnsStatus } from '../../contract/dns-status.ts'
import { isWithin } from '../../policy/names.ts'
import type { QueryName } from '../../policy/target.ts'
import { BUDGET_EXCEEDED, RATE_LIMITED } from '../budget.ts'
import type { ServerReply, Silence } from './ask.ts'
import { type DnsRecord, type ExtendedError, type Message, RCODE } from './message.ts'
import { displayName, type RecordType } from './rdata.ts'
import type { Name } from './reader.ts'

/** The reasons why a name has no answer; null if it has one. */
export const DNS_REASONS = [
  'no-such-record',
  'no-such-name',
  'server-failure',
  'refused-by-server',
  'no-answer',
  'connection-refused',
  'network-unreachable',
  'too-many-open-files',
  'malformed-answer',
  'truncated-answer',
  'cname-loop',
  'format-error',
  'not-implemented',
  'no-name-server',
  'not-authoritative',
  'error-code',
  'leads-to-local-name',
  BUDGET_EXCEEDED,
  RATE_LIMITED,
] as const
export type DnsReason = (typeof DNS_REASONS)[number]

export interface Answer {
  readonly status: DnsStatus
  readonly reason: DnsReason | null
  /** The server that gave it; null if there was none to query. */
  readonly server: string | null
  /** The CNAME records along the way, then the records of the requested type. */
  readonly records: readonly DnsRecord[]
  /** The data of the records of the requested type: normalised, sorted. */
  readonly values: readonly string[]
  /** The number of records that the answer has beyond `records`: if they are very many or very large, some are only counted. */
  readonly unread: number
  /** Names of a local network that the records lead to. They are shown, since the records are public, but never queried. */
  readonly leadsTo: readonly string[]
  /** The seconds for which the answer may be cached: the lowest TTL along the way, or the negative TTL. */
  readonly ttl: number | null
  readonly negativeTtl: number | null
  readonly cnameChain: readonly string[]
  /** The name at the end of the chain has neither records nor proof of their absence here: another server must be queried. */
  readonly continuesAt: string | null
  /** The name servers of a child zone, if the server knows nothing else; with the addresses that it sent along. */
  readonly referral: readonly NameServerHint[]
  readonly authenticated: boolean
  readonly authoritative: boolean
  readonly truncated: boolean
  readonly extendedErrors: readonly ExtendedError[]
  readonly elapsedMs: number
}

/** A judge of names: true for those that belong to a local network, for which no server is queried. */
export type IsLocal = (name: string) => boolean

/** Returns whether a server has answered about the name, even if only to deny it. */
export function hasAnswer({ status }: Pick<Answer, 'status'>): boolean {
  return status === 'noerror' || status === 'nodata' || status === 'nxdomain'
}

const NOTHING = {
  records: [],
  values: [],
  unread: 0,
  leadsTo: [],
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

export function answerOf(reply: ServerReply | null, { ascii: name }: QueryName, type: RecordType, isLocal: IsLocal): Answer {
  if (!reply) return noAnswer('no-name-server')
  const { outcome, endpoint, elapsedMs } = reply
  const common = { server: endpoint.address, elapsedMs }
  return typeof outcome === 'string'
    ? { ...NOTHING, ...common, status: outcome === 'no-answer' ? 'timeout' : 'error', reason: outcome satisfies Silence }
    : Object.assign(readMessage(outcome, name, type, isLocal), common)
}

/** Returns the answer to use if there was no server to query. */
export function noAnswer(reason: DnsReason): Answer {
  return { ...NOTHING, status: 'error', reason, server: null, elapsedMs: 0 }
}

type Reading = Omit<Answer, 'server' | 'elapsedMs'>

function readMessage(message: Message, name: string, type: RecordType, isLocal: IsLocal): Reading {
  const chain = followCnames(message.answers, name, type, isLocal)
  if (chain.outcome === 'leaves') return leavingAnswer(message, chain)
  const { authenticated, authoritative, truncated, extendedErrors } = message
  const isLoop = chain.outcome === 'loops'
  // Records that come with a failure, or with "no such name", are not the answer.
  const isAnswer = message.rcode === RCODE.noerror && !isLoop
  const found = isAnswer ? message.answers.filter((record) => record.type === type && record.key === chain.end) : []
  const unread = isAnswer ? message.unread : 0
  const records = [...chain.records, ...found]
  const soa = message.authorities.find((record) => record.type === 'SOA')
  const isFailure = message.rcode !== RCODE.noerror && message.rcode !== RCODE.nxdomain
  const isEmpty = found.length + unread === 0
  const negativeTtl = isEmpty && soa && !isFailure && !isLoop ? Math.min(soa.ttl, Number(soa.rdata.data.minimum)) : null
  const isOpen = isAnswer && isEmpty && chain.records.length > 0 && !soa
  return {
    ...statusOf(message, { isEmpty, isLoop }),
    records,
    values: valuesOf(found),
    unread,
    leadsTo: localNamesIn(found, isLocal),
    ttl: leastTtl(records, negativeTtl),
    negativeTtl,
    cnameChain: targetsOf(chain),
    continuesAt: isOpen ? chain.end : null,
    referral: referralOf(message, name),
    authenticated,
    authoritative,
    truncated,
    extendedErrors,
  }
}

/**
 * Returns an answer whose CNAME records lead to a name of a local network. The requester may not learn what the resolver found there, not
 * even whether it found anything: nothing of the answer beyond that name is passed on.
 */
function leavingAnswer({ authoritative }: Message, chain: Chain): Reading {
  return {
    ...NOTHING,
    status: 'nodata',
    reason: 'leads-to-local-name',
    records: chain.records,
    leadsTo: targetsOf(chain).slice(-1),
    ttl: leastTtl(chain.records, null),
    cnameChain: targetsOf(chain),
    authoritative,
  }
}

export function valuesOf(records: readonly DnsRecord[]): string[] {
  return [...new Set(records.map(({ rdata }) => rdata.normalised))].toSorted()
}

/** Returns the names of local networks in some records. The SOA record is not asked: its names only say who maintains the zone. */
function localNamesIn(records: readonly DnsRecord[], isLocal: IsLocal): string[] {
  const names = records.filter(({ type }) => type !== 'SOA').flatMap(({ rdata }) => rdata.names)
  const once = new Map(names.map(({ lower, text }) => [lower, text]))
  return [...once].filter(([lower]) => isLocal(lower)).map(([, text]) => text)
}

function targetsOf({ records }: Chain): string[] {
  return records.map((record) => displayName(targetOf(record).text))
}

function leastTtl(records: readonly DnsRecord[], negativeTtl: number | null): number | null {
  const ttls = [...records.map(({ ttl }) => ttl), ...(negativeTtl === null ? [] : [negativeTtl])]
  return ttls.length > 0 ? Math.min(...ttls) : null
}

function statusOf({ rcode, truncated }: Message, { isEmpty, isLoop }: { isEmpty: boolean; isLoop: boolean }): Status {
  if (isLoop) return { status: 'error', reason: 'cname-loop' }
  if (rcode === RCODE.noerror && !isEmpty) return { status: 'noerror', reason: null }
  // Records that were cut off cannot be called missing.
  if (rcode === RCODE.noerror && truncated) return { status: 'error', reason: 'truncated-answer' }
  return STATUSES[rcode] ?? { status: 'error', reason: 'error-code' }
}

type Status = Pick<Answer, 'status' | 'reason'>

const STATUSES: Record<number, Status> = {
  [RCODE.noerror]: { status: 'nodata', reason: 'no-such-record' },
  [RCODE.nxdomain]: { status: 'nxdomain', reason: 'no-such-name' },
  [RCODE.servfail]: { status: 'servfail', reason: 'server-failure' },
  [RCODE.refused]: { status: 'refused', reason: 'refused-by-server' },
  [RCODE.formerr]: { status: 'error', reason: 'format-error' },
  [RCODE.notimp]: { status: 'error', reason: 'not-implemented' },
}

interface Chain {
  readonly records: readonly DnsRecord[]
  /** The last name, in lower case. */
  readonly end: string
  /** "loops": back to a name that was passed. "leaves": to a name of a local network, after which nothing is looked at. */
  readonly outcome: 'ends' | 'loops' | 'leaves'
}

/** Follows the CNAME records that start at a name, in whatever order they came. */
function followCnames(answers: readonly DnsRecord[], name: string, type: RecordType, isLocal: (name: string) => boolean): Chain {
  const cnames = new Map(answers.filter((record) => record.type === 'CNAME').map((record) => [record.key, record]))
  const records: DnsRecord[] = []
  const passed = new Set<DnsRecord>()
  let end = name.toLowerCase()
  for (;;) {
    const cname = type === 'CNAME' ? undefined : cnames.get(end)
    if (!cname) return { records, end, outcome: 'ends' }
    if (passed.has(cname)) return { records, end, outcome: 'loops' }
    passed.add(cname)
    records.push(cname)
    end = targetOf(cname).lower
    if (isLocal(end)) return { records, end, outcome: 'leaves' }
  }
}

const ROOT: Name = { text: '', lower: '' }

/** Returns the name that a record with a single name contains. */
export function targetOf({ rdata: { names } }: DnsRecord): Name {
  return names[0] ?? ROOT
}

export interface NameServerHint {
  readonly host: string
  readonly addresses: readonly string[]
}

/** Per zone; any further ones are not queried. */
export const SERVERS_MAX = 8

/**
 * Returns the name servers that an answer refers to: it has no records, is not authoritative, but has NS records of a child zone that
 * contains the name (RFC 1034, section 4.3.2).
 */
function referralOf(
  { rcode, authoritative, answers, unread, authorities, additionals }: Message,
  name: string,
): NameServerHint[] {
  if (rcode !== RCODE.noerror || authoritative || answers.length + unread > 0) return []
  const asked = name.toLowerCase()
  const servers = authorities.filter(({ type, key }) => type === 'NS' && key !== '' && isWithin(asked, key)).map(targetOf)
  // Each server once, by its name in lower case.
  const hosts = new Map(servers.map(({ lower, text }) => [lower, text]))
  const addresses = Map.groupBy(
    additionals.filter(({ type, key }) => hosts.has(key) && (type === 'A' || type === 'AAAA')),
    ({ key }) => key,
  )
  return [...hosts]
    .slice(0, SERVERS_MAX)
    .map(([lower, host]) => ({ host, addresses: (addresses.get(lower) ?? []).map(({ rdata }) => rdata.value) }))
}
