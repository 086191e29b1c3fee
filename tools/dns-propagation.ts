import {
  answersTold,
  comparedWith,
  compareResolvers,
  hasAnswer,
  type NameQuery,
  PROPAGATION_VERDICTS,
  type Propagation,
  RECORD_TYPE_FIELD,
  RECORD_TYPES,
  RESOLVER_ANSWERS,
  recordTypeOf,
  showAnswers,
  showAuthoritative,
  showTime,
  someOf,
  ZONE_ANSWER,
} from '../src/diagnostics/dns/index.ts'
import {
  defineTool,
  dnsName,
  followUp,
  foreign,
  NEXT_ACTIONS,
  type Next,
  type NextAction,
  oneOf,
  orNull,
  t,
  usually,
} from '../src/tool.ts'
import { text } from './dns-propagation.text.ts'

/** Compares three resolvers with the zone's own servers, and tells when they will agree. */
export default defineTool({
  path: '/api/tools/dns-propagation',
  group: 'dns',
  rank: 80,
  programs: ['propagation', 'dnschecker'],
  text,
  policy: dnsName('domain'),
  body: t.Object({ domain: t.String({ examples: ['example.com'] }), recordType: usually(RECORD_TYPE_FIELD, 'A') }),
  result: t.Object({
    domain: t.String(),
    unicodeDomain: t.Optional(t.String()),
    recordType: oneOf(...RECORD_TYPES),
    answers: RESOLVER_ANSWERS,
    authoritative: orNull(t.Object({ nameserver: foreign(t.String()), ...ZONE_ANSWER })),
    consistent: orNull(t.Boolean()),
    verdict: oneOf(...PROPAGATION_VERDICTS),
    convergesBy: orNull(t.String()),
    nextActions: NEXT_ACTIONS,
  }),
  good: { field: 'verdict', values: ['consistent'] },
  details: ['consistent'],
  blocks: ({ answers, authoritative: zone, consistent, recordType, convergesBy }, { say, locale }) => [
    answersTold({ zone, answers, markOf: comparedWith(zone, consistent, recordType), differs: say('differs') }, locale),
    convergesBy === null ? null : { kind: 'note', text: say('converges-by', { time: showTime(new Date(convergesBy)) }) },
  ],
  headline: ({ domain: ascii, unicodeDomain: domain = ascii, recordType: type, verdict }, { say }) =>
    say(`headline.${verdict}`, { domain, type }),
  async run({ body, target, net, locale, next }) {
    const { ascii: domain, unicode } = target
    const recordType = recordTypeOf(body.recordType ?? 'A', RECORD_TYPES)
    const compared = await compareResolvers(net.dns, target, recordType)
    const { authoritative, consistent, verdict, convergesBy } = compared
    const shownZone = authoritative && showAuthoritative(authoritative, net.budget)
    const shown = showAnswers(compared.answers, locale, net.budget)
    const asked = { domain, unicode, recordType }
    const seen = {
      ...compared,
      shortage: SHORTAGES.find((one) => one === (authoritative ? authoritative.answer.reason : net.budget.shortage)) ?? null,
      nameOf: (id: string) => shown.find(({ resolver }) => resolver.id === id)?.resolver.name ?? id,
    }
    return {
      domain,
      ...(unicode === domain ? {} : { unicodeDomain: unicode }),
      recordType,
      answers: shown,
      authoritative: shownZone,
      consistent,
      verdict,
      convergesBy: convergesBy?.toISOString() ?? null,
      nextActions: [
        ...localGuidance(next, asked, seen),
        ...verdictGuidance(next, asked, seen),
        ...silentGuidance(next, seen),
        ...zoneGuidance(next, asked, seen),
      ],
    }
  },
})

/** The reasons for not querying servers. */
const SHORTAGES = ['budget-exceeded', 'rate-limited'] as const

type Advise = Next<typeof text.en>

interface Comparison extends Propagation {
  /** The reason why the zone's own servers were not queried, if that is so. */
  readonly shortage: (typeof SHORTAGES)[number] | null
  nameOf(id: string): string
}

function answersOf({ authoritative, answers }: Comparison) {
  return [authoritative?.answer ?? null, ...answers.map(({ answer }) => answer)].filter((answer) => answer !== null)
}

/** Returns whether the zone's own servers were queried, and gave no answer. */
function isZoneBroken({ authoritative, shortage }: Comparison): boolean {
  const zone = authoritative?.answer
  return zone !== undefined && !hasAnswer(zone) && shortage === null && zone.reason !== 'leads-to-local-name'
}

function localGuidance(next: Advise, { unicode }: NameQuery, seen: Comparison): NextAction[] {
  const names = new Set(answersOf(seen).flatMap(({ leadsTo }) => leadsTo))
  return someOf([...names]).map((target) => next('leads-to-local-name', { domain: unicode, target }))
}

function verdictGuidance(next: Advise, { domain, unicode, recordType }: NameQuery, seen: Comparison): NextAction[] {
  const { verdict, authoritative, answers, differing, failing, convergesBy, shortage, nameOf } = seen
  const again = followUp('dns-propagation', { domain, recordType })
  const lookup = followUp('dns-lookup', { domain, recordType })
  const names = (ids: readonly string[]) => ids.map(nameOf).join(', ')
  const isLeaving = answersOf(seen).some(({ reason }) => reason === 'leads-to-local-name')
  const signatures =
    failing.length === 0 ? [] : [next('check-signatures', { resolvers: names(failing), domain: unicode }, lookup)]
  switch (verdict) {
    case 'propagating': {
      const time = convergesBy ? showTime(convergesBy) : ''
      return [next('wait-for-caches', { stale: differing.length, count: answers.length, time }, again)]
    }
    case 'split':
      return [
        ...signatures,
        ...(differing.length > 0 ? [next('find-the-difference', { resolvers: names(differing) }, again)] : []),
      ]
    case 'missing':
      return isLeaving ? [] : [next('create-record', { domain: unicode, type: recordType }, again)]
    case 'unavailable':
      if (isZoneBroken(seen) || shortage !== null || isLeaving) return []
      return authoritative && failing.length > 0 ? signatures : [next('ask-again', {}, again)]
    case 'consistent':
      return []
  }
}

function silentGuidance(next: Advise, { verdict, silent, nameOf }: Comparison): NextAction[] {
  if (verdict === 'unavailable') return []
  return silent.map(({ id, reason }) => next('resolver-silent', { resolver: nameOf(id), reason }))
}

function zoneGuidance(next: Advise, { domain, unicode, recordType }: NameQuery, seen: Comparison): NextAction[] {
  const { authoritative, verdict, shortage } = seen
  const nameServers = followUp('dns-lookup', { domain, recordType: 'NS' })
  if (isZoneBroken(seen)) return [next('check-name-servers', { reason: authoritative?.answer.reason ?? '' }, nameServers)]
  if (shortage === 'budget-exceeded') return [next(shortage, { domain: unicode })]
  if (shortage === 'rate-limited')
    return [next('ask-later', { domain: unicode }, followUp('dns-propagation', { domain, recordType }))]
  return authoritative || verdict === 'unavailable' ? [] : [next('name-servers-unknown', {})]
}
