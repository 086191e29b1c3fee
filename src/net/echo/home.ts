import { onAbort } from '../../platform/deadline.ts'
import { randomBytes } from '../../platform/lazy-modules.ts'
import { patient } from '../../platform/testing.ts'
import type { Address } from '../../policy/address.ts'
import { Channel } from '../libc/channel.ts'
import { type Engine, sharedEngine } from '../libc/engine.ts'
import type { Peer } from '../libc/layout.ts'
import type { Received } from '../libc/message.ts'
import { ANSWER_HOPS, probeIn, QUESTION_BYTES, requestAfter, resultIn, type Sender } from './protocol.ts'

export interface EchoSeen {
  readonly address: Address
  /**
   * The boxes one behind the other from that address inwards, each heard under it; null where they cannot be counted. Those that only route
   * count as well.
   */
  readonly boxes: number | null
  /** Whether it saw two ports as they are here that differ in every bit: nobody who has a part of the ports of an address has both. */
  readonly keepsPorts: boolean
}

/** The times after which a datagram is sent again. */
const AGAIN_MS = [0, 400, 1000]
/** The time without any answer after which nobody is there, and that for the whole. */
const SILENT_MS = 1600
const WHOLE_MS = 6000

/** Asks the echo port of a server what it sees of this computer; null where nobody answers, or the system does not show what comes back. */
export async function askEcho(
  server: { readonly address: Address; readonly port: number },
  signal: AbortSignal,
): Promise<EchoSeen | null> {
  const engine = sharedEngine()
  if (!engine || signal.aborted) return null
  const question = randomBytes(QUESTION_BYTES)
  const flow = new Flow(question)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const received = (datagram: Received) => {
    const wasAnswered = flow.request !== null
    if (flow.take(datagram)) resolve()
    else if (!wasAnswered && flow.request) begin(flow.request)
  }
  // Where the port is shut, nobody is there.
  const listener = { received, queued: () => flow.request === null && resolve(), fail: reject }
  const opened = Channel.open(engine, { version: 4, kind: 'udp', peer: server }, listener)
  if ('errno' in opened) return null
  using channel = opened.value
  const own = channel.localAddress()
  const isMirrored = own !== null && keepsMirrored(own, { engine, server, signal })
  const timers: Timer[] = []
  const begin = (bytes: Uint8Array) =>
    void timers.push(...AGAIN_MS.map((ms) => setTimeout(() => void (flow.isUnder(bytes) && channel.send(bytes, null)), ms)))
  const release = onAbort(signal, resolve)
  begin(question)
  timers.push(
    setTimeout(() => flow.request === null && resolve(), patient(SILENT_MS)),
    setTimeout(resolve, patient(WHOLE_MS)),
  )
  try {
    await promise
    const seen = flow.seen()
    return seen && { ...seen, keepsPorts: flow.port === own?.port && (await isMirrored) }
  } finally {
    for (const timer of timers) clearTimeout(timer)
    release()
  }
}

type Timer = ReturnType<typeof setTimeout>

/** Returns whether the server sees the port whose bits are all the others as it is here; false as well where a program has that port. */
async function keepsMirrored(
  { address, port }: Peer,
  { engine, server, signal }: { engine: Engine; server: Peer; signal: AbortSignal },
): Promise<boolean> {
  const question = randomBytes(QUESTION_BYTES)
  const [flow, own] = [new Flow(question), 0xff_ff - port]
  const { promise, resolve } = Promise.withResolvers<void>()
  const received = (datagram: Received) => {
    flow.take(datagram)
    if (flow.request) end()
  }
  const [shared, end] = [{ address, port: own }, () => resolve()]
  const opened = Channel.open(engine, { version: 4, kind: 'udp', peer: server, shared }, { received, queued: end, fail: end })
  if ('errno' in opened) return false
  using channel = opened.value
  const timers = AGAIN_MS.map((ms) => setTimeout(() => void channel.send(question, null), ms))
  timers.push(setTimeout(end, patient(SILENT_MS)))
  const release = onAbort(signal, end)
  await promise
  for (const timer of timers) clearTimeout(timer)
  release()
  return flow.port === own
}

/** The state of one flow: no timers, no sockets. */
export class Flow {
  /** The datagram that repeats the cookie, as soon as there is one. */
  request: Uint8Array | null = null
  /** The port from which the server saw it come. */
  port: number | null = null
  private address: Address | null = null
  private distance = 0
  /** The distances that the probes show which came through. */
  private readonly shown = new Set<number>()
  private isBegun = false
  private heard: ReadonlyMap<number, Sender> | null = null

  constructor(private readonly question: Uint8Array) {}

  /** Returns whether a datagram is still to be sent: nothing that follows it has come. */
  isUnder(bytes: Uint8Array): boolean {
    return bytes === this.request ? !this.isBegun : this.request === null
  }

  /** Takes what came in; returns whether nothing more is awaited. */
  take({ bytes, hops }: Pick<Received, 'bytes' | 'hops'>): boolean {
    const { question } = this
    if (hops === null) return false
    if (this.request === null) {
      this.distance = ANSWER_HOPS - hops + 1
      const answered = requestAfter(bytes, question, this.distance)
      if (answered) [this.request, this.address, this.port] = [answered.request, answered.address, answered.port]
      return false
    }
    const sent = probeIn(bytes, question)
    if (sent !== null) this.shown.add(sent - hops + 1)
    this.heard = resultIn(bytes, question, this.distance)
    this.isBegun ||= sent !== null || this.heard !== null
    return this.heard !== null
  }

  seen(): Omit<EchoSeen, 'keepsPorts'> | null {
    return this.address && { address: this.address, boxes: this.boxes() }
  }

  /** Counts where nothing is missing: somebody in front, every hop from the address on, and a probe that came through just behind them. */
  private boxes(): number | null {
    const { heard, distance, shown } = this
    // A box that sets the hop limit anew hides what is behind it.
    if (!heard || shown.size !== 1 || !shown.has(distance)) return null
    const senders = Array.from({ length: distance - 1 }, (_, index) => heard.get(index + 1) ?? null)
    const outermost = senders.indexOf('address')
    const isInFront = outermost === 0 || senders[outermost - 1] === 'path'
    const isWhole = isInFront && outermost >= 0 && senders.slice(outermost).every((one) => one === 'address')
    return isWhole ? senders.length - outermost : null
  }
}
