import type { GatewaySeen } from '../net/gateway/types.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { wanOf } from '../router/index.ts'
import type { OutsideSeen } from './outside-seen.ts'

export const NATS = ['none', 'double-nat', 'carrier-grade', 'one-to-one', 'unknown'] as const

/** The reason for what is said of a line; the key of a sentence. */
type LineReason =
  | 'own-is-public'
  | 'wan-is-public'
  | 'wan-looks-public'
  | 'wan-is-shared'
  | 'wan-is-private'
  | 'every-port-comes-in'
  | 'no-address-told'
  | 'hop-is-shared'
  | 'hop-is-private'
  | 'hop-is-unclear'
  | 'wan-differs'
  | 'wan-is-down'
  | 'through-vpn'
  | 'only-ipv6'
  | 'not-told'

/** The line between the router of this home and the internet, over IPv4. */
export interface LineSeen {
  /** The address at which the doorstep outside sees this computer; null if nobody looked. */
  readonly publicIp: string | null
  readonly nat: (typeof NATS)[number]
  readonly reason: LineReason
  /** The address that the reason is about: that of the router, or that of the second hop. */
  readonly about: string | null
  /** Whether the box in front is certain to be the provider's or certain to be at home; null where it can be either. */
  readonly front: 'provider' | 'home' | null
}

/** Returns whether a box in front of the router translates once more. */
export function isBehind({ nat, reason }: LineSeen): boolean {
  return nat === 'double-nat' || nat === 'one-to-one' || reason === 'no-address-told'
}

/** Returns whether a hop on the way may be one of a provider that shares its addresses, which the router neither confirms nor denies. */
export function isMaybeShared({ reason }: LineSeen): boolean {
  return reason === 'hop-is-shared' || reason === 'hop-is-unclear'
}

/** The clues to a line. */
export interface LineClues {
  readonly gateway: Pick<GatewaySeen, 'wanIp' | 'saysNoAddress'> | null
  /** The address of this computer. */
  readonly own: string | null
  /** The routers of the first hops; null if they were not looked for. */
  readonly hops: readonly (string | null)[] | null
  readonly outside: readonly OutsideSeen[]
  readonly isVpn: boolean
}

/** Returns what is known of the line. What the router tells comes first, then what the first hops show. */
export function lineSeen({ gateway, own, hops, outside, isVpn }: LineClues): LineSeen {
  const seen = outside.find(({ version }) => version === 4) ?? null
  const base = { publicIp: seen?.ip ?? outside[0]?.ip ?? null, about: null, front: null } as const
  const isOwn = seen !== null && own === seen.ip
  if (isOwn) return { ...base, nat: 'none', reason: 'own-is-public', about: own }
  // An address that belongs to the far end of a tunnel says nothing about the line.
  const wan = gateway?.wanIp ? parseAddress(gateway.wanIp) : null
  const told = wan ? ofWan(wan, seen, isVpn) : null
  if (told) return { ...base, ...told, about: wan?.text ?? null }
  const hop = isVpn ? null : secondHop(hops, gateway?.saysNoAddress === true)
  if (hop) return { ...base, ...hop }
  if (gateway?.saysNoAddress) return { ...base, nat: 'unknown', reason: 'no-address-told' }
  if (isVpn) return { ...base, nat: 'unknown', reason: 'through-vpn' }
  const isIPv6 = outside.length > 0 && seen === null
  return { ...base, nat: 'unknown', reason: isIPv6 ? 'only-ipv6' : 'not-told' }
}

type Told = Pick<LineSeen, 'nat' | 'reason'> & { readonly front?: LineSeen['front'] }

/** Returns what the address of the router says; null if it is not one of IPv4. */
function ofWan(wan: Address, seen: OutsideSeen | null, isVpn: boolean): Told | null {
  const kind = wanOf(wan)
  if (wan.version === 6) return null
  if (seen?.ip === wan.text) return { nat: 'none', reason: 'wan-is-public' }
  if (kind === 'shared') return { nat: 'carrier-grade', reason: 'wan-is-shared', front: 'provider' }
  if (kind === 'down') return { nat: 'unknown', reason: 'wan-is-down' }
  if (kind === 'public')
    return seen && !isVpn ? { nat: 'unknown', reason: 'wan-differs' } : { nat: 'none', reason: 'wan-looks-public' }
  if (kind !== 'private') return { nat: 'unknown', reason: 'not-told' }
  // The box in front sends on whatever comes in, so that no rule is missing there.
  if (seen?.where?.allPorts === true && !isVpn) return { nat: 'one-to-one', reason: 'every-port-comes-in' }
  return { nat: 'double-nat', reason: 'wan-is-private', front: ofHome(wan) ? 'home' : null }
}

/** Returns whether only equipment at home gives out such an address: carriers that use private ones take those with more room. */
function ofHome({ text }: Address): boolean {
  return text.startsWith('192.168.')
}

/**
 * Returns what the second router on the way says; null if it has an address of the internet, or did not answer. Some carriers number plain
 * routers like this, so that it proves something only together with a router that has no address for others.
 */
function secondHop(hops: LineClues['hops'], saysNoAddress: boolean): (Told & Pick<LineSeen, 'about'>) | null {
  const second = parseAddress(hops?.[1] ?? '')
  const kind = wanOf(second)
  const about = second?.text ?? null
  if (kind === 'shared') {
    const nat = saysNoAddress ? 'carrier-grade' : 'unknown'
    return { nat, reason: 'hop-is-shared', front: saysNoAddress ? 'provider' : null, about }
  }
  if (!second || kind !== 'private') return null
  const nat = saysNoAddress ? 'double-nat' : 'unknown'
  return ofHome(second) ? { nat, reason: 'hop-is-private', front: 'home', about } : { nat, reason: 'hop-is-unclear', about }
}
