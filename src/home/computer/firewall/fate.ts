import type { FirewallSeen } from '../sources.ts'
import type { Holds } from './packet.ts'

/**
 * A thing that a rule may do with the packet: "divert" sends it to another address or port. A rule that cannot be judged to its end has
 * several, so that doubt stays doubt up to the verdict.
 */
export type Step = 'accept' | 'drop' | 'divert' | 'next' | 'return' | { readonly jump: string } | { readonly goto: string }

type Outcome = 'accept' | 'drop' | 'divert' | 'through'

/** A chain at which packets come in. */
export interface Base {
  readonly chain: string
  readonly policy: 'accept' | 'drop'
  /** The line that lets the port in here; null if none can be written. */
  readonly line: string | null
}

/** The rules of one firewall, read for one packet. */
export interface Ruleset {
  readonly kind: 'nftables' | 'iptables'
  readonly chains: ReadonlyMap<string, readonly (readonly Step[])[]>
  readonly bases: readonly Base[]
}

/** Everything that a rule may do that nobody can read. */
export const DOUBT: readonly Step[] = ['accept', 'drop', 'next']
/** The same of a chain. */
const DOUBTED: readonly Outcome[] = ['accept', 'drop', 'through']

/** Returns what a rule may do, by whether its conditions hold. */
export function ifHolds(held: Holds, steps: readonly Step[]): readonly Step[] {
  if (held === 'yes') return steps
  return held === 'no' ? ['next'] : [...steps, 'next']
}

/**
 * Returns the fate of the packet for which the rules were read: whether it is kept out, for which every base chain has to accept it; whether
 * any rule or policy could keep any packet out; and the lines that would let it in.
 */
export function fateOf(rulesets: readonly Ruleset[]) {
  const ends = rulesets.flatMap(({ kind, chains, bases }) => {
    const known = new Map<string, ReadonlySet<Outcome>>()
    return bases.map((base) => {
      const outcomes = [...outcomesOf(base.chain, chains, known)].map((one) => (one === 'through' ? base.policy : one))
      const isOn = base.policy === 'drop' || (chains.get(base.chain)?.length ?? 0) > 0
      return { kind, base, isOn, outcomes: new Set(outcomes) }
    })
  })
  const isOnly = (outcomes: ReadonlySet<Outcome>, outcome: Outcome) => outcomes.size === 1 && outcomes.has(outcome)
  const drops = ends.filter(({ outcomes }) => isOnly(outcomes, 'drop'))
  const isDiverted = ends.some(({ outcomes }) => outcomes.has('divert'))
  const isLetIn = ends.every(({ outcomes }) => isOnly(outcomes, 'accept'))
  const letIn: FirewallSeen['blocks'] = isLetIn && !isDiverted ? 'no' : 'unknown'
  return {
    blocks: drops.length > 0 && !isDiverted ? ('yes' as const) : letIn,
    isOn: ends.some(({ isOn }) => isOn),
    kind: (drops[0] ?? ends.find(({ isOn }) => isOn))?.kind ?? ('nftables' as const),
    lines: drops.map(({ base }) => base.line),
  }
}

/** Returns everything that may come out of a chain; each is walked once, so that the work is that of reading the rules. */
function outcomesOf(name: string, chains: Ruleset['chains'], known: Map<string, ReadonlySet<Outcome>>): ReadonlySet<Outcome> {
  const found = known.get(name)
  if (found) return found
  // For a chain that leads back to itself, which no kernel takes.
  known.set(name, new Set(DOUBTED))
  const outcomes = walk(chains.get(name) ?? [], (chain) => outcomesOf(chain, chains, known))
  known.set(name, outcomes)
  return outcomes
}

function walk(rules: readonly (readonly Step[])[], enter: (chain: string) => ReadonlySet<Outcome>): ReadonlySet<Outcome> {
  const outcomes = new Set<Outcome>()
  for (const steps of rules) {
    let isPassed = false
    for (const step of steps) {
      if (step === 'next') isPassed = true
      else if (step === 'return') outcomes.add('through')
      else if (typeof step === 'string') outcomes.add(step)
      else if ('goto' in step) for (const outcome of enter(step.goto)) outcomes.add(outcome)
      else
        for (const outcome of enter(step.jump)) {
          if (outcome === 'through') isPassed = true
          else outcomes.add(outcome)
        }
    }
    if (!isPassed) return outcomes
  }
  return outcomes.add('through')
}
