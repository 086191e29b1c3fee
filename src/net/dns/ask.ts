import { onAbort, since, withDeadline } from '../../platform/deadline.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import { codeOf } from '../../platform/misfit.ts'
import { type Bounds, BUDGET_EXCEEDED, type Shortage } from '../budget.ts'
import { converse, type Ending } from '../conversation.ts'
import { hedge } from '../hedge.ts'
import { nextSlot, slotQueue } from '../pace.ts'
import {
  decodeMessage,
  encodeQuery,
  isTruncated,
  type Message,
  matches,
  type QueryFlags,
  type Question,
  RCODE,
} from './message.ts'
import { Malformed } from './reader.ts'

/** The time limit for all attempts at one server, or one set of servers, together. */
const ASK_MS = 4500
/** After this long without an answer the query is sent again, or to the next server. */
const RETRY_MS = 1000
const ATTEMPTS_PER_SERVER = 2
/** The largest message that is decoded at once; a larger one waits for a turn of the event loop of its own. */
const SMALL_BYTES = 4096
const slotToRead = slotQueue()

/** The outcome of a query: the message, or why there is none; which server was queried, and how long it took. */
export interface ServerReply {
  readonly outcome: Message | Silence
  readonly endpoint: Endpoint
  readonly elapsedMs: number
}

export type AskFlags = Omit<QueryFlags, 'edns'>

export interface AskBounds extends Bounds {
  /** Charges one datagram or connection to this address; otherwise says why none is left. */
  spend(address: string): Shortage | null
}

/**
 * Queries servers that should all know the answer, one after the other, each twice if it stays silent. The first usable answer
 * counts; an error (SERVFAIL, REFUSED ...) only if no server has anything better. Null if there are no servers.
 */
export async function ask(
  servers: readonly Endpoint[],
  question: Question,
  flags: AskFlags,
  bounds: AskBounds,
  isUsable: (message: Message) => boolean = isConclusive,
): Promise<ServerReply | null> {
  const started = performance.now()
  const rounds = Array.from({ length: ATTEMPTS_PER_SERVER }, () => servers).flat()
  const { accepted, others } = await withDeadline(ASK_MS, bounds.signal, (limit) => {
    const attempts = rounds.map((endpoint) => async () => ({
      endpoint,
      outcome: await askOnce(endpoint, question, flags, { ...bounds, signal: limit }),
    }))
    const isOnly = servers.length === 1
    return hedge(attempts, RETRY_MS, limit, ({ outcome }) => typeof outcome !== 'string' && (isOnly || isUsable(outcome)))
  })
  const best = accepted ?? others.find(({ outcome }) => typeof outcome !== 'string') ?? others[0]
  const elapsedMs = since(started)
  if (best) return { ...best, elapsedMs }
  return servers[0] ? { outcome: 'no-answer', endpoint: servers[0], elapsedMs } : null
}

/** Returns whether a resolver's answer is about the name itself, not about trouble of its own. */
function isConclusive({ rcode }: Message): boolean {
  return rcode === RCODE.noerror || rcode === RCODE.nxdomain
}

/** Sends one query to one server: over UDP, over TCP if the answer was truncated, without EDNS if the server does not support it. */
async function askOnce(
  endpoint: Endpoint,
  question: Question,
  flags: AskFlags,
  bounds: AskBounds,
  edns = true,
): Promise<Message | Silence> {
  const shortage = bounds.spend(endpoint.address)
  if (shortage) return shortage
  const query = encodeQuery(question, { ...flags, edns })
  const datagram = await exchangeUdp(endpoint, query, bounds)
  if (typeof datagram === 'string') return datagram
  if (isTruncated(datagram)) {
    const shortageOfTcp = bounds.spend(endpoint.address)
    if (shortageOfTcp) return shortageOfTcp
    const whole = await exchangeTcp(endpoint, encodeQuery(question, { ...flags, edns }), bounds)
    // Without TCP, the part that arrived is all there is; it is marked as truncated.
    return decoded(typeof whole === 'string' ? datagram : whole, bounds.signal)
  }
  const message = await decoded(datagram, bounds.signal)
  const knowsNoEdns = typeof message !== 'string' && message.rcode === RCODE.formerr && !message.hasEdns
  return edns && knowsNoEdns ? askOnce(endpoint, question, flags, bounds, false) : message
}

async function decoded(bytes: Buffer, signal: AbortSignal): Promise<Message | Silence> {
  if (bytes.length > SMALL_BYTES) await slotToRead(signal)
  try {
    return decodeMessage(bytes)
  } catch (error) {
    if (error instanceof Malformed) return 'malformed-answer'
    throw error
  }
}

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
async function exchangeUdp({ address, port }: Endpoint, query: Buffer, { signal, budget }: Bounds): Promise<Buffer | Silence> {
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
async function exchangeTcp({ address, port }: Endpoint, query: Buffer, { signal, budget }: Bounds): Promise<Buffer | Silence> {
  await slotToConnect(signal)
  if (signal.aborted) return 'no-answer'
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt16BE(query.length)
  const collected = new Collected()
  const listener = {
    hear(chunk: Buffer): Buffer | Silence | null {
      if (!budget.takeBytes(chunk.length)) return BUDGET_EXCEEDED
      const message = collected.add(chunk)
      return message && !matches(message, query) ? 'malformed-answer' : message
    },
    end: (ending: Ending): Silence => (ending.by === 'peer' && ending.error ? silenceOf(ending.error) : 'no-answer'),
  }
  const socket = builtIn.net().connect({ host: address, port })
  return converse(socket, Buffer.concat([length, query]), listener, signal).finally(() => socket.destroy())
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
