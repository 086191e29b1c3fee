/**
 * What one request may make this server do, whatever strangers answer along the way. The caller's own network and the operator's
 * resolvers are sent little by nature; these limits keep a hostile name server, web server or router from making it more.
 */
export const BUDGET = {
  /** Datagrams and connections to name servers, retries included. */
  questions: 60,
  /** Of these, how many may go to any one address other than the operator's own resolvers. */
  questionsAnAddress: 8,
  /** TCP connections opened, not counting those to name servers. */
  connections: 48,
  /** Distinct addresses that connections and probes go to. */
  addresses: 24,
  /** Packets of a ping or a trace. */
  probes: 60,
  /** Bytes read from all of them together. */
  bytesRead: 4 * 1024 * 1024,
  /** What all lists of an answer may take up together; the rest of the 256 KiB is for everything else. */
  bytesShown: 192 * 1024,
} as const

/** The limits of one list in an answer. */
export const LIST_ITEMS_MAX = 256
export const LIST_BYTES_MAX = 64 * 1024

/** The finding of a check whose budget was used up before its next step. */
export const BUDGET_EXCEEDED = 'budget-exceeded'

/** A list as it is shown, and how many items were left out. */
export interface Shown<Item> {
  readonly items: readonly Item[]
  readonly omitted: number
}

/** The budget of one request. Everything its net does is charged to it first, and not done if that is refused. */
export class Budget {
  private questions = 0
  private readonly questionsTo = new Map<string, number>()
  private connections = 0
  private readonly addresses = new Set<string>()
  private probes = 0
  private bytesRead = 0
  private bytesShown = 0
  private refused = false

  /** Whether anything was refused, so that the findings may be incomplete. */
  get isExceeded(): boolean {
    return this.refused
  }

  /**
   * Charges one packet or connection to a name server. `isOwn`: a resolver that the operator chose. `reserve`: how many must be left
   * for others.
   */
  takeQuestion(address: string, isOwn: boolean, reserve = 0): boolean {
    const before = this.questionsTo.get(address) ?? 0
    const isOver = this.questions >= BUDGET.questions - reserve || (!isOwn && before >= BUDGET.questionsAnAddress)
    if (isOver) return this.refuse()
    this.questions++
    this.questionsTo.set(address, before + 1)
    return true
  }

  /** Charges one TCP connection, or one UDP port that is probed. */
  takeConnection(address: string): boolean {
    if (this.connections >= BUDGET.connections || !this.takeAddress(address)) return this.refuse()
    this.connections++
    return true
  }

  /** Charges one packet of a ping or a trace. */
  takeProbe(address: string): boolean {
    if (this.probes >= BUDGET.probes || !this.takeAddress(address)) return this.refuse()
    this.probes++
    return true
  }

  /** Charges received bytes. */
  takeBytes(count: number): boolean {
    this.bytesRead += count
    return this.bytesRead <= BUDGET.bytesRead || this.refuse()
  }

  /**
   * The first items of a list that fit an answer: at most 256, 64 KiB, and what earlier lists have left over. `bytesOf` returns how
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

  private takeAddress(address: string): boolean {
    if (!this.addresses.has(address) && this.addresses.size >= BUDGET.addresses) return false
    this.addresses.add(address)
    return true
  }

  private refuse(): false {
    this.refused = true
    return false
  }
}

/** What limits a piece of work: its time and its budget. A `Net` is also a `Bounds`. */
export interface Bounds {
  /** Fires when the time is up or the client has disconnected. */
  readonly signal: AbortSignal
  readonly budget: Budget
}
