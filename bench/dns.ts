#!/usr/bin/env bun
/**
 * 200 lookups at once: how long until all are answered, and the longest time that the server's event loop was blocked (goal: 50 ms).
 * Compared in the same run, with the same name server, with a bare Bun server that uses the runtime's own resolver.
 * Needs Debian's dnsmasq-base; sends to loopback only.
 */
import { cpus, release } from 'node:os'
import { join } from 'node:path'

const AT_ONCE = 200
const ROUNDS = 10
const DNS_PORT = 15_353
const PORTS = { doorstep: 18_083, peer: 18_084 }
const WATCH = join(import.meta.dirname, 'loop-watch.ts')

const dnsmasq = Bun.spawn(
  [
    '/usr/sbin/dnsmasq',
    '--keep-in-foreground',
    '--no-resolv',
    '--no-hosts',
    `--port=${DNS_PORT}`,
    '--listen-address=127.0.0.1',
    '--bind-interfaces',
    '--address=/bench.test/198.18.1.1',
  ],
  { stderr: 'inherit' },
)
const resolver = `127.0.0.1:${DNS_PORT}`
const start = (...command: string[]) =>
  Bun.spawn([process.execPath, '--preload', WATCH, ...command], { stdout: 'ignore', stderr: 'pipe' })
const servers = {
  doorstep: start(
    join(import.meta.dirname, '..', 'src', 'main.ts'),
    '--port',
    String(PORTS.doorstep),
    '--resolvers',
    `a=${resolver},b=${resolver},c=${resolver}`,
  ),
  peer: start(join(import.meta.dirname, 'dns-peer.ts'), String(DNS_PORT), String(PORTS.peer)),
}

/** Sends all queries at once. Returns milliseconds until the last answer. */
async function round(port: number, path: string, number: number): Promise<number> {
  const started = performance.now()
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) => {
      const body = JSON.stringify({ domain: `n${number}-${index}.bench.test` })
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const { values }: { values: unknown[] } = JSON.parse(await answer.text())
      return values.length
    }),
  )
  if (answers.some((values) => values !== 1)) throw new Error('a lookup had no answer')
  return performance.now() - started
}

/** The longest pause since the last time. */
async function pauseOf({ pid, stderr }: { pid: number; stderr: ReadableStream<Uint8Array> }): Promise<number> {
  const reader = stderr.getReader()
  process.kill(pid, 'SIGUSR2')
  const { value } = await reader.read()
  reader.releaseLock()
  return Number(new TextDecoder().decode(value).trim().split(' ').at(-1))
}

try {
  await Bun.sleep(2000)
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}`)
  console.log(`${AT_ONCE} lookups at once, ${ROUNDS} rounds, the first not counted; goal: event loop never blocked for 50 ms`)
  for (const [name, path] of [
    ['doorstep', '/api/tools/dns-lookup'],
    ['peer', '/'],
  ] as const) {
    await round(PORTS[name], path, 0)
    await pauseOf(servers[name])
    const times: number[] = []
    for (let number = 1; number <= ROUNDS; number++) times.push(await round(PORTS[name], path, number))
    const median = times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0
    console.log(
      `${name.padEnd(10)} all answered in ${median.toFixed(0).padStart(5)} ms (median), event loop away ${await pauseOf(servers[name])} ms at most`,
    )
  }
} finally {
  for (const child of [dnsmasq, ...Object.values(servers)]) child.kill()
}
