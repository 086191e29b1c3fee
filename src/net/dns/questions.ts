import { parseAddress } from '../../policy/address.ts'
import type { Budget } from '../budget.ts'
import { type AskFlags, ask, type Endpoint, type ServerReply } from './ask.ts'
import type { Question } from './query.ts'
import type { Resolvers } from './resolvers.ts'

interface Asking extends AskFlags {
  readonly signal: AbortSignal
  /** Repeats a query to see whether the answer is still the same; otherwise this request never asks twice. */
  readonly isAgain?: boolean
  /** The queries of the budget that must be left for others. */
  readonly reserve?: number
}

/** The queries of one request: each packet is charged to the budget, and a query to the same servers is made only once. */
export class Questions {
  private readonly asked = new Map<string, Promise<ServerReply | null>>()
  private own: ReadonlySet<string> | null = null

  constructor(
    private readonly budget: Budget,
    private readonly resolvers: Resolvers,
  ) {}

  /** The answer of these servers, which should all know it; null if there are no servers. */
  ask(servers: readonly Endpoint[], question: Question, asking: Asking): Promise<ServerReply | null> {
    const { recursion, checkingDisabled, signal, isAgain = false, reserve = 0 } = asking
    const key = `${serversKey(servers)} ${question.type} ${recursion} ${checkingDisabled} ${question.name.ascii}`
    const before = isAgain ? undefined : this.asked.get(key)
    if (before) return before
    const { budget } = this
    const spend = (address: string) => budget.spendQuestion(address, this.isOwn(address), reserve)
    const reply = ask(servers, question, { recursion, checkingDisabled }, { signal, budget, spend })
    this.asked.set(key, reply)
    const forget = () => void this.asked.delete(key)
    // Silence is not remembered: the next query may have more time.
    reply.then((came) => typeof came?.outcome === 'string' && forget(), forget)
    return reply
  }

  /** Whether the operator chose a resolver at this address, however it is spelled. */
  private isOwn(address: string): boolean {
    this.own ??= new Set(
      this.resolvers.flatMap((resolver) => resolver.endpoints()).map((endpoint) => canonical(endpoint.address)),
    )
    return this.own.has(canonical(address))
  }
}

/** Returns a key for a set of servers, whose order does not matter. */
function serversKey(servers: readonly Endpoint[]): string {
  return servers
    .map(({ address, port }) => `${address} ${port}`)
    .toSorted()
    .join()
}

function canonical(address: string): string {
  return parseAddress(address)?.text ?? address
}
