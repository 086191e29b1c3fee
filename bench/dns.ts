#!/usr/bin/env bun
/**
 * 200 lookups at once: how long until all are answered (goal: at most 1.8 times as long as with the runtime's own resolver), the processor
 * time of the server for one of them, and the longest time that its event loop was blocked (goal: 50 ms). Compared, round by round
 * and with the same name server, with a bare Bun server that uses the runtime's own resolver. The number of rounds may follow `--`.
 * Needs Linux and Debian's dnsmasq-base; sends to loopback only.
 */
import { readFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'

const AT_ONCE = 200
const ROUNDS = Number(Bun.argv[2] ?? 100)
const WARM_UP_ROUNDS = 100
const DNS_PORT = 25_353
/** The address of every name: a public one, as most names have, to which nothing is sent. */
const ADDRESS = '8.8.8.8'
const START_TRIES = 100
const START_STEP_MS = 100
/** The unit of processor time in /proc. */
const TICK_MS = 10
const WATCH = join(import.meta.dirname, 'suite', 'loop-watch.ts')

const dnsmasq = Bun.spawn(
  [
    '/usr/sbin/dnsmasq',
    '--keep-in-foreground',
    '--no-resolv',
    '--no-hosts',
    `--port=${DNS_PORT}`,
    '--listen-address=127.0.0.1',
    '--bind-interfaces',
    `--address=/bench.test/${ADDRESS}`,
  ],
  { stderr: 'inherit' },
)
const resolver = `127.0.0.1:${DNS_PORT}`
const start = (...command: string[]) =>
  Bun.spawn([process.execPath, '--preload', WATCH, ...command], { stdout: 'ignore', stderr: 'pipe' })
const servers = [
  {
    name: 'doorstep',
    port: 28_083,
    path: '/api/tools/dns-lookup',
    process: start(
      join(import.meta.dirname, '..', 'src', 'main.ts'),
      '--port',
      '28083',
      '--rate-limit',
      'off',
      '--max-concurrency',
      '1024',
      '--resolvers',
      `a=${resolver},b=${resolver},c=${resolver}`,
    ),
  },
  {
    name: 'runtime',
    port: 28_084,
    path: '/',
    process: start(join(import.meta.dirname, 'peers', 'dns.ts'), String(DNS_PORT), '28084'),
  },
]

/** Opens a connection that stays open, and does only what is needed to see that the answer is right. */
async function connect(port: number, path: string) {
  let received = ''
  let answered = (_: string) => {}
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, chunk) {
        received += chunk.toString('latin1')
        const end = received.indexOf('\r\n\r\n')
        const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
        if (end < 0 || received.length < end + 4 + length) return
        answered(received)
        received = ''
      },
    },
  })
  return {
    end: () => socket.end(),
    ask(domain: string): Promise<string> {
      const body = JSON.stringify({ domain })
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
      const { promise, resolve } = Promise.withResolvers<string>()
      answered = resolve
      socket.write(`${head}\r\n\r\n${body}`)
      return promise
    },
  }
}

/** Waits for a server to listen. */
async function listens(port: number): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)) return
    await Bun.sleep(START_STEP_MS)
  }
  throw new Error(`nothing listens on port ${port}`)
}

/** Sends all queries at once. Returns milliseconds until the last answer. */
async function round(connections: readonly Awaited<ReturnType<typeof connect>>[], number: number): Promise<number> {
  const started = performance.now()
  const answers = await Promise.all(connections.map(({ ask }, index) => ask(`n${number}-${index}.bench.test`)))
  const elapsed = performance.now() - started
  const wrong = answers.find((answer) => !answer.startsWith('HTTP/1.1 200') || !answer.includes(ADDRESS))
  if (wrong) throw new Error(`not the answer: ${wrong}`)
  return elapsed
}

/** Returns the longest pause since the last call. */
async function pauseOf({ pid, stderr }: { pid: number; stderr: ReadableStream<Uint8Array> }): Promise<number> {
  const reader = stderr.getReader()
  process.kill(pid, 'SIGWINCH')
  const { value } = await reader.read()
  reader.releaseLock()
  return Number(new TextDecoder().decode(value).trim().split(' ').at(-1))
}

function processorMs(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return ((user ?? 0) + (system ?? 0)) * TICK_MS
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN
}

const shown = (value: number) => value.toFixed(1).padStart(6)

try {
  for (const { port } of servers) await listens(port)
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}`)
  console.log(`${AT_ONCE} lookups at once, ${ROUNDS} rounds in turn after ${WARM_UP_ROUNDS}; milliseconds until all are answered`)
  const measured = await Promise.all(
    servers.map(async (server) => ({
      ...server,
      connections: await Promise.all(Array.from({ length: AT_ONCE }, () => connect(server.port, server.path))),
      times: [] as number[],
      processorMs: 0,
    })),
  )
  for (let number = 0; number < WARM_UP_ROUNDS; number++) for (const { connections } of measured) await round(connections, number)
  for (const { process: child } of measured) await pauseOf(child)
  for (const server of measured) server.processorMs = -processorMs(server.process.pid)
  for (let number = 0; number < ROUNDS; number++) {
    for (const { connections, times } of measured) times.push(await round(connections, WARM_UP_ROUNDS + number))
  }
  for (const server of measured) server.processorMs += processorMs(server.process.pid)
  for (const { name, process: child, times, processorMs: spent } of measured) {
    const [least, median, most] = [0, 0.5, 0.9].map((share) => shown(percentile(times, share)))
    const each = Math.round((spent * 1000) / (ROUNDS * AT_ONCE))
    const pause = shown(await pauseOf(child))
    console.log(
      `${name.padEnd(9)} least ${least}  median ${median}  90 in 100 ${most}  processor ${each} µs each  blocked ${pause} at most`,
    )
  }
  const [ours, theirs] = measured.map(({ times }) => times)
  if (!ours || !theirs) throw new Error('nothing was measured')
  const pairs = ours.map((time, index) => time / (theirs[index] ?? Number.NaN))
  const [ofPairs, ofLeast] = [percentile(pairs, 0.5), percentile(ours, 0) / percentile(theirs, 0)].map((ratio) =>
    ratio.toFixed(2),
  )
  console.log(`times as long as the runtime: ${ofPairs} (median of the pairs), ${ofLeast} (least of each)`)
  for (const { connections } of measured) for (const { end } of connections) end()
} finally {
  for (const child of [dnsmasq, ...servers.map((server) => server.process)]) child.kill()
}
