import type { Address } from './address.ts'
import { addressOfReverseName, type DomainName, localRule, parseDomain, readFoundName, withoutEscapes } from './names.ts'
import { againstAddress, againstName, notATarget } from './reasons.ts'
import { type DenyReason, judge, type Rules } from './rules.ts'
import { mintQueryName, type QueryName } from './target.ts'

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
