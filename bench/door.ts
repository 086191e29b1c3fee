// Many random connections and bodies against the compiled file: what breaks, and what becomes of memory and descriptors; more idle
// connections than there are descriptors; then how long others wait while one client sends all it can. Linux.
// usage: bun bench/door.ts [connections] [bodies] [seed]
import { readdirSync, readFileSync } from 'node:fs'
import { idleCrowd } from '../test/support/door/crowd.ts'
import { FLOODS, worstWait } from '../test/support/door/floods.ts'
import { fuzzDoor } from '../test/support/door/fuzz.ts'
import { fuzzOperations } from '../test/support/door/operations.ts'
import { EXECUTABLE } from '../test/support/executable.ts'
import { startServer } from '../test/support/server.ts'

const [connections = 20_000, bodies = 50_000, seed = Date.now() % 1_000_000_000] = process.argv.slice(2).map(Number)
const ROUNDS = 4
const CROWDS = 6
const A_CROWD = 240
const CROWD_SETTLES_MS = 4000
const ASKED = 20
const FLOODED_MS = 4000
const WAIT_GOAL_MS = 250

const server = await startServer({ command: [EXECUTABLE], args: ['--host', '127.0.0.1'] })
const residentMb = () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024)
const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length

console.log(`seed ${seed}: ${connections} connections, ${bodies} bodies`)
let faults = 0
for (let round = 0; round < ROUNDS; round++) {
  const began = performance.now()
  const doorFaults = await fuzzDoor(server.port, connections / ROUNDS, seed + round * connections)
  const { wrong, answers } = await fuzzOperations(server.url, bodies / ROUNDS, seed + round * bodies)
  for (const fault of [...doorFaults, ...wrong].slice(0, 10)) console.log(fault.slice(0, 400))
  faults += doorFaults.length + wrong.length
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const kinds = Map.groupBy(answers, ([key]) => key.split(' ')[1] ?? '')
  const tally = [...kinds].map(([status, all]) => `${status}: ${all.reduce((sum, [, count]) => sum + count, 0)}`).join(', ')
  console.log(`round ${round + 1}: ${seconds} s, ${residentMb()} MB, ${descriptors()} descriptors, ${tally}`)
}
/** Clients that open more than a server with few descriptors has: what becomes of others. */
async function crowdOut(): Promise<number> {
  const few = ['prlimit', '--nofile=1024:1024', EXECUTABLE]
  await using crowded = await startServer({ command: few, args: ['--host', '127.0.0.1'] })
  const crowds = Array.from({ length: CROWDS }, (_, index) => idleCrowd(crowded.port, `127.0.1.${index + 1}`, A_CROWD))
  await Bun.sleep(CROWD_SETTLES_MS)
  const waits: number[] = []
  for (let time = 0; time < ASKED; time++) {
    const asked = performance.now()
    const answer = await fetch(`${crowded.url}/healthz`, { keepalive: false, signal: AbortSignal.timeout(CROWD_SETTLES_MS) })
    if (answer.ok) waits.push(performance.now() - asked)
  }
  const present = (await Promise.all(crowds)).map((crowd) => crowd.present)
  console.log(
    `${CROWDS} clients with ${A_CROWD} connections each, 1024 descriptors: ${present.join(', ')} stay; ` +
      `${waits.length} of ${ASKED} others answered, worst ${Math.max(...waits).toFixed(0)} ms`,
  )
  return ASKED - waits.length
}

faults += await crowdOut()
const errors = server.output.filter((line) => line.includes('"level":"error"'))
console.log(`${faults} faults, ${errors.length} errors in the log`)
await server[Symbol.asyncDispose]()
for (const flood of FLOODS) {
  await using limited = await startServer({ command: [EXECUTABLE], args: ['--host', '127.0.0.1', '--rate-limit', '60/min'] })
  await fetch(`${limited.url}/readyz`)
  const { wallMs, workMs } = await worstWait(limited, flood, FLOODED_MS)
  console.log(
    `${flood.name}: somebody else waits ${wallMs.toFixed(0)} ms at worst, in which the server works ${workMs.toFixed(0)}`,
  )
  if (workMs > WAIT_GOAL_MS) faults++
}
process.exit(faults + errors.length === 0 ? 0 : 1)
