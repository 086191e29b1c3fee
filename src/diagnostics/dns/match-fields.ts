import { Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import type { Budget, Shortage } from '../../net/budget.ts'
import { RESOLVER_ANSWERS, showAnswers, showAuthoritative, ZONE_ANSWER } from './fields.ts'
import { MATCH_VERDICTS, type Match } from './match.ts'
import { PROPAGATION_VERDICTS } from './propagation.ts'

/** A name compared with the requester's address. */
export const MATCH_FIELDS = {
  directAnswer: Type.Object({ ...ZONE_ANSWER, nameserver: orNull(foreign(Type.String())) }),
  propagation: Type.Object({
    consistent: Type.Boolean(),
    verdict: oneOf(...PROPAGATION_VERDICTS),
    convergesBy: orNull(Type.String()),
    answers: RESOLVER_ANSWERS,
  }),
  verdict: oneOf(...MATCH_VERDICTS),
}

/** The stand-in for the zone's own answer where no server could be queried. */
const NO_NAME_SERVER = { status: 'error', failedLayer: 'dns', omitted: 0, ttl: null, nameserver: null } as const

/** Returns the reason why the zone's own servers could not be queried. */
export function missingReason(budget: Budget): Shortage | 'no-name-server' {
  return budget.shortage ?? 'no-name-server'
}

export function showMatch({ verdict, compared }: Match, budget: Budget, locale: Locale) {
  const { authoritative, consistent, convergesBy, answers } = compared
  return {
    directAnswer: authoritative
      ? showAuthoritative(authoritative, budget)
      : { ...NO_NAME_SERVER, reason: missingReason(budget), values: [] },
    propagation: {
      consistent,
      verdict: compared.verdict,
      convergesBy: convergesBy?.toISOString() ?? null,
      answers: showAnswers(answers, locale, budget),
    },
    verdict,
  }
}
