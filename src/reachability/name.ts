import { type NameState, nameSeen } from '../advice/index.ts'
import { matchRequester, otherFamilyOf, showMatch, showResolver, showTime } from '../diagnostics/dns/index.ts'
import { proxyAt } from '../ipdata/index.ts'
import type { Check, Code, Finding } from './check.ts'
import type { StepStatus } from './fields.ts'

/** The longest wait for name servers, which leaves time for the port and the service. */
const NAME_MS = 10_000
const WEB_PORTS: readonly number[] = [80, 443]

/** The findings on a name, by its state. */
const FINDINGS = {
  elsewhere: ['problem', 'name-elsewhere'],
  off: ['problem', 'name-off'],
  private: ['problem', 'name-private'],
  shared: ['problem', 'name-shared'],
  inside: ['problem', 'name-leads-inside'],
  missing: ['problem', 'name-missing'],
  'no-record': ['problem', 'record-missing'],
  'behind-proxy': ['problem', 'name-behind-proxy'],
  proxied: ['unknown', 'name-proxied'],
  propagating: ['unknown', 'name-propagating'],
  split: ['unknown', 'name-split'],
  'other-family': ['unknown', 'name-other-family'],
  unanswered: ['unknown', 'name-unanswered'],
  others: ['ok', 'name-matches-among-others'],
  'other-stale': ['ok', 'other-family-elsewhere'],
  'other-unchecked': ['ok', 'other-family-unchecked'],
  here: ['ok', 'name-matches'],
} as const satisfies Record<NameState, readonly [StepStatus, Code]>

/** Returns whether the name leads to the requester, as the name servers of its zone say. */
export async function nameStep(check: Check): Promise<Finding> {
  const { target, seen, net, ipdata, locale, port, finding } = check
  if (!target.domain) return finding('skipped', 'name-not-given', {})
  const { domain } = target
  const { ascii, unicode: hostname } = domain
  const type = seen.version === 4 ? 'A' : 'AAAA'
  const networkOf = (value: string) => proxyAt(value, ipdata)
  const match = await net.within(NAME_MS, ({ dns }) =>
    matchRequester(dns, domain, type, seen, (address) => networkOf(address) !== null),
  )
  const { budget } = net
  const name = nameSeen({
    ascii,
    hostname,
    type,
    ip: seen.text,
    match,
    networkOf,
    isPassedOn: isWeb(check),
    isPartial: budget.shortage !== null,
    other: otherFamilyOf(match, seen, ipdata),
  })
  const result = { hostname: ascii, recordType: type, publicIp: seen.text, ...showMatch(match, budget, locale) }
  const until = match.compared.convergesBy
  const slots = {
    hostname,
    ip: seen.text,
    type,
    port,
    values: name.values,
    resolvers: match.lagging.map(({ resolver, answer }) => showResolver(resolver, answer, locale).name).join(', '),
    time: until ? showTime(until) : '',
  }
  const [status, usual] = FINDINGS[name.state]
  const code = name.state === 'unanswered' && budget.shortage && !match.direct ? 'name-over-budget' : usual
  return { ...finding(status, code, slots, { tool: 'ddns-match', result }), name }
}

function isWeb({ port, protocol, scheme }: Check): boolean {
  return protocol === 'tcp' && (scheme === 'http' || scheme === 'https' || WEB_PORTS.includes(port))
}
