import { type Answer, hasAnswer } from '../../net/dns/answer.ts'
import type { Dns } from '../../net/dns/index.ts'
import type { RecordType } from '../../net/dns/rdata.ts'
import type { Resolver } from '../../net/dns/resolvers.ts'
import type { QueryName } from '../../policy/target.ts'

/**
 * "propagating": some resolvers still return what the zone has since changed, until it expires. "split": they differ for another
 * reason. "missing": all agree that there is nothing. "unavailable": none answered.
 */
export const PROPAGATION_VERDICTS = ['consistent', 'propagating', 'split', 'missing', 'unavailable'] as const
type PropagationVerdict = (typeof PROPAGATION_VERDICTS)[number]

/** The answer of a resolver, compared with the others. */
export interface ResolverAnswer {
  readonly resolver: Resolver
  readonly answer: Answer
}

export type Propagation = Awaited<ReturnType<typeof compareResolvers>>

/** The time after which a cache shows another TTL: it counts down in whole seconds. */
const COUNTDOWN_MS = 1100

/** Queries all resolvers, in their order, and at the same time the zone itself, on whose answer they are converging, and compares the answers. */
export async function compareResolvers(dns: Dns, name: QueryName, type: RecordType) {
  const [authoritative, ...heard] = await Promise.all([
    dns.authoritative(name, type),
    ...dns.resolvers.map(async (resolver) => ({ resolver, answer: await dns.lookup(name, type, { resolver }) })),
  ])
  const answers: readonly ResolverAnswer[] = heard
  const asked = Date.now()
  const truth = authoritative && hasAnswer(authoritative.answer) ? authoritative.answer : null
  const measure = truth ?? answers.find(({ answer }) => hasAnswer(answer))?.answer ?? null
  const differing = answers.filter(({ answer }) => measure && hasAnswer(answer) && !saysTheSame(answer, measure))
  const isStale = (one: ResolverAnswer) => truth !== null && isCountingDown(one, truth, dns, name, type)
  // A resolver that fails while others answer sees something different; a silent one says nothing about the name.
  const failing = answers.filter(({ answer }) => answer.status === 'servfail')
  const areStale = failing.length === 0 && (await Promise.all(differing.map(isStale))).every((stale) => stale)
  const longestTtl = Math.max(...differing.map(({ answer }) => answer.ttl ?? 0))
  const verdict = verdictOf(answers, measure, differing.length + failing.length, areStale)
  return {
    answers,
    authoritative,
    verdict,
    /** Null if no answers could be compared. */
    consistent: verdict === 'unavailable' ? null : verdict === 'consistent' || verdict === 'missing',
    /** When the last stale answer expires, if the verdict is "propagating". */
    convergesBy: verdict === 'propagating' ? new Date(asked + longestTtl * 1000) : null,
    /** The ids of resolvers that differ from the zone (or from the first resolver, if the zone's answer is not known). */
    differing: idsOf(differing),
    /** The ids of resolvers that fail while others answer. */
    failing: idsOf(failing),
    /** The ids of resolvers that did not answer, and why. */
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
 * Returns whether two answers are equal. All kinds of "nothing" are: some servers say that a name does not exist, others that it has no
 * such record. If there are very many records, only some are read, depending on their order, so only the counts are compared.
 */
function saysTheSame(one: Answer, other: Answer): boolean {
  if (one.unread + other.unread > 0) return one.records.length + one.unread === other.records.length + other.unread
  return one.values.length === other.values.length && one.values.every((value, index) => value === other.values[index])
}

/**
 * Returns whether a differing answer is left over from an older one. If so, its TTL is lower than that of a fresh answer; if it looks just
 * as fresh, a second query tells, since only a cache counts down.
 */
async function isCountingDown(
  { resolver, answer }: ResolverAnswer,
  truth: Answer,
  dns: Dns,
  name: QueryName,
  type: RecordType,
): Promise<boolean> {
  if (answer.ttl === null || answer.ttl === 0) return false
  if (answer.ttl !== truth.ttl) return true
  await dns.pause(COUNTDOWN_MS)
  const later = await dns.lookup(name, type, { resolver, isAgain: true })
  return later.ttl !== null && (later.ttl < answer.ttl || saysTheSame(later, truth))
}
