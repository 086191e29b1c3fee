#!/usr/bin/env bun
/**
 * 200 pings and 50 traceroutes at once, through three routers to 250 addresses: no reply may be mixed up or lost, `/api/ip` must
 * keep answering (goal: 99 of 100 within 20 ms), and afterwards no more files may be open than before.
 * Compared in the same run and namespace with Debian's ping and traceroute, also all at once. Needs Linux, root, and Debian's
 * iproute2, iputils-ping and traceroute.
 */
import { readdirSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { buildTopology, topologyNamed } from '../test/support/net/topology.ts'

const PINGS = 200
const TRACES = 50
const COUNT = 4
const ASKERS = 4
const ASKS_EVERY_MS = 1
const PORT = 18_086
const EXECUTABLE = join(import.meta.dirname, '..', 'dist', 'doorstep')

// The runtime's client sends at most 256 requests at once, unless this is set before it starts.
if (Number(process.env.BUN_CONFIG_MAX_HTTP_REQUESTS ?? 0) < PINGS + TRACES) {
  const env = { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '1000' }
  process.exit(await Bun.spawn([process.execPath, import.meta.path], { env, stdio: ['ignore', 'inherit', 'inherit'] }).exited)
}

await using built = await buildTopology(topologyNamed('fan'))
const { prober } = built
const hosts = built.targets[4].slice(0, PINGS)
const traced = built.targets[4].slice(-TRACES)
const dead = 'a=127.0.0.1:1,b=127.0.0.1:1,c=127.0.0.1:1'
const server = prober.spawn([
  EXECUTABLE,
  '--port',
  String(PORT),
  '--allow-targets',
  '198.18.0.0/15',
  '--resolvers',
  dead,
  '--show-local-hops',
])
const url = `http://${prober.address4}:${PORT}`
for (let tries = 0; tries < 100 && !(await fetch(`${url}/healthz`).catch(() => null)); tries++) await Bun.sleep(50)

const filesOpen = () => readdirSync(`/proc/${server.pid}/fd`).length
const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
interface Found {
  host: string
  packets: { sent: number; received: number }
  replies: { from: string; rttMs: number }[]
  hops: { address: string; rttMs: (number | null)[] }[]
}
const ask = async (tool: string, body: object): Promise<Found> => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, keepalive: false, body: JSON.stringify(body) }
  const answer = await fetch(`${url}/api/tools/${tool}`, init)
  if (answer.status !== 200) throw new Error(`${tool} answered ${answer.status}: ${await answer.text()}`)
  // A seam: the server says what the contract says.
  return (await answer.json()) as Found
}

async function ours(): Promise<void> {
  // Their connections stay open, as does the socket that the first probe opens permanently.
  await ask('ping', { host: hosts[0] ?? '', count: 1 })
  await Promise.all(Array.from({ length: ASKERS }, async () => (await fetch(`${url}/api/ip`)).text()))
  const before = filesOpen()
  const asks: number[] = []
  let isOver = false
  const asking = Array.from({ length: ASKERS }, async () => {
    while (!isOver) {
      const started = performance.now()
      await (await fetch(`${url}/api/ip`)).text()
      asks.push(performance.now() - started)
      await Bun.sleep(ASKS_EVERY_MS)
    }
  })
  const started = performance.now()
  const pings = hosts.map((host) => ask('ping', { host, count: COUNT }))
  const traces = traced.map((host) => ask('traceroute', { host }))
  const [pinged, routes] = await Promise.all([Promise.all(pings), Promise.all(traces)])
  const elapsedMs = performance.now() - started
  isOver = true
  await Promise.all(asking)
  await Bun.sleep(500)
  const lost = pinged.reduce((sum, { packets }) => sum + packets.sent - packets.received, 0)
  const mixed = pinged.filter(({ host, replies }, index) => host !== hosts[index] || replies.some(({ from }) => from !== host))
  const wrong = routes.filter(({ host, hops }, index) => host !== traced[index] || hops.length !== 4 || hops[3]?.address !== host)
  const silent = routes
    .flatMap(({ hops }) => hops)
    .flatMap(({ rttMs }) => rttMs)
    .filter((time) => time === null).length
  console.log(
    `doorstep           ${elapsedMs.toFixed(0)} ms; ${lost} replies lost, ${mixed.length} mixed up, ${wrong.length} wrong routes, ${silent} probes unanswered`,
  )
  console.log(
    `  /api/ip ${asks.length} times, p50 ${percentile(asks, 0.5).toFixed(1)} ms, p99 ${percentile(asks, 0.99).toFixed(1)} ms, most ${Math.max(...asks).toFixed(1)} ms; files open ${before} before, ${filesOpen()} after`,
  )
  const rtts = pinged.flatMap(({ replies }) => replies).map(({ rttMs }) => rttMs)
  console.log(`  round trip p50 ${percentile(rtts, 0.5).toFixed(3)} ms, p99 ${percentile(rtts, 0.99).toFixed(3)} ms`)
}

async function debian(): Promise<void> {
  const started = performance.now()
  const [pings] = await Promise.all([
    Promise.all(hosts.map((host) => prober.exec(['ping', '-n', '-c', String(COUNT), '-i', '0.2', host]))),
    Promise.all(traced.map((host) => prober.exec(['traceroute', '-n', '-m', '12', host]))),
  ])
  const elapsedMs = performance.now() - started
  const rtts = pings.flatMap(({ stdout }) => [...stdout.matchAll(/time=([\d.]+) ms/g)].map(([, time]) => Number(time)))
  console.log(`ping, traceroute   ${elapsedMs.toFixed(0)} ms; ${PINGS * COUNT - rtts.length} replies lost`)
  console.log(`  round trip p50 ${percentile(rtts, 0.5).toFixed(3)} ms, p99 ${percentile(rtts, 0.99).toFixed(3)} ms`)
}

console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}; ${PINGS} pings, ${TRACES} traceroutes at once`,
)
for (const sockets of ['raw', 'ping'] as const) {
  const range = sockets === 'raw' ? '1 0' : '0 2147483647'
  await prober.exec(['sysctl', '-qw', `net.ipv4.ping_group_range=${range}`])
  console.log(`-- sockets of kind "${sockets}"`)
  for (let round = 0; round < 3; round++) await ours()
}
console.log('-- the programs of Debian')
await debian()
