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

const PROVEN = { translators: 1, told: [1], causes: ['no-rule-proven'], nats: ['none'] }
const LIKELY = { ...PROVEN, causes: ['no-rule-likely'] }
const SILENT = { translators: 1, told: [null], causes: ['no-rule-likely'], nats: ['unknown'] }
const EITHER = { translators: 1, told: [1, null], causes: ['no-rule-proven', 'no-rule-likely'], nats: ['none', 'unknown'] }
const OPEN = { ...PROVEN, causes: ['answers'] }
const CARRIER = { translators: 2, told: [2], causes: ['carrier-nat'], nats: ['carrier-grade'] }
const MAYBE_SHARED = { translators: 2, told: [null], causes: ['shared-or-no-rule'], nats: ['unknown'] }
const TWO = { translators: 2, told: [null], causes: ['second-router'], nats: ['double-nat'] }

/** The home of the shape "single", without a rule, whose router or provider has these tables. */
const single = (
  name: string,
  tables: Readonly<Record<string, string>>,
  rest: Omit<EchoHome, 'name' | 'shape' | 'setup'>,
): EchoHome => ({ name, shape: 'single', setup: { tables }, ...rest })

const ECHO_HOMES: readonly EchoHome[] = [
  { name: 'one router without a rule', shape: 'single', ...PROVEN },
  { name: 'one router without a rule, that says so', shape: 'single', setup: GATEWAY, ...PROVEN },
  { name: 'one router with a rule, a program listens', shape: 'single', setup: RULE, ...OPEN, isRare: true },
  single('one router that keeps silent', { home: MUTE }, SILENT),
  single('one router that sets hop limits anew', { home: ANEW }, SILENT),
  single('one router that sets hop limits anew behind it', { home: hops('postrouting', 'oifname "lan"', 64) }, SILENT),
  single('one router that lowers hop limits to 2', { home: hops('prerouting', 'iifname "wan"', 2) }, { ...SILENT, isRare: true }),
  single('one router that speaks with its inner address', { home: speaksAs('192.168.1.1') }, SILENT),
  single('one router that speaks once a second', { home: SELDOM }, { ...PROVEN, isRare: true }),
  single('one router that gives each flow a port by chance', { home: translates('random') }, LIKELY),
  single('one router with a part of the ports', { home: PART }, LIKELY),
  {
    name: 'one router with a part of the ports, a rule for one of the others',
    shape: 'single',
    setup: { ...RULE, tables: { home: PART } },
    ...LIKELY,
  },
  single('the router in front of the home keeps silent', { r2: MUTE }, { ...SILENT, isRare: true }),
  single(
    'the router in front of the home speaks with its address',
    { r2: speaksAs('SEEN') },
    { ...SILENT, causes: ['no-rule-likely', 'rule-not-here'] },
  ),
  single(
    'a fifth is lost each way',
    { r2: LOSS },
    {
      translators: 1,
      told: [1, null],
      nats: ['none', 'unknown'],
      causes: ['no-rule-proven', 'no-rule-likely', 'port-stopped'],
    },
  ),
  {
    name: 'a fifth is lost each way, a rule, a program listens',
    shape: 'single',
    setup: { ...RULE, tables: { r2: LOSS } },
    translators: 1,
    told: [1, null],
    nats: ['none', 'unknown'],
    causes: ['answers'],
    isRare: true,
  },
  single('the computer drops ICMP', { dev: table('deaf', 'input priority -10', 'meta l4proto icmp drop') }, PROVEN),
  {
    name: 'a VPN takes everything',
    shape: 'single',
    setup: { vpn: true },
    translators: 1,
    told: [null],
    causes: ['vpn'],
    nats: ['unknown'],
    isRare: true,
  },
  {
    name: 'the program is in a container of the computer',
    shape: 'containers',
    isRare: true,
    setup: { ...RULE, listens: [{ port: PORT, at: 'box' }], tables: { dev: BRIDGE } },
    ...PROVEN,
    causes: ['someone-else'],
  },
  {
    name: 'the computer has the public address',
    shape: 'bare',
    translators: 0,
    told: [0],
    nats: ['none'],
    causes: ['answers'],
    isRare: true,
  },
  { name: 'twelve hops away', shape: 'far', ...PROVEN, isRare: true },
  // In namespaces a packet keeps the hash of the socket that sent it, and answers come from another socket than probes.
  { name: 'two ways of unequal length, by ports', shape: 'ecmp', ...EITHER, isRare: true },
  { name: 'two ways of equal length, by ports', shape: 'twin', ...PROVEN, isRare: true },
  {
    name: 'two ways of unequal length, by chance for each packet',
    shape: 'ecmp',
    isRare: true,
    setup: { tables: { r1: table('chance', 'prerouting priority mangle', 'iifname "wan" meta mark set numgen random mod 2') } },
    commands: [['r1', SHORTER]],
    ...EITHER,
  },
  { name: 'a round trip of 0.6 s', shape: 'slow', ...PROVEN, isRare: true },
  { name: 'a carrier in front', shape: 'carrier', ...CARRIER },
  { name: 'a silent carrier in front', shape: 'carrier', setup: { tables: { home: MUTE } }, ...SILENT, translators: 2 },
  { name: 'a silent router behind a carrier', shape: 'carrier', setup: { tables: { inner: MUTE } }, ...MAYBE_SHARED },
  {
    name: 'a router behind a carrier that sets hop limits anew',
    shape: 'carrier',
    setup: { tables: { inner: ANEW } },
    ...MAYBE_SHARED,
    isRare: true,
  },
  { name: 'a carrier that gives parts of the ports', shape: 'carrier', setup: { tables: { home: PART } }, ...CARRIER },
  {
    name: 'a carrier that speaks once a second',
    shape: 'carrier',
    setup: { tables: { home: SELDOM } },
    ...CARRIER,
    isRare: true,
  },
  {
    name: 'a carrier that loses a fifth each way',
    shape: 'carrier',
    setup: { tables: { home: LOSS } },
    isRare: true,
    translators: 2,
    told: [2, null],
    causes: ['carrier-nat', 'shared-or-no-rule', 'no-rule-likely'],
    nats: ['carrier-grade', 'unknown'],
  },
  { name: 'a carrier that numbers customers like homes', shape: 'tens', ...TWO, isRare: true },
  // The inner one may only route, unless it says that it has an address of the other.
  { name: 'two routers at home', shape: 'double', ...TWO },
  { name: 'two routers at home, the inner one says so', shape: 'double', setup: GATEWAY, ...TWO, told: [2] },
  {
    name: 'two routers at home, the inner one only routes',
    shape: 'double',
    ...TWO,
    translators: 1,
    setup: { tables: { inner: 'delete table inet home\n' } },
    commands: [['home', 'ip route replace 192.168.2.0/24 via 192.168.1.2']],
  },
  { name: 'in a container', shape: 'container', ...TWO },
  { name: 'in a container behind a carrier', shape: 'contained', setup: MIDDLE, ...CARRIER, translators: 3, told: [null] },
  { name: 'two routers and a carrier', shape: 'triple', setup: MIDDLE, ...CARRIER, translators: 3, told: [null], isRare: true },
  {
    name: 'two routers and a carrier, the inner one says so',
    shape: 'triple',
    setup: { ...MIDDLE, ...GATEWAY },
    ...CARRIER,
    translators: 3,
    told: [3],
  },
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
