/**
 * What one request may make this server do, whatever strangers answer on the way. A client's own network and the operator's
 * resolvers are asked little by nature; these numbers keep a hostile name server, web server or router from making it more.
 */
export const BUDGET = {
  /** Datagrams and connections to name servers, retries included. */
  questions: 60,
  /** Of these, to any one address other than the operator's own resolvers. */
  questionsAnAddress: 8,
  /** TCP connections that are begun, those of a name server excepted. */
  connections: 48,
  /** Different addresses that connections and probes go to. */
  addresses: 24,
  /** Packets of a ping or a trace. */
  probes: 60,
  /** What is read from all of them together. */
  bytesRead: 4 * 1024 * 1024,
  /** What the lists of an answer may show together; the rest of the 256 KiB is for everything else. */
  bytesShown: 192 * 1024,
} as const

/** What one list of an answer may show. */
export const LIST_ITEMS_MAX = 256
export const LIST_BYTES_MAX = 64 * 1024

/** The finding of a check that had no budget left for what it would have done next. */
export const BUDGET_EXCEEDED = 'budget-exceeded'

/** A list as it is shown, and how many more items there were. */
export interface Shown<Item> {
  readonly items: readonly Item[]
  readonly omitted: number
}

/** The budget of one request. Everything that its net does spends it first, and does without where that is refused. */
export class Budget {
  private questions = 0
  private readonly questionsTo = new Map<string, number>()
  private connections = 0
  private readonly addresses = new Set<string>()
  private probes = 0
  private bytesRead = 0
  private bytesShown = 0
  private refused = false

  /** Whether anything was refused, so that what was found may be incomplete. */
  get isExceeded(): boolean {
    return this.refused
  }

  /**
   * For each packet or connection to a name server. `isOwn`: a resolver that the operator named. `reserve`: so many must be left
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

  /** For each TCP connection that is begun, and each UDP port that is probed. */
  takeConnection(address: string): boolean {
    if (this.connections >= BUDGET.connections || !this.takeAddress(address)) return this.refuse()
    this.connections++
    return true
  }

  /** For each packet of a ping or a trace. */
  takeProbe(address: string): boolean {
    if (this.probes >= BUDGET.probes || !this.takeAddress(address)) return this.refuse()
    this.probes++
    return true
  }

  /** For what has been received, in bytes. */
  takeBytes(count: number): boolean {
    this.bytesRead += count
    return this.bytesRead <= BUDGET.bytesRead || this.refuse()
  }

  /**
   * The first items of a list that fit an answer: 256 of them, 64 KiB, and what the lists before have left. `bytesOf` says how
   * much of the answer an item takes, in all the places where it is shown.
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

/** What bounds a piece of work: until when, and how much of it. A net is one, too. */
export interface Bounds {
  /** Fires when the time is over or the client has gone. */
  readonly signal: AbortSignal
  readonly budget: Budget
}
