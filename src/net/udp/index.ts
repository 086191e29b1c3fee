import { onAbort, withDeadline } from '../../platform/deadline.ts'
import { PublicEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { heard } from '../hearing.ts'
import { attempt, SENDS, udpStrategy } from '../libc/attempt.ts'
import { sharedEngine } from '../libc/engine.ts'
import { impossible, open, silent } from '../libc/verdict.ts'
import { nextSlot } from '../pace.ts'
import { failureOf, isError } from '../portable.ts'

export class Udp {
  constructor(private readonly bounds: Bounds) {}

  /** Probes whether a datagram answers one of the payloads. */
  probe(endpoint: PublicEndpoint, payloads: readonly Uint8Array[]): Promise<UdpFinding> {
    return heard(probeUdp(endpoint, payloads, this.bounds), this.bounds.signal)
  }
}

/** A finding, with the datagram that answered. */
type UdpFinding = PortFinding & { readonly reply: Buffer | null }

/** Three packets, the last of which gets a second to be answered. */
const TIMEOUT_MS = 4000

/** Returns whether a datagram answers one of the payloads, which are all sent at once, and again after one second and after three. */
export async function probeUdp(
  endpoint: PublicEndpoint,
  payloads: readonly Uint8Array[],
  { signal, budget }: Bounds,
  timeoutMs = TIMEOUT_MS,
): Promise<UdpFinding> {
  PublicEndpoint.assert(endpoint)
  const shortage = await budget.spendConnection(endpoint.address.text, signal, payloads.length * SENDS)
  if (shortage) return { ...impossible(shortage), reply: null }
  const engine = sharedEngine()
  if (engine) return { reply: null, ...(await attempt(engine, udpStrategy(payloads), endpoint, { signal, timeoutMs })) }
  return withDeadline(timeoutMs, signal, (cut) => portableUdp(endpoint, payloads, cut))
}

/** Probes without a Linux libc, as over TCP. */
export async function portableUdp(
  { address, port }: PublicEndpoint,
  payloads: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<UdpFinding> {
  const { promise, resolve } = Promise.withResolvers<UdpFinding>()
  const end = (finding: PortFinding) => resolve({ ...finding, reply: null })
  const release = onAbort(signal, () => end(silent('udp')))
  let startMs = performance.now()
  let socket: Awaited<ReturnType<typeof openUdp>> | null = null
  const openUdp = () =>
    Bun.udpSocket({
      hostname: address.version === 6 ? '::' : '0.0.0.0',
      connect: { hostname: address.text, port },
      binaryType: 'buffer',
      socket: {
        data: (_, datagram) => resolve({ ...open(performance.now() - startMs), reply: Buffer.from(datagram) }),
        // Bun passes only the error, although its types put the socket before it.
        error: (...thrown: unknown[]) => end(failureOf(thrown.find(isError), 'udp', performance.now() - startMs)),
      },
    })
  try {
    await nextSlot()
    if (signal.aborted) return await promise
    socket = await openUdp()
    startMs = performance.now()
    if (!signal.aborted) for (const payload of payloads) socket.send(payload)
    return await promise
  } catch (error) {
    return { ...failureOf(error, 'udp', performance.now() - startMs), reply: null }
  } finally {
    release()
    socket?.close()
  }
}
