// The data that are built in, against the files that they were built from.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Mmdb } from '../../src/ipdata/mmdb/file.ts'
import { isWhole } from '../../src/ipdata/ranges/open.ts'
import { openBuilt } from '../support/data/range-file.ts'
import { CITY_SOURCES, findAsn, readAsnRanges, seededRandom, textOf } from '../support/data/sources.ts'
import { labTest, sampled, sampleName, samples, sampleTest } from '../support/lab.ts'
import { ROOT } from '../support/server.ts'

/** One of so many blocks of this width is walked. */
const SAMPLED_WIDTH = 20
/** All places take a minute of two cores: a release builds them again, and every other run builds one. */
const REPEATS_PLACES = process.env.DOORSTEP_REPEAT_PLACES === '1'
const WALKED = samples(1 / 256, 1 / 8)

const contents = new Map<string, Buffer>()
/** Returns what a file holds, read once: the largest have 60 MB. */
function read(path: string): Buffer {
  const bytes = contents.get(path) ?? readFileSync(path)
  contents.set(path, bytes)
  return bytes
}
const built = (name: string) => read(join(ROOT, 'data', `${name}.ranges`))
const networks = { 4: readAsnRanges(4), 6: readAsnRanges(6) }
const FILES = ['city', 'network', 'registry']

test('take at most 72 MB', () => {
  const bytes = FILES.reduce((sum, name) => sum + statSync(join(ROOT, 'data', `${name}.ranges`)).size, 0)
  expect(bytes).toBeLessThanOrEqual(72_000_000)
})

for (const version of [4, 6] as const)
  sampleTest(
    `every network in one block of ${1 / WALKED} of the places of IPv${version} has its record and its prefix, from its first address to its last`,
    () => {
      const source = new Mmdb(read(CITY_SOURCES[version]))
      const { file } = openBuilt(built('city'))
      const words: number[] = new Array(version === 4 ? 1 : 4).fill(0)
      const numbers = new Map<number, number>()
      const random = seededRandom(version + 40)
      let networks = 0
      const agree = (leaf: number, depth: number, asked: readonly number[]) => {
        const { record, prefixLength } = file.locate(asked)
        const isNothing = leaf === source.metadata.nodeCount
        if (!isNothing && !numbers.has(leaf) && Bun.deepEquals(file.record(record), source.record(leaf), true))
          numbers.set(leaf, record)
        if (record !== (isNothing ? 0 : numbers.get(leaf)) || !(isNothing || prefixLength === depth))
          throw new Error(`IPv${version} ${asked.map((word) => word.toString(16))}/${depth}: record ${record}, /${prefixLength}`)
      }
      const walk = (node: number, depth: number): void => {
        if (node >= source.metadata.nodeCount) {
          if (node > source.metadata.nodeCount) networks++
          agree(node, depth, words)
          agree(node, depth, lastOf(words, depth))
          return
        }
        if (depth === SAMPLED_WIDTH && random() >= WALKED) return
        const word = depth >>> 5
        const bit = 2 ** (31 - (depth & 31))
        walk(source.child(node, 0), depth + 1)
        words[word] = (words[word] ?? 0) + bit
        walk(source.child(node, 1), depth + 1)
        words[word] = (words[word] ?? 0) - bit
      }
      walk(0, 0)
      expect(networks).toBeGreaterThan(2_000_000 * WALKED)
    },
    300_000,
  )

function lastOf(words: readonly number[], depth: number): number[] {
  return words.map((word, index) => {
    const hostBits = Math.min(Math.max((index + 1) * 32 - depth, 0), 32)
    return hostBits === 0 ? word : (word | (0xffff_ffff >>> (32 - hostBits))) >>> 0
  })
}

test.each([4, 6] as const)(
  sampleName('announced ranges of IPv%d have their network at their first address and at their last'),
  (version) => {
    const { file } = openBuilt(built('network'))
    const ranges = networks[version]
    const wordsOf = (address: bigint) =>
      version === 4 ? [Number(address)] : [96n, 64n, 32n, 0n].map((shift) => Number((address >> shift) & 0xffff_ffffn))
    for (const { start, end } of sampled(4000, ranges))
      for (const address of [start, end]) {
        const { asn, organization } = findAsn(ranges, address) ?? {}
        const record = file.record(file.locate(wordsOf(address)).record)
        if (!Bun.deepEquals(record, { autonomous_system_number: asn, autonomous_system_organization: organization }))
          throw new Error(`${textOf(address, version)}: ${JSON.stringify(record)} is not ${asn} ${organization}`)
      }
  },
  240_000,
)

test.each(FILES)('%s is whole: its checksum holds', (name) => expect(isWhole(built(name))).toBe(true))

describe('the build', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'doorstep-repeat-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  labTest(`gives the same bytes again${REPEATS_PLACES ? '' : ', of networks and registries'}, in under 4 GB`, {}, async () => {
    const place = join(folder, 'place.csv')
    writeFileSync(place, '1.0.0.0,1.0.0.255,AU,,,,,,,\n')
    const args = ['--out', folder, ...(REPEATS_PLACES ? [] : ['--city', place, '--date', '2026-06-05'])]
    const child = Bun.spawn([process.execPath, join(ROOT, 'data', 'build.ts'), ...args], { stderr: 'pipe' })
    expect(await child.exited).toBe(0)
    expect(child.resourceUsage()?.maxRSS).toBeLessThan(4e9)
    const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
    const others = ['network.ranges', 'registry.ranges', 'continents.gen.json']
    for (const name of REPEATS_PLACES ? [...others, 'city.ranges', 'datasets.gen.json'] : others)
      expect(hash(join(folder, name))).toBe(hash(join(ROOT, 'data', name)))
  })
})
