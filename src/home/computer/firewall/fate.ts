/** The fate of a packet at a firewall: the packet, the conditions of rules, and the walk through chains of them. */
import { type Address, contains, parseAddress, parseBlock } from '../../../policy/address.ts'
import { classify } from '../../../policy/classify.ts'
import { type CommandKind, commandsFor } from '../../../router/plan/commands.ts'
import type { AskedPort, FirewallSeen } from '../sources.ts'

/** The first packet of a stranger on the internet to a port of this computer. */
export interface Packet {
  readonly version: 4 | 6
  readonly protocol: 'tcp' | 'udp'
  readonly port: number
  readonly interface: string | null
  readonly own: Address | null
  /** Whether answers leave by another interface, so that checks of the way back may reject it. */
  readonly vpn: boolean
}

export type Holds = 'yes' | 'no' | 'unknown'

export const NEGATED: Readonly<Record<Holds, Holds>> = { yes: 'no', no: 'yes', unknown: 'unknown' }

/** Returns whether all hold: doubt stays doubt, unless one does not. */
export function every(all: readonly Holds[]): Holds {
  if (all.includes('no')) return 'no'
  return all.includes('unknown') ? 'unknown' : 'yes'
}

/** Returns whether one holds: doubt stays doubt, unless one does. */
export function some(all: readonly Holds[]): Holds {
  if (all.includes('yes')) return 'yes'
  return all.includes('unknown') ? 'unknown' : 'no'
}

export function holds(condition: boolean): Holds {
  return condition ? 'yes' : 'no'
}

/** Returns whether a stranger has an address of a block: of one address or of a home network not; of others, nobody can tell. */
export function isFrom(text: string): Holds {
  const block = parseBlock(text)
  if (!block) return 'unknown'
  const { network, prefix } = block
  if (prefix === 0) return 'yes'
  return prefix === (network.version === 4 ? 32 : 128) || classify(network).scope !== 'public' ? 'no' : 'unknown'
}

/** Returns whether an address of this computer is in a block. */
export function isTo(text: string, { own }: Packet): Holds {
  const block = parseBlock(text) ?? parseBlock(parseAddress(text)?.text ?? '')
  if (!block || !own) return 'unknown'
  return holds(contains(block, own))
}

/** Returns whether the packet comes in by an interface; a mark such as "+" at the end stands for any ending. */
export function isBy(name: string, wildcard: '+' | '*', packet: Packet): Holds {
  if (name === 'lo') return 'no'
  if (packet.interface === null) return 'unknown'
  return holds(name.endsWith(wildcard) ? packet.interface.startsWith(name.slice(0, -1)) : packet.interface === name)
}

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

/** Returns the line that the plan gives for the firewall of a device. */
export function planLine(kind: Extract<CommandKind, 'ufw' | 'windows-firewall'>, { port, protocol }: AskedPort): string | null {
  const ports = { externalPort: `${port}`, internalPort: `${port}`, protocol }
  const rule = { ...ports, name: `doorstep-${port}-${protocol}`, internalIp: '', required: true }
  return commandsFor([rule], [kind], 'en')[0]?.lines[0] ?? null
}
