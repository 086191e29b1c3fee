#!/usr/bin/env bun
/**
 * CPU per lookup of a full record of the city data, in process, at random public addresses, nearly all of them different: our range file, and
 * mmdb-lib and the `maxmind` package on the MMDB files that it is built from. `maxmind` takes part after `npm install --no-save maxmind`.
 * The readers take turns; the middle round counts, and the fastest and the slowest are the spread.
 */
import { readFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { Reader, type Response } from 'mmdb-lib'
import { openEmbedded } from '../src/ipdata/database.ts'
import { IpData } from '../src/ipdata/lookup.ts'
import { Recent } from '../src/platform/recent.ts'
import { type Address, addressOfBytes, parseAddress } from '../src/policy/address.ts'

const LOOKUPS = 200_000
const ROUNDS = 9
const CACHED = 4096
const SOURCES = join(import.meta.dirname, '..', 'node_modules', '@ip-location-db', 'dbip-city-mmdb')

interface Peer {
  readonly name: string
  /** The record of an address, null if there is none. */
  find(address: Address): unknown
}

/** The same numbers in every run (mulberry32). */
function seededBytes(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), state | 1)
    return ((mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61))) >>> 8) & 0xff
  }
}

/** Addresses of 1.0.0.0 to 223.255.255.255, or of 2400::/5, from which the registries allocate. */
function randomAddresses(version: 4 | 6): Address[] {
  const random = seededBytes(version)
  const draw = () => {
    const bytes = Uint8Array.from({ length: version === 4 ? 4 : 16 }, random)
    bytes[0] = version === 4 ? 1 + (random() % 223) : 0x24 + (random() % 8)
    return addressOfBytes(bytes)
  }
  return Array.from({ length: LOOKUPS }, draw).filter((address) => address !== null)
}

async function peersOf(version: 4 | 6): Promise<Peer[]> {
  const path = join(SOURCES, `dbip-city-ipv${version}.mmdb`)
  const ours = openEmbedded('city')
  const ipdata = new IpData({ city: null, network: null })
  const bare = new Reader<Response>(readFileSync(path), { cache: new Recent<string | number, unknown>(CACHED) })
  const read = (address: Address | null) => {
    const found = address && ours.find(address)
    return found && ours.read(found.record)
  }
  const peers: Peer[] = [
    { name: 'doorstep, record', find: read },
    { name: 'doorstep, record, from text', find: (address) => read(parseAddress(address.text)) },
    { name: 'doorstep, place with names and time zone', find: (address) => ipdata.place(address, 'en').countryCode },
    { name: 'mmdb-lib', find: (address) => bare.get(address.text) },
  ]
  const maxmind = await import(['max', 'mind'].join('')).catch(() => null)
  if (!maxmind) return peers
  const reader: { get(ip: string): unknown } = await maxmind.open(path)
  return [...peers, { name: 'maxmind', find: (address) => reader.get(address.text) }]
}

/** Microseconds of CPU per lookup. */
function measure(peer: Peer, addresses: readonly Address[]): number {
  const before = process.cpuUsage()
  let found = 0
  for (const address of addresses) if (peer.find(address) !== null) found++
  const { user, system } = process.cpuUsage(before)
  if (found < LOOKUPS / 100) throw new Error(`${peer.name} found only ${found}`)
  return (user + system) / addresses.length
}

console.log(
  `${cpus()[0]?.model}, Linux ${release()}, Bun ${Bun.version}; ${ROUNDS} rounds of ${LOOKUPS.toLocaleString('en')} lookups`,
)
for (const version of [4, 6] as const) {
  const addresses = randomAddresses(version)
  const peers = await peersOf(version)
  const rounds = peers.map((): number[] => [])
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, peer] of peers.entries()) rounds[index]?.push(measure(peer, addresses))
  for (const [index, { name }] of peers.entries()) {
    const sorted = rounds[index]?.toSorted((a, b) => a - b) ?? []
    const [fastest = 0, middle = 0, slowest = 0] = [sorted[0], sorted[ROUNDS >> 1], sorted.at(-1)]
    const rate = Math.round(1e6 / middle).toLocaleString('en')
    const spread = `${fastest.toFixed(2)} to ${slowest.toFixed(2)}`
    console.log(`IPv${version}  ${name.padEnd(42)}${middle.toFixed(2).padStart(6)} µs  (${spread})${rate.padStart(12)}/s`)
  }
}
