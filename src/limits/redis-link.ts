import { RedisClient, type RedisOptions } from 'bun'
import type { Charge } from './gcra.ts'
import { answerOf, argumentsOf, SCRIPT, SCRIPT_SHA1, type ScriptAnswer, WHENEVER_MS } from './redis-script.ts'

/** The time for connection, TLS and login, for which no request waits. */
const CONNECT_MS = 1000

interface StoreAddress {
  readonly url: string
  /** Every root to trust over TLS; null leaves it to the bundled ones. */
  readonly roots: readonly string[] | null
}

/** A connection to the store. It is never repaired: one that fails is closed, and the next one has a client of its own. */
export class RedisLink {
  readonly clock = new ServerClock()

  private constructor(private readonly client: RedisClient) {}

  /** Connects, and has the script run once, so that it is compiled and the server's clock known. Rejects within two seconds. */
  static async open(at: StoreAddress, first: Charge): Promise<RedisLink> {
    const client = new RedisClient(at.url, optionsFor(at))
    const link = new RedisLink(client)
    try {
      await within(CONNECT_MS, client.connect())
      await within(CONNECT_MS, link.take([first], WHENEVER_MS, []))
      return link
    } catch (error) {
      link.close()
      throw error
    }
  }

  /** Calls back when the connection ends by itself. */
  onEnd(callback: () => void): void {
    this.client.onclose = callback
  }

  /** Rejects if the server refuses or the connection ends; while the server is paused, nothing happens at all. */
  async take(charges: readonly Charge[], untilMs: number, knownFullAtMs: readonly number[]): Promise<ScriptAnswer> {
    const rest = argumentsOf(charges, untilMs, knownFullAtMs)
    const sent = performance.now()
    const answer = answerOf(await this.run(rest), charges)
    this.clock.learn(answer.nowMs, sent, performance.now())
    return answer
  }

  private async run(rest: string[]): Promise<unknown> {
    try {
      return await this.client.send('EVALSHA', [SCRIPT_SHA1, ...rest])
    } catch (error) {
      // The server was restarted, or its scripts were flushed.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return await this.client.send('EVAL', [SCRIPT, ...rest])
    }
  }

  close(): void {
    this.client.onclose = null
    this.client.close()
  }
}

function optionsFor({ url, roots }: StoreAddress): RedisOptions {
  // The client's own ways to reconnect and to queue would run commands whose results are no longer wanted.
  const options = { autoReconnect: false, enableOfflineQueue: false, connectionTimeout: CONNECT_MS }
  // The client would speak TLS wherever there are roots.
  return roots && /^(?:rediss|valkeys):/.test(url) ? { ...options, tls: { ca: [...roots] } } : options
}

/** Rejects if a promise takes longer: a client that was closed while it was connecting never says so. */
export async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('TIMEOUT')), milliseconds)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * The clock of a server, as far as its answers tell: it showed its time at some moment between question and answer. Every answer narrows
 * that down; one that contradicts the others means that a clock was set, and replaces them.
 */
export class ServerClock {
  /** The least and the most by which it is ahead of ours. */
  private least = Number.NEGATIVE_INFINITY
  private most = Number.POSITIVE_INFINITY

  /** Learns from an answer. All times are in milliseconds, those of sending and receiving by our clock. */
  learn(serverMs: number, sentMs: number, receivedMs: number): void {
    const [least, most] = [serverMs - receivedMs, serverMs - sentMs]
    const isAgreed = least <= this.most && most >= this.least
    this.least = isAgreed ? Math.max(this.least, least) : least
    this.most = isAgreed ? Math.min(this.most, most) : most
  }

  /** Returns the least that it shows at a moment of our clock: it gets there no later than we do. */
  at(ourMs: number): number {
    return ourMs + this.least
  }

  /** Returns the inverse of `at`, so that a time converted there and back has not changed. */
  ours(serverMs: number): number {
    return serverMs - this.least
  }
}
