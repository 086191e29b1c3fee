import type { Catalogue } from './catalogue/index.ts'
import { matchName } from './catalogue/match.ts'
import { portsOf } from './catalogue/ports.ts'
import type { Isp } from './catalogue/schema.ts'

/** The provider of a line: named by the caller, or guessed from the network of the requester. */
export interface Provider {
  readonly isp: Isp
  readonly guessed: boolean
}

/** The AS numbers that announce the home lines of a provider, by its id. */
const AS_NUMBERS: Record<string, readonly number[]> = {
  kt: [4766],
  'sk-broadband': [9318],
  'lg-uplus': [3786, 17858],
  'lg-hellovision-cable': [38091],
  xfinity: [7922],
  att: [7018],
  verizon: [701],
  spectrum: [11426, 20001, 20115],
  cox: [22773],
  'tmobile-home': [21928],
  starlink: [14593],
  bt: [2856],
  'sky-uk': [5607],
  'virgin-media': [5089],
  'telekom-de': [3320],
  'orange-fr': [3215],
  'free-fr': [12322],
}

const BY_AS_NUMBER = new Map(Object.entries(AS_NUMBERS).flatMap(([id, all]) => all.map((asn) => [asn, id] as const)))

/** The provider that a text names, otherwise the one whose network has this AS number; null if neither is known. */
export function findProvider({ isps }: Catalogue, text: string | undefined, asn: number | null): Provider | null {
  const named = text === undefined ? null : matchName(isps, text).found
  if (named) return { isp: named, guessed: false }
  const id = asn === null ? undefined : BY_AS_NUMBER.get(asn)
  const guess = isps.find((isp) => isp.id === id)
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
