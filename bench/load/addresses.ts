import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { readNetwork, readPlace } from '../../src/ipdata/layouts.ts'
import { Mmdb } from '../../src/ipdata/mmdb/file.ts'
import { type Address, addressOfBytes } from '../../src/policy/address.ts'
import { classify } from '../../src/policy/classify.ts'
import type { Databases } from '../peers/databases.ts'
import { seededBytes } from './random.ts'

export const CLIENTS = 100_000
/** Clients in a hundred that use IPv6. */
const IPV6_SHARE = 25
/** Before the data are taken to have too few. */
const TRIES_EACH = 20
const LOOKUPS = 1_000_000
/** `2000::/3`, the only global unicast addresses: its nodes are three bits below the root. */
const GLOBAL_UNICAST = [0, 0, 1] as const

/** Returns a file with the addresses of clients, all different, one a line: public, with every field of /api/ip/json known. */
export function clientAddresses({ city, network }: Databases): string {
  return kept(join(dirname(city), 'clients.txt'), () => {
    const holders = readFileSync(network)
    const [places, networks] = [new Reader<Response>(readFileSync(city)), new Reader<Response>(holders)]
    const draw = { 4: drawIpv4(4), 6: drawIpv6(holders, 6) }
    const isWhole = ({ text }: Address) => isKnown(places.get(text)) && readNetwork(networks.get(text)).organization !== null
    return distinct(CLIENTS, (made) => draw[made % 100 < IPV6_SHARE ? 6 : 4](), isWhole)
  })
}

/** Returns a file with public addresses of a family, one a line: all of IPv4 alike, or every network of the city data alike. */
export function publicAddresses({ city }: Databases, version: 4 | 6): string {
  return kept(join(dirname(city), `ipv${version}.txt`), () => {
    const draw = version === 4 ? drawIpv4(44) : drawIpv6(readFileSync(city), 66)
    return distinct(LOOKUPS, draw, () => true)
  })
}

/** Peers that write numbers as they find them get no whole degrees: those would be stored as integers, which not all can read. */
function isKnown(record: unknown): boolean {
  const { timezone, ...place } = readPlace(record, 'en')
  const degrees = [place.latitude ?? 0, place.longitude ?? 0]
  return Object.values(place).every((value) => value !== null) && timezone !== null && !degrees.some(Number.isInteger)
}

function kept(path: string, make: () => string[]): string {
  if (existsSync(path)) return path
  writeFileSync(`${path}.partial`, make().join('\n'))
  renameSync(`${path}.partial`, path)
  return path
}

function distinct(count: number, draw: (made: number) => Address | null, isWanted: (address: Address) => boolean): string[] {
  const all = new Set<string>()
  for (let tries = 0; all.size < count; tries++) {
    if (tries > count * TRIES_EACH) throw new Error(`only ${all.size} addresses are as wanted`)
    const address = draw(all.size)
    if (address && classify(address).scope === 'public' && isWanted(address)) all.add(address.text)
  }
  return [...all]
}

function drawIpv4(seed: number): () => Address | null {
  const random = seededBytes(seed)
  return () => addressOfBytes(Uint8Array.from({ length: 4 }, random))
}

/** Returns an address in a network of a file, each IPv6 network of it alike, however large it is. */
function drawIpv6(bytes: Buffer, seed: number): () => Address | null {
  const random = seededBytes(seed)
  const fraction = () => (random() + random() / 256 + random() / 65_536) / 256
  const source = new Mmdb(bytes)
  const { nodeCount } = source.metadata
  const networksIn = networkCounter(source)
  const start = GLOBAL_UNICAST.reduce<number>((node, side) => source.child(node, side), 0)
  return () => {
    const bits = Uint8Array.from({ length: 16 }, random)
    const set = (bit: number, side: number) => {
      const mask = 0x80 >> (bit % 8)
      bits[bit >> 3] = ((bits[bit >> 3] ?? 0) & ~mask) | (side === 1 ? mask : 0)
    }
    let node = start
    for (const [bit, side] of GLOBAL_UNICAST.entries()) set(bit, side)
    for (let bit = GLOBAL_UNICAST.length; node < nodeCount && bit < 128; bit++) {
      const [left, right] = [source.child(node, 0), source.child(node, 1)]
      const side = fraction() * networksIn(node) < networksIn(left) ? 0 : 1
      set(bit, side)
      node = side === 0 ? left : right
    }
    return addressOfBytes(bits)
  }
}

/** Returns a function that counts the records of the tree at a node or below it. */
function networkCounter(source: Mmdb): (node: number) => number {
  const { nodeCount } = source.metadata
  const counts = new Float64Array(nodeCount)
  const networksIn = (node: number): number => {
    if (node >= nodeCount) return node === nodeCount ? 0 : 1
    counts[node] ||= networksIn(source.child(node, 0)) + networksIn(source.child(node, 1))
    return counts[node] ?? 0
  }
  return networksIn
}
