import type { ChallengeRecord, DnsFacts, Facts, Looked, ZoneFacts } from '../facts.ts'
import { ofName, type Problem, type Severity } from './sight.ts'

/** Returns why nothing can be ordered for the name, whatever else was seen; null if it is a name of the internet. */
export function impossible({ subject, dns }: Facts): Problem | null {
  if (subject.query === null) return ofName('name-not-public', 'error', { name: subject.ascii })
  const oddity = oddityOf(subject.ascii)
  if (oddity) return ofName('name-not-public', 'error', { name: subject.ascii, ...oddity })
  const isUnregistered = dns.zone !== null && dns.zone.apex === null
  return isUnregistered ? ofName('no-records', 'error', { name: subject.ascii, kind: 'unregistered' }) : null
}

/** The parts of a name that the largest authority takes at most. */
const PARTS_MAX = 10
/** A label in a form that is reserved, and not that of other scripts (RFC 5890, section 2.3.1; Baseline Requirements, 7.1.4.2). */
const RESERVED_LABEL = /(?:^|\.)(?!xn)[^.]{2}--/

/** Returns what about a name itself makes authorities refuse it; null for most. */
function oddityOf(name: string): { kind: string; count: number } | null {
  const count = name.split('.').length
  if (RESERVED_LABEL.test(name)) return { kind: 'hyphens', count }
  return count > PARTS_MAX ? { kind: 'parts', count } : null
}

/** Returns what stands in the way of DNS-01: at the servers of the zone, then at the name of the challenge. */
export function problemsOfZone({ subject, dns }: Facts): Problem[] {
  const { zone, challenge } = dns
  const name = `_acme-challenge.${subject.ascii}`
  if (zone === null || challenge === null)
    return [
      ofName('dns-failed', 'unclear', zone ? { type: 'TXT', name, status: 'not-asked' } : { ...NO_ZONE, name: subject.ascii }),
    ]
  const record = problemsOfRecord(challenge)
  const isDelegated = challenge.alias !== null
  const failure = isDelegated && challenge.aliasAnswers === false ? null : problemOf({ ...challenge, type: 'TXT' }, dns)
  const lent = problemsOfLender(zone, challenge, subject.ascii)
  return [...problemsOfServers(zone), ...(failure ? [failure] : []), ...lent, ...record]
}

const NO_ZONE = { type: 'NS', status: 'not-asked', kind: 'zone' } as const

function problemsOfServers({ servers }: ZoneFacts): Problem[] {
  const bad = servers.filter(({ state }) => state !== 'answers' && state !== 'not-asked')
  const isAnswered = servers.some(({ state }) => state === 'answers')
  const count = servers.length
  if (bad.length === 0) return isAnswered ? [] : [ofName('address-not-checked', 'unclear', { port: 53 })]
  const [first] = bad
  if (bad.length === count) return [ofName('lame-name-server', 'error', { server: first?.name ?? '', count, kind: 'all' })]
  const severity = isAnswered ? 'warning' : 'unclear'
  return bad.map(({ name, state }) =>
    ofName('lame-name-server', severity, { server: name, count, ...(state === 'lame' ? {} : { kind: state }) }),
  )
}

/** Returns the doubt whether the owner of a lent name can write a challenge; a record that is there says that it can be. */
function problemsOfLender({ isLent, apex }: ZoneFacts, { alias, values }: ChallengeRecord, name: string): Problem[] {
  const isOpen = isLent && alias === null && values.length === 0
  return isOpen ? [ofName('zone-not-yours', 'unclear', { name, found: apex ?? '' })] : []
}

function problemsOfRecord({ name, alias, aliasAnswers, values }: ChallengeRecord): Problem[] {
  return [
    ...(alias === null ? [] : [problemOfAlias(name, alias, aliasAnswers)]),
    ...(values.length === 0 ? [] : [ofName('challenge-leftover', 'warning', { name, count: values.length })]),
  ]
}

/** Returns the remark that the challenge is answered elsewhere; whether anything can be written there is seen by its zone alone. */
function problemOfAlias(name: string, target: string, answers: boolean | null): Problem {
  if (answers === true) return ofName('challenge-delegated', 'warning', { name, target })
  return answers === false
    ? ofName('challenge-delegated', 'error', { name, target, kind: 'dead' })
    : ofName('challenge-delegated', 'unclear', { name, target, kind: 'unknown' })
}

/** Returns what stands in the way of finding an address: both families are looked up, and either will do. */
export function problemsOfLookups({ subject, dns }: Facts): Problem[] {
  const families = [
    { ...(dns.ipv4 ?? NOT_ASKED), type: 'A', name: subject.ascii },
    { ...(dns.ipv6 ?? NOT_ASKED), type: 'AAAA', name: subject.ascii },
  ]
  const failures = families.flatMap((lookup) => problemOf(lookup, dns) ?? [])
  const hasAddresses = families.some(({ values }) => values.length > 0)
  // The largest authority uses the addresses of the other family then.
  if (hasAddresses)
    return failures.map((failure) => ({ ...failure, severity: 'warning', slots: { ...failure.slots, kind: 'one-family' } }))
  return failures.length > 0 ? failures : [ofName('no-records', 'error', { name: subject.ascii })]
}

/** Returns why the CAA records of a name cannot be read; null if they can. */
export function problemOfCaaLookup({ subject, dns }: Facts): Problem | null {
  if (dns.caa === null) return problemOf({ ...NOT_ASKED, type: 'CAA', name: subject.ascii }, dns)
  return dns.caa.failed && problemOf({ ...dns.caa.failed, type: 'CAA' }, dns)
}

/** A lookup that an authority makes as well, and its outcome. */
type Lookup = Pick<Looked, 'status' | 'dnssec'> & { readonly type: string; readonly name: string; readonly reason: string | null }

const NOT_ASKED = { status: 'not-asked', reason: null, values: [], dnssec: 'unknown' } as const

/** Returns why a lookup says nothing; null if it has an answer, even if only that there is nothing. */
function problemOf({ type, name, status, reason, dnssec }: Lookup, dns: DnsFacts): Problem | null {
  if (dnssec === 'bogus') return ofName('dnssec-bogus', 'error', { type, name, status })
  if (ANSWERED.has(status)) return null
  return ofName('dns-failed', weightOf(status, reason, dns), { type, name, status })
}

const ANSWERED: ReadonlySet<string> = new Set(['noerror', 'nodata', 'nxdomain'])

/** Returns how much a failed lookup says: a failure that a resolver reports is one for an authority too, silence only where name servers were seen to be silent as well. */
function weightOf(status: string, reason: string | null, { zone }: DnsFacts): Severity {
  if (status === 'servfail' || status === 'refused') return 'error'
  if (reason === 'leads-to-local-name' || reason === 'cname-loop') return 'error'
  const isZoneDead =
    zone !== null && zone.servers.length > 0 && zone.servers.every(({ state }) => state !== 'answers' && state !== 'not-asked')
  return status === 'timeout' && isZoneDead ? 'error' : 'unclear'
}
