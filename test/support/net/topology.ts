// Networks for tests of the path: machines in a row or in a mesh, as test/fixtures/topologies describes them, of real packets.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { ROOT } from '../server.ts'
import { batch, execute, makeNamespace, type Namespace, type Outcome, run, sends, within } from './namespace.ts'
import { layCables } from './topology/cable.ts'
import { makeMachines } from './topology/machines.ts'
import { FAMILIES, type Family, type Link, PROBER, type Topology, TopologyShape } from './topology/shape.ts'

// The plan of a topology for each of its machines, without building any of it.

/** One end of a link. The device is named after the machine at the other end. */
interface End {
  link: Link
  machine: string
  peer: string
  mac: string
  peerMac: string
  address: Record<Family, string | null>
  peerAddress: Record<Family, string | null>
  /** Packets leave the first end of a link towards the second. */
  first: boolean
}

const PREFIX = { 4: 24, 6: 64 } as const
const EVERYTHING = { 4: '0.0.0.0/0', 6: '::/0' } as const

function endsOf({ links }: Topology): End[] {
  return links.flatMap((link, index) =>
    ([0, 1] as const).map((mine) => {
      const other = mine === 0 ? 1 : 0
      const mac = (end: 0 | 1) => `02:00:00:00:${index.toString(16).padStart(2, '0')}:0${end + 1}`
      return {
        link,
        machine: link.between[mine],
        peer: link.between[other],
        mac: mac(mine),
        peerMac: mac(other),
        address: { 4: link[4]?.[mine] ?? null, 6: link[6]?.[mine] ?? null },
        peerAddress: { 4: link[4]?.[other] ?? null, 6: link[6]?.[other] ?? null },
        first: mine === 0,
      }
    }),
  )
}

const machinesOf = ({ links }: Topology): string[] => [...new Set(links.flatMap((link) => link.between))]

/** Returns the addresses of the target: one, or as many as it counts. */
function targetsOf({ target }: Topology, family: Family): string[] {
  const first = target[family]
  if (first === undefined) return []
  const [, front = '', last = ''] = /^(.*[.:])([0-9a-f]+)$/.exec(first) ?? []
  const base = family === 4 ? 10 : 16
  return Array.from({ length: target.count ?? 1 }, (_, index) => front + (Number.parseInt(last, base) + index).toString(base))
}

/** Returns the ends of a machine that lie on a shortest way to another, in the order of the links. */
function ways(ends: End[], family: Family, from: string, to: string): End[] {
  const usable = ends.filter((end) => end.address[family] !== null)
  const distances = new Map([[to, 0]])
  for (const [machine, distance] of distances)
    for (const { peer } of usable.filter((end) => end.machine === machine))
      if (!distances.has(peer)) distances.set(peer, distance + 1)
  const own = distances.get(from)
  return own === undefined ? [] : usable.filter((end) => end.machine === from && distances.get(end.peer) === own - 1)
}

/** Returns lines for `ip -batch` that give a machine its addresses, neighbours and routes. */
function linesOf(topology: Topology, machine: string): string[] {
  const ends = endsOf(topology)
  const own = ends.filter((end) => end.machine === machine)
  const devices = own.flatMap(({ peer, peerMac, address, peerAddress }) => [
    ...FAMILIES.flatMap((family) =>
      address[family] === null ? [] : [`addr add ${address[family]}/${PREFIX[family]} dev ${peer} nodad`],
    ),
    `link set ${peer} up`,
    // All neighbours are known: otherwise the first packet would be late, and a request for one would count where packets are lost.
    ...FAMILIES.flatMap((family) =>
      peerAddress[family] === null ? [] : [`neigh add ${peerAddress[family]} lladdr ${peerMac} dev ${peer} nud permanent`],
    ),
  ])
  const { target } = topology
  const held = target.count !== undefined && target.at === machine
  const extra = held
    ? FAMILIES.flatMap((family) => targetsOf(topology, family).map((address) => `addr add ${address} dev lo`))
    : []
  return ['link set lo up', ...devices, ...extra, ...FAMILIES.flatMap((family) => routes(topology, ends, family, machine))]
}

/** Returns routes: to the target over every shortest way, to the prober over the first of them. */
function routes(topology: Topology, ends: End[], family: Family, machine: string): string[] {
  const { target, machines } = topology
  const own = ends.filter((end) => end.machine === machine && end.address[family] !== null)
  const [back] = ways(ends, family, machine, PROBER)
  const ahead = target.at === machine ? own.filter((end) => end === back) : ways(ends, family, machine, target.at)
  const leadsTo = machines?.[machine]?.leadsTo
  const taken = leadsTo === undefined ? ahead : own.filter((end) => end.peer === leadsTo)
  const via = (end: End) => `via ${end.peerAddress[family]} dev ${end.peer}`
  const onward = taken.length > 1 ? taken.map((end) => `nexthop ${via(end)}`).join(' ') : taken.map(via).join('')
  const known = own.map((end) => end.link)
  const home = ends.filter((end) => end.machine === PROBER && end.address[family] !== null && !known.includes(end.link))
  return [
    ...(onward ? [`route add ${EVERYTHING[family]} ${onward}`] : []),
    ...(back ? home.map((end) => `route add ${end.address[family]}/${family === 4 ? 32 : 128} ${via(back)}`) : []),
  ]
}

/** Returns the addresses that answer at each hop, none where the machine is silent: what every tool is to see. */
export function hopsOf(topology: Topology, family: Family): string[][] {
  const { target, machines, hops } = topology
  const ends = endsOf(topology)
  const address = target[family]
  const has = target.count !== undefined || ends.some((end) => end.machine === target.at && end.address[family] === address)
  const names = hops.map((hop) => hop.split('|'))
  return names.map((hop, index) => {
    if (hop.some((machine) => machines?.[machine]?.silent)) return []
    if (has && address !== undefined && hop.includes(target.at)) return [address]
    // A machine answers from where the packet came in, even if it answers at two hops.
    const before = names.slice(0, index).findLast((earlier) => earlier.join() !== hop.join()) ?? [PROBER]
    return ends.flatMap((end) => {
      const came = hop.includes(end.machine) && before.includes(end.peer) ? end.address[family] : null
      return came === null ? [] : [came]
    })
  })
}

// The settings of the kernel and the firewall (nftables) of a machine.
/** The names of the answers in nft. */
const REJECTIONS: Record<Family, Record<string, string>> = {
  4: { 'admin-prohibited': 'admin-prohibited', 'host-unreachable': 'host-unreachable', 'net-unreachable': 'net-unreachable' },
  6: { 'admin-prohibited': 'admin-prohibited', 'host-unreachable': 'addr-unreachable', 'net-unreachable': 'no-route' },
}
const HEADER = { 4: 'ip', 6: 'ip6' } as const
const ICMP = { 4: 'icmp', 6: 'icmpv6' } as const
/** A kernel also talks to groups, of its own accord: that does not count. */
const GROUPS = { 4: '224.0.0.0/4', 6: 'ff00::/8' } as const

/** Returns settings for sysctl; they come before the devices, which inherit some of them. */
function settingsOf({ machines }: Topology, machine: string): string[] {
  return [
    // A host limits how often it reports that something is unreachable or has died (RFC 1812, 4.3.2.8); these report it every time.
    'net.ipv4.icmp_ratemask=0',
    'net.ipv6.icmp.ratelimit=0',
    'net.ipv4.icmp_msgs_per_sec=1000000',
    'net.ipv4.icmp_msgs_burst=100000',
    'net.ipv6.conf.all.accept_dad=0',
    'net.ipv6.conf.default.accept_dad=0',
    // The answer to a packet may leave by another device than it came in by.
    'net.ipv4.conf.all.rp_filter=0',
    'net.ipv4.conf.default.rp_filter=0',
    // As with IPv6, and with most routers, an answer comes from the address where the packet came in.
    'net.ipv4.icmp_errors_use_inbound_ifaddr=1',
    'net.ipv4.conf.all.send_redirects=0',
    'net.ipv4.conf.default.send_redirects=0',
    // The ports also decide which of several equal ways is taken.
    'net.ipv4.fib_multipath_hash_policy=1',
    'net.ipv6.fib_multipath_hash_policy=1',
    ...(machine === PROBER ? [] : ['net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1']),
    ...(machines?.[machine]?.ignoresPing ? ['net.ipv4.icmp_echo_ignore_all=1', 'net.ipv6.icmp.echo_ignore_all=1'] : []),
  ]
}

/** Returns a table for nft, or null if it needs none. */
function tableOf(topology: Topology, machine: string): string | null {
  const { silent, drops = [] } = topology.machines?.[machine] ?? {}
  const chains = {
    prerouting: [...filterRules(topology, machine, 'door'), ...lossRules(topology, machine)],
    forward: filterRules(topology, machine, 'forward'),
    input: drops.map((protocol) => `meta l4proto ${protocol} drop`),
    output: silent ? FAMILIES.map((family) => `${ICMP[family]} type time-exceeded drop`) : [],
  }
  const written = Object.entries(chains).filter(([, rules]) => rules.length > 0)
  if (written.length === 0) return null
  const chain = ([hook, rules]: [string, string[]]) =>
    `chain ${hook} {\ntype filter hook ${hook} priority 0\n${rules.join('\n')}\n}`
  return `table inet doorstep {\n${written.map(chain).join('\n')}\n}\n`
}

function filterRules(topology: Topology, machine: string, at: 'forward' | 'door'): string[] {
  const filter = topology.machines?.[machine]?.filter
  if (filter?.at !== at) return []
  return FAMILIES.flatMap((family) => {
    const rejection = REJECTIONS[family][filter.answer]
    const verdict = rejection === undefined ? 'drop' : `reject with ${ICMP[family]} type ${rejection}`
    return targetsOf(topology, family).map((address) => `${HEADER[family]} daddr ${address} ${verdict}`)
  })
}

/** Returns the rules for packets that are lost on a link: they are dropped on arrival. */
function lossRules(topology: Topology, machine: string): string[] {
  return endsOf(topology).flatMap(({ link, machine: owner, peer, first }) => {
    if (owner !== machine || first || link.dropsEvery === undefined) return []
    const counted = `numgen inc mod ${link.dropsEvery} == ${link.dropsEvery - 1} drop`
    return FAMILIES.map((family) => `iifname "${peer}" ${HEADER[family]} daddr != ${GROUPS[family]} ${counted}`)
  })
}

export type { Family } from './topology/shape.ts'

const FOLDER = join(ROOT, 'test', 'fixtures', 'topologies')
const MTU = 1500

export const TOPOLOGY_NEEDS = { programs: ['ip', 'nft', 'sysctl', 'cc'], root: true }

interface Machine {
  readonly name: string
  /** The command that runs a command inside. */
  inside(command: readonly string[]): string[]
  exec(command: readonly string[]): Promise<Outcome>
}

export interface BuiltTopology extends AsyncDisposable {
  readonly topology: Topology
  /** The machine at which probes start; it alone also has a link to this machine. */
  readonly prober: Namespace
  node(name: string): Machine
  /** The first address of the target, null in a family that the topology does not have. */
  readonly target: Readonly<Record<Family, string | null>>
  /** All of them. */
  readonly targets: Readonly<Record<Family, string[]>>
}

export function topologyNames(): string[] {
  return readdirSync(FOLDER)
    .map((file) => file.replace(/\.json$/, ''))
    .sort()
}

/** Reads test/fixtures/topologies/<name>.json; throws for anything that topology/shape.ts does not know. */
export function topologyNamed(name: string): Topology {
  const topology: unknown = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'))
  if (Value.Check(TopologyShape, topology)) return topology
  const [error] = Value.Errors(TopologyShape, topology)
  throw new Error(`${name}.json${error?.path}: ${error?.message}`)
}

/** Builds it; when this returns every link is up and all neighbours are known. */
export async function buildTopology(topology: Topology): Promise<BuiltTopology> {
  await using undo = new AsyncDisposableStack()
  const machines = undo.use(await makeMachines(machinesOf(topology).filter((name) => name !== PROBER)))
  const prober = undo.use(await makeNamespace())
  const names = new Map([...machines.names, [PROBER, prober.name]])
  const nameOf = (machine: string) => {
    const name = names.get(machine)
    if (name === undefined) throw new Error(`no machine ${machine}`)
    return name
  }
  const everywhere = (work: (machine: string, name: string) => Promise<unknown>) =>
    Promise.all([...names].map(([machine, name]) => work(machine, name)))
  await everywhere((machine, name) => run(within(name, ['sysctl', '-qw', ...settingsOf(topology, machine)])))
  await connect(topology, nameOf, undo)
  await everywhere(async (machine, name) => {
    await batch(name, linesOf(topology, machine))
    const table = tableOf(topology, machine)
    if (table !== null) await run(within(name, ['nft', '-f', '-']), { input: table })
  })
  await everywhere(async (machine, name) => {
    const devices = endsOf(topology).filter((end) => end.machine === machine)
    await batch(
      name,
      devices.map(({ peer }) => sends(peer)),
    )
  })
  const targets = { 4: targetsOf(topology, 4), 6: targetsOf(topology, 6) }
  const owned = undo.move()
  return {
    topology,
    prober,
    targets,
    target: { 4: targets[4][0] ?? null, 6: targets[6][0] ?? null },
    node(machine) {
      const name = nameOf(machine)
      return { name, inside: (command) => within(name, command), exec: (command) => execute(within(name, command)) }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Makes the devices of all links; a link without a delay is a pair of the kernel's, one with a delay a cable of ours. */
async function connect(topology: Topology, nameOf: (machine: string) => string, undo: AsyncDisposableStack): Promise<void> {
  const links = endsOf(topology).filter(({ first }) => first)
  const delayed = links.flatMap((end) => (end.link.delayMs === undefined ? [] : [{ ...end, delayMs: end.link.delayMs }]))
  const cables = delayed.map(({ machine, peer, delayMs }) => ({
    namespace: nameOf(machine),
    devices: [peer, machine] as const,
    delayMs,
  }))
  undo.use(await layCables(cables))
  const side = (device: string, mac: string, { mtu = MTU }: Link) => `${device} mtu ${mtu} address ${mac}`
  const pairs = links.flatMap(({ link, machine, peer, mac, peerMac }) => {
    if (link.delayMs !== undefined) return []
    const [here, there] = [
      `${side(peer, mac, link)} netns ${nameOf(machine)}`,
      `${side(machine, peerMac, link)} netns ${nameOf(peer)}`,
    ]
    return [`link add ${here} type veth peer ${there}`]
  })
  await run(['ip', '-batch', '-'], { input: pairs.join('\n') })
  await Promise.all(
    delayed.map(({ link, machine, peer, mac, peerMac }) => {
      return batch(nameOf(machine), [
        `link set dev ${side(peer, mac, link)}`,
        `link set dev ${side(machine, peerMac, link)}`,
        `link set dev ${machine} netns ${nameOf(peer)}`,
      ])
    }),
  )
}
