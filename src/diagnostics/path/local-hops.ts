import type { TracedHop } from '../../net/path/index.ts'
import type { Address } from '../../policy/address.ts'
import type { Disclosure } from '../../policy/gate.ts'

export interface JudgedHop {
  readonly hop: TracedHop
  /** Whether the hop is in the network of this server, which requesters are not shown. */
  readonly isHidden: boolean
}

/**
 * Separates the operator's own routers (those without a public address before the first that has one) from the rest of a path, while
 * hops become known in any order. A hop without a public address is judged once all hops before it are known.
 */
export class LocalHops {
  private readonly known = new Map<number, TracedHop>()
  private readonly waiting = new Set<TracedHop>()

  constructor(
    private readonly target: Address,
    private readonly disclosure: Pick<Disclosure, 'mayShow'>,
  ) {}

  /** Returns the hops that can be judged now that this one is known. */
  add(hop: TracedHop): JudgedHop[] {
    this.known.set(hop.hop, hop)
    this.waiting.add(hop)
    return this.judgeWaiting(false)
  }

  /** Returns the rest, once no more hops will come. */
  end(): JudgedHop[] {
    return this.judgeWaiting(true)
  }

  private judgeWaiting(isEnd: boolean): JudgedHop[] {
    return [...this.waiting].flatMap((hop) => {
      const judged = this.judge(hop, isEnd)
      if (judged) this.waiting.delete(hop)
      return judged ? [judged] : []
    })
  }

  private judge(hop: TracedHop, isEnd: boolean): JudgedHop | null {
    const { mayShow } = this.disclosure
    const isOutside = (address: Address) => address.text === this.target.text || mayShow(address)
    if (hop.addresses.every(isOutside)) return { hop, isHidden: false }
    const before = Array.from({ length: hop.hop - 1 }, (_, index) => this.known.get(index + 1))
    if (!isEnd && before.includes(undefined)) return null
    const firstPublic = before.findIndex((nearer) => nearer?.addresses.some(mayShow))
    const local = before.slice(0, firstPublic + 1).flatMap((nearer) => nearer?.addresses ?? [])
    // They can also appear after a public one: in a loop, or if a network leads back into itself.
    const isLocal = ({ text }: Address) => firstPublic < 0 || local.some((known) => known.text === text)
    const addresses = hop.addresses.filter((address) => isOutside(address) || !isLocal(address))
    if (addresses.length === hop.addresses.length) return { hop, isHidden: false }
    return addresses.length > 0 ? { hop: { ...hop, addresses }, isHidden: false } : { hop, isHidden: true }
  }
}
