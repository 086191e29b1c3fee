import {
  type AddressType,
  clueIn,
  matchRequester,
  type NameMatch,
  named,
  otherFamilyOf,
  showMatch,
  showResolver,
  showTime,
} from '../diagnostics/dns/index.ts'
import { proxyNetworkOf } from '../ipdata/index.ts'
import { parseAddress } from '../policy/address.ts'
import { isPrivateAddress } from '../policy/admit.ts'
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
}

/** Returns whether the name leads visitors to the requester. */
export async function nameStep(check: Check): Promise<Finding> {
  const { target, seen, net, locale, finding } = check
  if (!target.domain) return finding('skipped', 'name-not-given', {})
  const { domain } = target
  const { ascii, unicode: hostname } = domain
  const type = seen.version === 4 ? 'A' : 'AAAA'
  const match = await net.within(NAME_MS, ({ dns }) =>
    matchRequester(dns, domain, type, seen, (address) => networkOf(check, address) !== null),
  )
  const result = { hostname: ascii, recordType: type, publicIp: seen.text, ...showMatch(match, net.budget, locale) }
  return judge(check, { hostname, ip: seen.text, type, match }, { tool: 'ddns-match', result })
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
      return {
        ...finding('problem', elsewhere(values), { hostname, ip, values: named(values) }, evidence),
        values: named(values),
      }
    }
    case 'proxied':
      return proxied(check, compared, evidence)
    case 'other-family':
      return finding('unknown', 'name-other-family', { hostname, ip }, evidence)
    case 'unresolved':
      return unresolved(check, compared, evidence)
  }
}

/** Returns the finding for a name that leads here; visitors with the other version of IP may still go elsewhere. */
function matching({ finding, seen, ipdata }: Check, { hostname, ip, match }: Compared, evidence: Evidence): Finding {
  const more = (match.basis?.values ?? []).filter((value) => value !== ip)
  if (more.length > 0) {
    const others = named(more)
    return { ...finding('ok', 'name-matches-among-others', { hostname, ip, others }, evidence), values: others }
  }
  const other = otherFamilyOf(match, seen, ipdata)
  if (!other) return finding('ok', 'name-matches', { hostname, ip }, evidence)
  const code = other.isStale ? 'other-family-elsewhere' : 'other-family-unchecked'
  const slots = { hostname, ip, type: other.type, others: named(other.values) }
  return { ...finding('ok', code, slots, evidence), values: slots.others }
}

/** Returns the finding for records that lead elsewhere. An address that no visitor can reach tells more than that it is wrong. */
function elsewhere(values: readonly string[]): Extract<Code, `name-${'shared' | 'off' | 'private' | 'elsewhere'}`> {
  const clues = new Set(values.map((value) => clueIn(value) ?? (isPrivateAddress(value) ? 'private' : null)))
  const [only = null] = clues.size === 1 ? clues : []
  return only === null ? 'name-elsewhere' : `name-${only}`
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
