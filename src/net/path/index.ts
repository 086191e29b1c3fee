import type { Address } from '../../policy/address.ts'
import { PublicEndpoint, type PublicTarget } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { sharedEngine } from '../libc/engine.ts'
import { nextSlot } from '../pace.ts'
import { sourceTo } from '../portable.ts'
import { openEcho } from './echo.ts'
import { type PingRun, type PingWanted, runPing } from './ping.ts'
import { type OpenProber, openDatagrams, openHandshakes, type ProbeContext } from './prober.ts'
import { runTrace, type TraceRun, type TraceWanted } from './trace.ts'

export { HANDSHAKE_PORT } from './prober.ts'
export type { TracedHop } from './trace.ts'

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

const echoOf =
  (bytes: number): OpenProber =>
  (context, listener) =>
    openEcho(context, listener, bytes)
const OPENERS = { udp: openDatagrams, icmp: echoOf(TRACE_BYTES), tcp: openHandshakes }

/** Pings and traces of one request. Both return null on a system that offers no way to do it. */
export class Path {
  constructor(private readonly bounds: Bounds) {}

  /** Sends five echo requests a second to an address; each reply is reported as it comes. */
  async ping({ address }: PublicTarget, wanted: Omit<PingWanted, 'bounds'>): Promise<PingRun | null> {
    await nextSlot()
    const context = contextOf(address, 0)
    return context && runPing(context, echoOf(PING_BYTES), { ...wanted, bounds: this.bounds })
  }

  /** Traces the routers on the path to an address; each hop is reported as soon as its outcome is known. */
  async trace(way: Way, wanted: Omit<TraceWanted, 'bounds'>): Promise<TraceRun | null> {
    if (way.method === 'tcp') PublicEndpoint.assert(way.to)
    await nextSlot()
    const context = contextOf(way.to.address, way.method === 'tcp' ? way.to.port : 0)
    return context && runTrace(context, OPENERS[way.method], { ...wanted, bounds: this.bounds })
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
  const engine = sharedEngine()
  return engine && { engine, peer: { address, port } }
}
