import { type TSchema, Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../../schema.ts'
import type { Locale } from '../../text.ts'
import { type Answer, DNS_REASONS, DNS_STATUSES } from './answer.ts'
import { fieldsText } from './fields.text.ts'
import type { ResolverAnswer } from './propagation.ts'
import { RECORD_TYPES } from './rdata.ts'
import type { Resolver } from './resolvers.ts'
import type { Authoritative } from './zone.ts'

export const DNS_STATUS = oneOf(...DNS_STATUSES)

/** Why a question has no answer, beside the status; both null where it has one. */
export const DNS_FINDING = { reason: orNull(oneOf(...DNS_REASONS)), failedLayer: orNull(Type.Literal('dns')) } satisfies Record<
  string,
  TSchema
>

const RESOLVER = { id: Type.String(), name: Type.String(), address: Type.String() }
export const RESOLVER_FIELDS = Type.Object(RESOLVER)

export const RESOLVER_ANSWERS = Type.Array(
  Type.Object({
    resolver: Type.Object({ ...RESOLVER, kind: Type.Union([Type.Literal('local'), Type.Literal('public')]) }),
    status: DNS_STATUS,
    ...DNS_FINDING,
    values: Type.Array(Type.String()),
    ttl: orNull(Type.Integer()),
    elapsedMs: Type.Number(),
  }),
)

/** `recordType` as a tool takes it: any case, checked by `recordTypeOf`. */
export const RECORD_TYPE_FIELD = Type.String({ examples: RECORD_TYPES, description: RECORD_TYPES.join(', ') })

export function showResolver({ id, name, endpoints }: Resolver, { server }: Answer, locale: Locale) {
  const address = server ?? endpoints()[0]?.address ?? ''
  return { id, name: name ?? fieldsText.say(locale, 'system-resolver', {}), address }
}

export function showFinding({ status, reason }: Answer) {
  return { status, reason, failedLayer: reason === null ? null : ('dns' as const) }
}

export function showAnswers(answers: readonly ResolverAnswer[], locale: Locale) {
  return answers.map(({ resolver, answer }) => ({
    resolver: { ...showResolver(resolver, answer, locale), kind: resolver.kind },
    ...showFinding(answer),
    values: [...answer.values],
    ttl: answer.ttl,
    elapsedMs: answer.elapsedMs,
  }))
}

export function showAuthoritative({ nameserver, answer }: Authoritative) {
  return { nameserver, ...showFinding(answer), values: [...answer.values], ttl: answer.ttl }
}

/** A moment as people write it, in UTC and to the second. */
export function showTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}
