#!/usr/bin/env bun
/**
 * 500 checks at once against silent targets: all must end within their deadline, `/api/ip` must keep answering (goal: 99 of 100
 * within 20 ms), and afterwards no more files may be open than before. Runs in a network namespace whose default route drops
 * everything. Needs Linux, root and Debian's iproute2.
 */
import { readdirSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { makeNamespace, run } from '../test/support/net/namespace.ts'

const CHECKS = 500
const ASKS_EVERY_MS = 5
const PORT = 18_085
const EXECUTABLE = join(import.meta.dirname, '..', 'dist', 'doorstep')

const TOOLS: Record<string, (index: number) => object> = {
  'public-service-check': (index) => ({ target: addressOf(index), port: 80, scheme: 'https' }),
  'http-headers': (index) => ({ url: `https://${addressOf(index)}/` }),
  'ssl-check': (index) => ({ host: addressOf(index) }),
}

function addressOf(index: number): string {
  return `198.18.${100 + (index >> 8)}.${index & 255}`
}

// The runtime's client sends at most 256 requests at once, unless this is set before it starts.
if (Number(process.env.BUN_CONFIG_MAX_HTTP_REQUESTS ?? 0) < CHECKS) {
  const env = { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: String(CHECKS * 2) }
  process.exit(await Bun.spawn([process.execPath, import.meta.path], { env, stdio: ['ignore', 'inherit', 'inherit'] }).exited)
}

await using machine = await makeNamespace()
for (const line of [
  'link add out type veth peer name swallow',
  'link set out arp off',
  'link set swallow up',
  'addr add 198.18.99.1/32 dev out',
  'link set out up',
  'route add default dev out',
]) {
  await run(['ip', '-n', machine.name, ...line.split(' ')])
}
const server = machine.spawn([EXECUTABLE, '--port', String(PORT), '--allow-targets', '198.18.0.0/15'])
const url = `http://${machine.address4}:${PORT}`
for (let tries = 0; tries < 100 && !(await fetch(`${url}/healthz`).catch(() => null)); tries++) await Bun.sleep(50)

const filesOpen = () => readdirSync(`/proc/${server.pid}/fd`).length
const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Linux ${release()}, Bun ${Bun.version}; ${CHECKS} checks at once`)
for (const [tool, requestOf] of Object.entries(TOOLS)) {
  await Bun.sleep(500)
  const before = filesOpen()
  const pings: number[] = []
  let isOver = false
  const pinging = (async () => {
    while (!isOver) {
      const started = performance.now()
      await (await fetch(`${url}/api/ip`, { keepalive: false })).text()
      pings.push(performance.now() - started)
      await Bun.sleep(ASKS_EVERY_MS)
    }
  })()
  const times = await Promise.all(
    Array.from({ length: CHECKS }, async (_, index) => {
      const started = performance.now()
      const answer = await fetch(`${url}/api/tools/${tool}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        keepalive: false,
        body: JSON.stringify(requestOf(index)),
      })
      if (answer.status !== 200) throw new Error(`${tool} answered ${answer.status}: ${await answer.text()}`)
      await answer.text()
      return performance.now() - started
    }),
  )
  isOver = true
  await pinging
  await Bun.sleep(1500)
  console.log(
    `${tool.padEnd(22)} slowest ${(Math.max(...times) / 1000).toFixed(2)} s; /api/ip ${pings.length} times, p50 ${percentile(pings, 0.5).toFixed(1)} ms, p99 ${percentile(pings, 0.99).toFixed(1)} ms, most ${Math.max(...pings).toFixed(1)} ms; files open ${before} before, ${filesOpen()} after`,
  )
}
