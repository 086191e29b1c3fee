import type { Address } from './address.ts'
import { classify } from './classify.ts'
import { addressOfReverseName, type DomainName, localRule, parseDomain, readFoundName, withoutEscapes } from './names.ts'
import { againstAddress, againstName, notAHostName, notATarget } from './reasons.ts'
import { type DenyReason, judge, type Rules } from './rules.ts'
import { mintEndpoint, mintQueryName, type PublicName, type QueryName } from './target.ts'

/** Returns the name in a field as a query name. Throws a Refusal that says why not. */
export function admitName(field: string, value: string, rules: Rules): QueryName {
  const domain = parseDomain(value)
  if (typeof domain === 'string') throw notATarget(field, domain === 'an-address' ? 'name-is-an-address' : 'not-a-name')
  const rule = localRule(domain)
  if (rule) throw againstName(field, domain, rule)
  const reverse = againstReverseName(domain, rules)
  if (reverse) throw againstAddress(field, reverse.address, reverse.against)
  return mintQueryName(domain.ascii)
}

/**
 * Returns whether a name that was found along the way belongs to a local network: by its suffix, or as the reverse name of an address that may
 * not be reached. In lower case, spelled as in zone files.
 */
export function isLocalName(name: string, rules: Rules): boolean {
  // The root, which means "nowhere", is not a name.
  if (name === '') return false
  const ascii = withoutEscapes(name)
  return localRule({ ascii }) !== null || againstReverseName({ ascii }, rules) !== null
}

/** Returns a name that was found along the way as a query name; null if it belongs to a local network, or cannot be queried unchanged. */
export function admitFoundName(text: string, rules: Rules): QueryName | null {
  const name = readFoundName(text)
  return name === null || isLocalName(name, rules) ? null : mintQueryName(name)
}

/**
 * Returns the address of a reverse name, and why it may not be reached. The reverse names of a local network are as local as its addresses;
 * our own address is not a secret.
 */
function againstReverseName(domain: Pick<DomainName, 'ascii'>, rules: Rules): { address: Address; against: DenyReason } | null {
  const address = addressOfReverseName(domain)
  const judgement = address ? judge(address, rules) : 'allowed'
  return address && judgement !== 'allowed' && judgement !== 'own' ? { address, against: judgement } : null
}

const WILDCARD = '*.'
/** A label of a host (RFC 1123, section 2.1). */
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/**
 * Returns the name in a field, or the one that a wildcard is for. Local names, and all addresses, are findings: refused is only what no host can be
 * called, and the name of an address.
 */
export function admitPublicName(
  { field, ports }: { readonly field: string; readonly ports: readonly number[] },
  value: string,
  rules: Rules,
): PublicName {
  const domain = parseDomain(value)
  if (typeof domain === 'string') throw notATarget(field, domain === 'an-address' ? 'name-is-an-address' : 'not-a-name')
  const wildcard = domain.ascii.startsWith(WILDCARD)
  const [ascii, unicode] = wildcard
    ? [domain.ascii.slice(WILDCARD.length), domain.unicode.slice(WILDCARD.length)]
    : [domain.ascii, domain.unicode]
  if (!ascii.split('.').every((label) => HOST_LABEL.test(label))) throw notAHostName(field, domain)
  if (addressOfReverseName({ ascii })) throw notATarget(field, 'not-a-name')
  return {
    ascii,
    unicode,
    wildcard,
    query: localRule({ ascii }) === null ? mintQueryName(ascii) : null,
    at: (address, port) => {
      if (!ports.includes(port)) throw new Error(`the policy has no port ${port}`)
      return endpointOf(address, port, rules)
    },
  }
}

/** Judges an address at each use: what was admitted once says nothing about what a name server says later. */
function endpointOf(address: Address, port: number, rules: Rules): ReturnType<PublicName['at']> {
  if (judge(address, rules) !== 'allowed') return classify(address).scope === 'public' ? 'not-allowed' : 'reserved'
  return rules.denyPorts.includes(port) ? 'not-allowed' : mintEndpoint(address, port)
}
