import type { Address } from './address.ts'
import { classify } from './classify.ts'
import { addressOfReverseName, localRule, parseDomain } from './names.ts'
import { notATarget } from './reasons.ts'
import { judge, type Rules } from './rules.ts'
import { mintEndpoint, mintQueryName, type PublicName } from './target.ts'

const WILDCARD = '*.'

/** Returns the name in a field. Local names and addresses are findings, so only what is not a name, or the name of an address, is refused. */
export function admitPublicName(
  { field, ports }: { readonly field: string; readonly ports: readonly number[] },
  value: string,
  rules: Rules,
): PublicName {
  const domain = parseDomain(value)
  if (typeof domain === 'string') throw notATarget(field, domain === 'an-address' ? 'name-is-an-address' : 'not-a-name')
  const wildcard = domain.ascii.startsWith(WILDCARD)
  const [ascii, unicode] = [domain.ascii, domain.unicode].map((name) => (wildcard ? name.slice(WILDCARD.length) : name))
  if (ascii === undefined || unicode === undefined || addressOfReverseName({ ascii })) throw notATarget(field, 'not-a-name')
  const isLocal = localRule({ ascii }) !== null
  return {
    ascii,
    unicode,
    wildcard,
    query: isLocal ? null : mintQueryName(ascii),
    at: (address, port) => {
      if (!ports.includes(port)) throw new Error(`the policy has no port ${port}`)
      return endpointOf(address, port, rules)
    },
  }
}

function endpointOf(address: Address, port: number, rules: Rules) {
  if (judge(address, rules) !== 'allowed') return classify(address).scope === 'public' ? 'not-allowed' : 'reserved'
  return rules.denyPorts.includes(port) ? 'not-allowed' : mintEndpoint(address, port)
}
