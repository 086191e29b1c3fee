#!/usr/bin/env bun
/**
 * One hostile client with everything it has, from one address, and a /48 that takes connections and checks, beside twenty polite clients from
 * other addresses: whether those are answered, and how soon; and what comes of it to everybody else, seen on the wire. Limits as they are by default. Linux, root and Debian's iproute2,
 * tcpdump, nginx, nsd, unbound and openssl; sends nothing out of its namespaces.
 * usage: bun bench/siege.ts [--seconds N]
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { captured, excessOf, type Sent } from '../test/support/net/capture.ts'
import { memoryOf } from '../test/support/process/processes.ts'
import type { Politely } from './load/polite-job.ts'
import { HOME, HOME6, makeWorld } from './load/world.ts'

const { values: flags } = parseArgs({ options: { seconds: { type: 'string', default: '40' } } })
const HOSTILE = '198.18.66.6'
const VICTIM = '198.18.99.9'
const NETWORK = '2001:db8:1'
const GOALS_MS: Readonly<Record<string, number>> = { ip: 50, 'ip-lookup': 100 }
/** A capture sees packets a little later than they were counted. */
const EXCESS_MAX = 2

await using world = await makeWorld()
await using server = await world.start([])
const job = (name: string, ...args: readonly string[]) => jobAt(HOME, name, ...args)
const jobAt = (host: string, name: string, ...args: readonly string[]) =>
  world.outside.inside([process.execPath, `${import.meta.dirname}/load/${name}`, host, String(server.port), ...args])
const lastLine = (text: string) => text.trim().split('\n').at(-1)
const wrong: string[] = []
console.log(`${cpus()[0]?.model}, ${cpus().length} cores\n`)

function show(name: string, { sent, answered, refused, waits }: Politely): void {
  console.log(`${name}: ${answered} of ${sent} polite requests answered with 200, load ${loadavg()[0]?.toFixed(1)}`)
  for (const [tool, all] of Object.entries(waits)) {
    const sorted = all.toSorted((one, other) => one - other)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
    console.log(
      `  ${tool}: ${all.length}, median ${at(0.5).toFixed(1)} ms, 99th ${at(0.99).toFixed(1)} ms, worst ${at(1).toFixed(1)} ms`,
    )
    if (name === 'besieged' && at(0.99) > (GOALS_MS[tool] ?? Number.POSITIVE_INFINITY)) wrong.push(`${tool} took too long`)
  }
  for (const line of refused) console.log(`  ${line.slice(0, 300)}`)
  if (answered !== sent) wrong.push(`${sent - answered} polite requests were not answered`)
}

async function askPolitely(seconds: string): Promise<Politely> {
  const child = Bun.spawn(job('polite-job.ts', seconds), { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  return JSON.parse(await child.stdout.text())
}

/** Prints what every address got, and marks an address that got more than the limit as wrong. */
function showTargets(sent: readonly Sent[]): void {
  const byTarget = [...Map.groupBy(sent, ({ to }) => to)].sort(([, one], [, other]) => other.length - one.length)
  console.log(`${sent.length} packets and connections to ${byTarget.length} addresses; those that got most:`)
  for (const [address, got] of byTarget.slice(0, 6))
    console.log(`  ${address}: ${got.length}, ${Math.max(0, excessOf(got)).toFixed(1)} above 40 at once and 20 a second at worst`)
  const excess = byTarget.filter(([, got]) => excessOf(got) > EXCESS_MAX)
  if (excess.length > 0) wrong.push(`${excess.map(([address]) => address).join()} got more than the limit`)
}

show('alone', await askPolitely('15'))
const targets = { device: 'in', to: 'net 198.18.0.0/16' }
const siege = async () => {
  const quiet = { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' } as const
  const hostile = Bun.spawn(job('siege-job.ts', HOSTILE, VICTIM), quiet)
  const network = Bun.spawn(jobAt(HOME6, 'network-job.ts', NETWORK), quiet)
  const [told, toldOfNetwork] = [hostile.stdout.text(), network.stdout.text()]
  await Bun.sleep(3000)
  show('besieged', await askPolitely(flags.seconds))
  hostile.kill()
  network.kill()
  console.log(`the hostile client: ${lastLine(await told)}`)
  console.log(`the /48: ${lastLine(await toldOfNetwork)}`)
}
const sent = await captured(world.outside, siege, targets)
showTargets(sent)
const { resident } = memoryOf(server.pid)
console.log(`memory ${resident.toFixed(0)} MB; ${server.output.length - 1} lines in the log`)
for (const line of server.output.slice(1, 6)) console.log(`  ${line}`)
console.log(wrong.length === 0 ? 'nothing is wrong' : `WRONG: ${wrong.join('; ')}`)
process.exitCode = wrong.length === 0 ? 0 : 1
