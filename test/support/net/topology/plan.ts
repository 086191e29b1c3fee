// The plan of a topology for each of its machines, without building any of it.
import { FAMILIES, type Family, type Link, PROBER, type Topology } from './shape.ts'

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

export function endsOf({ links }: Topology): End[] {
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

export const machinesOf = ({ links }: Topology): string[] => [...new Set(links.flatMap((link) => link.between))]

/** Returns the addresses of the target: one, or as many as it counts. */
export function targetsOf({ target }: Topology, family: Family): string[] {
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
export function linesOf(topology: Topology, machine: string): string[] {
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
