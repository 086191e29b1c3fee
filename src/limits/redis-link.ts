import { createHash } from 'node:crypto'
import { RedisClient, type RedisOptions } from 'bun'
import { type Charge, type Decision, fullAfter, standingOf, waitOf } from './gcra.ts'

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

/**
 * One tag for all keys, so that those of one decision are in one slot of a cluster, and are charged together
 * (https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags).
 */
export const KEY_PREFIX = '{doorstep}:'

/**
 * The arithmetic of gcra.ts by the clock of the server. A charge that arrives after the time in ARGV[1] takes nothing: its result is no
 * longer wanted. Times count from October 2025: in milliseconds since 1970 a double has no digits left for fractions. A bucket that would
 * take longer to fill than from empty was written before the clock was set back: it counts as empty.
 */
const SCRIPT = `
local time = redis.call('TIME')
local now = (time[1] - 1760000000) * 1000 + time[2] / 1000
local function text(number) return string.format('%.17g', number) end
if now > tonumber(ARGV[1]) then return { 'late', text(now) } end
local verdict, before, after = 'yes', {}, {}
for i, key in ipairs(KEYS) do
  local weight, burst = tonumber(ARGV[i * 4 - 2]), tonumber(ARGV[i * 4 - 1])
  local unit, known = tonumber(ARGV[i * 4]), tonumber(ARGV[i * 4 + 1])
  local fullAt = math.max(tonumber(redis.call('GET', key) or '') or now, known, now)
  if fullAt - now - burst * unit > 1e-4 then fullAt = now + burst * unit end
  before[i], after[i] = fullAt, fullAt + weight * unit
  if weight > 0 and after[i] - now - burst * unit > 1e-4 then verdict = 'no' end
end
local answer = { verdict, text(now) }
for i, key in ipairs(KEYS) do
  if verdict == 'yes' and tonumber(ARGV[i * 4 - 2]) > 0 then
    redis.call('SET', key, text(after[i]), 'PX', math.ceil(after[i] - now) + 1)
  end
  answer[i + 2] = text(verdict == 'yes' and after[i] or before[i])
end
return answer
`

const SCRIPT_SHA1 = createHash('sha1').update(SCRIPT).digest('hex')

/**
 * Returns the arguments after the script, or its hash. Times are by the server's clock: until when the charges count, and when each bucket
 * is full, as far as this process knows.
 */
function argumentsOf(charges: readonly Charge[], untilMs: number, knownFullAtMs: readonly number[]): string[] {
  const keys = charges.map(({ key }) => KEY_PREFIX + key)
  const numbers = charges.flatMap(({ weight, quota }, index) => [
    weight,
    quota.burst,
    quota.unitMs,
    knownFullAtMs[index] ?? LONG_AGO_MS,
  ])
  return [`${keys.length}`, ...keys, `${untilMs}`, ...numbers.map(String)]
}

/** A time limit for a charge that counts whenever it arrives: that of a server whose clock is not known yet. */
export const WHENEVER_MS = 1e300
const LONG_AGO_MS = -1e300

export interface ScriptAnswer {
  readonly verdict: 'yes' | 'no' | 'late'
  readonly nowMs: number
  /** The times at which each bucket is full after the decision; none if the charges came late. */
  readonly fullAtMs: readonly number[]
}

/** Reads the answer of the script. Throws if something else answers. No bucket becomes emptier than empty, whatever the answer. */
export function answerOf(raw: unknown, charges: readonly Charge[]): ScriptAnswer {
  const [verdict, ...times] = Array.isArray(raw) ? raw : []
  const [nowMs = Number.NaN, ...fullAtMs] = times.map(Number)
  const isVerdict = verdict === 'yes' || verdict === 'no' || verdict === 'late'
  const isWhole = [nowMs, ...fullAtMs].every(Number.isFinite) && fullAtMs.length === (verdict === 'late' ? 0 : charges.length)
  if (!isVerdict || !isWhole) throw new Error('NOT-OUR-SCRIPT')
  const emptyMs = charges.map(({ quota }) => nowMs + quota.burst * quota.unitMs)
  return { verdict, nowMs, fullAtMs: fullAtMs.map((time, index) => Math.min(time, emptyMs[index] ?? nowMs)) }
}

export function decisionOf({ verdict, nowMs, fullAtMs }: ScriptAnswer, charges: readonly Charge[]): Decision {
  const isAllowed = verdict === 'yes'
  const standings = charges.map((charge, index) => {
    const fullAt = fullAtMs[index] ?? nowMs
    const isFree = isAllowed || charge.weight === 0
    return standingOf(fullAt, charge.quota, nowMs, isFree ? 0 : waitOf(fullAfter(fullAt, charge, nowMs), charge.quota, nowMs))
  })
  return { isAllowed, standings }
}
