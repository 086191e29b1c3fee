#!/usr/bin/env bun
/**
 * Processor time for a lookup in the city data, from the text of an address to a full record, at a million different public addresses: our range
 * file, and the `maxmind` package and libmaxminddb on the MMDB files that it is built from. Each reader is a process of its own with all
 * addresses in memory, and they take turns. Linux; needs util-linux, and for libmaxminddb Debian's gcc and libmaxminddb-dev.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicAddresses } from './load/addresses.ts'
import { databases } from './peers/databases.ts'
import { alone } from './suite/alone.ts'
import type { GoalId } from './suite/goals.ts'
import { isHere } from './suite/needs.ts'
import { type Bench, type Section, table } from './suite/section.ts'
import { ratios, shown, spreadOf } from './suite/spread.ts'

const SOURCES = join(import.meta.dirname, '..', 'node_modules', '@ip-location-db', 'dbip-city-mmdb')
const JOB = join(import.meta.dirname, 'load', 'lookup-job.ts')
const PEER = join(import.meta.dirname, 'peers', 'libmaxminddb.c')
const ROUNDS = { quick: 2, full: 5 }
const QUICK_ADDRESSES = 200_000
const COMPILE_TIMEOUT_MS = 30_000
const ROUND_TIMEOUT_MS = 60_000

interface Reader {
  readonly name: string
  readonly goal: GoalId | null
  readonly round: () => Promise<string>
  /** Microseconds for a lookup. */
  readonly costs: number[]
}

export async function lookups(bench: Bench): Promise<Section> {
  const program = await compiled(bench)
  const [tables, reached]: [string[], (readonly [GoalId, number])[]] = [[], []]
  for (const version of [4, 6] as const) {
    const { list, count } = await addressList(bench, version)
    const readers = readersOf(bench, version, list, program)
    await run(bench, readers, count)
    await bench.children[Symbol.asyncDispose]()
    tables.push(versionTable(version, readers))
    reached.push(...reachedBy(readers))
  }
  const missing = program === null ? '\n\nLibmaxminddb did not take part: install gcc and libmaxminddb-dev.' : ''
  const text = `Processor time from the text of an address to its full record, ${(bench.isQuick ? QUICK_ADDRESSES : 1_000_000).toLocaleString('en')} different addresses: of IPv4 all public ones alike, of IPv6
every network of the data alike. The \`maxmind\` package keeps its cache of 10,000 records. The ratio is that of lookups a second, doorstep to the other.

${tables.join('\n\n')}${missing}`
  return { title: 'Lookups', text, reached: Object.fromEntries(reached) }
}

/** Compiles the program that reads MMDB files with libmaxminddb; null if that is not possible here. */
async function compiled({ children, folder }: Bench): Promise<string | null> {
  if (!isHere('libmaxminddb')) return null
  const program = join(folder, 'libmaxminddb')
  const { exitCode, output } = await children.run(['gcc', '-O2', '-o', program, PEER, '-lmaxminddb'], {
    timeoutMs: COMPILE_TIMEOUT_MS,
  })
  if (exitCode !== 0) throw new Error(output)
  return program
}

async function addressList({ folder, isQuick }: Bench, version: 4 | 6): Promise<{ list: string; count: number }> {
  const whole = publicAddresses(await databases(), version)
  const lines = readFileSync(whole, 'utf8').split('\n')
  if (!isQuick) return { list: whole, count: lines.length }
  const list = join(folder, `ipv${version}.txt`)
  writeFileSync(list, lines.slice(0, QUICK_ADDRESSES).join('\n'))
  return { list, count: QUICK_ADDRESSES }
}

function readersOf({ children, cores }: Bench, version: 4 | 6, list: string, program: string | null): Reader[] {
  const file = join(SOURCES, `dbip-city-ipv${version}.mmdb`)
  const reader = (name: string, goal: GoalId | null, command: readonly string[]): Reader => {
    const ask = children.converse([...command, file, list], { core: cores.server, timeoutMs: ROUND_TIMEOUT_MS })
    return { name, goal, round: () => ask('go'), costs: [] }
  }
  const job = (kind: string) => [process.execPath, JOB, kind]
  return [
    reader('doorstep, record', null, job('record')),
    reader('`maxmind`, record', `lookup-maxmind-${version}`, job('maxmind')),
    ...(program === null ? [] : [reader('libmaxminddb, record', `lookup-c-${version}`, [program])]),
    reader('doorstep, record, the address already read', null, job('parsed')),
    reader('doorstep, place with names and time zone', null, job('place')),
  ]
}

/** Runs the readers in turn. The first round warms up and does not count. */
async function run({ isQuick }: Bench, readers: readonly Reader[], count: number): Promise<void> {
  for (let round = 0; round <= (isQuick ? ROUNDS.quick : ROUNDS.full); round++) {
    for (const { name, round: once, costs } of readers) {
      const [found = 0, microseconds = Number.NaN] = (await once()).split(' ').map(Number)
      if (found < count / 2) throw new Error(`${name} found only ${found}`)
      if (round > 0) costs.push(microseconds / count)
    }
  }
}

function versionTable(version: 4 | 6, readers: readonly Reader[]): string {
  const [ours] = readers
  const rows = readers.map((one) => {
    const ratio = one.goal === null || !ours ? '' : shown(ratios(one.costs, ours.costs), 2)
    const spread = spreadOf(one.costs)
    return [one.name, shown(spread, 2), Math.round(1e6 / spread.median).toLocaleString('en'), ratio]
  })
  return table([`IPv${version}`, 'CPU for a lookup, µs', 'lookups/s', 'doorstep to it'], rows)
}

function reachedBy([ours, ...others]: readonly Reader[]): (readonly [GoalId, number])[] {
  return others.flatMap(({ goal, costs }) => (goal === null || !ours ? [] : [[goal, ratios(costs, ours.costs).median] as const]))
}

if (import.meta.main) await alone(lookups)
