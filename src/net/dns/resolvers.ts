import { readFileSync } from 'node:fs'
import { parseAddress } from '../../policy/address.ts'
import type { Endpoint } from './ask.ts'

/** A resolver that the operator chose; it may be at any address. */
export interface Resolver {
  readonly id: string
  /** Its proper name; null for the system's resolver. */
  readonly name: string | null
  readonly kind: 'local' | 'public'
  /** The addresses at which it listens now. Never empty. */
  endpoints(): readonly Endpoint[]
}

/** An entry of `--resolvers`: an id and an endpoint, or the system's own resolvers. */
export interface ResolverSetting {
  readonly id: string
  readonly endpoint: Endpoint | 'system'
}

export type Resolvers = readonly [Resolver, Resolver, Resolver]

export const DNS_PORT = 53
const RESOLV_CONF = '/etc/resolv.conf'
/** As many as the C library reads (resolv.conf(5)). */
const NAMESERVERS_MAX = 3

const PROPER_NAMES = new Map([
  ['adguard', 'AdGuard'],
  ['cloudflare', 'Cloudflare'],
  ['google', 'Google'],
  ['opendns', 'OpenDNS'],
  ['quad9', 'Quad9'],
])

/** Returns the resolver of a setting. The first is the local one: it also resolves names for everything else. */
export function resolverOf({ id, endpoint }: ResolverSetting, index: number): Resolver {
  const endpoints = endpoint === 'system' ? systemEndpoints : () => [endpoint]
  return Object.freeze({
    id,
    name: endpoint === 'system' ? null : (PROPER_NAMES.get(id) ?? id),
    kind: index === 0 ? 'local' : 'public',
    endpoints,
  })
}

/** Returns the system's name servers. The file is reread each time, since it changes when the network does. */
function systemEndpoints(): Endpoint[] {
  try {
    return endpointsOfResolvConf(readFileSync(RESOLV_CONF, 'utf8'))
  } catch {
    return endpointsOfResolvConf('')
  }
}

/** Returns the name servers of a resolv.conf; if there are none, the one on this machine, as in the C library. */
export function endpointsOfResolvConf(text: string): Endpoint[] {
  const addresses = text.split('\n').flatMap((line) => {
    const [, address] = /^\s*nameserver\s+(\S+)/.exec(line) ?? []
    return address !== undefined && parseAddress(address.split('%')[0] ?? '') !== null ? [address] : []
  })
  const found = addresses.slice(0, NAMESERVERS_MAX)
  return (found.length > 0 ? found : ['127.0.0.1']).map((address) => ({ address, port: DNS_PORT }))
}
