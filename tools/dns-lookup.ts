import {
  DNS_FINDING,
  DNS_STATUS,
  DNSSEC_VERDICTS,
  jsonBytes,
  OMITTED,
  printDig,
  RECORD_TYPE_FIELD,
  RECORD_TYPES,
  RESOLVER_FIELDS,
  recordTypeOf,
  showFinding,
  showRecord,
  showResolver,
  someOf,
  valuesOf,
} from '../src/diagnostics/dns/index.ts'
import { defineTool, dnsName, followUp, isPublicAddress, NEXT_ACTIONS, oneOf, orNull, t, usually } from '../src/tool.ts'
import { text } from './dns-lookup.text.ts'

/** What does the DNS say about a name: the records, how far they can be trusted, and why there are none. */
export default defineTool({
  path: '/api/tools/dns-lookup',
  group: 'dns',
  text,
  policy: dnsName('domain'),
  body: t.Object({ domain: t.String({ examples: ['example.com'] }), recordType: usually(RECORD_TYPE_FIELD, 'A') }),
  result: t.Object({
    domain: t.String(),
    unicodeDomain: t.Optional(t.String()),
    recordType: oneOf(...RECORD_TYPES),
    status: DNS_STATUS,
    ...DNS_FINDING,
    resolver: RESOLVER_FIELDS,
    values: t.Array(t.String()),
    records: t.Array(
      t.Object({
        name: t.String(),
        type: t.String(),
        ttl: t.Integer(),
        value: t.String(),
        data: t.Record(t.String(), t.Unknown()),
      }),
    ),
    cnameChain: t.Array(t.String()),
    omitted: OMITTED,
    authenticated: t.Boolean(),
    authoritative: t.Boolean(),
    truncated: t.Boolean(),
    extendedErrors: t.Array(t.Object({ code: t.Integer(), name: t.String(), text: orNull(t.String()) })),
    dnssec: oneOf(...DNSSEC_VERDICTS),
    negativeTtl: orNull(t.Integer()),
    nextActions: NEXT_ACTIONS,
  }),
  print: printDig,
  async run({ body, target, net, locale, next }) {
    const { ascii: domain, unicode } = target
    const recordType = recordTypeOf(body.recordType ?? 'A', RECORD_TYPES)
    const { answer, dnssec } = await net.dns.lookupChecked(domain, recordType)
    const { authenticated, authoritative, truncated, extendedErrors, negativeTtl, reason, leadsTo } = answer
    const request = { domain, recordType }

    // The data of a record stand in `values` or `cnameChain` once more.
    const { items, omitted } = net.budget.show(
      answer.records,
      (record) => jsonBytes(showRecord(record)) + jsonBytes(record.rdata.value),
    )
    // The CNAME records on the way come first.
    const values = valuesOf(items.slice(answer.cnameChain.length))

    const guidance = () => {
      if (dnssec === 'bogus') return [next('fix-dnssec', { domain: unicode }, followUp('dns-propagation', request))]
      switch (reason) {
        case null:
          return someOf(values.filter((value) => (recordType === 'A' || recordType === 'AAAA') && !isPublicAddress(value))).map(
            (address) => next('private-address', { address, domain: unicode }),
          )
        case 'leads-to-local-name':
          return []
        case 'budget-exceeded':
          return [next('budget-exceeded', { domain: unicode })]
        case 'no-such-name':
          return [next('check-name', { domain: unicode }, followUp('dns-propagation', request))]
        case 'no-such-record': {
          const other = recordType === 'A' ? 'AAAA' : 'A'
          const slots = { domain: unicode, type: recordType, other }
          return [next('try-other-type', slots, followUp('dns-lookup', { domain, recordType: other }))]
        }
        case 'cname-loop':
          return [next('break-cname-loop', { domain: unicode })]
        case 'truncated-answer':
          return [next('answer-was-cut', {}, followUp('dns-propagation', request))]
        default:
          return [next('ask-other-resolvers', { domain: unicode, reason }, followUp('dns-propagation', request))]
      }
    }

    const localNames = someOf(leadsTo).map((name) => next('leads-to-local-name', { domain: unicode, target: name }))

    return {
      domain,
      ...(unicode === domain ? {} : { unicodeDomain: unicode }),
      recordType,
      ...showFinding(answer),
      resolver: showResolver(net.dns.resolvers[0], answer, locale),
      values,
      records: items.map(showRecord),
      cnameChain: answer.cnameChain.slice(0, items.length),
      omitted: omitted + answer.unread,
      authenticated,
      authoritative,
      truncated,
      extendedErrors: [...extendedErrors],
      dnssec,
      negativeTtl,
      nextActions: [...localNames, ...guidance()],
    }
  },
})
