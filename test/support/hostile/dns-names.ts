import type { RecordType } from '../../../src/net/dns/rdata.ts'
import { DIVISORS, type Divisor } from './shape.ts'

/** The addresses of the name servers of the lab, each on port 53. */
export const DNS = {
  /** Three resolvers that check nothing and pass on whatever fits a message. */
  resolvers: ['198.18.53.1', '198.18.53.2', '198.18.53.3'],
  /** A real one, unbound. */
  unbound: '198.18.56.1',
  /** The server of the zone that is the attacker's. */
  authority: '198.18.54.1',
  /** A server of a third party, which refuses every question. */
  victim: '198.18.55.1',
} as const
export const ZONE = 'evil.test'
export const VICTIM_ZONE = 'victim.test'
/** The rest of the address encodes the shape and the size. */
const REVERSE_NET = '198.18'
const REVERSE_FIRST = 64

/** The peer that plays the shape: the zone's own server, the resolvers, or both. The others are polite. */
export type Place = 'authority' | 'resolvers' | 'both'
const LABELS: Record<Place, string> = { authority: 'a', resolvers: 'r', both: 'b' }

export type Part = { readonly shape: string; readonly divisor: Divisor; readonly place: Place }

/** Returns the name that has servers play a shape in a size. */
export function nameOf({ shape, divisor, place }: Part, ...labels: readonly string[]): string {
  return [...labels, `${shape}-${divisor}`, LABELS[place], ZONE].join('.')
}

/** Returns what a name asks for; null for one that is to be answered politely. */
export function partOf(name: string): Part | null {
  const [, shape = '', divisor, label] = /(?:^|\.)([a-z0-9-]+)-(16|4|1)\.([arb])\.evil\.test$/.exec(name.toLowerCase()) ?? []
  const place = (['authority', 'resolvers', 'both'] as const).find((one) => LABELS[one] === label)
  const size = DIVISORS.find((one) => String(one) === divisor)
  return place && size ? { shape, divisor: size, place } : null
}

/** Returns the address whose reverse name has servers play a shape of names. */
export function reverseAddress(shapes: readonly string[], { shape, divisor }: Pick<Part, 'shape' | 'divisor'>): string {
  return [REVERSE_NET, REVERSE_FIRST + shapes.indexOf(shape), divisor].join('.')
}

export function reversePartOf(shapes: readonly string[], name: string): Part | null {
  const [, last, third] = /^(\d+)\.(\d+)\.18\.198\.in-addr\.arpa$/.exec(name) ?? []
  const shape = shapes[Number(third) - REVERSE_FIRST]
  const divisor = DIVISORS.find((one) => String(one) === last)
  return shape !== undefined && divisor ? { shape, divisor, place: 'both' } : null
}

/** The number of a record type (IANA). */
export const TYPE = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  NAPTR: 35,
  DS: 43,
  DNSKEY: 48,
  TLSA: 52,
  SVCB: 64,
  HTTPS: 65,
  CAA: 257,
} as const satisfies Record<RecordType, number>
/** A type that is reserved for private use. */
export const PRIVATE_TYPE = 65_280
