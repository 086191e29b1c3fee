import {
  type AddressType,
  clueSteps,
  hasAnswer,
  isMendedByRecord,
  MATCH_FIELDS,
  matchRequester,
  missingReason,
  type NameMatch,
  named,
  type OtherFamily,
  otherFamilyOf,
  otherFamilySteps,
  printAnswers,
  recordTypeField,
  recordTypeOf,
  type ShownMatch,
  showMatch,
  showResolver,
  showTime,
  someOf,
} from '../src/diagnostics/dns/index.ts'
import { doubtsAbout, proxyNetworkOf } from '../src/ipdata/index.ts'
import { ddnsStep, NAT_VERDICTS, natOf } from '../src/router/index.ts'
import {
  type Address,
  defineTool,
  followUp,
  NEXT_ACTIONS,
  type Next,
  type NextAction,
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
    hostname: t.String(),
    unicodeHostname: t.Optional(t.String()),
    recordType: oneOf(...ADDRESS_TYPES),
    publicIp: t.String(),
    ...MATCH_FIELDS,
    nat: oneOf(...NAT_VERDICTS),
    nextActions: NEXT_ACTIONS,
  }),
  good: { field: 'verdict', values: ['match'] },
  judge({ verdict, ...found }) {
    if (verdict === 'unresolved') return isTold(found) ? false : null
    // Whether the proxy, or the address of the other family, leads here is not known.
    return verdict === 'proxied' || verdict === 'other-family' ? null : undefined
  },
  news: ['publicIp'],
  details: ['directAnswer', 'propagation'],
  headline(result, { say }) {
    const { hostname: ascii, unicodeHostname: hostname = ascii, recordType: type, publicIp: ip, verdict } = result
    return say(verdict === 'unresolved' && !isTold(result) ? 'headline.unanswered' : `headline.${verdict}`, {
      hostname,
      type,
      ip,
    })
  },
  print({ directAnswer, propagation }, locale) {
    const { nameserver } = directAnswer
    const authoritative = nameserver === null ? null : { ...directAnswer, nameserver }
    return printAnswers({ ...propagation, authoritative }, locale)
  },
  async run({ body, target, net, ipdata, catalogue, locale, next }) {
    const { ascii: hostname, unicode: name } = target.domain
    const { address } = target.requester
    const type = recordTypeOf(body.recordType ?? (address.version === 4 ? 'A' : 'AAAA'), ADDRESS_TYPES)
    const routerWan = body.routerWanIp === undefined ? null : readAddress('routerWanIp', body.routerWanIp)
    const nat = natOf(routerWan, address)

    const networkOf = (value: string) => {
      const found = parseAddress(value)
      return found && proxyNetworkOf(ipdata.network(found).asn)
    }
    const match = await matchRequester(net.dns, target.domain, type, address, (value) => networkOf(value) !== null)
    const known = await catalogue()
    const service = (isMissing: boolean) => ddnsStep({ hostname, name, ip: address.text, isMissing }, known, locale)
    const again = followUp('ddns-match', { hostname, ...(body.recordType === undefined ? {} : { recordType: type }) })
    const asked = { hostname, name, type, ip: address.text, came: address.version, nat, again }
    const nameOf = ({ resolver, answer }: NameMatch['lagging'][number]) => showResolver(resolver, answer, locale).name
    const other = otherFamilyOf(match, address, ipdata)
    return {
      hostname,
      ...(name === hostname ? {} : { unicodeHostname: name }),
      recordType: type,
      publicIp: address.text,
      ...showMatch(match, net.budget, locale),
      nat,
      nextActions: [
        ...natGuidance(next, asked, routerWan),
        ...localGuidance(next, asked, match),
        ...verdictGuidance(next, asked, match, { networkOf, nameOf, service, other, locale }),
        ...zoneGuidance(next, asked, match, missingReason(net.budget)),
        // Whether an address is that of a proxy decides between these two.
        ...(match.verdict === 'proxied' || match.verdict === 'mismatch' ? doubtsAbout(ipdata, locale) : []),
      ],
    }
  },
})

type Advise = Next<typeof text.en>

/** Returns whether anybody told something about the name, even if only that it has no address. */
function isTold({ directAnswer, propagation }: Pick<ShownMatch, 'directAnswer' | 'propagation'>): boolean {
  return [directAnswer, ...propagation.answers].some(hasAnswer)
}

/** The name to compare, and the requester. */
interface NameCheck {
  readonly hostname: string
  /** The name as people write it. */
  readonly name: string
  readonly type: AddressType
  readonly ip: string
  /** The IP version of the request. */
  readonly came: 4 | 6
  readonly nat: ReturnType<typeof natOf>
  /** The same check, to repeat it. */
  readonly again: ReturnType<typeof followUp>
}

interface Known {
  /** The reverse proxy that an address belongs to; null for any other. */
  networkOf(value: string): string | null
  nameOf(lagging: NameMatch['lagging'][number]): string
  /** Returns the step for a name of a dynamic DNS service; null for any other. */
  service(isMissing: boolean): NextAction | null
  /** The records of the other IP version. */
  readonly other: OtherFamily | null
  readonly locale: 'en' | 'ko'
}

function verdictGuidance(next: Advise, asked: NameCheck, match: NameMatch, known: Known): NextAction[] {
  const { name, type, ip, again } = asked
  const { verdict, basis } = match
  switch (verdict) {
    case 'match':
      return [...otherRecords(next, asked, match, known), next('open-port', { hostname: name })]
    case 'propagating':
      return [catchUp(next, asked, match, known), ...otherRecords(next, asked, match, known)]
    case 'mismatch':
      return wrongRecords(next, asked, match, known)
    case 'proxied': {
      const network = named([...new Set(valuesIn(match).map((value) => known.networkOf(value) ?? ''))])
      return [next('check-proxy-origin', { hostname: name, network, ip })]
    }
    case 'other-family':
      return [otherFamily(next, asked)]
    case 'unresolved': {
      const slots = { hostname: name, type, ip }
      if (!basis || basis.reason === 'leads-to-local-name') return []
      const step = known.service(basis.status === 'nxdomain')
      if (step) return [{ ...step, ...again }]
      return [basis.status === 'nxdomain' ? next('check-name', slots, again) : next('create-record', slots, again)]
    }
  }
}

function valuesIn({ basis }: NameMatch): readonly string[] {
  return basis?.values ?? []
}

/** Returns what to do about records beside the right one: of its type, and of the other IP version, which some visitors use first. */
function otherRecords(next: Advise, asked: NameCheck, match: NameMatch, { other, locale }: Known): NextAction[] {
  const { name, type, ip, again } = asked
  const others = valuesIn(match).filter((value) => value !== ip)
  return [
    ...(others.length === 0 ? [] : [next('remove-other-records', { hostname: name, type, others: named(others) }, again)]),
    ...otherFamilySteps(other, { name, again }, match.verdict === 'match', locale),
  ]
}

function catchUp(next: Advise, { hostname, type }: NameCheck, { lagging, compared }: NameMatch, known: Known): NextAction {
  const resolvers = lagging.map(known.nameOf).join(', ')
  const compare = followUp('dns-propagation', { domain: hostname, recordType: type })
  return compared.convergesBy
    ? next('wait-for-caches', { resolvers, time: showTime(compared.convergesBy) }, compare)
    : next('find-the-difference', { resolvers }, compare)
}

/** Returns what to do about records with other addresses. An address that no visitor can reach tells more than that it is wrong. */
function wrongRecords(next: Advise, { name, type, ip, nat, again }: NameCheck, match: NameMatch, known: Known): NextAction[] {
  const values = valuesIn(match)
  const renew = known.service(false)
  const mend = renew ? { ...renew, ...again } : next('update-record', { type, hostname: name, values: named(values), ip }, again)
  // The address that the router shows has told the same already.
  const isSaid = nat === 'carrier-grade' || nat === 'double-nat'
  const clues = clueSteps(values, { name, ip, again }, known.locale).filter(({ code }) => !isSaid || code === 'record-is-off')
  return isMendedByRecord(values) ? [...clues, mend] : clues
}

function otherFamily(next: Advise, { name, type, ip, came, again }: NameCheck): NextAction {
  const [asked, present] = type === 'A' ? ([4, 'AAAA'] as const) : ([6, 'A'] as const)
  return asked === came
    ? next('add-other-family', { hostname: name, present, came, type, ip }, again)
    : next('ask-over-other-family', { came, type, asked })
}

function localGuidance(next: Advise, { name, ip }: NameCheck, { direct, basis, compared }: NameMatch): NextAction[] {
  const leadsTo = [direct, basis, compared.authoritative?.answer].flatMap((answer) => answer?.leadsTo ?? [])
  return someOf([...new Set(leadsTo)]).map((target) => next('leads-to-local-name', { hostname: name, target, ip }))
}

/** Returns why the zone's own servers say nothing, if so; `missing` is the reason if they could not be queried. */
function zoneGuidance(next: Advise, asked: NameCheck, { direct, basis, compared }: NameMatch, missing: string): NextAction[] {
  const { hostname, name, again } = asked
  const reason = compared.authoritative ? compared.authoritative.answer.reason : missing
  if (direct || reason === 'leads-to-local-name') return []
  if (reason === 'budget-exceeded') return [next('budget-exceeded', { hostname: name })]
  if (reason === 'rate-limited') return [next('ask-later', { hostname: name }, again)]
  if (!compared.authoritative) return [basis ? next('name-servers-unknown', {}) : next('try-again', { hostname: name }, again)]
  const nameServers = followUp('dns-lookup', { domain: hostname, recordType: 'NS' })
  return [next('check-name-servers', { hostname: name, reason: reason ?? '' }, nameServers)]
}

function natGuidance(next: Advise, { type, ip, came, nat }: NameCheck, routerWan: Address | null): NextAction[] {
  // IPv6 passes by what translates IPv4.
  if (type === 'AAAA' && routerWan?.version === 4) return []
  const wan = routerWan?.text ?? ''
  if (nat === 'double-nat') return [next('double-nat', { wan }, followUp('router-login-route', { routerWanIp: wan }))]
  if (nat === 'carrier-grade') return [next('carrier-grade-nat', { wan })]
  return nat === 'unknown' && routerWan?.version === came ? [next('compare-router-address', { wan, ip })] : []
}
