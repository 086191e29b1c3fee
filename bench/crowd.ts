// Thousands of idle connections from many clients beside normal service: memory each, and how /api/ip fares. Linux.
// usage: bun bench/crowd.ts [connections]
import { readFileSync } from 'node:fs'
import { type Crowd, idleCrowd } from '../test/support/door/crowd.ts'
import { EXECUTABLE } from '../test/support/executable.ts'
import { startServer } from '../test/support/server.ts'

const CONNECTIONS = Number(process.argv[2] ?? 9500)
/** Below what one client may have. */
const PER_CLIENT = 500
const WATCHED_MS = 8000
const TICK_MS = 10

const server = await startServer({ command: [EXECUTABLE], args: ['--host', '127.0.0.1'] })
const residentKb = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1])
function cpuMs(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** Measures how long requests wait, one every ten milliseconds, and the processor time of the server in the meantime. */
async function watch(name: string): Promise<void> {
  const waits: number[] = []
  const [began, cpuBefore] = [performance.now(), cpuMs()]
  while (performance.now() - began < WATCHED_MS) {
    const asked = performance.now()
    await (await fetch(`${server.url}/api/ip`)).text()
    waits.push(performance.now() - asked)
    await Bun.sleep(10)
  }
  waits.sort((one, other) => one - other)
  const at = (share: number) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(2)
  const share = (((cpuMs() - cpuBefore) / (performance.now() - began)) * 100).toFixed(1)
  console.log(`${name}: /api/ip median ${at(0.5)} ms, 99th ${at(0.99)} ms, worst ${at(0.9999)} ms; ${share} % of a core`)
}

await watch('alone')
const before = residentKb()
const crowds: Crowd[] = []
for (let opened = 0, host = 20; opened < CONNECTIONS; opened += PER_CLIENT, host++) {
  crowds.push(await idleCrowd(server.port, `127.0.0.${host}`, Math.min(PER_CLIENT, CONNECTIONS - opened)))
}
const present = crowds.reduce((sum, crowd) => sum + crowd.present, 0)
const kb = ((residentKb() - before) / present).toFixed(2)
console.log(`${present} of ${CONNECTIONS} connections: ${kb} KB each, ${(residentKb() / 1024).toFixed(0)} MB in all`)
await watch('beside them')
for (const crowd of crowds) crowd[Symbol.dispose]()
await server[Symbol.asyncDispose]()
process.exit(0)
