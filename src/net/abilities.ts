import { type Address, parseAddress } from '../policy/address.ts'
import { sharedEngine } from './libc/engine.ts'
import { echoSocket } from './path/echo.ts'

/**
 * The settings that let this machine ping. Either is enough: a range of groups that may open sockets for echo requests (icmp(7)), or raw
 * sockets for the service (capabilities(7)). Never capabilities on the file: the runtime in it would run any local user's script with them.
 */
export const ECHO_REMEDIES = {
  sysctl: 'sysctl -w net.ipv4.ping_group_range="0 2147483647"',
  ambient: 'AmbientCapabilities=CAP_NET_RAW',
  bounding: 'CapabilityBoundingSet=CAP_NET_RAW',
}

/** Any public address: what matters is the route to it. */
const ELSEWHERE = { 4: '8.8.8.8', 6: '2001:4860:4860::8888' } as const

/** The abilities of this process on the network, determined without sending anything. */
export interface Abilities {
  /** Whether it receives the ICMP messages of routers. Without them it can neither ping nor trace, and many findings lack their reason. */
  readonly hearsRouters: boolean
  /** The kind of socket for echo requests, by family; null if it may not have any. */
  readonly echo: Readonly<Record<4 | 6, 'ping' | 'raw' | null>>
  /** The address that it uses to send to the internet, by family; null without a route. */
  readonly source: Readonly<Record<4 | 6, string | null>>
}

export function findAbilities(): Abilities {
  const engine = sharedEngine()
  const none = { 4: null, 6: null }
  if (!engine) return { hearsRouters: false, echo: none, source: none }
  return {
    hearsRouters: true,
    echo: { 4: echoSocket(engine, 4), 6: echoSocket(engine, 6) },
    source: { 4: sourceToInternet(4)?.text ?? null, 6: sourceToInternet(6)?.text ?? null },
  }
}

/** Returns the address that this machine uses to send to the internet; nothing is sent. Null without a route, or where it cannot be told. */
export function sourceToInternet(version: 4 | 6): Address | null {
  const engine = sharedEngine()
  const address = parseAddress(ELSEWHERE[version])
  return (address && engine?.sockets.sourceTo({ address, port: 0 })?.address) ?? null
}
