import { conditionOf, fieldOf, inSet, listOf, packetValue, type Sets, textOf } from './nftables-values.ts'
import { every, type Holds, type Packet } from './packet.ts'
import { type Base, DOUBT, ifHolds, type Ruleset, type Step } from './walk.ts'

/** The hooks at which packets come in. */
const INCOMING = ['ingress', 'prerouting', 'input']
/** Statements that do something else and let the packet go on. */
const PASSING = [
  'counter',
  'log',
  'mangle',
  'notrack',
  'ct helper',
  'ct timeout',
  'set',
  'map',
  'comment',
  'secmark',
  'dup',
  'last',
]
const DIVERTING = ['dnat', 'redirect', 'tproxy', 'fwd', 'flow']
const ENDS: Readonly<Record<string, Step>> = {
  accept: 'accept',
  drop: 'drop',
  reject: 'drop',
  return: 'return',
  continue: 'next',
}
/** Names that need no quotes, neither for nft nor for a shell. */
const PLAIN_NAME = /^[A-Za-z_][\w.-]*$/

/** The rules of nftables, and which families the tools of iptables have to print: only they know what their extensions mean. */
export interface Nftables {
  readonly ruleset: Ruleset
  readonly needsIptables: boolean
}

/** Reads what `nft -j list ruleset` prints, for one packet; null if it cannot be read. */
export function readNftables(text: string, packet: Packet): Nftables | null {
  const items = itemsIn(text)
  if (!items) return null
  const own = packet.version === 4 ? 'ip' : 'ip6'
  const mine = items.filter((item) => ['inet', 'netdev', own].includes(textOf(fieldOf(Object.values(item)[0], 'family')) ?? ''))
  const byIptables = new Set(mine.flatMap(({ rule }) => (usesExtensions(rule) ? [tableOf(rule)] : [])))
  const read = mine.filter((item) => !byIptables.has(tableOf(Object.values(item)[0])))
  const sets: Sets = new Map(
    read.flatMap(({ set, map }) =>
      [set, map].flatMap((one) => (one ? [[keyOf(one, 'name'), listOf(fieldOf(one, 'elem'))]] : [])),
    ),
  )
  const chains = new Map<string, (readonly Step[])[]>(read.flatMap(({ chain }) => (chain ? [[keyOf(chain, 'name'), []]] : [])))
  for (const { rule } of read) if (rule) chains.get(keyOf(rule, 'chain'))?.push(stepsOf(rule, packet, sets))
  const bases = read.flatMap(({ chain }) => (chain ? baseOf(chain, packet) : []))
  return { ruleset: { kind: 'nftables', chains, bases }, needsIptables: byIptables.size > 0 }
}

function itemsIn(text: string): Readonly<Record<string, unknown>>[] | null {
  try {
    const found = fieldOf(JSON.parse(text), 'nftables')
    return Array.isArray(found) ? found.filter((item) => typeof item === 'object' && item !== null) : null
  } catch {
    return null
  }
}

/** Returns whether a rule has parts of iptables, which nft names without their content. */
function usesExtensions(rule: unknown): boolean {
  return listOf(fieldOf(rule, 'expr')).some((statement) => fieldOf(statement, 'xt') !== undefined)
}

function tableOf(item: unknown): string {
  const name = fieldOf(item, 'table') ?? fieldOf(item, 'name')
  return `${textOf(fieldOf(item, 'family'))} ${textOf(name)}`
}

function keyOf(item: unknown, name: 'name' | 'chain'): string {
  return `${tableOf(item)} ${textOf(fieldOf(item, name))}`
}

function baseOf(chain: unknown, { protocol, port }: Packet): Base[] {
  const [family, table, name, hook] = ['family', 'table', 'name', 'hook'].map((key) => textOf(fieldOf(chain, key)) ?? '')
  if (!INCOMING.includes(hook ?? '')) return []
  const isWritable = [table, name].every((one) => PLAIN_NAME.test(one ?? '')) && hook === 'input'
  const line = isWritable ? `nft insert rule ${family} ${table} ${name} ${protocol} dport ${port} accept` : null
  return [{ chain: keyOf(chain, 'name'), policy: fieldOf(chain, 'policy') === 'drop' ? 'drop' : 'accept', line }]
}

/** Returns what a rule may do with the packet: its statements count one after the other, until a condition does not hold. */
function stepsOf(rule: unknown, packet: Packet, sets: Sets): readonly Step[] {
  const found: Holds[] = []
  const table = tableOf(rule)
  for (const statement of listOf(fieldOf(rule, 'expr'))) {
    const [[kind = '', content] = []] = typeof statement === 'object' && statement ? Object.entries(statement) : []
    if (kind === 'match') found.push(conditionOf(content, table, packet, sets))
    else if (kind === 'vmap') return ifHolds(every(found), mappedSteps(content, table, packet, sets))
    else if (!PASSING.includes(kind)) {
      const steps = verdictSteps(kind, content, table)
      if (steps) return ifHolds(every(found), steps)
      // Such as "limit": whether it lets the rule go on depends on other packets.
      found.push('unknown')
    }
  }
  return ['next']
}

function verdictSteps(kind: string, content: unknown, table: string): readonly Step[] | null {
  const target = `${table} ${textOf(fieldOf(content, 'target'))}`
  if (kind === 'jump') return [{ jump: target }]
  if (kind === 'goto') return [{ goto: target }]
  if (DIVERTING.includes(kind)) return ['divert']
  if (kind === 'queue' || kind === 'synproxy') return DOUBT
  return ENDS[kind] ? [ENDS[kind]] : null
}

/** Returns what a map of verdicts may do: the entry of the packet, every one if that is not known, none if it has none. */
function mappedSteps(content: unknown, table: string, packet: Packet, sets: Sets): readonly Step[] {
  const value = packetValue(fieldOf(content, 'key'), packet)
  const data = fieldOf(content, 'data')
  const entries = typeof data === 'string' ? sets.get(`${table} ${data.slice(1)}`) : fieldOf(data, 'set')
  if (!Array.isArray(entries)) return DOUBT
  const steps: Step[] = []
  for (const entry of entries) {
    const [key, verdict] = listOf(entry)
    const held = value === null ? 'unknown' : inSet(value, [key], packet)
    if (held === 'no') continue
    const [[kind = '', target] = []] = typeof verdict === 'object' && verdict ? Object.entries(verdict) : []
    steps.push(...(verdictSteps(kind, target, table) ?? DOUBT))
    if (held === 'yes') return [...new Set(steps)]
  }
  return [...steps, 'next']
}
