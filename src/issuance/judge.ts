import { problemsOfCaa } from './caa.ts'
import { type ChallengeRecord, type DnsFacts, type Facts, type Looked, nameOf, type ZoneFacts } from './facts.ts'
import { METHODS, type Method, type MethodVerdict } from './fields.ts'
import { problemsOfAddresses } from './judging/addresses.ts'
import { ofName, type Problem, type Severity } from './judging/sight.ts'

export interface MethodJudgement {
  readonly method: Method
  readonly verdict: MethodVerdict
  readonly problems: readonly Problem[]
}

export interface Judgement {
  /** The best of the verdicts. */
  readonly verdict: MethodVerdict
  readonly methods: readonly MethodJudgement[]
  /** The method to use; null if none would work. */
  readonly best: Method | null
}

/** Returns whether each method would work, and what stands in its way: what the largest authority would meet now, if a client puts its answer in place. */
export function judgeIssuance(facts: Facts, methods: readonly Method[]): Judgement {
  const judged = methods.map((method) => judgeMethod(facts, method, methods))
  const verdict = VERDICTS.find((one) => judged.some((method) => method.verdict === one)) ?? 'cannot-tell'
  return { verdict, methods: judged, best: bestOf(judged) }
}

/** The verdicts, the best first. */
const VERDICTS: readonly MethodVerdict[] = ['would-work', 'cannot-tell', 'would-fail']

function judgeMethod(facts: Facts, method: Method, methods: readonly Method[]): MethodJudgement {
  const problems = merged(problemsOf(facts, method, methods)).sort(
    (one, other) => WEIGHTS[one.severity] - WEIGHTS[other.severity],
  )
  const severities = new Set(problems.map(({ severity }) => severity))
  const verdict = severities.has('error') ? 'would-fail' : severities.has('unclear') ? 'cannot-tell' : 'would-work'
  return { method, verdict, problems }
}

const WEIGHTS = { error: 0, unclear: 1, warning: 2 } as const

function problemsOf(facts: Facts, method: Method, methods: readonly Method[]): Problem[] {
  const hopeless = impossible(facts)
  if (hopeless) return [hopeless]
  const { subject } = facts
  if (subject.wildcard && method !== 'dns-01') return [ofName('wildcard-needs-dns', 'error', { name: nameOf(subject) })]
  const unread = problemOfCaaLookup(facts)
  const caa = unread ? [unread] : problemsOfCaa(facts, method)
  if (method === 'dns-01') return [...caa, ...problemsOfZone(facts)]
  const lookups = problemsOfLookups(facts)
  // Without an address there is nothing to see at one.
  const isFound = lookups.every(({ severity }) => severity === 'warning')
  return [...caa, ...lookups, ...(isFound ? problemsOfAddresses(facts, method, methods) : [])]
}

/** Returns problems with one for each kind of failed lookup, which names every type that failed: the same servers are to blame. */
function merged(problems: readonly Problem[]): Problem[] {
  const kept = new Map<string, Problem>()
  for (const problem of problems) {
    const { code, severity, slots } = problem
    const isOfLookup = code === 'dns-failed' || code === 'dnssec-bogus'
    const key = isOfLookup ? `${code} ${severity}` : `${kept.size}`
    const known = kept.get(key)
    kept.set(key, known ? { ...known, slots: { ...known.slots, type: [known, { slots }].map(typeOf).join(', ') } } : problem)
  }
  return [...kept.values()]
}

const typeOf = ({ slots: { type } }: Pick<Problem, 'slots'>) => type

/** Returns the method to use: one that would work, for certain if there is one, and the one that asks least of whoever uses it. */
function bestOf(judged: readonly MethodJudgement[]): Method | null {
  const working = judged.filter(({ verdict }) => verdict === 'would-work')
  const ranked = working.toSorted((one, other) => rankOf(one) - rankOf(other))
  return ranked[0]?.method ?? null
}

/** Warnings with which an order at the largest authority may fail all the same. */
const DOUBTS: readonly string[] = ['addresses-differ', 'proxied', 'lame-name-server']
/** More than anything that counts less. */
const [DOUBTED, WRITTEN_BY_NAME_SERVERS, WARNED] = [20, 10, 5]

/** Returns how late a method comes: an address record to tidy up is less than a program that writes into the zone. */
function rankOf({ method, problems }: MethodJudgement): number {
  const isDoubted = problems.some(({ code }) => DOUBTS.includes(code))
  return (
    (isDoubted ? DOUBTED : 0) +
    (method === 'dns-01' ? WRITTEN_BY_NAME_SERVERS : 0) +
    (problems.length > 0 ? WARNED : 0) +
    METHODS.indexOf(method)
  )
}

/** Returns why nothing can be ordered for the name, whatever else was seen; null if it is a name of the internet. */
function impossible({ subject, dns }: Facts): Problem | null {
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
function problemsOfZone({ subject, dns }: Facts): Problem[] {
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
function problemsOfLookups({ subject, dns }: Facts): Problem[] {
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
function problemOfCaaLookup({ subject, dns }: Facts): Problem | null {
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
