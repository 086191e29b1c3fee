import { advise, goodOf, nameSeen, SITUATION } from '../src/advice/index.ts'
import {
  answersTold,
  hasAnswer,
  MATCH_FIELDS,
  matchRequester,
  type NameMatch,
  named,
  otherFamilyOf,
  recordTypeField,
  recordTypeOf,
  type Said,
  type ShownMatch,
  sayFinding,
  showMatch,
} from '../src/diagnostics/dns/index.ts'
import { doubtsAbout, proxyAt } from '../src/ipdata/index.ts'
import { factsOf, NAT_VERDICTS, readHints, serviceOf } from '../src/router/index.ts'
import {
  defineTool,
  followUp,
  NEXT_ACTIONS,
  oneOf,
  parseAddress,
  readAddress,
  refusing,
  requesterAndName,
  t,
} from '../src/tool.ts'
import { text } from './ddns-match.text.ts'

const ADDRESS_TYPES = ['A', 'AAAA'] as const

/** Compares the address that the requester is seen at with what the zone of a name answers. */
export default defineTool({
  path: '/api/tools/ddns-match',
  group: 'dns',
  rank: 60,
  text,
  policy: requesterAndName('hostname'),
  body: t.Object({
    hostname: t.String({ examples: ['home.example.com'] }),
    recordType: t.Optional(recordTypeField(ADDRESS_TYPES)),
    routerWanIp: t.Optional(refusing(t.String({ examples: ['100.64.0.7'] }), 'invalid-target')),
  }),
  result: t.Object({
    situation: SITUATION,
    hostname: t.String(),
    unicodeHostname: t.Optional(t.String()),
    recordType: oneOf(...ADDRESS_TYPES),
    publicIp: t.String(),
    ...MATCH_FIELDS,
    nat: oneOf(...NAT_VERDICTS),
    nextActions: NEXT_ACTIONS,
  }),
  good: { field: 'verdict', values: ['match'] },
  judge: ({ situation }) => (situation === null ? undefined : goodOf(situation, 'nobody')),
  news: ['publicIp'],
  details: ['directAnswer', 'propagation'],
  headline(result, { say }) {
    const { hostname: ascii, unicodeHostname: hostname = ascii, recordType: type, publicIp: ip, verdict, situation } = result
    const slots = { hostname, type, ip, values: named(answersIn(result)[0]?.values ?? []) }
    if (verdict === 'unresolved' && !(answersIn(result).length > 0)) return say('headline.unanswered', slots)
    return say(verdict === 'match' && situation !== null ? 'headline.line' : `headline.${verdict}`, slots)
  },
  blocks(
    { hostname, unicodeHostname: name = hostname, directAnswer: zone, propagation, publicIp, verdict, nat },
    { say, locale },
  ) {
    const [basis = zone] = answersIn({ directAnswer: zone, propagation })
    // The addresses of a proxy, or of the other version of IP, are not wrong.
    const isWrong = verdict !== 'proxied' && verdict !== 'other-family'
    const markOf = ({ values, status }: Said) =>
      values.includes(publicIp) ? 'good' : hasAnswer({ status }) && isWrong ? 'bad' : 'unknown'
    const isNone = verdict === 'unresolved' && hasAnswer(basis)
    const mark = basis.values.includes(publicIp) ? 'good' : verdict === 'mismatch' || isNone ? 'bad' : 'unknown'
    return [
      {
        kind: 'pair',
        mark,
        word: say(`match.${mark}`),
        left: {
          label: say('points-at', { name }),
          values: basis.values,
          note: basis.values.length === 0 ? sayFinding(basis, locale) : null,
        },
        right: { label: say('you'), values: [publicIp], note: nat === 'unknown' ? null : say(`nat.${nat}`) },
      },
      answersTold({ zone, answers: propagation.answers, markOf, differs: say('differs') }, locale),
    ]
  },
  warning: ({ directAnswer, verdict }, locale) =>
    hasAnswer(directAnswer) || verdict === 'unresolved' ? null : text.say(locale, 'from-caches', {}),
  async run({ body, target, net, ipdata, catalogue, locale }) {
    const { ascii: hostname, unicode: name } = target.domain
    const { address } = target.requester
    const type = recordTypeOf(body.recordType ?? (address.version === 4 ? 'A' : 'AAAA'), ADDRESS_TYPES)
    const shown = body.routerWanIp === undefined ? null : readAddress('routerWanIp', body.routerWanIp)
    const networkOf = (value: string) => proxyAt(value, ipdata)
    const match = await matchRequester(net.dns, target.domain, type, address, (value) => networkOf(value) !== null)
    const seen = nameSeen({
      ascii: hostname,
      hostname: name,
      type,
      ip: address.text,
      match,
      networkOf,
      isPassedOn: true,
      isPartial: net.budget.shortage !== null,
      other: otherFamilyOf(match, address, ipdata),
    })
    const known = await catalogue()
    // A DDNS client publishes what the router shows.
    const routerWan = shown ?? (seen.state === 'shared' ? parseAddress(seen.values) : null)
    const hints = { ...readHints({}, known, ipdata.network(address).asn), routerWan, service: serviceOf(null, []) }
    const facts = factsOf(hints, known, address, locale)
    const limit = seen.state === 'unanswered' ? limitIn(match, net.budget.shortage) : null
    const { situation, steps } = advise({
      facts,
      version: type === 'A' ? 4 : 6,
      ip: address.text,
      asked: null,
      name: seen,
      port: limit === null ? 'nobody' : 'failed',
      reason: limit,
      requests: { again: followUp('ddns-match', { ...body, hostname }), login: followUp('router-login-route', wanIn(body)) },
    })
    return {
      situation: situation === 'unknown' && match.verdict === 'match' ? null : situation,
      hostname,
      ...(name === hostname ? {} : { unicodeHostname: name }),
      recordType: type,
      publicIp: address.text,
      ...showMatch(match, net.budget, locale),
      nat: facts.nat,
      nextActions: [
        ...steps,
        // Whether an address is that of a proxy decides between these two.
        ...(match.verdict === 'proxied' || match.verdict === 'mismatch' ? doubtsAbout(ipdata, locale) : []),
      ],
    }
  },
})

type Found = Pick<ShownMatch, 'directAnswer' | 'propagation'>

/** Returns the answers about the name, those of its zone first. */
function answersIn({ directAnswer, propagation }: Found) {
  return [directAnswer, ...propagation.answers].filter(hasAnswer)
}

/** The limits of this server, which say nothing about the name. */
const LIMITS: readonly string[] = ['rate-limited', 'budget-exceeded']

/** Returns the limit that kept this server from an answer; null if it was none. */
function limitIn({ compared }: NameMatch, shortage: string | null): string | null {
  const reason = compared.authoritative?.answer.reason ?? shortage
  return reason !== null && LIMITS.includes(reason) ? reason : null
}

function wanIn({ routerWanIp }: { routerWanIp?: string }) {
  return routerWanIp === undefined ? {} : { routerWanIp }
}
