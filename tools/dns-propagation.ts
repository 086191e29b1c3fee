import {
  compareResolvers,
  hasAnswer,
  PROPAGATION_VERDICTS,
  printAnswers,
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
import { defineTool, dnsName, followUp, NEXT_ACTIONS, type NextAction, oneOf, orNull, t, usually } from '../src/tool.ts'
import { text } from './dns-propagation.text.ts'

/** Has the world seen my change: three resolvers beside the zone's own servers, and when they will agree. */
export default defineTool({
  path: '/api/tools/dns-propagation',
  group: 'dns',
  text,
  policy: dnsName('domain'),
  body: t.Object({ domain: t.String({ examples: ['example.com'] }), recordType: usually(RECORD_TYPE_FIELD, 'A') }),
  result: t.Object({
    domain: t.String(),
    unicodeDomain: t.Optional(t.String()),
    recordType: oneOf(...RECORD_TYPES),
    answers: RESOLVER_ANSWERS,
    authoritative: orNull(t.Object({ nameserver: t.String(), ...ZONE_ANSWER })),
    consistent: t.Boolean(),
    verdict: oneOf(...PROPAGATION_VERDICTS),
    convergesBy: orNull(t.String()),
    nextActions: NEXT_ACTIONS,
  }),
  print: printAnswers,
  async run({ body, target, net, locale, next }) {
    const { ascii: domain, unicode } = target
    const recordType = recordTypeOf(body.recordType ?? 'A', RECORD_TYPES)
    const { answers, authoritative, consistent, verdict, convergesBy, differing, failing, silent } = await compareResolvers(
      net.dns,
      domain,
      recordType,
    )
    const again = followUp('dns-propagation', { domain, recordType })
    const shownZone = authoritative && showAuthoritative(authoritative, net.budget)
    const shown = showAnswers(answers, locale, net.budget)
    const nameOf = (id: string) => shown.find(({ resolver }) => resolver.id === id)?.resolver.name ?? id
    const names = (ids: readonly string[]) => ids.map(nameOf).join(', ')

    const lookup = followUp('dns-lookup', { domain, recordType })
    const zone = authoritative?.answer ?? null
    const isOverBudget = zone ? zone.reason === 'budget-exceeded' : net.budget.isExceeded
    const said = [zone, ...answers.map(({ answer }) => answer)].filter((answer) => answer !== null)
    const isLeaving = said.some(({ reason }) => reason === 'leads-to-local-name')
    const isBroken = zone !== null && !hasAnswer(zone) && !isOverBudget && zone.reason !== 'leads-to-local-name'
    const localNames = new Set(said.flatMap(({ leadsTo }) => leadsTo))

    const verdictActions = (): NextAction[] => {
      switch (verdict) {
        case 'propagating': {
          const time = convergesBy ? showTime(convergesBy) : ''
          return [next('wait-for-caches', { stale: differing.length, count: answers.length, time }, again)]
        }
        case 'split':
          return [
            ...checkSignatures(),
            ...(differing.length > 0 ? [next('find-the-difference', { resolvers: names(differing) }, again)] : []),
          ]
        case 'missing':
          return isLeaving ? [] : [next('create-record', { domain: unicode, type: recordType }, again)]
        case 'unavailable':
          if (isBroken || isOverBudget || isLeaving) return []
          return zone && failing.length > 0 ? checkSignatures() : [next('ask-again', {}, again)]
        case 'consistent':
          return []
      }
    }

    const checkSignatures = () =>
      failing.length === 0 ? [] : [next('check-signatures', { resolvers: names(failing), domain: unicode }, lookup)]

    const zoneActions = () => {
      const nameServers = followUp('dns-lookup', { domain, recordType: 'NS' })
      if (isBroken) return [next('check-name-servers', { reason: zone.reason ?? '' }, nameServers)]
      if (isOverBudget) return [next('budget-exceeded', { domain: unicode })]
      return zone || verdict === 'unavailable' ? [] : [next('name-servers-unknown', {})]
    }

    const silentActions = () =>
      verdict === 'unavailable' ? [] : silent.map(({ id, reason }) => next('resolver-silent', { resolver: nameOf(id), reason }))

    const localActions = someOf([...localNames]).map((target) => next('leads-to-local-name', { domain: unicode, target }))

    return {
      domain,
      ...(unicode === domain ? {} : { unicodeDomain: unicode }),
      recordType,
      answers: shown,
      authoritative: shownZone,
      consistent,
      verdict,
      convergesBy: convergesBy?.toISOString() ?? null,
      nextActions: [...localActions, ...verdictActions(), ...silentActions(), ...zoneActions()],
    }
  },
})
