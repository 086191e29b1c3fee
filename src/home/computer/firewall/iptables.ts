import {
  type Base,
  DOUBT,
  every,
  type Holds,
  holds,
  ifHolds,
  isBy,
  isFrom,
  isTo,
  NEGATED,
  type Packet,
  type Ruleset,
  type Step,
  some,
} from './fate.ts'

const INCOMING = ['PREROUTING', 'INPUT']
const IPTABLES_LINES_MAX = 50_000
/** Targets that do something else and let the packet go on. */
const PASSING = ['LOG', 'NFLOG', 'MARK', 'CONNMARK', 'TRACE', 'CT', 'TCPMSS', 'ULOG', 'AUDIT', 'NOTRACK']
const ENDS: Readonly<Record<string, Step>> = { ACCEPT: 'accept', DROP: 'drop', REJECT: 'drop', RETURN: 'return' }
const DIVERTING = ['DNAT', 'REDIRECT', 'NETMAP', 'TPROXY']
/** Words that only announce the words after them. */
const ANNOUNCING = ['-m', '--match', '--comment']

/** `more` is the word after the value. */
type Judge = (value: string, packet: Packet, more: string) => Holds

const anyOf = (judge: (value: string, packet: Packet) => Holds) => (value: string, packet: Packet) =>
  some(value.split(',').map((one) => judge(one, packet)))

const JUDGES: Readonly<Record<string, Judge>> = {
  '-p': (value, { protocol }) => holds(value === protocol || value === 'all' || value === (protocol === 'tcp' ? '6' : '17')),
  '-i': (value, packet) => isBy(value, '+', packet),
  '-o': () => 'no',
  // The flags that are looked at, and those of them that are set: a packet that opens a connection has SYN alone.
  '--tcp-flags': (mask, _, set) => holds((mask.split(',').includes('SYN') ? 'SYN' : 'NONE') === set),
  // Routing headers are for packets that were sent on; a stranger's first one has none.
  '--rt-type': () => 'no',
  '-s': isFrom,
  '-d': isTo,
  '--dport': isOnPort,
  '--dports': anyOf(isOnPort),
  '--ctstate': anyOf((value) => holds(value === 'NEW')),
  '--state': anyOf((value) => holds(value === 'NEW')),
  '--dst-type': anyOf((value) => holds(value === 'LOCAL' || value === 'UNICAST')),
  '--pkt-type': (value) => holds(value === 'unicast'),
}

function isOnPort(value: string, { port }: Packet): Holds {
  const [first = '', last = first] = value.split(':')
  if (!/^\d+$/.test(first) || !/^\d+$/.test(last)) return 'unknown'
  return holds(Number(first) <= port && port <= Number(last))
}

/** Reads what `iptables-save` or `ip6tables-save` prints, for one packet. */
export function readIptables(text: string, packet: Packet): Ruleset {
  const { version, protocol, port } = packet
  const lets = `${version === 4 ? 'iptables' : 'ip6tables'} -I INPUT -p ${protocol} --dport ${port} -j ACCEPT`
  const chains = new Map<string, (readonly Step[])[]>()
  const bases: Base[] = []
  let table = ''
  for (const line of text.split('\n', IPTABLES_LINES_MAX)) {
    const [first = '', second = ''] = line.split(' ', 2)
    if (line.startsWith('*')) table = line.slice(1)
    else if (line.startsWith(':')) {
      const name = first.slice(1)
      chains.set(`${table} ${name}`, [])
      const policy = second === 'DROP' ? 'drop' : 'accept'
      const line = table === 'filter' && name === 'INPUT' ? lets : null
      if (INCOMING.includes(name)) bases.push({ chain: `${table} ${name}`, policy, line })
    } else if (first === '-A') {
      const jump = (target: string) => (chains.has(`${table} ${target}`) ? `${table} ${target}` : null)
      chains.get(`${table} ${second}`)?.push(ruleSteps(wordsOf(line).slice(2), packet, jump))
    }
  }
  return { kind: 'iptables', chains, bases }
}

/** Returns what a rule may do with the packet; `jump` names the chain that a target is, if it is one. */
function ruleSteps(words: readonly string[], packet: Packet, jump: (target: string) => string | null): readonly Step[] {
  const found: Holds[] = []
  let isNegated = false
  for (let index = 0; index < words.length; index++) {
    const [word = '', value = '', more = ''] = words.slice(index, index + 3)
    if (word === '-j' || word === '-g') return ifHolds(every(found), targetSteps(word, value, jump(value)))
    if (ANNOUNCING.includes(word)) index++
    else if (word === '!') isNegated = true
    else if (word.startsWith('-')) {
      const judged = JUDGES[word]?.(value, packet, more) ?? 'unknown'
      found.push(isNegated ? NEGATED[judged] : judged)
      isNegated = false
    }
  }
  // Without a target it counts, and no more.
  return ['next']
}

function targetSteps(word: '-j' | '-g', target: string, chain: string | null): readonly Step[] {
  if (chain !== null) return [word === '-g' ? { goto: chain } : { jump: chain }]
  if (PASSING.includes(target)) return ['next']
  return DIVERTING.includes(target) ? ['divert'] : [...(ENDS[target] ? [ENDS[target]] : DOUBT)]
}

/** Splits a line into words; those in quotes keep their spaces. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
