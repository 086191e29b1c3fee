import type { Address } from './address.ts'
import { classify } from './classify.ts'
import { addressOfReverseName, localRule, parseDomain } from './names.ts'
import { notAHostName, notATarget } from './reasons.ts'
import { judge, type Rules } from './rules.ts'
import { mintEndpoint, mintQueryName, type PublicName } from './target.ts'

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
