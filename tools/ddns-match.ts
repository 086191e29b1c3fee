import {
  MATCH_VERDICTS,
  matchRequester,
  named,
  PROPAGATION_VERDICTS,
  printAnswers,
  RESOLVER_ANSWERS,
  recordTypeField,
  recordTypeOf,
  showAnswers,
  showAuthoritative,
  showResolver,
  showTime,
  someOf,
  ZONE_ANSWER,
} from '../src/diagnostics/dns/index.ts'
import { proxyNetworkOf } from '../src/ipdata/index.ts'
import { NAT_VERDICTS, natOf } from '../src/router/index.ts'
import {
  defineTool,
  followUp,
  isPrivateAddress,
  NEXT_ACTIONS,
  type NextAction,
  oneOf,
  orNull,
  parseAddress,
  readAddress,
  requesterAndName,
  t,
} from '../src/tool.ts'
import { text } from './ddns-match.text.ts'

const ADDRESS_TYPES = ['A', 'AAAA'] as const
/** What stands for the zone's own answer where nobody could be asked. */
const NO_NAME_SERVER = { status: 'error', failedLayer: 'dns', omitted: 0, ttl: null, nameserver: null } as const

/** Does my name point at me: the zone's own answer beside the address that the requester is seen at. */
export default defineTool({
  path: '/api/tools/ddns-match',
  group: 'dns',
  text,
  policy: requesterAndName('hostname'),
  body: t.Object({
    hostname: t.String({ examples: ['home.example.com'] }),
    recordType: t.Optional(recordTypeField(ADDRESS_TYPES)),
    routerWanIp: t.Optional(t.String({ examples: ['100.64.0.7'] })),
  }),
  result: t.Object({
    hostname: t.String(),
    unicodeHostname: t.Optional(t.String()),
    recordType: oneOf(...ADDRESS_TYPES),
    publicIp: t.String(),
    directAnswer: t.Object({ ...ZONE_ANSWER, nameserver: orNull(t.String()) }),
    propagation: t.Object({
      consistent: t.Boolean(),
      verdict: oneOf(...PROPAGATION_VERDICTS),
      convergesBy: orNull(t.String()),
      answers: RESOLVER_ANSWERS,
    }),
    verdict: oneOf(...MATCH_VERDICTS),
    nat: oneOf(...NAT_VERDICTS),
    nextActions: NEXT_ACTIONS,
  }),
  print({ verdict, directAnswer, propagation }) {
    const { nameserver } = directAnswer
    const authoritative = nameserver === null ? null : { ...directAnswer, nameserver }
    return printAnswers({ ...propagation, verdict, authoritative })
  },
  async run({ body, target, net, ipdata, locale, next }) {
    const { ascii: hostname, unicode: name } = target.domain
    const { address } = target.requester
    const { text: ip, version: came } = address
    const type = recordTypeOf(body.recordType ?? (came === 4 ? 'A' : 'AAAA'), ADDRESS_TYPES)
    const routerWan = body.routerWanIp === undefined ? null : readAddress('routerWanIp', body.routerWanIp)

    const networkOf = (value: string) => {
      const found = parseAddress(value)
      return found && proxyNetworkOf(ipdata.network(found).asn)
    }
    const isProxy = (value: string) => networkOf(value) !== null
    const { verdict, compared, direct, basis, lagging } = await matchRequester(net.dns, hostname, type, address, isProxy)
    const values = basis?.values ?? []
    const again = followUp('ddns-match', { hostname, recordType: type })
    const compare = followUp('dns-propagation', { domain: hostname, recordType: type })

    const verdictActions = (): NextAction[] => {
      switch (verdict) {
        case 'match':
          return [...otherRecords(), next('open-port', { hostname: name })]
        case 'propagating':
          return [catchUp(), ...otherRecords()]
        case 'mismatch':
          return wrongRecords()
        case 'proxied': {
          const network = named([...new Set(values.map((value) => networkOf(value) ?? ''))])
          return [next('check-proxy-origin', { hostname: name, network, ip })]
        }
        case 'other-family':
          return [otherFamily()]
        case 'unresolved': {
          const slots = { hostname: name, type, ip }
          if (!basis || basis.reason === 'leads-to-local-name') return []
          return [basis.status === 'nxdomain' ? next('check-name', slots, again) : next('create-record', slots, again)]
        }
      }
    }

    const otherRecords = () => {
      const others = values.filter((value) => value !== ip)
      return others.length === 0 ? [] : [next('remove-other-records', { hostname: name, type, others: named(others) }, again)]
    }

    const catchUp = () => {
      const resolvers = lagging.map(({ resolver, answer }) => showResolver(resolver, answer, locale).name).join(', ')
      return compared.convergesBy
        ? next('wait-for-caches', { resolvers, time: showTime(compared.convergesBy) }, compare)
        : next('find-the-difference', { resolvers }, compare)
    }

    const wrongRecords = () => {
      const inside = values.filter(isPrivateAddress)
      const wrong = inside.length === values.length ? [] : [{ type, hostname: name, values: named(values), ip }]
      return [
        ...someOf(inside).map((value) => next('use-public-address', { value, ip }, again)),
        ...wrong.map((slots) => next('update-record', slots, again)),
      ]
    }

    const otherFamily = () => {
      const [asked, present] = type === 'A' ? ([4, 'AAAA'] as const) : ([6, 'A'] as const)
      return asked === came
        ? next('add-other-family', { hostname: name, present, came, type, ip }, again)
        : next('ask-over-other-family', { came, type, asked })
    }

    const leadsTo = [...new Set([direct, basis, compared.authoritative?.answer].flatMap((answer) => answer?.leadsTo ?? []))]
    const localActions = someOf(leadsTo).map((target) => next('leads-to-local-name', { hostname: name, target, ip }))
    const missing = net.budget.isExceeded ? ('budget-exceeded' as const) : ('no-name-server' as const)

    const zoneActions = () => {
      const reason = compared.authoritative ? compared.authoritative.answer.reason : missing
      if (direct || reason === 'leads-to-local-name') return []
      if (reason === 'budget-exceeded') return [next('budget-exceeded', { hostname: name })]
      if (!compared.authoritative) return [next('name-servers-unknown', {})]
      const nameServers = followUp('dns-lookup', { domain: hostname, recordType: 'NS' })
      return [next('check-name-servers', { hostname: name, reason: reason ?? '' }, nameServers)]
    }

    const nat = natOf(routerWan, address)
    const natActions = () => {
      // IPv6 passes by what translates IPv4.
      if (type === 'AAAA' && routerWan?.version === 4) return []
      const wan = routerWan?.text ?? ''
      if (nat === 'double-nat') return [next('double-nat', { wan }, followUp('router-login-route', { routerWanIp: wan }))]
      if (nat === 'carrier-grade') return [next('carrier-grade-nat', { wan })]
      return nat === 'unknown' && routerWan?.version === came ? [next('compare-router-address', { wan, ip })] : []
    }

    return {
      hostname,
      ...(name === hostname ? {} : { unicodeHostname: name }),
      recordType: type,
      publicIp: ip,
      directAnswer: compared.authoritative
        ? showAuthoritative(compared.authoritative, net.budget)
        : { ...NO_NAME_SERVER, reason: missing, values: [] },
      propagation: {
        consistent: compared.consistent,
        verdict: compared.verdict,
        convergesBy: compared.convergesBy?.toISOString() ?? null,
        answers: showAnswers(compared.answers, locale, net.budget),
      },
      verdict,
      nat,
      nextActions: [...natActions(), ...localActions, ...verdictActions(), ...zoneActions()],
    }
  },
})
