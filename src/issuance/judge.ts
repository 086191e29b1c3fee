import { type Facts, nameOf } from './facts.ts'
import { METHODS, type Method, type MethodVerdict } from './fields.ts'
import { problemsOfAddresses } from './judging/addresses.ts'
import { problemsOfCaa } from './judging/caa.ts'
import { impossible, problemOfCaaLookup, problemsOfLookups, problemsOfZone } from './judging/dns.ts'
import { ofName, type Problem } from './judging/sight.ts'

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
