import type { Database } from '../ipdata/database.ts'
import type { DatabaseId } from '../ipdata/embedded.ts'
import { readNetwork, readPlace } from '../ipdata/layouts.ts'
import { type Address, parseAddress } from '../policy/address.ts'
import { isPublicAddress } from '../policy/admit.ts'

/** The number of addresses to compare, by IP version. */
const CANARIES = { 4: 800, 6: 200 } as const
/** A limit for data that know almost nothing. */
const TRIES_MAX = 400_000
/** Any number would do, as long as it stays the same. */
const SEED = 0x0d00_57e9
/** The first 16 bits of most IPv6 addresses in use: others would have to be drawn a million times to hit one that is. */
const IPV6_STARTS = [0x2001, 0x2400, 0x2401, 0x2402, 0x2403, 0x2404, 0x2405, 0x2406, 0x2407, 0x2408, 0x2409, 0x240e]
const MORE_IPV6_STARTS = [0x2600, 0x2601, 0x2603, 0x2604, 0x2605, 0x2606, 0x2607, 0x2620, 0x2800, 0x2803, 0x2804, 0x2806]
const EUROPEAN_IPV6_STARTS = [0x2a00, 0x2a01, 0x2a02, 0x2a03, 0x2a04, 0x2a05, 0x2a06, 0x2a07, 0x2a09, 0x2a0a, 0x2a0b, 0x2a10]
const STARTS = [...IPV6_STARTS, ...MORE_IPV6_STARTS, ...EUROPEAN_IPV6_STARTS]

/**
 * Returns what two versions of data must agree on: the country and not the city, which publishers move about from month to month; the
 * number of the network and not its name, whose spelling changes.
 */
export function answerOf(id: DatabaseId, database: Database, address: Address): string | number | null {
  const found = database.find(address)
  if (found === null) return null
  const record = database.read(found.record)
  if (id === 'city') return readPlace(record, 'en').countryCode
  if (id === 'network') return readNetwork(record).asn
  return typeof record === 'object' && record !== null && 'registry' in record ? String(record.registry) : null
}

/** Draws addresses evenly from the public ones that the data know: the same ones for the same data. */
export function canariesOf(id: DatabaseId, database: Database): Address[] {
  const draw = drawer(SEED)
  const chosen: Address[] = []
  for (const version of [4, 6] as const) {
    let missing: number = CANARIES[version]
    for (let tries = 0; missing > 0 && tries < TRIES_MAX; tries++) {
      const address = parseAddress(version === 4 ? ipv4(draw) : ipv6(draw))
      if (!address || !isPublicAddress(address.text) || answerOf(id, database, address) === null) continue
      chosen.push(address)
      missing--
    }
  }
  return chosen
}

function ipv4(draw: Draw): string {
  return Array.from({ length: 4 }, () => draw(256)).join('.')
}

function ipv6(draw: Draw): string {
  const start = STARTS[draw(STARTS.length)] ?? 0
  return [start, ...Array.from({ length: 7 }, () => draw(65_536))].map((group) => group.toString(16)).join(':')
}

/** A number from 0 up to, but not including, another. */
type Draw = (below: number) => number

/** Mulberry32: small, even enough, and the same on every machine. */
function drawer(seed: number): Draw {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
