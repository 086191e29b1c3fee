#!/usr/bin/env bun
/**
 * Stops and upgrades at full load, counting every request that was sent and every one that was answered; and what several processes
 * cost in memory (Linux). A number after `--` says how many stops, a second one how many upgrades.
 */
import { type Counts, Load } from '../test/support/load.ts'
import { freePort } from '../test/support/network.ts'
import { childrenOf, memoryOf } from '../test/support/processes.ts'
import { EXECUTABLE, type Server, startServer } from '../test/support/server.ts'

const [stops = 20, upgrades = 10] = process.argv.slice(2).map(Number)
const CLIENTS = 40
const RUN_MS = 700
const WORKERS = ['--workers', '2']

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

for (const args of [[], WORKERS]) {
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
