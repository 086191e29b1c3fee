import {
  type AddressType,
  matchRequester,
  type NameMatch,
  named,
  showMatch,
  showResolver,
  showTime,
} from '../diagnostics/dns/index.ts'
import { proxyNetworkOf } from '../ipdata/index.ts'
import { parseAddress } from '../policy/address.ts'
import { classify } from '../policy/classify.ts'
import type { Check, Code, Evidence, Finding } from './check.ts'

/** The longest wait for name servers, which leaves time for the port and the service. */
const NAME_MS = 10_000
const WEB_PORTS: readonly number[] = [80, 443]

/** The name, the address and the records of a finding. */
interface Compared {
  readonly hostname: string
  readonly ip: string
  readonly type: AddressType
  readonly match: NameMatch
  /** The records of the other family, which are asked for where those of this one are right. */
  readonly others: readonly string[]
}

const OTHER_TYPE = { A: 'AAAA', AAAA: 'A' } as const

/** Returns whether the name leads visitors to the requester. */
export async function nameStep(check: Check): Promise<Finding> {
  const { target, seen, net, locale, finding } = check
  if (!target.domain) return finding('skipped', 'name-not-given', {})
  const { domain } = target
  const { ascii, unicode: hostname } = domain
  const type = seen.version === 4 ? 'A' : 'AAAA'
  const { match, others } = await net.within(NAME_MS, async ({ dns }) => {
    const found = await matchRequester(dns, domain, type, seen, (address) => networkOf(check, address) !== null)
    const other = found.verdict === 'match' ? await dns.authoritative(domain, OTHER_TYPE[type]) : null
    return { match: found, others: other?.answer.values ?? [] }
  })
  const result = { hostname: ascii, recordType: type, publicIp: seen.text, ...showMatch(match, net.budget, locale) }
  return judge(check, { hostname, ip: seen.text, type, match, others }, { tool: 'ddns-match', result })
}

function networkOf({ ipdata }: Check, value: string): string | null {
  const address = parseAddress(value)
  return address && proxyNetworkOf(ipdata.network(address).asn)
}

function judge(check: Check, compared: Compared, evidence: Evidence): Finding {
  const { locale, finding } = check
  const { hostname, ip, match } = compared
  const values = match.basis?.values ?? []
  switch (match.verdict) {
    case 'match':
      return matching(check, compared, evidence)
    case 'propagating': {
      const resolvers = match.lagging.map(({ resolver, answer }) => showResolver(resolver, answer, locale).name).join(', ')
      const until = match.compared.convergesBy
      if (!until) return finding('unknown', 'name-split', { hostname, ip, resolvers }, evidence)
      return finding('unknown', 'name-propagating', { hostname, ip, resolvers, time: showTime(until) }, evidence)
    }
    case 'mismatch': {
      return { ...finding('problem', elsewhere(values), { hostname, ip, values: named(values) }, evidence), ...about(values) }
    }
    case 'proxied':
      return proxied(check, compared, evidence)
    case 'other-family':
      return finding('unknown', 'name-other-family', { hostname, ip }, evidence)
    case 'unresolved':
      return unresolved(check, compared, evidence)
  }
}

/** Returns the finding for a name that leads here; visitors with both families may still go elsewhere. */
function matching({ finding }: Check, { hostname, ip, type, match, others }: Compared, evidence: Evidence): Finding {
  const more = (match.basis?.values ?? []).filter((value) => value !== ip)
  if (more.length > 0) return finding('ok', 'name-matches-among-others', { hostname, ip, others: named(more) }, evidence)
  if (others.length === 0) return finding('ok', 'name-matches', { hostname, ip }, evidence)
  const slots = { hostname, ip, type: OTHER_TYPE[type], others: named(others) }
  return { ...finding('ok', 'other-family-elsewhere', slots, evidence), ...about(others) }
}

function about(values: readonly string[]): Pick<Finding, 'addresses'> {
  return { addresses: values.flatMap((value) => parseAddress(value) ?? []) }
}

/**
 * Returns the finding for records that lead elsewhere. A shared address is the clue that a DDNS client has published the address that the
 * router shows.
 */
function elsewhere(values: readonly string[]): Extract<Code, `name-${'shared' | 'loopback' | 'private' | 'elsewhere'}`> {
  const scopes = new Set(values.map((value) => scopeOf(value)))
  const [only] = scopes.size === 1 ? scopes : []
  if (only === 'shared' || only === 'loopback' || only === 'private') return `name-${only}`
  return 'name-elsewhere'
}

function scopeOf(value: string): string | null {
  const address = parseAddress(value)
  return address && classify(address).scope
}

/** Returns the finding for a name at a proxy, which passes on web traffic only. */
function proxied(check: Check, { hostname, match }: Compared, evidence: Evidence): Finding {
  const { port, protocol, scheme, finding } = check
  const network = named([...new Set((match.basis?.values ?? []).map((value) => networkOf(check, value) ?? ''))])
  const isWeb = protocol === 'tcp' && (scheme === 'http' || scheme === 'https' || WEB_PORTS.includes(port))
  if (isWeb) return finding('unknown', 'name-proxied', { hostname, network }, evidence)
  return finding('problem', 'name-behind-proxy', { hostname, network, port }, evidence)
}

function unresolved({ net, finding }: Check, { hostname, type, match }: Compared, evidence: Evidence): Finding {
  const { basis, direct, compared } = match
  const [target] = [direct, basis, compared.authoritative?.answer].flatMap((answer) => answer?.leadsTo ?? [])
  if (target !== undefined) return finding('problem', 'name-leads-inside', { hostname, target }, evidence)
  // Without the zone's own answer, a record that caches lack proves nothing.
  if (net.budget.shortage && !direct) return finding('unknown', 'name-over-budget', { hostname }, evidence)
  if (basis?.status === 'nxdomain') return finding('problem', 'name-missing', { hostname }, evidence)
  if (basis) return finding('problem', 'record-missing', { hostname, type }, evidence)
  return finding('unknown', 'name-unanswered', { hostname }, evidence)
}
