import { onAbort, withDeadline } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import { parseUnmapped } from '../../policy/address.ts'
import type { PublicTarget } from '../../policy/target.ts'
import { type Bounds, BUDGET_EXCEEDED } from '../budget.ts'
import type { PortFinding } from '../findings.ts'
import { attempt, sharedEngine } from '../libc/attempt.ts'
import { TCP } from '../libc/tcp.ts'
import { type Reply, udpStrategy } from '../libc/udp.ts'
import { ERRNO, type ErrorName, failedBy, impossible, impossibleBy, open, silent } from '../libc/verdict.ts'
import { nextSlot } from '../pace.ts'

export type UdpFinding = PortFinding & Reply

/** The kernel sends its SYN again after one second (RFC 6298) and once or twice more; the last one has a second to be answered. */
const TIMEOUT_MS = 4000

/** Whether a TCP handshake can be completed. Ends with "no-answer" when the time is over or the signal fires. */
export async function probeTcp(
  target: PublicTarget,
  port: number,
  { signal, budget }: Bounds,
  timeoutMs = TIMEOUT_MS,
): Promise<PortFinding> {
  if (!budget.takeConnection(target.address.text)) return impossible(BUDGET_EXCEEDED)
  const engine = process.platform === 'linux' ? sharedEngine() : null
  if (engine) return attempt(engine, TCP, { address: target.address, port }, signal, timeoutMs)
  return withDeadline(timeoutMs, signal, (cut) => portableTcp(target, port, cut))
}

/** Whether a datagram answers one of the payloads, which are all sent at once, and again after one second and after three. */
export async function probeUdp(
  target: PublicTarget,
  port: number,
  payloads: readonly Uint8Array[],
  { signal, budget }: Bounds,
  timeoutMs = TIMEOUT_MS,
): Promise<UdpFinding> {
  if (!budget.takeConnection(target.address.text)) return { ...impossible(BUDGET_EXCEEDED), reply: null }
  const engine = process.platform === 'linux' ? sharedEngine() : null
  if (engine) return attempt(engine, udpStrategy(payloads), { address: target.address, port }, signal, timeoutMs)
  return withDeadline(timeoutMs, signal, (cut) => portableUdp(target, port, payloads, cut))
}

/** Where there is no libc of Linux: what the number of the error tells, which knows no ICMP codes and not who sent them. */
export async function portableTcp({ address }: PublicTarget, port: number, signal: AbortSignal): Promise<PortFinding> {
  await nextSlot()
  if (signal.aborted) return silent('tcp')
  const { promise, resolve } = Promise.withResolvers<PortFinding>()
  const startMs = performance.now()
  const socket = builtIn.net().connect({ host: address.text, port })
  const release = onAbort(signal, () => resolve(silent('tcp')))
  socket.on('connect', () => {
    const isTarget = parseUnmapped(socket.remoteAddress ?? '')?.text === address.text && socket.remotePort === port
    resolve(isTarget ? open(performance.now() - startMs) : impossible('peer-mismatch'))
  })
  socket.on('error', (error) => resolve(failure(error, 'tcp', performance.now() - startMs)))
  try {
    return await promise
  } finally {
    release()
    socket.destroy()
  }
}

/** The same for UDP. */
export async function portableUdp(
  { address }: PublicTarget,
  port: number,
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
        // Bun hands over the error alone, its types say behind the socket.
        error: (...thrown: unknown[]) => end(failure(thrown.find(isError), 'udp', performance.now() - startMs)),
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
    return { ...failure(error, 'udp', performance.now() - startMs), reply: null }
  } finally {
    release()
    socket?.close()
  }
}

/** By what Node calls the error; "no route" is taken for one from here, as it nearly always is. */
function failure(error: unknown, layer: 'tcp' | 'udp', latencyMs: number): PortFinding {
  const name = isError(error) && 'code' in error && isErrorName(error.code) ? error.code : null
  return name === 'ENETUNREACH' ? impossibleBy(name) : failedBy(name, layer, latencyMs)
}

function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error
}

function isErrorName(code: unknown): code is ErrorName {
  return typeof code === 'string' && Object.hasOwn(ERRNO, code)
}
