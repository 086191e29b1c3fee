#!/usr/bin/env bun
/**
 * Everything that has a goal, in one run: what is missing, the measurements one after the other, and bench/RESULTS.md with what was reached.
 * usage: npm run bench -- [--quick] [--only NAME ...] [--echoip FILE]
 * A quarter of an hour, with --quick five minutes; the first run builds MMDB files for the peers, which takes one or two more.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { growth } from './growth.ts'
import { publicAddresses } from './load/addresses.ts'
import { lookups } from './lookups.ts'
import { memory } from './memory.ts'
import { observed } from './observed.ts'
import { databases } from './peers/databases.ts'
import { post } from './post.ts'
import { FLAGS, withBench } from './suite/alone.ts'
import { machineText, othersShare, usageNow } from './suite/machine.ts'
import { ECHOIP_MISSING, missing, type Need } from './suite/needs.ts'
import { ofScript } from './suite/others.ts'
import { goalTable, resultsText, type Skipped } from './suite/results.ts'
import type { Bench, Measurement, Section } from './suite/section.ts'
import { versions } from './suite/versions.ts'
import { throughput } from './throughput.ts'

const RESULTS = join(import.meta.dirname, 'RESULTS.md')

interface Part {
  readonly measure: Measurement
  readonly needs: readonly Need[]
}

/** A column of the lines with a tool and six numbers. */
const toolColumn = (column: number) =>
  new RegExp(`^[a-z-]+(?: +-?[\\d.]+){${column - 1}} +(-?[\\d.]+)(?: +-?[\\d.]+){${6 - column}}$`, 'gm')

const PARTS: Readonly<Record<string, Part>> = {
  throughput: { measure: throughput, needs: ['taskset', 'wrk', 'nginx', 'geoip2'] },
  observed: { measure: observed, needs: ['taskset', 'wrk'] },
  post: { measure: post, needs: ['taskset', 'wrk'] },
  growth: { measure: growth, needs: ['taskset', 'wrk', 'dnsmasq'] },
  memory: { measure: memory, needs: ['taskset', 'wrk'] },
  lookups: { measure: lookups, needs: ['taskset'] },
  start: {
    measure: ofScript({
      file: 'start.ts',
      title: 'Start',
      args: { quick: [], full: [] },
      timeoutMs: 120_000,
      figures: {
        start: /doorstep \/api\/ip\s.*?([\d.]+) ms/,
        'start-bare': /takes ([\d.]+) times as long as that of the bare server/,
        'start-late': /doorstep \/readyz\s.*?([\d.]+) ms/,
      },
    }),
    needs: [],
  },
  workers: {
    measure: ofScript({
      file: 'workers.ts',
      title: 'Several processes',
      args: { quick: ['0', '0'], full: ['0', '0'] },
      timeoutMs: 180_000,
      figures: { workers: /two cores answer ([\d.]+) times/ },
    }),
    needs: [],
  },
  tools: {
    measure: ofScript({
      file: 'tools.ts',
      title: 'Tools',
      args: { quick: ['100'], full: [] },
      timeoutMs: 180_000,
      figures: { 'tools-median': toolColumn(5), 'tools-p99': toolColumn(6) },
    }),
    needs: ['root', 'unbound', 'nginx', 'openssl'],
  },
  dns: {
    measure: ofScript({
      file: 'dns.ts',
      title: 'DNS lookups at once',
      args: { quick: ['15'], full: [] },
      timeoutMs: 90_000,
      figures: { dns: /times as long as the runtime: ([\d.]+)/ },
    }),
    needs: ['dnsmasq'],
  },
}

const { values: flags } = parseArgs({ options: { ...FLAGS, only: { type: 'string', multiple: true, default: [] } } })
const unknown = flags.only.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(`bench: ${unknown.join(', ')} is not one of ${Object.keys(PARTS).join(', ')}`)
  process.exit(2)
}
const wanted = Object.entries(PARTS).filter(([name]) => flags.only.length === 0 || flags.only.includes(name))
const echoip = flags.echoip || null
say([...new Set(missing(wanted.flatMap(([, { needs }]) => needs))), ...(echoip ? [] : [ECHOIP_MISSING])])
await prepare()
const began = performance.now()
const before = usageNow()
const { sections, skipped } = await withBench({ quick: flags.quick, echoip }, measureAll)
const seconds = (performance.now() - began) / 1000
const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
const others = othersShare(before, usageNow())
const setting = { machine: machineText(), others, isQuick: flags.quick, versions: versions(echoip) }
const results = { date, sections, skipped, seconds, ...setting }
if (flags.only.length === 0) writeFileSync(RESULTS, resultsText(results))
console.log(
  flags.only.length === 0 ? goalTable(Object.assign({}, ...sections.map(({ reached }) => reached))) : resultsText(results),
)
for (const { name, why } of skipped) console.error(`bench: ${name} was not measured: ${why}`)
process.exitCode = skipped.length > 0 ? 1 : 0

function say(absent: readonly string[]): void {
  if (absent.length > 0) console.error(`bench: missing, so what needs it is left out:\n- ${absent.join('\n- ')}`)
}

/** Builds what is built once, before the time of the measurements counts. */
async function prepare(): Promise<void> {
  const files = await databases()
  for (const version of [4, 6] as const) publicAddresses(files, version)
}

/** Returns one that fails does not end the others. */
async function measureAll(bench: Bench): Promise<{ sections: Section[]; skipped: Skipped[] }> {
  const [sections, skipped]: [Section[], Skipped[]] = [[], []]
  for (const [name, { measure, needs }] of wanted) {
    const absent = missing(needs)
    const started = performance.now()
    try {
      if (absent.length > 0) throw new Error(absent.join('; '))
      sections.push(await measure(bench))
    } catch (error) {
      skipped.push({ name, why: error instanceof Error ? error.message : String(error) })
    }
    await bench.children[Symbol.asyncDispose]()
    console.error(`bench: ${name}, ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  return { sections, skipped }
}
