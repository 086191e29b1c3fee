import { Refusal } from '../../contract/problem.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import { inputText } from './input.text.ts'

/** Returns the gateway that a caller names, as text. Throws `invalid-target`, with the reason, unless it is a private IPv4 address. */
export function readGateway(text: string | undefined): string | null {
  if (text === undefined) return null
  const address = parseAddress(text)
  const fault = address ? faultOf(address) : LOOKS_LIKE_IPV6.test(text) ? 'gateway-is-ipv6' : 'gateway-not-an-address'
  if (address && fault === null) return address.text
  const slots = { address: address?.text ?? '' }
  throw new Refusal('invalid-target', (locale) => inputText.say(locale, fault ?? 'gateway-not-an-address', slots), {
    field: 'gateway',
  })
}

/** IPv6 addresses, including the zone id that systems add to link-local gateways: fe80::1%en0. */
const LOOKS_LIKE_IPV6 = /^\[?[\da-f]*:[\da-f:]*:[\da-f:.]*(%[\w.-]+)?\]?$/i

function faultOf(address: Address) {
  if (address.version === 6) return 'gateway-is-ipv6'
  const { scope } = classify(address)
  if (scope === 'private') return /\.(0|255)$/.test(address.text) ? 'gateway-is-network' : null
  if (scope === 'link-local') return 'gateway-is-link-local'
  if (scope === 'shared') return 'gateway-is-shared'
  return scope === 'public' ? 'gateway-is-public' : 'gateway-not-private'
}
