// The echo port in front of homes out of namespaces whose setup is known: the number of routers that translate is the right one, or not told.
// With DOORSTEP_ECHO_RUNS all homes are looked at so often, and with DOORSTEP_ECHO_TABLE the results are written there as a table.
import { afterAll, expect } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { ALL_PROTOCOLS } from '../support/home/gateway.ts'
import { buildHomes, HOMES_NEED, type Home, type HomeSetup, type Line } from '../support/home/homes.ts'
import { providerTable, routerTable } from '../support/home/router.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { shared } from '../support/shared.ts'
import type { ShapeName } from '../support/where/shapes.ts'

/** Homes whose routers that translate are known, and what the echo port can tell of them. */

const PORT = 62_080

interface EchoHome {
  readonly name: string
  readonly shape: ShapeName
  /** In its tables, "SEEN" stands for the public address. */
  readonly setup?: HomeSetup
  /** Further commands, by machine: each can be run again. */
  readonly commands?: readonly (readonly [machine: string, command: string])[]
  readonly translators: number
  /** The numbers that may be told; null is "not told". */
  readonly told: readonly (number | null)[]
  readonly causes: readonly string[]
  readonly nats: readonly string[]
  /** Left to the runs of all homes. */
  readonly isRare?: boolean
}

const GATEWAY = { gateway: ALL_PROTOCOLS }
const MIDDLE = { tables: { middle: routerTable({}) } }
const RULE = { routers: { home: { rules: [{ protocol: 'tcp', port: PORT, to: '192.168.1.10' }] } } } as const

const table = (name: string, hook: string, lines: string) =>
  `table inet ${name} { chain ${name} { type filter hook ${hook}; ${lines}; }; }\n`
const MUTE = table('mute', 'output priority 0', 'icmp type time-exceeded drop')
const SELDOM = table('seldom', 'output priority 0', 'icmp type time-exceeded limit rate over 1/second burst 1 packets drop')
/** Speaks with another address, after the translation that would put it right again. */
const speaksAs = (address: string) =>
  table('speaks', 'postrouting priority srcnat + 1', `oifname "wan" icmp type time-exceeded ip saddr set ${address}`)
const hops = (hook: string, device: string, limit: number) =>
  table('hops', `${hook} priority mangle`, `${device} ip ttl set ${limit}`)
const ANEW = hops('prerouting', 'iifname "wan"', 64)
const translates = (how: string) =>
  `table inet first { chain post { type nat hook postrouting priority srcnat - 1; oifname "wan" meta l4proto { tcp, udp } masquerade ${how}; }; }\n`
const PORTS = '40000-40255'
/** A part of the ports of an address: the others are another customer's, whose router drops what comes in. */
const PART = `${translates(`to :${PORTS}`)}${table('others', 'prerouting priority raw', `iifname "wan" tcp dport != ${PORTS} drop`)}`
const BRIDGE = `${table('published', 'prerouting priority dstnat', `iifname "wan" tcp dport ${PORT} dnat ip to 172.17.0.2`).replace('filter', 'nat')}`
const LOSS = providerTable('numgen random mod 5 == 0 drop')

/** Sends what is marked over the shortcut. */
const SHORTER = `ip rule del fwmark 1 table 100 2>/dev/null || true; ip rule add fwmark 1 table 100
ip route replace default via $(ip -4 -o addr show dev short | sed 's/.* \\([0-9.]*\\)[.]1.24 .*/\\1.2/') dev short table 100`

/** The findings at a home, and the sentences about them. */
type Found = Pick<EchoHome, 'translators' | 'told' | 'causes' | 'nats'>

const PROVEN: Found = { translators: 1, told: [1], causes: ['no-rule-proven'], nats: ['none'] }
const LIKELY: Found = { ...PROVEN, causes: ['no-rule-likely'] }
const SILENT: Found = { translators: 1, told: [null], causes: ['no-rule-likely'], nats: ['unknown'] }
const EITHER: Found = { translators: 1, told: [1, null], causes: ['no-rule-proven', 'no-rule-likely'], nats: ['none', 'unknown'] }
const OPEN: Found = { ...PROVEN, causes: ['answers'] }
const CARRIER: Found = { translators: 2, told: [2], causes: ['carrier-nat'], nats: ['carrier-grade'] }
const LOSSY_CARRIER: Found = {
  translators: 2,
  told: [2, null],
  causes: ['carrier-nat', 'shared-or-no-rule', 'no-rule-likely'],
  nats: ['carrier-grade', 'unknown'],
}
const MAYBE_SHARED: Found = { translators: 2, told: [null], causes: ['shared-or-no-rule'], nats: ['unknown'] }
const TWO: Found = { translators: 2, told: [null], causes: ['second-router'], nats: ['double-nat'] }

type Rest = Pick<EchoHome, 'setup' | 'commands'>

/** A home that is looked at each time, and one that is left to the runs of all homes. */
const usual = (name: string, shape: ShapeName, found: Found, rest: Rest = {}): EchoHome => ({ name, shape, ...found, ...rest })
const rare = (name: string, shape: ShapeName, found: Found, rest: Rest = {}): EchoHome => ({
  ...usual(name, shape, found, rest),
  isRare: true,
})
/** Homes whose machines have these tables. */
const tables = (all: Readonly<Record<string, string>>): Rest => ({ setup: { tables: all } })

const ECHO_HOMES: readonly EchoHome[] = [
  usual('one router without a rule', 'single', PROVEN),
  usual('one router without a rule, that says so', 'single', PROVEN, { setup: GATEWAY }),
  rare('one router with a rule, a program listens', 'single', OPEN, { setup: RULE }),
  usual('one router that keeps silent', 'single', SILENT, tables({ home: MUTE })),
  usual('one router that sets hop limits anew', 'single', SILENT, tables({ home: ANEW })),
  usual(
    'one router that sets hop limits anew behind it',
    'single',
    SILENT,
    tables({ home: hops('postrouting', 'oifname "lan"', 64) }),
  ),
  rare('one router that lowers hop limits to 2', 'single', SILENT, tables({ home: hops('prerouting', 'iifname "wan"', 2) })),
  usual('one router that speaks with its inner address', 'single', SILENT, tables({ home: speaksAs('192.168.1.1') })),
  rare('one router that speaks once a second', 'single', PROVEN, tables({ home: SELDOM })),
  usual('one router that gives each flow a port by chance', 'single', LIKELY, tables({ home: translates('random') })),
  usual('one router with a part of the ports', 'single', LIKELY, tables({ home: PART })),
  usual('one router with a part of the ports, a rule for one of the others', 'single', LIKELY, {
    setup: { ...RULE, tables: { home: PART } },
  }),
  rare('the router in front of the home keeps silent', 'single', SILENT, tables({ r2: MUTE })),
  usual(
    'the router in front of the home speaks with its address',
    'single',
    { ...SILENT, causes: ['no-rule-likely', 'rule-not-here'] },
    tables({ r2: speaksAs('SEEN') }),
  ),
  usual('a fifth is lost each way', 'single', { ...EITHER, causes: [...EITHER.causes, 'port-stopped'] }, tables({ r2: LOSS })),
  rare(
    'a fifth is lost each way, a rule, a program listens',
    'single',
    { ...EITHER, causes: ['answers'] },
    {
      setup: { ...RULE, tables: { r2: LOSS } },
    },
  ),
  usual(
    'the computer drops ICMP',
    'single',
    PROVEN,
    tables({ dev: table('deaf', 'input priority -10', 'meta l4proto icmp drop') }),
  ),
  rare('a VPN takes everything', 'single', { ...SILENT, causes: ['vpn'] }, { setup: { vpn: true } }),
  rare(
    'the program is in a container of the computer',
    'containers',
    { ...PROVEN, causes: ['someone-else'] },
    {
      setup: { ...RULE, listens: [{ port: PORT, at: 'box' }], tables: { dev: BRIDGE } },
    },
  ),
  rare('the computer has the public address', 'bare', { ...OPEN, translators: 0, told: [0] }),
  rare('twelve hops away', 'far', PROVEN),
  // In namespaces a packet keeps the hash of the socket that sent it, and answers come from another socket than probes.
  rare('two ways of unequal length, by ports', 'ecmp', EITHER),
  rare('two ways of equal length, by ports', 'twin', PROVEN),
  rare('two ways of unequal length, by chance for each packet', 'ecmp', EITHER, {
    ...tables({ r1: table('chance', 'prerouting priority mangle', 'iifname "wan" meta mark set numgen random mod 2') }),
    commands: [['r1', SHORTER]],
  }),
  rare('a round trip of 0.6 s', 'slow', PROVEN),
  usual('a carrier in front', 'carrier', CARRIER),
  usual('a silent carrier in front', 'carrier', { ...SILENT, translators: 2 }, tables({ home: MUTE })),
  usual('a silent router behind a carrier', 'carrier', MAYBE_SHARED, tables({ inner: MUTE })),
  rare('a router behind a carrier that sets hop limits anew', 'carrier', MAYBE_SHARED, tables({ inner: ANEW })),
  usual('a carrier that gives parts of the ports', 'carrier', CARRIER, tables({ home: PART })),
  rare('a carrier that speaks once a second', 'carrier', CARRIER, tables({ home: SELDOM })),
  rare('a carrier that loses a fifth each way', 'carrier', LOSSY_CARRIER, tables({ home: LOSS })),
  rare('a carrier that numbers customers like homes', 'tens', TWO),
  // The inner one may only route, unless it says that it has an address of the other.
  usual('two routers at home', 'double', TWO),
  usual('two routers at home, the inner one says so', 'double', { ...TWO, told: [2] }, { setup: GATEWAY }),
  usual(
    'two routers at home, the inner one only routes',
    'double',
    { ...TWO, translators: 1 },
    {
      ...tables({ inner: 'delete table inet home\n' }),
      commands: [['home', 'ip route replace 192.168.2.0/24 via 192.168.1.2']],
    },
  ),
  usual('in a container', 'container', TWO),
  usual('in a container behind a carrier', 'contained', { ...CARRIER, translators: 3, told: [null] }, { setup: MIDDLE }),
  rare('two routers and a carrier', 'triple', { ...CARRIER, translators: 3, told: [null] }, { setup: MIDDLE }),
  usual(
    'two routers and a carrier, the inner one says so',
    'triple',
    { ...CARRIER, translators: 3, told: [3] },
    {
      setup: { ...MIDDLE, ...GATEWAY },
    },
  ),
]

const ECHO_PORT = 3479
const RUNS = Number(process.env.DOORSTEP_ECHO_RUNS ?? 0)
const TABLE = process.env.DOORSTEP_ECHO_TABLE
const CASES = ECHO_HOMES.filter(({ isRare }) => RUNS > 0 || !isRare)
/** Homes of one shape follow each other, so that those of the most common one need several. */
const SHAPES: readonly ShapeName[] = ['single', 'single', ...new Set(CASES.map(({ shape }) => shape))]

let looks: Promise<Map<EchoHome, Promise<Looked[]>>> | undefined
const written: string[] = []

interface Looked extends Line {
  /** The packets of the computer to the echo port. */
  readonly packets: number
}

const builtHomes = shared(() => buildHomes(SHAPES, { server: ['--echo-port', String(ECHO_PORT)] }))

/** Looks at all homes side by side, as far as there are streets for them. */
async function lookAtAll() {
  const { all } = await builtHomes()
  const queues = all.map((home, at) => ({ home, shape: SHAPES[at], last: Promise.resolve<unknown>(null) }))
  return new Map(
    CASES.map((one, at) => {
      const fitting = queues.filter(({ shape }) => shape === one.shape)
      const queue = fitting[at % fitting.length]
      if (!queue) throw new Error(`no home of the shape ${one.shape}`)
      const looked = queue.last.then(() => lookAt(queue.home, one))
      queue.last = looked.catch(() => null)
      return [one, looked]
    }),
  )
}

async function lookAt(home: Home, { setup = {}, commands = [] }: EchoHome): Promise<Looked[]> {
  const tables = Object.entries(setup.tables ?? {}).map(([machine, text]) => [machine, text.replaceAll('SEEN', home.seen)])
  const looked: Looked[] = []
  for (let times = 0; times < Math.max(RUNS, 1); times++) {
    await using _ = await home.setUp({ listens: [{ port: PORT }], ...setup, tables: Object.fromEntries(tables) })
    for (const [machine, command] of commands) await run(home.street.inside(machine, ['sh', '-ec', command]))
    const line = await home.line(['home', '--port', String(PORT), '--json', '--server', home.url(4)])
    const asked = (await home.spoken()).filter(({ protocol, port }) => protocol === 'udp' && port === ECHO_PORT)
    looked.push({ ...line, packets: asked.reduce((sum, { packets }) => sum + packets, 0) })
  }
  return looked
}

afterAll(() => {
  if (TABLE) writeFileSync(TABLE, written.join(''))
})

for (const one of CASES) {
  const { name, translators, told, causes, nats } = one
  labTest(`${name}: ${translators}, ${told.map((number) => number ?? 'not told').join(' or ')}`, HOMES_NEED, async () => {
    looks ??= lookAtAll()
    const looked = (await (await looks).get(one)) ?? []
    written.push(rowOf(one, looked))
    for (const { json, stderr } of looked) {
      expect(stderr).toBe('')
      expect(told).toContain(json?.line?.translators)
      expect([null, translators]).toContain(json.line.translators)
      expect(causes).toContain(json.cause)
      expect(nats).toContain(json.line.nat)
      // Known addresses are not to be compared again.
      const isCompared = json.nextActions.some(({ code }: { code: string }) => code === 'compare-router-address')
      if (json.line.translators !== null) expect(isCompared).toBe(false)
    }
  })
}

/** Returns a row for people: what was told, how often, with the most packets and seconds. */
function rowOf({ name, translators }: EchoHome, looked: readonly Looked[]): string {
  const counted = (all: readonly string[]) =>
    [...new Set(all)]
      .map((one) => (looked.length > 1 ? `${one} (${all.filter((other) => other === one).length})` : one))
      .join(', ')
  const most = (all: readonly number[]) => Math.max(...all)
  const cells = [
    name,
    String(translators),
    counted(looked.map(({ json }) => String(json?.line?.translators ?? 'not told'))),
    counted(looked.map(({ json }) => `\`${json?.cause}\``)),
    String(most(looked.map(({ packets }) => packets))),
    most(looked.map(({ json }) => Number(json?.elapsedMs) / 1000)).toFixed(1),
  ]
  return `| ${cells.join(' | ')} |\n`
}

const LISTENING: readonly (readonly [shape: ShapeName, situation: string])[] = [
  ['single', 'no-rule-seen'],
  ['carrier', 'carrier-grade'],
  ['double', 'two-routers'],
]
for (const [shape, situation] of LISTENING)
  labTest(`listen behind ${shape}: ${situation}`, HOMES_NEED, async () => {
    looks ??= lookAtAll()
    await Promise.allSettled((await looks).values())
    const home = (await builtHomes()).all[SHAPES.indexOf(shape)]
    if (!home) throw new Error(`no home of the shape ${shape}`)
    await using _ = await home.setUp({})
    const { json, stderr } = await home.line(['listen', String(PORT), '--json', '--server', home.url(4)])
    const codes: string[] = json?.nextActions?.map(({ code }: { code: string }) => code) ?? []
    expect([json?.situation, codes.includes('compare-router-address'), stderr]).toEqual([situation, false, ''])
  })
