import { offTheClock, pause } from '../platform/deadline.ts'

/**
 * The most that one request may make this server do, whatever answers come along the way. The caller's own network and the operator's
 * resolvers are sent little by nature; these limits keep a hostile name server, web server or router from causing more.
 */
export const BUDGET = {
  /** Datagrams and connections to name servers, retries included. */
  questions: 60,
  /** The part of these that may go to any one address other than the operator's own resolvers. */
  questionsAnAddress: 8,
  /** TCP connections opened, not counting those to name servers. */
  connections: 48,
  /** Distinct addresses that connections and probes go to. */
  addresses: 24,
  /** Packets of a ping or a trace. */
  probes: 60,
  /** Bytes read from all of them together. */
  bytesRead: 4 * 1024 * 1024,
  /** The bytes that all lists of an answer may take up together; the rest of the 256 KiB is for everything else. */
  bytesShown: 192 * 1024,
} as const

export const LIST_ITEMS_MAX = 256
export const LIST_BYTES_MAX = 64 * 1024

/** The finding of a check whose budget was used up before its next step. */
export const BUDGET_EXCEEDED = 'budget-exceeded'

/** The finding of a check that had no time left to wait until an address may get more: it gets only so much from all requests together. */
export const RATE_LIMITED = 'rate-limited'

export type Shortage = typeof BUDGET_EXCEEDED | typeof RATE_LIMITED

/** The most that an address gets from all requests together: this many packets or connections at once, or spread over this many seconds. */
export const TARGET_QUOTA = { quota: 40, windowS: 2 } as const

/** The limit of what each address may get from all requests together. */
export interface TargetLimit {
  /** Takes so many units (packets, or connections) of what an address may still get, or none where that is too little. */
  take(address: string, units: number): boolean
  /** Takes them as soon as those who asked before have theirs; false if the signal fires first. */
  turn(address: string, units: number, signal: AbortSignal): boolean | Promise<boolean>
  /** The milliseconds for which an address has to be left alone, those who wait for it included; 0 if it may get something. */
  waitMs(address: string): number
}

/** A list as it is shown, and how many items were left out. */
interface Shown<Item> {
  readonly items: readonly Item[]
  readonly omitted: number
}

/** The budget of one request. Everything its net does is charged to it first, and not done if that is refused. */
export class Budget {
  private questions = 0
  private readonly questionsTo = new Map<string, number>()
  private readonly addresses = new Set<string>()
  private readonly used = { connections: 0, probes: 0 }
  private bytesRead = 0
  private bytesShown = 0
  private refused: Shortage | null = null

  /** Without a limit for targets, only what this request sends is bounded. */
  constructor(private readonly targets: TargetLimit | null = null) {}

  /** The reason why something was refused, so that the findings may be incomplete; null if nothing was. */
  get shortage(): Shortage | null {
    return this.refused
  }

  /**
   * Waits until one of these addresses may get something, if that is within so many milliseconds. Returns those that are still missing; 0 if
   * none are.
   */
  async begin(addresses: readonly string[], withinMs: number, signal: AbortSignal): Promise<number> {
    const { targets } = this
    if (!targets || addresses.length === 0) return 0
    const untilMs = performance.now() + withinMs
    while (true) {
      const waitMs = Math.min(...addresses.map((address) => targets.waitMs(address)))
      if (waitMs === 0 || signal.aborted || performance.now() + waitMs > untilMs) return waitMs
      await pause(waitMs, signal)
    }
  }

  /**
   * Charges one packet or connection to a name server. `isOwn`: a resolver that the operator chose, which the limit for targets does
   * not protect. `reserve`: how many must be left for others. Null if it may be sent.
   */
  spendQuestion(address: string, isOwn: boolean, reserve = 0): Shortage | null {
    const before = this.questionsTo.get(address) ?? 0
    const isOver = this.questions >= BUDGET.questions - reserve || (!isOwn && before >= BUDGET.questionsAnAddress)
    if (isOver) return this.refuse(BUDGET_EXCEEDED)
    if (!isOwn && this.targets?.take(address, 1) === false) return this.refuse(RATE_LIMITED)
    this.questions++
    this.questionsTo.set(address, before + 1)
    return null
  }

  /** Charges a TCP connection, or a UDP port that is probed with this many packets, once the address may get it. Null if it may be opened. */
  spendConnection(address: string, signal: AbortSignal, packets = 1): Promise<Shortage | null> {
    return this.spend('connections', address, packets, signal)
  }

  /** Charges one packet of a ping or a trace, once the address may get it. Null if it may be sent. */
  spendProbe(address: string, signal: AbortSignal): Promise<Shortage | null> {
    return this.spend('probes', address, 1, signal)
  }

  takeBytes(count: number): boolean {
    this.bytesRead += count
    return this.bytesRead <= BUDGET.bytesRead || this.refuse(BUDGET_EXCEEDED) === null
  }

  /**
   * Returns the first items of a list that fit an answer: at most 256, 64 KiB, and what earlier lists have left over. `bytesOf` returns how
   * much of the answer an item takes up, in all the places where it is shown.
   */
  show<Item>(all: readonly Item[], bytesOf: (item: Item) => number): Shown<Item> {
    const room = Math.min(LIST_BYTES_MAX, BUDGET.bytesShown - this.bytesShown)
    const items: Item[] = []
    let used = 0
    for (const item of all.slice(0, LIST_ITEMS_MAX)) {
      const size = bytesOf(item)
      if (used + size > room) break
      used += size
      items.push(item)
    }
    this.bytesShown += used
    return { items, omitted: all.length - items.length }
  }

  private async spend(kind: keyof Budget['used'], address: string, packets: number, signal: AbortSignal) {
    if (this.used[kind] >= BUDGET[kind]) return this.refuse(BUDGET_EXCEEDED)
    if (!this.addresses.has(address) && this.addresses.size >= BUDGET.addresses) return this.refuse(BUDGET_EXCEEDED)
    this.used[kind]++
    this.addresses.add(address)
    const turn = this.targets?.turn(address, packets, signal) ?? true
    const mayGet = typeof turn === 'boolean' ? turn : await offTheClock(signal, turn)
    if (mayGet) return null
    this.used[kind]--
    return this.refuse(RATE_LIMITED)
  }

  /** A shortage of the request itself is reported in preference to one of its targets. */
  private refuse(shortage: Shortage): Shortage {
    this.refused = this.refused === BUDGET_EXCEEDED ? BUDGET_EXCEEDED : shortage
    return shortage
  }
}

/** The limits of a piece of work: its time and its budget. A `Net` is also a `Bounds`. */
export interface Bounds {
  /** Fires when the time is up or the client has disconnected. */
  readonly signal: AbortSignal
  readonly budget: Budget
}

const VALUE_LENGTH_MAX = 8192

/** Cuts a value of any length for an answer; a value that was cut ends with how much is missing. */
export function cut(text: string, lengthMax = VALUE_LENGTH_MAX): string {
  if (text.length <= lengthMax) return text
  return `${text.slice(0, lengthMax).toWellFormed()} [... ${text.length - lengthMax} more characters]`
}

/** Returns the bytes that an item of a list takes up in an answer, including the comma after it. */
export function bytesInAnswer(item: unknown): number {
  return Buffer.byteLength(JSON.stringify(item)) + 1
}
