#!/usr/bin/env bun
import { EXECUTABLE } from '../test/support/executable.ts'
import { freePort } from '../test/support/net/network.ts'
/**
 * Measures the use and the cost of several processes (Linux): how many requests two of them answer compared with one; stops and upgrades at
 * full load, counting every request that was sent and every one that was answered; and their memory. Options: how many stops, and how many
 * upgrades; 0 for none.
 *
 * The number of requests is calculated: if the client needs a core of its own, two processes cannot have both. So a client asks at a fixed
 * rate that leaves the machine idle, the same for each process, whether there is one or two of them: what reads many requests in one turn
 * needs less time for each. The processor time of each server process per answer is measured, with what the kernel does for it. A process has used up its core when its time per second is a second: one process answers 1 /
 * time an answer, several answer as many until the busiest of them is there. This leaves out what processes take from each other at full
 * load: caches, memory, locks of the kernel.
 */
import { type Counts, Load } from '../test/support/process/load.ts'
import { childrenOf, memoryOf } from '../test/support/process/processes.ts'
import { type Server, startServer } from '../test/support/server.ts'
import { PacedLoad, processorSeconds } from './load/paced.ts'

const [stops = 20, upgrades = 10] = process.argv.slice(2).map(Number)
const CLIENTS = 40
const RUN_MS = 700
const WORKERS = ['--workers', '2']
const GOAL = 1.85
const ROUNDS = 9
/** Requests a second of each process. */
const RATE = 8000
/** Those of each process. The kernel gives connections to processes by chance: with few, one process has many more than another. */
const CONNECTIONS = 128
const WARM_MS = 1000
const MEASURED_MS = 4000

const shown = ({ sent, answered, lost, refused, slow }: Counts) =>
  `${sent} sent, ${answered} answered, ${lost} lost; ${refused} refused, ${slow} took over half a second`

async function stopUnderLoad(args: string[]): Promise<Counts> {
  await using server = await startServer({ command: [EXECUTABLE], args })
  const load = new Load(server.port, CLIENTS)
  await Bun.sleep(RUN_MS)
  server.kill('SIGTERM')
  await server.exited
  return load.end()
}

async function upgradeUnderLoad(port: number, times: number, args: string[]): Promise<Counts> {
  const start = (extra: string[]) => startServer({ command: [EXECUTABLE], args: ['--port', String(port), ...args, ...extra] })
  let current: Server = await start([])
  const load = new Load(port, CLIENTS)
  for (let count = 0; count < times; count++) {
    await Bun.sleep(RUN_MS)
    const next = await start(['--replace'])
    await current.exited
    current = next
  }
  const counts = await load.end()
  await current[Symbol.asyncDispose]()
  return counts
}

const described = (pid: number) => {
  const { resident, proportional, own } = memoryOf(pid)
  return `${resident.toFixed(1)} MB resident, ${proportional.toFixed(1)} MB proportional, of which ${own.toFixed(1)} MB its own`
}

function add(total: Counts, more: Counts): Counts {
  return {
    sent: total.sent + more.sent,
    answered: total.answered + more.answered,
    lost: total.lost + more.lost,
    refused: total.refused + more.refused,
    slow: total.slow + more.slow,
  }
}

interface Cost {
  /** The processor time of all processes for one answer, in microseconds. */
  readonly each: number
  /** The part of it that the busiest worker had. */
  readonly busiest: number
  readonly late: number
}

async function costOf(args: string[]): Promise<Cost> {
  await using server = await startServer({ command: [EXECUTABLE], args })
  const workers = args.length === 0 ? [server.pid] : childrenOf(server.pid)
  const load = await PacedLoad.start(server.port, CONNECTIONS * workers.length, RATE * workers.length)
  await Bun.sleep(WARM_MS)
  const used = () => workers.map(processorSeconds)
  const [before, answeredBefore, lateBefore] = [used(), load.answered, load.late]
  await Bun.sleep(MEASURED_MS)
  const spent = used().map((seconds, index) => seconds - (before[index] ?? 0))
  const [answered, late] = [load.answered - answeredBefore, load.late - lateBefore]
  load.end()
  const total = spent.reduce((sum, seconds) => sum + seconds, 0)
  return { each: (total / answered) * 1e6, busiest: Math.max(...spent) / total, late }
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

async function compare(): Promise<void> {
  const pairs: { one: Cost; two: Cost }[] = []
  for (let round = 0; round < ROUNDS; round++) pairs.push({ one: await costOf([]), two: await costOf(WORKERS) })
  const of = (number: (pair: { one: Cost; two: Cost }) => number) => median(pairs.map(number))
  const times = pairs.map(({ one, two }) => one.each / (two.each * two.busiest))
  console.log(
    `GET /api/ip, for each process ${RATE} a second over ${CONNECTIONS} connections, ${ROUNDS} rounds: one process ${of(({ one }) => one.each).toFixed(1)} µs of processor time an answer, ` +
      `two workers ${of(({ two }) => two.each).toFixed(1)} µs, the busier with ${(100 * of(({ two }) => two.busiest)).toFixed(0)} % of it`,
  )
  console.log(
    `two workers on two cores answer ${median(times).toFixed(2)} times as many as one process (${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)}; goal ${GOAL}); ` +
      `late: ${of(({ one }) => one.late)}, ${of(({ two }) => two.late)}`,
  )
}

await compare()
for (const args of stops > 0 || upgrades > 0 ? [[], WORKERS] : []) {
  const name = args.length === 0 ? 'one process' : 'two workers'
  let total: Counts = { sent: 0, answered: 0, lost: 0, refused: 0, slow: 0 }
  for (let count = 0; count < stops; count++) total = add(total, await stopUnderLoad(args))
  console.log(`${stops} times SIGTERM, ${name}: ${shown(total)}`)
  console.log(`${upgrades} upgrades, ${name}: ${shown(await upgradeUnderLoad(freePort(), upgrades, args))}`)
}
await using server = await startServer({ command: [EXECUTABLE], args: WORKERS })
const load = new Load(server.port, CLIENTS)
await Bun.sleep(3000)
await load.end()
console.log(`parent: ${described(server.pid)}`)
for (const pid of childrenOf(server.pid)) console.log(`worker: ${described(pid)}`)
