#!/usr/bin/env bun
/**
 * Mixed requests over all tools and routes, one in five hostile, against the compiled file in a network of its own: what is answered,
 * whether it is what is published, and what becomes of memory and descriptors. Linux, root and Debian's iproute2, nginx, nsd, unbound
 * and openssl; sends nothing out of its namespaces.
 * usage: bun bench/soak.ts [--requests N] [--seed N]
 */
import { readdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { memoryOf } from '../test/support/process/processes.ts'
import type { Tally } from './load/soak-job.ts'
import { HOME, makeWorld, OUTSIDE } from './load/world.ts'

const { values: flags } = parseArgs({
  options: { requests: { type: 'string', default: '2000000' }, seed: { type: 'string', default: '1' } },
})
const requests = Number(flags.requests)
const STEPS = 20
/** Over the second half. */
const GROWTH_MAX = 0.1
const QUIET_MS = 12_000

interface Vitals {
  readonly residentMb: number
  /** Without the mapped data, which are shared with the page cache. */
  readonly ownMb: number
  readonly descriptors: number
}

function vitalsOf(pid: number): Vitals {
  const { resident, own } = memoryOf(pid)
  return { residentMb: resident, ownMb: own, descriptors: readdirSync(`/proc/${pid}/fd`).length }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const shown = ({ residentMb, ownMb, descriptors }: Vitals) =>
  `${residentMb.toFixed(0)} | ${ownMb.toFixed(0)} | ${descriptors.toFixed(0)}`

/** By how much each has grown from the first fifth of the second half to its last. */
function growthOf(samples: readonly { readonly share: number; readonly vitals: Vitals }[]): Record<keyof Vitals, number> {
  const between = (from: number, to: number) =>
    samples.filter(({ share }) => share >= from && share < to).map(({ vitals }) => vitals)
  const [before, after] = [between(0.5, 0.6), between(0.9, 1)]
  const growth = (key: keyof Vitals) => mean(after.map((one) => one[key])) / mean(before.map((one) => one[key])) - 1
  return { residentMb: growth('residentMb'), ownMb: growth('ownMb'), descriptors: growth('descriptors') }
}

await using world = await makeWorld()
await using server = await world.start(['--trusted-proxies', OUTSIDE, '--max-concurrency', '1024'])
console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, seed ${flags.seed}`)
console.log(`| requests | seconds | answered of owed | resident, MB | its own, MB | descriptors |\n|${' --- |'.repeat(6)}`)

const began = performance.now()
const job = [process.execPath, `${import.meta.dirname}/load/soak-job.ts`, HOME, String(server.port), String(requests), flags.seed]
const child = Bun.spawn(world.outside.inside(job), { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
const samples: { share: number; vitals: Vitals }[] = []
let tally: Tally | null = null
let rest = ''
for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) tally = take(JSON.parse(line))
}

function take(told: Tally): Tally {
  const vitals = vitalsOf(server.pid)
  const [last, share] = [samples.at(-1)?.share ?? 0, told.sent / requests]
  samples.push({ share, vitals })
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  if (Math.floor(share * STEPS) > Math.floor(last * STEPS))
    console.log(`| ${told.sent} | ${seconds} | ${told.answered} of ${told.owed} | ${shown(vitals)} |`)
  return told
}

await child.exited
const seconds = (performance.now() - began) / 1000
await Bun.sleep(QUIET_MS)
console.log(`| ${QUIET_MS / 1000} s later | | | ${shown(vitalsOf(server.pid))} |\n`)
const growth = growthOf(samples)
const errors = server.output.filter((line) => line.includes('"level":"error"'))
const faults = judge(tally, errors)
console.log(`${(requests / seconds).toFixed(0)} requests a second, load ${loadavg()[0]?.toFixed(1)}`)
console.log(
  `by status: ${JSON.stringify(tally?.byStatus)}\nhostile: ${JSON.stringify(tally?.hostile)}\nby name: ${JSON.stringify(tally?.byName)}`,
)
for (const [name, value] of Object.entries(growth))
  console.log(`growth over the second half, ${name}: ${(value * 100).toFixed(1)} %`)
for (const fault of [...(tally?.faults ?? []), ...errors.slice(0, 10)]) console.log(fault)
console.log(faults.length === 0 ? 'nothing is wrong' : `WRONG: ${faults.join('; ')}`)
process.exitCode = faults.length === 0 ? 0 : 1

function judge(told: Tally | null, errors: readonly string[]): string[] {
  if (!told || told.sent !== requests) return [`${told?.sent ?? 0} of ${requests} requests were sent`]
  return [
    ...(told.answered === told.owed ? [] : [`${told.owed - told.answered} requests were not answered`]),
    ...(told.faultCount === 0 ? [] : [`${told.faultCount} answers were not what is published`]),
    ...(errors.length === 0 ? [] : [`${errors.length} errors in the log`]),
    ...Object.entries(growth).flatMap(([name, value]) => (value <= GROWTH_MAX ? [] : [`${name} grew`])),
  ]
}
