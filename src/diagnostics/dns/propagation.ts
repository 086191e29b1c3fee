import { type Answer, hasAnswer } from '../../net/dns/answer.ts'
import type { Dns } from '../../net/dns/index.ts'
import type { RecordType } from '../../net/dns/rdata.ts'
import type { Resolver } from '../../net/dns/resolvers.ts'
import type { Authoritative } from '../../net/dns/zone-servers.ts'

/**
 * "propagating": some resolvers still have what the zone no longer says, and will forget it. "split": they differ for another
 * reason. "missing": all agree that there is nothing. "unavailable": none answered.
 */
export const PROPAGATION_VERDICTS = ['consistent', 'propagating', 'split', 'missing', 'unavailable'] as const
export type PropagationVerdict = (typeof PROPAGATION_VERDICTS)[number]

/** What a resolver says, beside what the others say. */
export interface ResolverAnswer {
  readonly resolver: Resolver
  readonly answer: Answer
}

export interface Propagation {
  /** In the order of the resolvers. */
  readonly answers: readonly ResolverAnswer[]
  /** What the others converge to. */
  readonly authoritative: Authoritative | null
  readonly consistent: boolean
  readonly verdict: PropagationVerdict
  /** When the last stale answer is forgotten, if that is what is waited for. */
  readonly convergesBy: Date | null
  /** The ids of resolvers that give something else than the zone (or, where that is not known, than the first of them). */
  readonly differing: readonly string[]
  /** Those that answer with a failure where others answer. */
  readonly failing: readonly string[]
  /** Those that gave no answer, and why. */
  readonly silent: readonly { id: string; reason: string }[]
}

/** A cache counts down in whole seconds; after this long its TTL is another. */
const COUNTDOWN_MS = 1100

/** Asks all resolvers and the zone itself at the same time, and compares. */
export async function compareResolvers(dns: Dns, name: string, type: RecordType): Promise<Propagation> {
  const [authoritative, ...answers] = await Promise.all([
    dns.authoritative(name, type),
    ...dns.resolvers.map(async (resolver) => ({ resolver, answer: await dns.lookup(name, type, { resolver }) })),
  ])
  const asked = Date.now()
  const truth = authoritative && hasAnswer(authoritative.answer) ? authoritative.answer : null
  const measure = truth ?? answers.find(({ answer }) => hasAnswer(answer))?.answer ?? null
  const differing = answers.filter(({ answer }) => measure && hasAnswer(answer) && !saysTheSame(answer, measure))
  const isStale = (one: ResolverAnswer) => truth !== null && isCountingDown(one, truth, dns, name, type)
  // A resolver that fails where others answer sees something else than they do; one that is silent says nothing of the name.
  const failing = answers.filter(({ answer }) => answer.status === 'servfail')
  const areStale = failing.length === 0 && (await Promise.all(differing.map(isStale))).every((stale) => stale)
  const longestTtl = Math.max(...differing.map(({ answer }) => answer.ttl ?? 0))
  const verdict = verdictOf(answers, measure, differing.length + failing.length, areStale)
  return {
    answers,
    authoritative,
    verdict,
    consistent: verdict === 'consistent' || verdict === 'missing',
    convergesBy: verdict === 'propagating' ? new Date(asked + longestTtl * 1000) : null,
    differing: idsOf(differing),
    failing: idsOf(failing),
    silent: answers
      .filter((one) => !hasAnswer(one.answer) && !failing.includes(one))
      .map(({ resolver, answer }) => ({ id: resolver.id, reason: answer.reason ?? '' })),
  }
}

function verdictOf(
  answers: readonly ResolverAnswer[],
  measure: Answer | null,
  apart: number,
  areStale: boolean,
): PropagationVerdict {
  if (!measure || !answers.some(({ answer }) => hasAnswer(answer))) return 'unavailable'
  if (apart === 0) return measure.values.length + measure.unread > 0 ? 'consistent' : 'missing'
  return areStale ? 'propagating' : 'split'
}

function idsOf(answers: readonly ResolverAnswer[]): string[] {
  return answers.map(({ resolver }) => resolver.id)
}

/**
 * Nothing is nothing: some servers say that a name does not exist where others say that it has no such record. Of very many records
 * only some are read, which ones depends on the order in which they came: then only their number is compared.
 */
export function saysTheSame(one: Answer, other: Answer): boolean {
  if (one.unread + other.unread > 0) return one.records.length + one.unread === other.records.length + other.unread
  return one.values.length === other.values.length && one.values.every((value, index) => value === other.values[index])
}

/**
 * Whether a differing answer is what is left of an older one. Its TTL is then less than a fresh answer has; where it looks as
 * fresh as the truth, a second look tells, since only a cache counts down.
 */
async function isCountingDown(
  { resolver, answer }: ResolverAnswer,
  truth: Answer,
  dns: Dns,
  name: string,
  type: RecordType,
): Promise<boolean> {
  if (answer.ttl === null || answer.ttl === 0) return false
  if (answer.ttl !== truth.ttl) return true
  await dns.pause(COUNTDOWN_MS)
  const later = await dns.lookup(name, type, { resolver, isAgain: true })
  return later.ttl !== null && (later.ttl < answer.ttl || saysTheSame(later, truth))
}
