import { onAbort } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import { codeOf } from '../../platform/misfit.ts'
import { type Bounds, BUDGET_EXCEEDED, type Shortage } from '../budget.ts'
import { nextSlot, slotQueue } from '../pace.ts'
import { matches } from './message.ts'

/** An address and port of a name server, with a zone id if it is link-local. */
export interface Endpoint {
  readonly address: string
  readonly port: number
}

export type Silence =
  | 'no-answer'
  | 'connection-refused'
  | 'network-unreachable'
  | 'too-many-open-files'
  | 'malformed-answer'
  | Shortage

const LENGTH_BYTES = 2
/** Long answers come over TCP: no more is requested than is read. */
const slotToConnect = slotQueue()

/** The cost of a datagram in addition to its data, so that empty ones are not free. */
const UDP_HEADERS_BYTES = 28

/**
 * Sends a query over UDP from a port of its own, and waits for its answer until the signal fires. The socket is connected, so the kernel
 * drops what other addresses send and reports ICMP errors; datagrams that do not answer the query are charged and dropped.
 */
export async function exchangeUdp(
  { address, port }: Endpoint,
  query: Buffer,
  { signal, budget }: Bounds,
): Promise<Buffer | Silence> {
  await nextSlot()
  if (signal.aborted) return 'no-answer'
  const { promise, resolve } = Promise.withResolvers<Buffer | Silence>()
  const release = onAbort(signal, () => resolve('no-answer'))
  let socket: Bun.udp.ConnectedSocket<'buffer'> | null = null
  try {
    socket = await Bun.udpSocket({
      hostname: address.includes(':') ? '::' : '0.0.0.0',
      connect: { hostname: address, port },
      binaryType: 'buffer',
      socket: {
        data(_, datagram) {
          if (!budget.takeBytes(datagram.length + UDP_HEADERS_BYTES)) resolve(BUDGET_EXCEEDED)
          else if (matches(datagram, query)) resolve(Buffer.from(datagram))
        },
        // Bun passes only the error, although its types put the socket before it.
        error: (...thrown: unknown[]) => resolve(thrown.some(isRefusal) ? 'connection-refused' : 'network-unreachable'),
      },
    })
    if (!signal.aborted) socket.send(query)
    return await promise
  } catch (error) {
    return silenceOf(error)
  } finally {
    release()
    socket?.close()
  }
}

/** Sends a query over TCP (RFC 7766), for answers that do not fit a datagram. */
export async function exchangeTcp(
  { address, port }: Endpoint,
  query: Buffer,
  { signal, budget }: Bounds,
): Promise<Buffer | Silence> {
  const { promise, resolve } = Promise.withResolvers<Buffer | Silence>()
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt16BE(query.length)
  await slotToConnect(signal)
  if (signal.aborted) return 'no-answer'
  const socket = builtIn.net().connect({ host: address, port })
  const collected = new Collected()
  socket.on('connect', () => socket.write(Buffer.concat([length, query])))
  socket.on('data', (chunk: Buffer) => {
    if (!budget.takeBytes(chunk.length)) resolve(BUDGET_EXCEEDED)
    const message = collected.add(chunk)
    if (message) resolve(matches(message, query) ? message : 'malformed-answer')
  })
  socket.on('error', (error) => resolve(silenceOf(error)))
  socket.on('close', () => resolve('no-answer'))
  const release = onAbort(signal, () => resolve('no-answer'))
  try {
    return await promise
  } finally {
    release()
    socket.destroy()
  }
}

/** Returns why an exchange failed. A socket that cannot be opened because this process has no descriptor left says nothing about the network. */
export function silenceOf(error: unknown): Silence {
  if (isRefusal(error)) return 'connection-refused'
  const code = codeOf(error)
  return code === 'EMFILE' || code === 'ENFILE' ? 'too-many-open-files' : 'network-unreachable'
}

function isRefusal(error: unknown): boolean {
  return codeOf(error) === 'ECONNREFUSED'
}

/** Collects the chunks of a stream until the message whose length is in its first two bytes is complete. */
class Collected {
  private readonly length = Buffer.alloc(LENGTH_BYTES)
  private message: Buffer | null = null
  private received = 0

  /** The message once it is complete; each byte is copied once. */
  add(chunk: Buffer): Buffer | null {
    const ofLength = chunk.copy(this.length, this.received)
    this.received += ofLength
    if (this.received < LENGTH_BYTES) return null
    this.message ??= Buffer.alloc(this.length.readUInt16BE())
    this.received += chunk.copy(this.message, this.received - LENGTH_BYTES, ofLength)
    return this.received - LENGTH_BYTES === this.message.length ? this.message : null
  }
}
