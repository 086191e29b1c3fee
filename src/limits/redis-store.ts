import type { Eventually } from '../operations/run/call.ts'
import { Pauses } from '../platform/deadline.ts'
import type { Logger, Secret } from '../platform/log.ts'
import { codeOf } from '../platform/misfit.ts'
import { patient } from '../platform/testing.ts'
import { BucketTable, type Charge, type Decision, fullAfter, type LimitStore, type Standing, waitOf } from './gcra.ts'
import { decisionOf, RedisLink, type ScriptAnswer, within } from './redis-link.ts'

/** The time that a decision waits for the store. */
const DECISION_MS = patient(50)
/** A store that has answered nothing in time for this long is not asked any more; a shorter pause of either side passes. */
const SILENCE_MAX_MS = patient(100)

/** Spreads the attempts of several instances, so that they do not come back in step. */
const SPREAD = 0.2

type StoreState = 'shared' | 'local'

/**
 * Buckets in Redis or Valkey, shared by several instances. This process keeps its own beside them: of every bucket the last answer of the
 * store, and the decisions made while it did not answer. They decide alone during a gap, and each charge carries what they hold, so that a
 * store that has lost its data gets it back. One instance therefore never allows more than the quota, whatever becomes of the store; two
 * instances together allow twice the quota at most.
 */
export class RedisStore implements LimitStore {
  private readonly table = new BucketTable()
  private readonly pauses = new Pauses({ firstMs: 100, secondMs: 200, longestMs: 2000 })
  /** A bucket of our own, to test whether the store can be written to. */
  private readonly trial: Charge = {
    key: `trial:${crypto.randomUUID()}`,
    quota: { policy: 'concurrency', burst: 10, unitMs: 1 },
    weight: 1,
  }
  private link: RedisLink | null = null
  private linkedAtMs = 0
  /** The time at which the oldest question was asked that has had no answer in time since. */
  private unansweredSinceMs: number | null = null
  private timer: Timer | undefined
  private isClosed = false
  private said: StoreState | null = null

  constructor(
    private readonly url: Secret,
    private readonly log: Logger,
    private readonly roots: Roots,
  ) {
    void this.connect()
  }

  /** Whether decisions are shared at the moment. */
  get state(): StoreState {
    return this.link ? 'shared' : 'local'
  }

  take(charges: readonly Charge[]): Eventually<Decision> {
    const { link } = this
    if (!link) return this.table.take(charges)
    const now = performance.now()
    const fullAtMs = this.look(charges).map(({ resetMs }) => now + resetMs)
    const isRefused = charges.some(
      (charge, index) => charge.weight > 0 && waitOf(fullAfter(fullAtMs[index] ?? now, charge, now), charge.quota, now) > 0,
    )
    // The store has no more left than this process knows of: it need not be asked, however often a client tries.
    return isRefused ? this.table.take(charges) : this.share(link, charges, { now, fullAtMs })
  }

  close(): void {
    this.isClosed = true
    clearTimeout(this.timer)
    this.link?.close()
    this.link = null
  }

  private look(charges: readonly Charge[]): readonly Standing[] {
    return this.table.take(charges.map((charge) => ({ ...charge, weight: 0 }))).standings
  }

  /** Asks the store. Charges without an answer in time are decided here, and count for nothing in the store if they arrive later. */
  private async share(link: RedisLink, charges: readonly Charge[], { now, fullAtMs }: Known): Promise<Decision> {
    const { promise, resolve } = Promise.withResolvers<ScriptAnswer | null>()
    this.unansweredSinceMs ??= now
    const timer = setTimeout(() => {
      if (performance.now() - (this.unansweredSinceMs ?? now) >= SILENCE_MAX_MS) this.drop(link, 'timeout')
      resolve(null)
    }, DECISION_MS)
    const known = fullAtMs.map((time) => link.clock.at(time))
    link.take(charges, link.clock.at(now + DECISION_MS), known).then(
      (answer) => {
        this.remember(link, charges, answer)
        resolve(answer)
      },
      (error) => {
        this.drop(link, reasonOf(error))
        resolve(null)
      },
    )
    const answer = await promise
    clearTimeout(timer)
    if (answer) this.unansweredSinceMs = null
    if (!answer || answer.verdict === 'late') return this.table.take(charges)
    return decisionOf(answer, charges)
  }

  /** Remembers the answer of the store, unless more is known here; but no bucket is ever emptier than empty, whatever the store says. */
  private remember(link: RedisLink, charges: readonly Charge[], { verdict, fullAtMs }: ScriptAnswer): void {
    if (verdict === 'late') return
    const now = performance.now()
    const standings = this.look(charges)
    const raises = charges.flatMap(({ key, quota }, index) => {
      const resetMs = Math.min(link.clock.ours(fullAtMs[index] ?? 0) - now, quota.burst * quota.unitMs)
      const missingMs = resetMs - (standings[index]?.resetMs ?? 0)
      return missingMs > 0
        ? [{ key, quota: { ...quota, burst: Number.POSITIVE_INFINITY }, weight: missingMs / quota.unitMs }]
        : []
    })
    this.table.take(raises)
  }

  private async connect(): Promise<void> {
    try {
      const link = await RedisLink.open({ url: this.url.reveal(), roots: this.roots() }, this.trial)
      await within(DECISION_MS, link.take([this.trial], link.clock.at(performance.now() + DECISION_MS), [])).catch((error) => {
        link.close()
        throw error
      })
      if (this.isClosed) return link.close()
      link.onEnd(() => this.drop(link, 'connection-closed'))
      this.link = link
      this.linkedAtMs = performance.now()
      this.unansweredSinceMs = null
      this.say('shared', null)
    } catch (error) {
      this.again(0, reasonOf(error))
    }
  }

  private drop(link: RedisLink, reason: string): void {
    if (this.link !== link) return
    this.link = null
    link.close()
    this.again(performance.now() - this.linkedAtMs, reason)
  }

  private again(heldMs: number, reason: string): void {
    if (this.isClosed) return
    this.say('local', reason)
    const pauseMs = this.pauses.after(heldMs) * (1 - SPREAD * Math.random())
    this.timer = setTimeout(() => void this.connect(), pauseMs)
    // A stopping process does not wait for it.
    this.timer.unref()
  }

  /** Logs a state, once for each change. */
  private say(state: StoreState, reason: string | null): void {
    if (this.said === state) return
    this.said = state
    const store = this.url.shown
    if (state === 'shared') this.log.info('limits are shared through the store', { store })
    else this.log.warn('the limit store cannot be used: until it can, this instance limits by itself', { store, reason })
  }
}

/** This process's knowledge of the buckets of some charges. */
interface Known {
  readonly now: number
  readonly fullAtMs: readonly number[]
}

/**
 * Returns the word that an error of the server begins with (READONLY, OOM, NOAUTH), or the client's code; the rest of either text may not
 * be logged.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const [word = ''] = /^[A-Z][A-Z-]+\b/.exec(error.message) ?? []
  const code = codeOf(error).replace(/^ERR_REDIS_/, '')
  return (word || code || 'unknown').toLowerCase().replaceAll('_', '-')
}

/** Every root that may vouch for the store; null means the bundled ones. Asked before each connection. */
type Roots = () => readonly string[] | null
