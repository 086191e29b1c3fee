import { since, withDeadline } from '../../platform/deadline.ts'
import type { Bounds, Shortage } from '../budget.ts'
import { hedge } from '../hedge.ts'
import { slotQueue } from '../pace.ts'
import { type Endpoint, exchangeTcp, exchangeUdp, type Silence } from './exchange.ts'
import {
  decodeMessage,
  encodeQuery,
  isTruncated,
  type Message,
  type QueryFlags,
  type Question,
  RCODE,
  randomId,
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
  const query = encodeQuery(randomId(), question, { ...flags, edns })
  const datagram = await exchangeUdp(endpoint, query, bounds)
  if (typeof datagram === 'string') return datagram
  if (isTruncated(datagram)) {
    const shortageOfTcp = bounds.spend(endpoint.address)
    if (shortageOfTcp) return shortageOfTcp
    const whole = await exchangeTcp(endpoint, encodeQuery(randomId(), question, { ...flags, edns }), bounds)
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
