import {
  type Answer,
  briefly,
  bytesInAnswer,
  judgeLookup,
  LOOKUP_FIELDS,
  type NameQuery,
  printDig,
  RECORD_TYPE_FIELD,
  RECORD_TYPES,
  recordsTold,
  recordTypeOf,
  sayFinding,
  sayMore,
  saySpan,
  showFinding,
  showRecord,
  showResolver,
  someOf,
  valuesOf,
} from '../src/diagnostics/dns/index.ts'
import {
  type Block,
  defineTool,
  dnsName,
  facts,
  followUp,
  isPublicAddress,
  NEXT_ACTIONS,
  type Next,
  type NextAction,
  t,
  usually,
} from '../src/tool.ts'
import { text } from './dns-lookup.text.ts'

/** Looks up the records of a name, how far they can be trusted, and why there are none. */
export default defineTool({
  path: '/api/tools/dns-lookup',
  group: 'dns',
  rank: 70,
  programs: ['dig', 'host', 'nslookup', 'drill', 'kdig', 'delv', 'dog', 'doggo', 'dns', 'resolve'],
  text,
  policy: dnsName('domain'),
  weight: 1,
  body: t.Object({ domain: t.String({ examples: ['example.com'] }), recordType: usually(RECORD_TYPE_FIELD, 'A') }),
  result: t.Object({ ...LOOKUP_FIELDS, nextActions: NEXT_ACTIONS }),
  good: { field: 'status', values: ['noerror'] },
  judge: ({ dnssec, ...found }) => (dnssec === 'bogus' ? false : judgeLookup(found)),
  short: { field: 'values' },
  compares: { field: 'values' },
  news: ['values'],
  details: ['failedLayer', 'cnameChain', 'authenticated', 'authoritative', 'truncated', 'extendedErrors', 'negativeTtl'],
  print: printDig,
  blocks(found, { say, locale }) {
    const { domain, unicodeDomain = domain, recordType, records, cnameChain, dnssec, omitted, truncated, resolver } = found
    const errors = found.extendedErrors.map(({ name, text: said }) => (said === null ? name : `${name}: ${said}`))
    const yes = (is: boolean) => (is ? say('yes') : null)
    const note = (said: string | null): Block | null => (said === null ? null : { kind: 'note', text: said })
    return [
      recordsTold(
        records.filter(({ type }) => type === recordType),
        locale,
      ),
      note(sayMore(omitted, locale)),
      note(truncated ? say('cut') : null),
      facts([
        [say('answer'), found.status === 'noerror' ? null : sayFinding(found, locale)],
        [say('aliases'), recordType === 'CNAME' || cnameChain.length === 0 ? null : [unicodeDomain, ...cnameChain].join(' → ')],
        [say('signatures'), dnssec === 'unknown' ? null : say(`dnssec.${dnssec}`), DNSSEC_MARKS[dnssec]],
        [say('errors'), errors.join('; ')],
        [say('absence'), found.negativeTtl ? saySpan(found.negativeTtl, locale) : null],
      ]),
      facts(
        [
          [say('resolver'), `${resolver.name} (${resolver.address})`],
          [say('authoritative'), yes(found.authoritative)],
          [say('checked'), yes(found.authenticated)],
        ],
        { more: true },
      ),
      {
        kind: 'code',
        title: say('zone-file'),
        more: true,
        lines: records.map(({ name, ttl, type, value }) => `${name}. ${ttl} IN ${type} ${value}`.replace(/^\.{2}/, '.')),
      },
    ]
  },
  headline({ domain: ascii, unicodeDomain: domain = ascii, recordType: type, status, reason, dnssec, values }, { say }) {
    if (dnssec === 'bogus') return say('headline.bogus', { domain })
    if (reason === 'leads-to-local-name') return say('headline.local', { domain })
    if (status === 'noerror' && values.length === 0) return say('headline.shown-elsewhere', { domain, type })
    const found = values.length === 1 ? 'headline.found' : 'headline.found-several'
    if (status === 'noerror') return say(found, { domain, type, values: briefly(values) })
    if (status === 'nodata') return say('headline.no-record', { domain, type })
    return status === 'nxdomain' ? say('headline.no-name', { domain }) : say('headline.no-answer', { domain, type })
  },
  async run({ body, target, net, locale, next }) {
    const { ascii: domain, unicode } = target
    const recordType = recordTypeOf(body.recordType ?? 'A', RECORD_TYPES)
    const { answer, dnssec } = await net.dns.lookupChecked(target, recordType)
    const { authenticated, authoritative, truncated, extendedErrors, negativeTtl } = answer
    // The data of a record are repeated in `values` or `cnameChain`.
    const { items, omitted } = net.budget.show(
      answer.records,
      (record) => bytesInAnswer(showRecord(record)) + bytesInAnswer(record.rdata.value),
    )
    // The CNAME records on the way come first.
    const values = valuesOf(items.slice(answer.cnameChain.length))
    const asked = { domain, unicode, recordType }
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
      nextActions: [
        ...localGuidance(next, asked, answer),
        ...(dnssec === 'bogus' ? bogusGuidance(next, asked) : guidance(next, asked, answer, values)),
      ],
    }
  },
})

const DNSSEC_MARKS = { secure: 'good', insecure: null, bogus: 'bad', unknown: null } as const

type Advise = Next<typeof text.en>

function localGuidance(next: Advise, { unicode }: NameQuery, { leadsTo }: Answer): NextAction[] {
  return someOf(leadsTo).map((name) => next('leads-to-local-name', { domain: unicode, target: name }))
}

function bogusGuidance(next: Advise, { domain, unicode, recordType }: NameQuery): NextAction[] {
  return [next('fix-dnssec', { domain: unicode }, followUp('dns-propagation', { domain, recordType }))]
}

function guidance(
  next: Advise,
  { domain, unicode, recordType }: NameQuery,
  { reason }: Answer,
  values: readonly string[],
): NextAction[] {
  const compare = followUp('dns-propagation', { domain, recordType })
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
      return [next('check-name', { domain: unicode }, compare)]
    case 'no-such-record': {
      const other = recordType === 'A' ? 'AAAA' : 'A'
      const slots = { domain: unicode, type: recordType, other }
      return [next('try-other-type', slots, followUp('dns-lookup', { domain, recordType: other }))]
    }
    case 'cname-loop':
      return [next('break-cname-loop', { domain: unicode })]
    case 'truncated-answer':
      return [next('answer-was-cut', {}, compare)]
    default:
      return [next('ask-other-resolvers', { domain: unicode, reason }, compare)]
  }
}
