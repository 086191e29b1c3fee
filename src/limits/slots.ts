import type { Refusal } from '../contract/problem.ts'
import { againstConcurrency, cutShort } from '../operations/run/limited.ts'
import { onAbort } from '../platform/deadline.ts'
import type { TellCutOff } from './cut-offs.ts'

/** The divisors of all slots: one client may take a sixteenth, its network twice as many, and one tool a half. */
const CLIENTS = 16
const NETWORK_FACTOR = 2
const TOOLS = 2
/** The lead at which a check of another is ended: after the change its client still holds no less than the newcomer. */
const LEAD_MIN = 2

/** A check that runs. */
interface Check {
  readonly tool: string
  /** Null if clients are not told apart: such a check is neither ended for others, nor are others for it. */
  readonly client: string | null
  readonly network: string | null
  /** Ends it. */
  cut(refusal: Refusal): void
}

/**
 * The slots for checks that run at once in this process. If there is no slot left, the newest check of the client with most of them is
 * ended for a newcomer with fewer, so that a slot is denied only to a client that has as many as any other.
 */
export class Slots {
  /** The oldest first. */
  private readonly running = new Set<Check>()
  private readonly counts = new Map<string, number>()
  readonly aClient: number
  private readonly aNetwork: number
  private readonly aTool: number

  constructor(
    readonly limit: number,
    private readonly tell: TellCutOff,
  ) {
    this.aClient = Math.ceil(limit / CLIENTS)
    this.aNetwork = this.aClient * NETWORK_FACTOR
    this.aTool = Math.ceil(limit / TOOLS)
  }

  /** Takes a slot; the returned function gives it back. Throws a Refusal if there is none. */
  take(check: Check): () => void {
    // The client's own limit comes first.
    this.keepWithin(check.client, this.aClient)
    this.keepWithin(check.network, this.aNetwork)
    if (this.countOf(toolKey(check.tool)) >= this.aTool) this.makeRoom(check, 'tool')
    else if (this.running.size >= this.limit) this.makeRoom(check, 'all')
    this.running.add(check)
    this.count(check, 1)
    return () => this.end(check)
  }

  private keepWithin(who: string | null, most: number): void {
    if (who === null || this.countOf(who) < most) return
    this.tell('checks', who)
    throw againstConcurrency('client', most)
  }

  /** Ends a check of another for this one, or throws. */
  private makeRoom(newcomer: Check, of: 'tool' | 'all'): void {
    const limit = of === 'tool' ? this.aTool : this.limit
    const rivals = [...this.running].filter(({ tool }) => of === 'all' || tool === newcomer.tool)
    const least = rivals.filter(({ network }) => network === newcomer.network).length + LEAD_MIN
    const most = newcomer.network === null ? [] : largest(rivals, ({ network }) => network)
    const last = most.length < least ? null : largest(most, ({ client }) => client).at(-1)
    if (!last) throw againstConcurrency(of, limit)
    this.end(last)
    this.tell('full', last.network ?? '')
    last.cut(cutShort(limit))
  }

  /** A check that was ended for another ends only once. */
  private end(check: Check): void {
    if (this.running.delete(check)) this.count(check, -1)
  }

  private countOf(key: string): number {
    return this.counts.get(key) ?? 0
  }

  /** Counts a check, and forgets a client that has none left. An IPv4 address is client and network in one, and counts once. */
  private count({ tool, client, network }: Check, change: 1 | -1): void {
    for (const key of new Set([toolKey(tool), client, network])) {
      if (key === null) continue
      const count = this.countOf(key) + change
      if (count > 0) this.counts.set(key, count)
      else this.counts.delete(key)
    }
  }
}

/** Returns the key of a tool, unlike those of clients and networks, which are written with digits and colons. */
function toolKey(tool: string): string {
  return `tool ${tool}`
}

/** Returns the largest group of those who have a key. */
function largest(checks: readonly Check[], keyOf: (check: Check) => string | null): readonly Check[] {
  const groups = Map.groupBy(
    checks.filter((check) => keyOf(check) !== null),
    keyOf,
  )
  return [...groups.values()].reduce((most, group) => (group.length > most.length ? group : most), [])
}

/** A run that ends with a refusal as soon as it is cut, whatever it waits for. Its signal fires then, and when `outer` does. */
export class Cuttable {
  private readonly over = new AbortController()
  private readonly refused = Promise.withResolvers<never>()

  constructor(private readonly outer: AbortSignal) {}

  readonly cut = (refusal: Refusal): void => {
    this.refused.reject(refusal)
    // A run that looks at the reason knows that what it finds from now on is not a finding.
    this.over.abort(refusal)
  }

  async run<Result>(go: (signal: AbortSignal) => Result | Promise<Result>): Promise<Result> {
    const { outer, over, refused } = this
    const forget = onAbort(outer, () => over.abort(outer.reason))
    try {
      return await Promise.race([refused.promise, go(over.signal)])
    } finally {
      forget()
    }
  }
}
