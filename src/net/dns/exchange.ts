import { builtIn } from '../../built-in.ts'
import { turn } from '../turn.ts'
import { onAbort } from '../within.ts'
import { matches, type Question } from './message.ts'

/** Where a name server listens: an address, with a zone id if it is link-local, and a port. */
export interface Endpoint {
  readonly address: string
  readonly port: number
}

/** Why a server gave no answer. */
export type Silence = 'no-answer' | 'connection-refused' | 'network-unreachable' | 'malformed-answer'

/** A question as it is sent: its bytes, and what an answer must repeat. */
export interface Query {
  readonly id: number
  readonly question: Question
  readonly bytes: Buffer
}

const LENGTH_BYTES = 2

/**
 * Sends a query from a socket and port of its own, and waits for its answer until the signal fires. The socket is connected, so
 * the kernel drops what other addresses send and reports what ICMP says; datagrams that do not answer the question are dropped.
 */
export async function exchangeUdp({ address, port }: Endpoint, query: Query, signal: AbortSignal): Promise<Buffer | Silence> {
  const { promise, resolve } = Promise.withResolvers<Buffer | Silence>()
  const release = onAbort(signal, () => resolve('no-answer'))
  let socket: Awaited<ReturnType<typeof open>> | null = null
  const open = () =>
    Bun.udpSocket({
      hostname: address.includes(':') ? '::' : '0.0.0.0',
      connect: { hostname: address, port },
      binaryType: 'buffer',
      socket: {
        data(_, datagram) {
          if (matches(datagram, query.id, query.question)) resolve(Buffer.from(datagram))
        },
        // Bun hands over the error alone, its types say behind the socket.
        error: (...thrown: unknown[]) => resolve(thrown.some(isRefusal) ? 'connection-refused' : 'network-unreachable'),
      },
    })
  try {
    await turn()
    socket = await open()
    if (!signal.aborted) socket.send(query.bytes)
    return await promise
  } catch {
    return 'network-unreachable'
  } finally {
    release()
    socket?.close()
  }
}

/** The same over TCP (RFC 7766), for answers that do not fit a datagram. */
export async function exchangeTcp({ address, port }: Endpoint, query: Query, signal: AbortSignal): Promise<Buffer | Silence> {
  const { promise, resolve } = Promise.withResolvers<Buffer | Silence>()
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt16BE(query.bytes.length)
  const socket = builtIn.net().connect({ host: address, port })
  const collect = messageCollector()
  socket.on('connect', () => socket.write(Buffer.concat([length, query.bytes])))
  socket.on('data', (chunk: Buffer) => {
    const message = collect(chunk)
    if (message) resolve(matches(message, query.id, query.question) ? message : 'malformed-answer')
  })
  socket.on('error', (error) => resolve(isRefusal(error) ? 'connection-refused' : 'network-unreachable'))
  socket.on('close', () => resolve('no-answer'))
  const release = onAbort(signal, () => resolve('no-answer'))
  try {
    return await promise
  } finally {
    release()
    socket.destroy()
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
}

/** Puts the chunks of a stream together until the message that its first two bytes announce is whole. */
function messageCollector(): (chunk: Buffer) => Buffer | null {
  const chunks: Buffer[] = []
  let received = 0
  let end: number | null = null
  return (chunk) => {
    chunks.push(chunk)
    received += chunk.length
    if (end === null && received >= LENGTH_BYTES) end = LENGTH_BYTES + Buffer.concat(chunks).readUInt16BE(0)
    return end !== null && received >= end ? Buffer.concat(chunks).subarray(LENGTH_BYTES, end) : null
  }
}
