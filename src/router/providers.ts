import type { Catalogue } from './catalogue/index.ts'
import { matchName } from './catalogue/match.ts'
import { portsOf } from './catalogue/ports.ts'
import { providerOfNetwork } from './catalogue/provider-of-network.ts'
import type { Isp } from './catalogue/schema.ts'

/** The provider of a line: named by the caller, or guessed from the network of the requester. */
export interface Provider {
  readonly isp: Isp
  readonly guessed: boolean
}

/** The provider that a text names, otherwise the one whose network has this AS number; null if neither is known. */
export function findProvider(catalogue: Catalogue, text: string | undefined, asn: number | null): Provider | null {
  const named = text === undefined ? null : matchName(catalogue.isps, text).found
  if (named) return { isp: named, guessed: false }
  const guess = providerOfNetwork(asn, catalogue)
  return guess ? { isp: guess, guessed: true } : null
}

/** Whether a provider is known to block a port on all its lines. */
export function blocksPort({ blocked }: Isp, port: number, protocol: 'tcp' | 'udp'): boolean {
  return blocked.some(
    (one) =>
      (one.protocol === 'both' || one.protocol === protocol) &&
      one.ports.split(',').some((range) => {
        const { first, last } = portsOf(range)
        return first <= port && port <= last
      }),
  )
}
