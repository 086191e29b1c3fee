import type { Address } from '../../policy/address.ts'
import { PublicEndpoint, type PublicTarget } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { sharedEngine } from '../libc/attempt.ts'
import { nextSlot } from '../pace.ts'
import { sourceTo } from '../source.ts'
import { openDatagrams } from './datagrams.ts'
import { openEcho } from './echo.ts'
import { openHandshakes } from './handshakes.ts'
import type { TracedHop } from './hop.ts'
import { type PingReply, type PingRun, runPing } from './ping.ts'
import { type ProbeContext, type ProbeListener, Unsupported } from './prober.ts'
import { runTrace, type TraceRun } from './trace.ts'

export { HANDSHAKE_PORT } from './handshakes.ts'
export type { TracedHop } from './hop.ts'
export type { PingReply } from './ping.ts'
export { Unsupported } from './prober.ts'

/** The ways to trace a path: datagrams to ports where nothing listens, echo requests, or handshakes. */
export const TRACE_METHODS = ['udp', 'icmp', 'tcp'] as const
type TraceMethod = (typeof TRACE_METHODS)[number]

/** The target of a trace, and the method: only handshakes connect. */
export type Way =
  | { readonly method: 'tcp'; readonly to: PublicEndpoint }
  | { readonly method: Exclude<TraceMethod, 'tcp'>; readonly to: PublicTarget }

/** The bytes after the header of an echo request: as many as ping sends, and as traceroute sends. */
const PING_BYTES = 56
const TRACE_BYTES = 32

const openPing = (context: ProbeContext, listener: ProbeListener) => openEcho(context, listener, PING_BYTES)
const OPENERS = {
  udp: openDatagrams,
  icmp: (context: ProbeContext, listener: ProbeListener) => openEcho(context, listener, TRACE_BYTES),
  tcp: openHandshakes,
}

/** Pings and traces for one request. */
export class Path {
  constructor(private readonly bounds: Bounds) {}

  /** Sends five echo requests a second to an address; each reply is reported as it comes. */
  async ping(
    { address }: PublicTarget,
    wanted: { readonly count: number; report(reply: PingReply): void },
  ): Promise<PingRun | Unsupported> {
    await nextSlot()
    const ground = contextOf(address, 0)
    return ground ? runPing(ground, openPing, { ...wanted, bounds: this.bounds }) : new Unsupported()
  }

  /** Traces the routers on the path to an address; each hop is reported as soon as its outcome is known. */
  async trace(way: Way, wanted: { readonly maxHops: number; report(hop: TracedHop): void }): Promise<TraceRun | Unsupported> {
    if (way.method === 'tcp') PublicEndpoint.assert(way.to)
    await nextSlot()
    const ground = contextOf(way.to.address, way.method === 'tcp' ? way.to.port : 0)
    return ground ? runTrace(ground, OPENERS[way.method], { ...wanted, bounds: this.bounds }) : new Unsupported()
  }
}

/** The addresses that are checked for a route: names with thousands of them must not cost more than others. */
const ROUTES_LOOKED_UP = 4

/** Returns the first address of a host that this machine has a route to; the first one if there is none. */
export function reachableFirst<To extends PublicTarget | PublicEndpoint>(all: readonly To[]): To {
  const found = all.slice(0, ROUTES_LOOKED_UP).find(sourceTo) ?? all[0]
  if (!found) throw new Error('an admitted host has an address')
  return found
}

/**
 * Returns the sockets and target of a prober; null on systems other than Linux, which do not show an unprivileged program the messages of
 * routers.
 */
function contextOf(address: Address, port: number): ProbeContext | null {
  const engine = process.platform === 'linux' ? sharedEngine() : null
  return engine && { engine, peer: { address, port } }
}
