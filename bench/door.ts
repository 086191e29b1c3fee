// Many random connections and bodies against the compiled file: what breaks, and what becomes of memory and descriptors. Linux.
// usage: bun bench/door.ts [connections] [bodies] [seed]
import { readdirSync, readFileSync } from 'node:fs'
import { fuzzDoor } from '../test/support/door/fuzz.ts'
import { fuzzOperations } from '../test/support/door/operations.ts'
import { EXECUTABLE } from '../test/support/executable.ts'
import { startServer } from '../test/support/server.ts'

const [connections = 20_000, bodies = 50_000, seed = Date.now() % 1_000_000_000] = process.argv.slice(2).map(Number)
const ROUNDS = 4

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
const errors = server.output.filter((line) => line.includes('"level":"error"'))
console.log(`${faults} faults, ${errors.length} errors in the log`)
await server[Symbol.asyncDispose]()
process.exit(faults + errors.length === 0 ? 0 : 1)
