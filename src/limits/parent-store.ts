import { patient } from '../platform/testing.ts'
import { BucketTable, type Charge, type Decision, type LimitStore } from './gcra.ts'

/** An answer takes a twentieth of a millisecond, on a busy machine some tens; a parent that takes this long is stopped. */
const DEADLINE_MS = patient(200)
/** The time for which a parent that did not answer is not asked again, so that no request waits for it and questions do not pile up. */
const REST_MS = 1000

/** Asks the process that keeps the table; null without an answer within this many milliseconds. */
type Ask = (charges: readonly Charge[], timeoutMs: number) => Promise<Decision | null>

/**
 * The buckets of several processes, in the table of their parent, so that the limits hold for all of them together. If the parent does not
 * answer, each process decides by a table of its own.
 */
export class ParentStore implements LimitStore {
  private readonly own: LimitStore = new BucketTable()
  private askAgainAtMs = 0

  /** `tell` is called when the parent stops answering, and when it answers again. */
  constructor(
    private readonly ask: Ask,
    private readonly tell: (isAnswering: boolean) => void = () => {},
  ) {}

  async take(charges: readonly Charge[]): Promise<Decision> {
    const now = performance.now()
    if (now < this.askAgainAtMs) return this.own.take(charges)
    // A single question tests whether the parent answers again; requests in the meantime must not wait for it.
    if (this.askAgainAtMs > 0) this.askAgainAtMs = now + REST_MS
    const decision = await this.ask(charges, DEADLINE_MS)
    this.note(decision !== null)
    return decision ?? this.own.take(charges)
  }

  private note(isAnswering: boolean): void {
    const wasAnswering = this.askAgainAtMs === 0
    this.askAgainAtMs = isAnswering ? 0 : performance.now() + REST_MS
    if (isAnswering !== wasAnswering) this.tell(isAnswering)
  }
}
