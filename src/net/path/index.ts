import type { PublicHost, PublicTarget } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { sharedEngine } from '../libc/attempt.ts'
import { nextSlot } from '../pace.ts'
import { sourceTo } from '../source.ts'
import { openDatagrams } from './datagrams.ts'
import { openEcho } from './echo.ts'
import { openHandshakes } from './handshakes.ts'
import type { TracedHop } from './hop.ts'
import { runPing } from './ping.ts'
import type { PingReply, PingRun } from './ping-state.ts'
import { type ProbeContext, type ProbeListener, Unsupported } from './prober.ts'
import { runTrace } from './trace.ts'
import type { TraceRun } from './trace-state.ts'

export { HANDSHAKE_PORT } from './handshakes.ts'
export type { TracedHop } from './hop.ts'
export type { PingReply } from './ping-state.ts'
export { Unsupported } from './prober.ts'

/** How a path is traced: datagrams to ports that nobody serves, echo requests, or handshakes to port 80. */
export const TRACE_METHODS = ['udp', 'icmp', 'tcp'] as const
export type TraceMethod = (typeof TRACE_METHODS)[number]

/** Behind the header of an echo request, in bytes: as much as ping sends, and as traceroute. */
const PING_BYTES = 56
const TRACE_BYTES = 32

const openPing = (context: ProbeContext, listener: ProbeListener) => openEcho(context, listener, PING_BYTES)
const OPENERS = {
  udp: openDatagrams,
  icmp: (context: ProbeContext, listener: ProbeListener) => openEcho(context, listener, TRACE_BYTES),
  tcp: openHandshakes,
}

/** Echo requests to an address, five a second; each reply is told as it comes. */
export async function pingTarget(
  target: PublicTarget,
  wanted: { count: number; bounds: Bounds; report(reply: PingReply): void },
): Promise<PingRun | Unsupported> {
  await nextSlot()
  const context = contextOf(target)
  return context ? runPing(context, openPing, wanted) : new Unsupported()
}

/** The routers on the way to an address; each hop is told as soon as it is known what came of it. */
export async function traceTarget(
  target: PublicTarget,
  { method, ...wanted }: { method: TraceMethod; maxHops: number; bounds: Bounds; report(hop: TracedHop): void },
): Promise<TraceRun | Unsupported> {
  await nextSlot()
  const context = contextOf(target)
  return context ? runTrace(context, OPENERS[method], wanted) : new Unsupported()
}

/** Of so many addresses it is asked whether there is a route: names with thousands of them must cost no more than others. */
const ROUTES_LOOKED_UP = 4

/** The first of the addresses that this machine has a route to, both families by turns; the first one if it has none. */
export function reachableFirst({ targets }: PublicHost): PublicTarget {
  const found = targets.slice(0, ROUTES_LOOKED_UP).find(sourceTo) ?? targets[0]
  if (!found) throw new Error('an admitted host has an address')
  return found
}

/** Only Linux tells an unprivileged program what routers say. */
function contextOf({ address }: PublicTarget): ProbeContext | null {
  const engine = process.platform === 'linux' ? sharedEngine() : null
  return engine && { engine, peer: { address, port: 0 } }
}
