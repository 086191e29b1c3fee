import { onAbort } from '../../platform/deadline.ts'
import { randomBytes } from '../../platform/lazy-modules.ts'
import { patient } from '../../platform/testing.ts'
import type { Address } from '../../policy/address.ts'
import { Channel, type Engine, sharedEngine } from '../libc/engine.ts'
import type { Peer } from '../libc/layout.ts'
import type { Received } from '../libc/sockets.ts'
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
export async function askEcho(server: Peer, signal: AbortSignal): Promise<EchoSeen | null> {
  const engine = sharedEngine()
  if (!engine || signal.aborted) return null
  using inquiry = new Inquiry(engine, { server })
  const isMirrored = inquiry.own !== null && keepsMirrored(engine, server, inquiry.own, signal)
  await inquiry.until(signal, WHOLE_MS)
  const seen = inquiry.flow.seen()
  return seen && { ...seen, keepsPorts: inquiry.keepsPort && (await isMirrored) }
}

/** Returns whether the server sees the port whose bits are all the others as it is here; false as well where a program has that port. */
async function keepsMirrored(engine: Engine, server: Peer, { address, port }: Peer, signal: AbortSignal): Promise<boolean> {
  using mirrored = new Inquiry(engine, { server, shared: { address, port: 0xff_ff - port } })
  await mirrored.until(signal, null).catch(() => {})
  return mirrored.keepsPort
}

type Timer = ReturnType<typeof setTimeout>

/** A question to an echo port, on a socket of its own. */
class Inquiry implements Disposable {
  readonly flow: Flow
  /** The address and the port that it comes from; null where there is no socket. */
  readonly own: Peer | null
  private readonly question = randomBytes(QUESTION_BYTES)
  private readonly channel: Channel | null
  private readonly over = Promise.withResolvers<void>()
  private readonly timers: Timer[] = []
  private isWhole = false

  /** `shared`: the address and port to ask from, which may be in use. */
  constructor(engine: Engine, { server, shared }: { readonly server: Peer; readonly shared?: Peer }) {
    this.flow = new Flow(this.question)
    const listener = {
      received: (datagram: Received) => this.take(datagram),
      // Where the port is shut, nobody is there.
      queued: () => this.endUnheard(),
      fail: this.over.reject,
    }
    const opened = Channel.open(engine, { version: 4, kind: 'udp', peer: server, ...(shared && { shared }) }, listener)
    this.channel = 'errno' in opened ? null : opened.value
    this.own = this.channel?.localAddress() ?? null
  }

  /** Whether the server saw the port as it is here. */
  get keepsPort(): boolean {
    return this.own !== null && this.flow.port === this.own.port
  }

  /** Waits until nothing more is awaited: of all that can be told within so many milliseconds, or of the first answer alone. */
  async until(signal: AbortSignal, wholeMs: number | null): Promise<void> {
    if (!this.channel) return
    this.isWhole = wholeMs !== null
    this.send(this.question)
    this.timers.push(setTimeout(() => this.endUnheard(), patient(SILENT_MS)))
    if (wholeMs !== null) this.timers.push(setTimeout(this.over.resolve, patient(wholeMs)))
    const release = onAbort(signal, this.over.resolve)
    await this.over.promise.finally(release)
  }

  [Symbol.dispose](): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.channel?.[Symbol.dispose]()
  }

  private send(bytes: Uint8Array): void {
    const again = () => void (this.flow.isUnder(bytes) && this.channel?.send(bytes, null))
    this.timers.push(...AGAIN_MS.map((ms) => setTimeout(again, ms)))
  }

  private take(datagram: Received): void {
    const wasAnswered = this.flow.request !== null
    const isTold = this.flow.take(datagram)
    const { request } = this.flow
    if (isTold || (request && !this.isWhole)) this.over.resolve()
    else if (request && !wasAnswered) this.send(request)
  }

  private endUnheard(): void {
    if (this.flow.request === null) this.over.resolve()
  }
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
