import { type TSchema, Type } from '@sinclair/typebox'
import { DNS_STATUSES } from '../../contract/dns-status.ts'
import { Refusal } from '../../contract/problem.ts'
import { called, foreign, knownWords, oneOf, orNull, refusing } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { type Budget, bytesInAnswer, cut } from '../../net/budget.ts'
import { type Answer, DNS_REASONS, hasAnswer } from '../../net/dns/answer.ts'
import { DNSSEC_VERDICTS } from '../../net/dns/index.ts'
import type { DnsRecord } from '../../net/dns/message.ts'
import { displayName, RECORD_TYPES, type RecordType } from '../../net/dns/rdata.ts'
import type { Resolver } from '../../net/dns/resolvers.ts'
import type { Authoritative } from '../../net/dns/zone.ts'
import type { ResolverAnswer } from './propagation.ts'
import { fieldsText, recordTypeText } from './told.text.ts'

export const DNS_STATUS = oneOf(...DNS_STATUSES)

/** The reason why a query has no answer, and the layer; both null if it has one. */
const DNS_FINDING = { reason: orNull(oneOf(...DNS_REASONS)), failedLayer: orNull(oneOf('dns', 'local')) } satisfies Record<
  string,
  TSchema
>

const RESOLVER = { id: Type.String(), name: Type.String(), address: Type.String() }

/** The count of omitted items next to a list in an answer. */
const OMITTED = Type.Integer({ minimum: 0, description: 'How many more there were than are shown' })

/** The answer of a server for a name and type. */
const ANSWER = {
  status: DNS_STATUS,
  ...DNS_FINDING,
  values: foreign(Type.Array(Type.String())),
  omitted: OMITTED,
  ttl: orNull(Type.Integer()),
}

export const RESOLVER_ANSWERS = Type.Array(
  Type.Object(
    {
      resolver: Type.Object({ ...RESOLVER, kind: Type.Union([Type.Literal('local'), Type.Literal('public')]) }),
      ...ANSWER,
      elapsedMs: Type.Number(),
    },
    called('ResolverAnswer'),
  ),
)

/** The fields of a lookup, except for what to do. */
export const LOOKUP_FIELDS = {
  domain: Type.String(),
  unicodeDomain: Type.Optional(Type.String()),
  recordType: oneOf(...RECORD_TYPES),
  status: DNS_STATUS,
  ...DNS_FINDING,
  resolver: Type.Object(RESOLVER),
  values: foreign(Type.Array(Type.String())),
  records: foreign(
    Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        ttl: Type.Integer(),
        value: Type.String(),
        data: Type.Record(Type.String(), Type.Unknown()),
      }),
    ),
  ),
  cnameChain: foreign(Type.Array(Type.String())),
  omitted: OMITTED,
  authenticated: Type.Boolean(),
  authoritative: Type.Boolean(),
  truncated: Type.Boolean(),
  extendedErrors: Type.Array(Type.Object({ code: Type.Integer(), name: Type.String(), text: orNull(foreign(Type.String())) })),
  dnssec: oneOf(...DNSSEC_VERDICTS),
  negativeTtl: orNull(Type.Integer()),
}

/** The fields about the names of an address, except for what to do. */
export const REVERSE_FIELDS = {
  ip: Type.String(),
  pointer: Type.String(),
  status: DNS_STATUS,
  ...DNS_FINDING,
  hostnames: foreign(Type.Array(Type.String())),
  omitted: OMITTED,
  localNames: Type.Integer({ minimum: 0, description: 'How many names belong to a local network; they are not shown' }),
  forwardConfirmed: Type.Array(
    Type.Object({
      hostname: foreign(Type.String()),
      addresses: Type.Array(Type.String()),
      omitted: OMITTED,
      confirmed: orNull(Type.Boolean()),
      status: DNS_STATUS,
      ...DNS_FINDING,
    }),
  ),
}

/** The answer of the zone's own servers, without the name of the server. */
export const ZONE_ANSWER = ANSWER

/** A question about a name. */
export interface NameQuery {
  readonly domain: string
  /** The name as people write it. */
  readonly unicode: string
  readonly recordType: RecordType
}

export function showResolver({ id, name, endpoints }: Resolver, { server }: Answer, locale: Locale) {
  const address = server ?? endpoints()[0]?.address ?? ''
  return { id, name: name ?? fieldsText.say(locale, 'system-resolver', {}), address }
}

/** Returns the layer that failed. Without descriptors, no query was sent, so the network is not to blame. */
function layerOf(reason: Answer['reason']) {
  if (reason === null) return null
  return reason === 'too-many-open-files' ? ('local' as const) : ('dns' as const)
}

export function showFinding({ status, reason }: Answer) {
  return { status, reason, failedLayer: layerOf(reason) }
}

/** Judges a lookup where its status does not: null if nobody told anything about the name. */
export function judgeLookup({ status, reason }: Pick<Answer, 'status' | 'reason'>): false | null | undefined {
  if (reason === 'cname-loop') return false
  return hasAnswer({ status }) || status === 'servfail' ? undefined : null
}

export function showRecord({ name, type, ttl, rdata: { value, data } }: DnsRecord) {
  return { name: displayName(name), type, ttl, value, data }
}

export function showAnswers(answers: readonly ResolverAnswer[], locale: Locale, budget: Budget) {
  return answers.map(({ resolver, answer }) => ({
    resolver: { ...showResolver(resolver, answer, locale), kind: resolver.kind },
    ...showAnswer(answer, budget),
    elapsedMs: answer.elapsedMs,
  }))
}

export function showAuthoritative({ nameserver, answer }: Authoritative, budget: Budget) {
  return { nameserver, ...showAnswer(answer, budget) }
}

function showAnswer(answer: Answer, budget: Budget) {
  const { items, omitted } = budget.show(answer.values, bytesInAnswer)
  return { ...showFinding(answer), values: [...items], omitted: omitted + answer.unread, ttl: answer.ttl }
}

const NAMED_MAX = 8

/** Returns the first items of a list, for a sentence that names them. */
export function someOf(items: readonly string[]): readonly string[] {
  return items.slice(0, NAMED_MAX)
}

/** Returns the first items of a list in words. */
export function named(items: readonly string[]): string {
  return [...someOf(items), ...(items.length > NAMED_MAX ? ['…'] : [])].join(', ')
}

const BRIEF_MAX = 3
const BRIEF_LENGTH_MAX = 100

/** Returns the first items of a list in words, each cut and without the dot that ends a name, short enough for a sentence. */
export function briefly(items: readonly string[]): string {
  const first = items.slice(0, BRIEF_MAX).map((item) => cut(item.replace(/\.$/, ''), BRIEF_LENGTH_MAX))
  return [...first, ...(items.length > BRIEF_MAX ? ['…'] : [])].join(', ')
}

/** Returns a time in UTC, to the second, as people write it. */
export function showTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns the schema of `recordType` as a tool takes it: any case, checked by `recordTypeOf`. */
export function recordTypeField(types: readonly RecordType[]) {
  return refusing(knownWords(Type.String({ examples: [...types], description: types.join(', ') }), types), 'unknown-value')
}

export const RECORD_TYPE_FIELD = recordTypeField(RECORD_TYPES)

/** Other names for types, and names of types that no longer exist on their own. */
const OTHER_NAMES: Record<string, RecordType> = { ALIAS: 'CNAME', ANAME: 'CNAME', REVERSE: 'PTR', SPF: 'TXT' }
const SHOWN_MAX = 40

/** Returns the record type that a text names, in any case; throws `unknown-value` with suggestions for anything else. */
export function recordTypeOf<Type extends RecordType>(text: string, supported: readonly Type[]): Type {
  const wanted = text.trim().toUpperCase()
  const found = supported.find((type) => type === wanted)
  if (found) return found
  const didYouMean = supported.filter((type) => OTHER_NAMES[wanted] === type || isNear(type, wanted))
  const slots = { type: text.slice(0, SHOWN_MAX), supported: supported.join(', ') }
  throw new Refusal('unknown-value', (locale) => recordTypeText.say(locale, 'unknown-record-type', slots), {
    field: 'recordType',
    didYouMean,
    supported,
  })
}

/** Returns whether a name has one letter too many or too few at the end. */
function isNear(type: string, wanted: string): boolean {
  const [short, long] = type.length < wanted.length ? [type, wanted] : [wanted, type]
  return short !== '' && long.startsWith(short) && long.length - short.length === 1
}
