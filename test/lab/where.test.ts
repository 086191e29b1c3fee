// Homes out of namespaces with real routers, asked for from the device as their owners would: where the packets ended is what was set up.
// With DOORSTEP_WHERE_RUNS each is asked for so often, and with DOORSTEP_WHERE_TABLE the results are written there as tables.
import { afterAll, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { labTest } from '../support/lab.ts'
import { shared } from '../support/shared.ts'
import { SITUATIONS6 } from '../support/where/homes6.ts'
import { faultsOf, packetsOf } from '../support/where/judge.ts'
import { type Seen, startWhereLab, WHERE_LAB_NEEDS } from '../support/where/lab.ts'
import { containers, DEVICE_DROPS, filter, LISTENING, loss, mangle, output, type Router, router } from '../support/where/rules.ts'
import type { ShapeName } from '../support/where/shapes.ts'
import { type Case, type Expected, expected, type Situation, situationsOf } from '../support/where/situation.ts'

// The results of many runs as a table for people: the answer without and with a look, what it cost, and how often it was right.

interface Runs {
  readonly situation: Situation
  /** The answer without a look; null if that was not asked for. */
  readonly plain: Seen | null
  readonly seen: readonly Seen[]
}

const HEAD = `| situation | without a look | \`where\` | first next step | packets | seconds | right |
| --- | --- | --- | --- | --- | --- | --- |
`

/** Returns a table in Markdown of one family, a row for each situation; both protocols share it. */
function tableOf(family: 4 | 6, all: readonly Runs[]): string {
  const rows = new Map<string, Runs[]>()
  for (const runs of all) {
    const { name } = runs.situation
    if (runs.situation.family === family) rows.set(name, [...(rows.get(name) ?? []), runs])
  }
  return HEAD + [...rows].map(([name, both]) => rowOf(name, both)).join('')
}

function rowOf(name: string, both: readonly Runs[]): string {
  const isRight = (situation: Situation) => (one: Seen) => faultsOf(situation, one, one.address, one.after).length === 0
  const right = both.flatMap(({ situation, seen }) => seen.filter(isRight(situation)))
  const seen = both.flatMap((runs) => runs.seen)
  const [first] = both
  const cells = [
    both.length === 1 ? `${name} (${first?.situation.protocol.toUpperCase()})` : name,
    each(both, ({ plain }) => `\`${plain?.status}\`, \`${plain?.actions[0]}\``),
    each(both, (runs) => mostOften(runs.seen.map(shown))),
    each(both, (runs) => `\`${mostOften(runs.seen.map(({ actions }) => actions[0] ?? ''))}\``),
    span(seen.map(packetsOf), (value) => String(value)),
    span(
      seen.map(({ elapsedMs }) => elapsedMs / 1000),
      (value) => value.toFixed(1),
    ),
    `${right.length} of ${seen.length}`,
  ]
  return `| ${cells.join(' | ')} |\n`
}

/** Returns the values of both protocols, once if they are the same. */
function each(both: readonly Runs[], value: (runs: Runs) => string): string {
  const values = both.map((runs) => ({ protocol: runs.situation.protocol.toUpperCase(), text: value(runs) }))
  if (new Set(values.map(({ text }) => text)).size === 1) return values[0]?.text ?? ''
  return values.map(({ protocol, text }) => `${protocol}: ${text}`).join('; ')
}

function shown({ where, status }: Seen): string {
  if (!where) return status === 'open' ? 'none: open' : 'none'
  const { verdict, forwardingRule, allPorts, forwarders, stoppedAfter } = where
  const marks = [
    ...(forwardingRule === 'proven' ? ['rule proven'] : []),
    ...(allPorts ? ['every port'] : []),
    ...((forwarders ?? 0) > 1 ? [`${forwarders} forwarders`] : []),
    ...(stoppedAfter ? [`after hop ${stoppedAfter.hop}`] : []),
  ]
  return [`\`${verdict}\``, ...marks].join(', ')
}

function mostOften(values: readonly string[]): string {
  const counts = [...new Set(values)].map((value) => ({ value, count: values.filter((one) => one === value).length }))
  const [first, ...others] = counts.toSorted((one, other) => other.count - one.count)
  if (others.length === 0) return first?.value ?? ''
  return `${first?.value} (${first?.count}; ${others.map(({ value, count }) => `${value} ${count}`).join('; ')})`
}

function span(values: readonly number[], format: (value: number) => string): string {
  const [least, most] = [format(Math.min(...values)), format(Math.max(...values))]
  return least === most ? least : `${least} to ${most}`
}

// Situations of a home over IPv4: the rules of its routers, and the answer that is right.

const DEVICE = '192.168.1.10'
/** Addresses at which nobody is: in the network of the home, and outside it. */
const [ABSENT, OUTSIDE] = ['192.168.1.66', '10.9.9.9']
const INNER = '192.168.1.2'

const silent = expected('silent-at-address')
const refusedBehind = expected('refused-by-device')
const silentBehind = expected('silent-device')
const refusedOnTheWay = expected('refused-on-the-way')
const stoppedAfter = (hop: number) => expected('stopped-before', { stoppedAfter: hop })
/** A refusal from behind the address, of which the address itself said nothing. */
const refusedSomewhere: Expected = { verdicts: ['refused-by-device', 'cannot-tell'], proven: 'either' }

const WITH_RULE = { to: DEVICE } as const
const noExceeded = 'icmp type time-exceeded drop'
const fewExceeded = 'icmp type time-exceeded limit rate over 1/minute burst 1 packets drop'
const noIcmp = 'meta l4proto icmp drop'

const SINGLE: readonly Case[] = [
  ['no rule', {}, silent],
  ['no rule, the router refuses', { rest: 'refusal' }, expected('refused-at-address')],
  ['rule, a program listens', WITH_RULE, expected('open'), { port: LISTENING, listensAt: 'dev' }],
  ['rule, nothing listens', WITH_RULE, refusedBehind],
  ['rule, the device drops', WITH_RULE, silentBehind, { tables: { dev: DEVICE_DROPS } }],
  ["rule, the router's filter drops", { ...WITH_RULE, filter: 'drop' }, silentBehind],
  ["rule, the router's filter refuses", { ...WITH_RULE, filter: 'reject' }, expected('refused-at-address', { proven: 'yes' })],
  ['rule, the device is off', { to: ABSENT }, expected('no-device')],
  ['rule to an address outside', { to: OUTSIDE }, expected('wrong-address')],
  ['rule for UDP alone', { ...WITH_RULE, rule: 'udp' }, { tcp: silent, udp: refusedBehind }],
  ['rule for TCP alone', { ...WITH_RULE, rule: 'tcp' }, { tcp: refusedBehind, udp: silent }],
  ['exposed host', { ...WITH_RULE, rule: 'every port' }, expected('refused-by-device', { allPorts: true })],
  [
    'exposed host that drops',
    { ...WITH_RULE, rule: 'every port' },
    expected('silent-device', { allPorts: true }),
    { tables: { dev: DEVICE_DROPS.replace(/meta l4proto.*(?= drop)/, 'meta l4proto { tcp, udp } ct state new') } },
  ],
  ['one public address for one device', { ...WITH_RULE, rule: 'everything' }, expected('refused-by-device', { allPorts: true })],
  ['the router keeps the port for itself', { rule: 'itself' }, silent],
  ['rule, the router tells nothing of hop limits', { ...WITH_RULE, output: noExceeded }, refusedSomewhere],
  [
    'rule, no messages of the router, the device is off',
    { to: ABSENT, output: noIcmp },
    { verdicts: ['cannot-tell', 'silent-at-address'], proven: 'no' },
  ],
  ['rule, the router resets hop limits', { ...WITH_RULE, mangle: 'iifname "wan" ip ttl set 64' }, refusedSomewhere],
  ['mapping by UPnP', {}, refusedBehind, { maps: true }],
  ["rule, the router's messages are few", { ...WITH_RULE, output: fewExceeded }, refusedBehind],
]

const R1 = (action: string) => ({ tables: { r1: filter(action) } })
const R2 = (action: string) => ({ tables: { r2: filter(action) } })
const RESET = 'meta l4proto tcp reject with tcp reset'
const PROHIBITED = 'reject with icmp type admin-prohibited'
/** Silence that may be of the home, or of a filter of the last router before it: nobody can tell. */
const quiet: Expected = { verdicts: ['silent-at-address', 'cannot-tell'], proven: 'no' }

const PROVIDER: readonly Case[] = [
  ['the provider drops early, rule', WITH_RULE, stoppedAfter(1), R1('drop')],
  ['the provider drops early, no rule', {}, stoppedAfter(1), R1('drop')],
  ['the provider drops early, no rule, the router refuses', { rest: 'refusal' }, stoppedAfter(1), R1('drop')],
  ['the last provider hop drops, rule', WITH_RULE, quiet, R2('drop')],
  ['the last provider hop drops, no rule', {}, quiet, R2('drop')],
  [
    'the last provider hop drops, the router refuses other ports',
    { rest: 'refusal' },
    { verdicts: ['silent-at-address', 'cannot-tell', 'stopped-before'], proven: 'no' },
    R2('drop'),
  ],
  [
    'no block: a silent rule, refusal of other ports, nothing said of hop limits',
    { ...WITH_RULE, rest: 'refusal', output: noExceeded },
    { verdicts: ['silent-at-address', 'cannot-tell'], proven: 'either' },
    { tables: { dev: DEVICE_DROPS } },
  ],
  ['refused early with a forged address, rule', WITH_RULE, { tcp: refusedOnTheWay }, R1(RESET)],
  ['refused early with a forged address, no rule', {}, { tcp: refusedOnTheWay }, R1(RESET)],
  ['refused at the last provider hop with a forged address, rule', WITH_RULE, { tcp: refusedOnTheWay }, R2(RESET)],
  ['refused at the last provider hop with a forged address, no rule', {}, { tcp: refusedOnTheWay }, R2(RESET)],
  [
    'refused at the last provider hop with a forged address, the router refuses as well',
    { rest: 'refusal' },
    { tcp: refusedOnTheWay },
    R2(RESET),
  ],
  ['prohibited early, rule', WITH_RULE, refusedOnTheWay, R1(PROHIBITED)],
  ['prohibited early, no rule', {}, refusedOnTheWay, R1(PROHIBITED)],
  ['prohibited at the last provider hop, rule', WITH_RULE, refusedOnTheWay, R2(PROHIBITED)],
  ['prohibited at the last provider hop, no rule', {}, refusedOnTheWay, R2(PROHIBITED)],
]

const ROUTER_LIMIT = output('icmp type time-exceeded limit rate over 1/second burst 1 packets drop')
const RESETS = mangle('iifname "wan" ip ttl < 64 ip ttl set 64')
const LOSSY = { tables: { r1: loss(20) }, isByChance: true }
const HARD_WAYS: readonly Case[] = [
  ['few messages of the routers, rule', WITH_RULE, refusedBehind, { tables: { r1: ROUTER_LIMIT, r2: ROUTER_LIMIT } }],
  ['few messages of the routers, no rule', {}, quiet, { tables: { r1: ROUTER_LIMIT, r2: ROUTER_LIMIT } }],
  ['no messages of the routers, rule', WITH_RULE, refusedBehind, { tables: { r1: output(noExceeded), r2: output(noExceeded) } }],
  ['no messages of the routers, no rule', {}, quiet, { tables: { r1: output(noExceeded), r2: output(noExceeded) } }],
  [
    'a fifth is lost, rule',
    WITH_RULE,
    { verdicts: ['refused-by-device', 'silent-device', 'cannot-tell', 'silent-at-address', 'open'], proven: 'either' },
    LOSSY,
  ],
  ['a fifth is lost, no rule', {}, quiet, LOSSY],
  ["the provider's first router resets hop limits, rule", WITH_RULE, refusedSomewhere, { tables: { r1: RESETS } }],
  ["the provider's first router resets hop limits, no rule", {}, quiet, { tables: { r1: RESETS } }],
]

const inner = (given: Router) => ({ tables: { inner: router(given) } })
const INNER_DEVICE = { to: '192.168.2.10' } as const
const two = { forwarders: 2 }
const DOUBLE: readonly Case[] = [
  ['two routers, both rules', { to: INNER }, expected('refused-by-device', two), inner(INNER_DEVICE)],
  ['two routers, both rules, the device is off', { to: INNER }, expected('no-device', two), inner({ to: '192.168.2.66' })],
  ['two routers, the outer rule alone', { to: INNER }, silentBehind, inner({})],
  ['two routers, the outer rule alone, the inner refuses', { to: INNER }, refusedBehind, inner({ rest: 'refusal' })],
  ['two routers, the inner rule alone', {}, silent, inner(INNER_DEVICE)],
]
const CARRIER: readonly Case[] = [
  ["the carrier's translation, rule at home alone", {}, silent, inner(WITH_RULE)],
  ["the carrier's translation with a mapping, rule", { to: '100.64.0.2' }, expected('refused-by-device', two), inner(WITH_RULE)],
  ["the carrier's translation with a mapping, no rule", { to: '100.64.0.2' }, silentBehind, inner({})],
]
const BOX = { tables: { dev: containers('172.17.0.2') } }
const CONTAINERS: readonly Case[] = [
  ['containers, nothing listens', WITH_RULE, expected('refused-by-device', two), BOX],
  ['containers, the program answers', WITH_RULE, expected('open'), { ...BOX, port: LISTENING, listensAt: 'box' }],
  ['containers, that container is gone', WITH_RULE, expected('no-device', two), { tables: { dev: containers('172.17.0.66') } }],
]
const ANY_WAY: readonly Case[] = [
  ['rule, nothing listens', WITH_RULE, refusedBehind],
  ['rule, the device drops', WITH_RULE, silentBehind, { tables: { dev: DEVICE_DROPS } }],
  ['no rule', {}, silent],
  ['no rule, the router refuses', { rest: 'refusal' }, expected('refused-at-address')],
]
/** Packets take two ways by their ports, so that the one which ends at the address may never have been sent. */
const TWO_WAYS: readonly Case[] = [
  ['rule, nothing listens', WITH_RULE, refusedSomewhere],
  [
    'rule, the device drops',
    WITH_RULE,
    { verdicts: ['silent-device', 'silent-at-address', 'cannot-tell'], proven: 'either' },
    { tables: { dev: DEVICE_DROPS } },
  ],
  ...ANY_WAY.slice(2),
]
const BARE: readonly Case[] = [
  ['a public address of its own, nothing listens', {}, expected('refused-at-address')],
  ['a public address of its own, it drops', {}, quiet, { tables: { dev: DEVICE_DROPS } }],
]

const SITUATIONS: readonly Situation[] = [
  ...situationsOf(4, 'single', [...SINGLE, ...PROVIDER, ...HARD_WAYS]),
  ...situationsOf(4, 'double', DOUBLE),
  ...situationsOf(4, 'carrier', CARRIER),
  ...situationsOf(4, 'containers', CONTAINERS),
  ...situationsOf(4, 'far', ANY_WAY, '12 hops: '),
  ...situationsOf(4, 'ecmp', TWO_WAYS, 'two ways of unequal length: '),
  ...situationsOf(4, 'slow', ANY_WAY, 'a round trip of 0.6 s: '),
  ...situationsOf(4, 'bare', BARE),
]

const RUNS = Number(process.env.DOORSTEP_WHERE_RUNS ?? 1)
const LEAST_BY_CHANCE = 3
const TABLE = process.env.DOORSTEP_WHERE_TABLE
/** The kernel sends the start of a connection again when nothing has come back for so long. */
const REPEATED_MS = 1000
/** Most situations are those of a home with one router, so there are several of it: enough that all are done in two minutes. */
const SINGLES = 8
const STREETS: readonly ShapeName[] = [
  ...Array.from({ length: SINGLES }, () => 'single' as const),
  ...(['double', 'carrier', 'containers', 'far', 'ecmp', 'slow', 'bare'] as const),
]
const ALL = [...SITUATIONS, ...SITUATIONS6]

const timesOf = ({ isByChance = false }: Situation) => (isByChance ? Math.max(RUNS, LEAST_BY_CHANCE) : RUNS)

let asked: ReturnType<typeof askAll> | undefined
const written: Runs[] = []

const startedLab = shared(() => startWhereLab(STREETS))

/** A request that is not to look, or has nothing to look for. */
interface Plain {
  readonly title: string
  readonly situation: Situation
  readonly request: object
  readonly check: (seen: Seen, situation: Situation) => void
}

const onlyThePort = ({ sent, address, port }: Seen, { protocol }: Situation) =>
  expect(sent.map(({ packets: _, ...rest }) => rest)).toEqual([{ address, protocol, port }])

function plainly(title: string, names: readonly string[], request: object, check: Plain['check']): Plain[] {
  const single = ALL.filter(({ name, shape }) => names.includes(name) && shape === 'single')
  return single.map((situation) => ({ title, situation, request, check }))
}

const PLAINS: readonly Plain[] = [
  ...plainly('nothing but the check itself is sent', ['no rule', 'pinhole closed'], { explain: false }, (seen, situation) => {
    expect(seen).toMatchObject({ status: 'timeout', where: null, exceeded: 0 })
    onlyThePort(seen, situation)
    // The kernel repeats the first packet of a connection three times; a datagram is sent three times.
    expect(packetsOf(seen)).toBe(situation.protocol === 'tcp' ? 4 : 3)
  }),
  ...plainly(
    'an open port takes one packet',
    ['rule, a program listens', 'pinhole open, a program listens'],
    {},
    (seen, situation) => {
      expect(seen).toMatchObject({ status: 'open', where: null, exceeded: 0 })
      onlyThePort(seen, situation)
      expect(packetsOf(seen)).toBeGreaterThan(0)
      expect(packetsOf(seen)).toBeLessThanOrEqual(1 + Math.floor(seen.elapsedMs / REPEATED_MS))
    },
  ),
]

/** Asks about everything at once, as far as there are streets for it. */
async function askAll() {
  const { ask } = await startedLab()
  const runs = async (one: Situation): Promise<Runs> => {
    const seen = Promise.all(Array.from({ length: timesOf(one) }, () => ask(one)))
    const plain = TABLE ? await ask(one, { explain: false }) : null
    return { situation: one, plain, seen: await seen }
  }
  return {
    runs: new Map(ALL.map((one) => [one, runs(one)])),
    plains: new Map(PLAINS.map((one) => [one, ask(one.situation, one.request)])),
  }
}
const askedAll = () => (asked ??= askAll())

afterAll(() => {
  if (TABLE) writeFileSync(TABLE, `${tableOf(4, written)}\n${tableOf(6, written)}`)
})

for (const situation of ALL) {
  const { family, protocol, name } = situation
  labTest(`over IPv${family} and ${protocol.toUpperCase()}: ${name}`, WHERE_LAB_NEEDS, async () => {
    const runs = await (await askedAll()).runs.get(situation)
    if (runs) written.push(runs)
    const { seen = [] } = runs ?? {}
    const faults = seen.map((one) => faultsOf(situation, one, one.address, one.after)).filter((found) => found.length > 0)
    expect(seen).toHaveLength(timesOf(situation))
    if (situation.isByChance && faults.length * 2 < seen.length) return
    expect(faults).toEqual([])
  })
}

for (const plain of PLAINS) {
  const { title, situation, check } = plain
  const { family, protocol, name } = situation
  labTest(`${title} for "${name}" over IPv${family} and ${protocol.toUpperCase()}`, WHERE_LAB_NEEDS, async () => {
    const seen = await (await askedAll()).plains.get(plain)
    if (!seen) throw new Error('not asked')
    check(seen, situation)
  })
}
