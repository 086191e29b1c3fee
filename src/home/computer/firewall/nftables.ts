import { isRecord, jsonOf } from '../../../contract/clean.ts'
import { type Base, DOUBT, ifHolds, type Ruleset, type Step } from './fate.ts'
import { every, type Holds, holds, isBy, isFrom, isTo, NEGATED, type Packet, some } from './packet.ts'

const INCOMING = ['ingress', 'prerouting', 'input']
/** Statements that do something else and let the packet go on. */
const PASSING = ['counter', 'log', 'mangle', 'notrack', 'ct helper', 'ct timeout', 'set', 'map', 'dup', 'last']
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

/**
 * Reads what `nft -j list ruleset` prints, for one packet; null if it cannot be read. `needsIptables`: there are tables that the tools of
 * iptables have to print, since only they know what their extensions mean.
 */
export function readNftables(text: string, packet: Packet): { ruleset: Ruleset; needsIptables: boolean } | null {
  const found = fieldAt(jsonOf(text), 'nftables')
  if (!Array.isArray(found)) return null
  const items: Readonly<Record<string, unknown>>[] = found.filter((item) => typeof item === 'object' && item !== null)
  const own = packet.version === 4 ? 'ip' : 'ip6'
  const mine = items.filter((item) => ['inet', 'netdev', own].includes(textAt(Object.values(item)[0], 'family')))
  const usesExtensions = (rule: unknown) => listIn(fieldAt(rule, 'expr')).some((one) => fieldAt(one, 'xt') !== undefined)
  const byIptables = new Set(mine.flatMap(({ rule }) => (usesExtensions(rule) ? [tableOf(rule)] : [])))
  const read = mine.filter((item) => !byIptables.has(tableOf(Object.values(item)[0])))
  const sets: Sets = new Map(
    read.flatMap(({ set, map }) =>
      [set, map].flatMap((one) => (one ? [[keyOf(one, 'name'), listIn(fieldAt(one, 'elem'))]] : [])),
    ),
  )
  const chains = new Map<string, (readonly Step[])[]>(read.flatMap(({ chain }) => (chain ? [[keyOf(chain, 'name'), []]] : [])))
  for (const { rule } of read) if (rule) chains.get(keyOf(rule, 'chain'))?.push(ruleSteps(rule, packet, sets))
  const bases = read.flatMap(({ chain }) => (chain ? baseOf(chain, packet) : []))
  return { ruleset: { kind: 'nftables', chains, bases }, needsIptables: byIptables.size > 0 }
}

function tableOf(item: unknown): string {
  return `${textAt(item, 'family')} ${textAt(item, 'table') || textAt(item, 'name')}`
}

function keyOf(item: unknown, name: 'name' | 'chain'): string {
  return `${tableOf(item)} ${textAt(item, name)}`
}

function baseOf(chain: unknown, { protocol, port }: Packet): Base[] {
  const [family, table, name] = [textAt(chain, 'family'), textAt(chain, 'table'), textAt(chain, 'name')]
  const hook = textAt(chain, 'hook')
  if (!INCOMING.includes(hook)) return []
  const isWritable = PLAIN_NAME.test(table) && PLAIN_NAME.test(name) && hook === 'input'
  const line = isWritable ? `nft insert rule ${family} ${table} ${name} ${protocol} dport ${port} accept` : null
  return [{ chain: keyOf(chain, 'name'), policy: fieldAt(chain, 'policy') === 'drop' ? 'drop' : 'accept', line }]
}

/** Returns what a rule may do with the packet: its statements count one after the other, until a condition does not hold. */
function ruleSteps(rule: unknown, packet: Packet, sets: Sets): readonly Step[] {
  const found: Holds[] = []
  const table = tableOf(rule)
  for (const statement of listIn(fieldAt(rule, 'expr'))) {
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
  const target = `${table} ${textAt(content, 'target')}`
  if (kind === 'jump') return [{ jump: target }]
  if (kind === 'goto') return [{ goto: target }]
  if (DIVERTING.includes(kind)) return ['divert']
  if (kind === 'queue' || kind === 'synproxy') return DOUBT
  return ENDS[kind] ? [ENDS[kind]] : null
}

/** Returns what a map of verdicts may do: the entry of the packet, every one if that is not known, none if it has none. */
function mappedSteps(content: unknown, table: string, packet: Packet, sets: Sets): readonly Step[] {
  const value = packetValue(fieldAt(content, 'key'), packet)
  const data = fieldAt(content, 'data')
  const entries = typeof data === 'string' ? sets.get(`${table} ${data.slice(1)}`) : fieldAt(data, 'set')
  if (!Array.isArray(entries)) return DOUBT
  const steps: Step[] = []
  for (const entry of entries) {
    const [key, verdict] = listIn(entry)
    const held = isEntry(value, key, packet)
    if (held === 'no') continue
    const [[kind = '', target] = []] = typeof verdict === 'object' && verdict ? Object.entries(verdict) : []
    steps.push(...(verdictSteps(kind, target, table) ?? DOUBT))
    if (held === 'yes') return [...new Set(steps)]
  }
  return [...steps, 'next']
}

/** The entries of named sets, by table and name. */
type Sets = ReadonlyMap<string, readonly unknown[]>

/** A thing of the packet that rules look at: a value that is known, or one that is judged entry by entry. Null if it cannot be known. */
type Value = { readonly is: string | number | boolean } | { readonly judge: (entry: string) => Holds } | null

/** The protocols above IP that fields may belong to. */
const TRANSPORTS = ['tcp', 'udp', 'icmp', 'icmpv6', 'igmp', 'esp', 'ah', 'comp', 'sctp', 'dccp', 'udplite']
const NUMBERS: Readonly<Record<Packet['protocol'], number>> = { tcp: 6, udp: 17 }
/** Marks that only later packets of a connection have, or those that are led elsewhere, which is judged by itself. */
const LATER = ['dnat', 'snat', 'seen-reply', 'assured', 'dying']
const NOT_THERE: Value = { judge: () => 'no' }

/** Returns a field, at any depth; undefined where there is none. */
function fieldAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce((part, name) => (isRecord(part) ? part[name] : undefined), value)
}

/** Returns a field that is a text; the empty text for anything else. */
function textAt(value: unknown, ...path: readonly string[]): string {
  const text = fieldAt(value, ...path)
  return typeof text === 'string' ? text : ''
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function conditionOf(match: unknown, table: string, packet: Packet, sets: Sets): Holds {
  const left = fieldAt(match, 'left')
  const [masked = left, mask] = listIn(fieldAt(left, '&'))
  const field = fieldAt(masked, 'payload')
  if (fieldAt(field, 'protocol') === 'tcp' && fieldAt(field, 'field') === 'flags')
    return packet.protocol === 'tcp' ? flagsHold(match, mask) : 'no'
  const value = packetValue(left, packet)
  if (value === null) return 'unknown'
  // Fields of another protocol make the whole rule one for other packets, also where they are to differ.
  if (value === NOT_THERE) return 'no'
  const op = textAt(match, 'op') || '=='
  const right = fieldAt(match, 'right')
  if (op === '==' || op === 'in' || op === '!=') {
    const entries = entriesOf(right, table, sets)
    const held = entries ? some(entries.map((entry) => isEntry(value, entry, packet))) : 'unknown'
    return op === '!=' ? NEGATED[held] : held
  }
  return compared(value, op, right)
}

/** Returns whether a match of the flags of TCP holds for a packet that opens a connection: it has "syn" alone. */
function flagsHold(match: unknown, mask: unknown): Holds {
  const right = fieldAt(match, 'right')
  const wanted = right === 0 ? [] : flagsIn(right)
  const kept = mask === undefined ? ['syn'] : flagsIn(mask)?.filter((flag) => flag === 'syn')
  if (!wanted || !kept) return 'unknown'
  const isSame = wanted.length === kept.length && kept.every((flag) => wanted.includes(flag))
  const isAny = kept.some((flag) => wanted.includes(flag))
  return answerOf({ '==': isSame, '!=': !isSame, in: isAny, '!': !isAny }, textAt(match, 'op'))
}

function answerOf(answers: Readonly<Record<string, boolean>>, op: string): Holds {
  const answer = Object.hasOwn(answers, op) ? answers[op] : undefined
  return answer === undefined ? 'unknown' : holds(answer)
}

function flagsIn(value: unknown): string[] | null {
  const all = fieldAt(value, '|') ?? value
  if (typeof all === 'string') return [all]
  const found = listIn(all).map(flagsIn)
  return Array.isArray(all) && !found.includes(null) ? found.flatMap((flags) => flags ?? []) : null
}

function compared(value: Value, op: string, right: unknown): Holds {
  if (value === null || !('is' in value) || typeof value.is !== 'number' || typeof right !== 'number') return 'unknown'
  const difference = value.is - right
  return answerOf({ '<': difference < 0, '>': difference > 0, '<=': difference <= 0, '>=': difference >= 0 }, op)
}

function entriesOf(right: unknown, table: string, sets: Sets): readonly unknown[] | null {
  if (typeof right === 'string' && right.startsWith('@')) return sets.get(`${table} ${right.slice(1)}`) ?? null
  const set = fieldAt(right, 'set')
  if (Array.isArray(set)) return set
  return Array.isArray(right) ? right : [right]
}

function isEntry(value: Value, entry: unknown, packet: Packet): Holds {
  if (value === null) return 'unknown'
  const wrapped = fieldAt(entry, 'elem')
  if (wrapped !== undefined) return isEntry(value, fieldAt(wrapped, 'val'), packet)
  const prefix = fieldAt(entry, 'prefix')
  const text = prefix === undefined ? entry : `${fieldAt(prefix, 'addr')}/${fieldAt(prefix, 'len')}`
  if ('judge' in value) return typeof text === 'string' ? value.judge(text) : 'unknown'
  if (text === '*') return 'yes'
  const [first, last] = listIn(fieldAt(entry, 'range'))
  if (typeof first === 'number' && typeof last === 'number' && typeof value.is === 'number')
    return holds(first <= value.is && value.is <= last)
  const isPlain = ['string', 'number', 'boolean'].includes(typeof entry)
  // A port may be given by its name, and a protocol by its number: only like is compared with like.
  if (isPlain && typeof entry === typeof value.is) return holds(entry === value.is)
  if (typeof value.is === 'string' && typeof entry === 'number' && value.is === packet.protocol)
    return holds(entry === NUMBERS[packet.protocol])
  return 'unknown'
}

function packetValue(left: unknown, packet: Packet): Value {
  const meta = textAt(left, 'meta', 'key')
  if (meta !== '') return metaOf(meta, packet)
  const field = fieldAt(left, 'payload')
  if (field !== undefined) return payloadOf(textAt(field, 'protocol'), textAt(field, 'field'), packet)
  const ct = textAt(left, 'ct', 'key')
  if (ct === 'state') return { is: 'new' }
  if (ct === 'direction') return { is: 'original' }
  if (ct === 'status') return { judge: (entry) => (LATER.includes(entry) ? 'no' : 'unknown') }
  const fib = fieldAt(left, 'fib')
  const flags = listIn(fieldAt(fib, 'flags'))
  if (textAt(fib, 'result') === 'type' && flags.includes('daddr')) return { is: 'local' }
  // The way back exists, unless it leads through a VPN.
  return textAt(fib, 'result') === 'oif' && !packet.vpn ? { is: true } : null
}

function metaOf(key: string, packet: Packet): Value {
  const { version, protocol } = packet
  if (key === 'iifname' || key === 'iif') return { judge: (entry) => isBy(entry, '*', packet) }
  if (key === 'l4proto') return { is: protocol }
  if (key === 'nfproto') return { is: `ipv${version}` }
  if (key === 'protocol') return { is: version === 4 ? 'ip' : 'ip6' }
  return key === 'pkttype' ? { is: 'host' } : null
}

function payloadOf(of: string, field: string, packet: Packet): Value {
  const { version, protocol, port } = packet
  if (of === 'th' || of === protocol) return field === 'dport' ? { is: port } : null
  if (TRANSPORTS.includes(of) || of === (version === 4 ? 'ip6' : 'ip')) return NOT_THERE
  if (of !== 'ip' && of !== 'ip6') return null
  if (field === 'saddr') return { judge: isFrom }
  if (field === 'daddr') return { judge: (entry) => isTo(entry, packet) }
  return field === 'protocol' || field === 'nexthdr' ? { is: protocol } : null
}
