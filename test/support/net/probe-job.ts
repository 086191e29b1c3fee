/**
 * Probes from where it is started, for tests: takes a Job as JSON, prints a JobOutcome. With "serve" and addresses it answers there
 * instead, over TCP and UDP.
 */
import { readdirSync } from 'node:fs'
import type { PortFinding } from '../../../src/net/findings.ts'
import { sharedEngine } from '../../../src/net/libc/engine.ts'
import { probeTcp } from '../../../src/net/tcp/index.ts'
import { probeUdp } from '../../../src/net/udp/index.ts'
import { endpointOf } from './addresses.ts'
import { freshBounds } from './bounds.ts'

export type JobProbe = { kind: 'tcp' | 'udp'; address: string; port: number }

export interface Job {
  /** All at once. */
  probes: JobProbe[]
  timeoutMs: number
}

export interface JobOutcome {
  findings: PortFinding[]
  elapsedMs: number
  /** The longest time that the event loop was blocked. */
  awayMs: number
  descriptors: { before: number; after: number }
}

export const SERVED_PORT = 7000
const TICK_MS = 1
const PAYLOAD = Buffer.from('doorstep')

/** Returns the number of open descriptors, including the socket that the first probe of a process opens for good. */
export function openDescriptors(): number {
  sharedEngine()
  return readdirSync('/proc/self/fd').length
}

async function work({ probes, timeoutMs }: Job): Promise<JobOutcome> {
  // The first probe of a process opens libc and compiles what calls it.
  await probeUdp(endpointOf('127.0.0.1', 9), [PAYLOAD], freshBounds(), 100)
  await probeTcp(endpointOf('127.0.0.1', 9), freshBounds(), 100)
  const before = openDescriptors()
  let [last, awayMs] = [performance.now(), 0]
  const watch = setInterval(() => {
    const now = performance.now()
    awayMs = Math.max(awayMs, now - last - TICK_MS)
    last = now
  }, TICK_MS)
  const started = performance.now()
  const findings = await Promise.all(
    probes.map(({ kind, address, port }) => {
      const endpoint = endpointOf(address, port)
      return kind === 'tcp'
        ? probeTcp(endpoint, freshBounds(), timeoutMs)
        : probeUdp(endpoint, [PAYLOAD], freshBounds(), timeoutMs).then(({ reply: _, ...finding }) => finding)
    }),
  )
  clearInterval(watch)
  const elapsedMs = performance.now() - started
  return { findings, elapsedMs, awayMs, descriptors: { before, after: openDescriptors() } }
}

async function serve(hostnames: readonly string[]): Promise<void> {
  for (const hostname of hostnames) {
    const options = { hostname, port: SERVED_PORT }
    Bun.listen({ ...options, socket: { open: (socket) => void socket.write('hello'), data() {} } })
    await Bun.udpSocket({ ...options, socket: { data: (socket, data, port, from) => void socket.send(data, port, from) } })
  }
}

if (import.meta.main) {
  const [job = '', ...rest] = process.argv.slice(2)
  if (job === 'serve') await serve(rest)
  else console.log(JSON.stringify(await work(JSON.parse(job))))
}
