import { socketsIn } from '../../net/socket-table.ts'
import { addressOfBytes } from '../../policy/address.ts'
import { lookAtFirewall } from './firewall/linux.ts'
import { cleanName, listeningOf, type Network, networkOf, type Socket, socketAt, type WayOut } from './network.ts'
import type { AskedPort, ComputerSeen, OwnAddress, Sources } from './sources.ts'

export async function lookAtLinux(asked: AskedPort | null, sources: Sources): Promise<ComputerSeen> {
  const network = lookAtRoutes(sources)
  const [heard, firewall] = asked
    ? await Promise.all([lookAtListeners(asked, sources), lookAtFirewall(asked, network, sources)])
    : [{ listening: null }, null]
  return { ...network, ...heard, firewall, inside: insideOf(sources) }
}

function insideOf(sources: Sources): ComputerSeen['inside'] {
  if (/microsoft/i.test(sources.read('/proc/sys/kernel/osrelease') ?? '')) return 'wsl'
  return sources.list('/').includes('.dockerenv') || sources.list('/run').includes('.containerenv') ? 'container' : null
}

const UP_GATEWAY = 0x3
const REJECT = 0x200
/** The kinds of interface without an address of hardware: tunnels of every sort (if_arp.h). */
const TUNNEL_TYPES = ['65534', '768', '769', '776', '777', '778', '823']
/** The marks of interfaces that packets really leave by. */
const HARDWARE = ['device', 'bridge', 'bonding', 'lower']
/** IPv6 addresses that are not to be used any more, or not yet: deprecated, tentative, duplicate (if_addr.h). */
const UNUSABLE = 0x20 | 0x40 | 0x08
const TEMPORARY = 0x01
const ROUTES_MAX = 4096

export function lookAtRoutes(sources: Sources): Network {
  const own = sources.addresses()
  const source = { 4: sources.source(4), 6: sources.source(6) }
  const table4 = sources.read('/proc/net/route') ?? ''
  const leavingBy = (version: 4 | 6) => own.find(({ address }) => address === source[version])?.interface ?? null
  return networkOf({
    ways: { 4: waysOut4(table4), 6: waysOut6(sources.read('/proc/net/ipv6_route') ?? '') },
    source,
    // The addresses of a tunnel without a program at its end are not listed.
    leaving: { 4: leavingBy(4) ?? (source[4] === null ? null : pointToPoint4(table4)), 6: leavingBy(6) },
    own: usable(own, sources),
    isTunnel(name) {
      const type = sources.read(`/sys/class/net/${name}/type`)?.trim() ?? ''
      return TUNNEL_TYPES.includes(type) || sources.read(`/sys/class/net/${name}/tun_flags`) !== null
    },
    isHardware: (name) => sources.list(`/sys/class/net/${name}`).some((entry) => HARDWARE.some((mark) => entry.startsWith(mark))),
  })
}

/** Returns the addresses that the kernel has not given up, the lasting ones first. */
function usable(own: readonly OwnAddress[], sources: Sources): OwnAddress[] {
  const flags = new Map(
    (sources.read('/proc/net/if_inet6') ?? '').split('\n').flatMap((line) => {
      const [bytes = '', , , , flag = ''] = line.split(/\s+/)
      const address = addressOfBytes(Buffer.from(bytes, 'hex'))
      return address ? [[address.text, Number.parseInt(flag, 16)] as const] : []
    }),
  )
  const flagsOf = ({ address }: OwnAddress) => flags.get(address) ?? 0
  const rank = (one: OwnAddress) => (flagsOf(one) & TEMPORARY) + (/^f[cd]/.test(one.address) ? 2 : 0)
  return own.filter((one) => (flagsOf(one) & UNUSABLE) === 0).toSorted((one, other) => rank(one) - rank(other))
}

/** Returns the ways out of /proc/net/route, which writes addresses as numbers of this machine, in hex. */
function waysOut4(table: string): WayOut[] {
  return table
    .split('\n', ROUTES_MAX)
    .slice(1)
    .flatMap((line) => {
      const [name = '', destination = '', gateway = '', flags = '', , , metric = '', mask = ''] = line.split('\t')
      const address = addressOfBytes(Buffer.from(gateway, 'hex').reverse())
      const isHost = mask === 'FFFFFFFF'
      const isDefault = destination === '00000000' && mask === '00000000'
      if (!address || !(isHost || isDefault) || !leadsOut(flags)) return []
      return [{ interface: name, gateway: address, metric: Number(metric), isDefault }]
    })
}

/** Returns the interface of the default route of /proc/net/route that has no gateway, as tunnels have it; null if there is none. */
function pointToPoint4(table: string): string | null {
  return /^(\S+)\t0{8}\t0{8}\t0001\t.*\t0{8}\t\d+\t\d+\t\d+\s*$/m.exec(table.slice(0, ROUTES_MAX * 128))?.[1] ?? null
}

function waysOut6(table: string): WayOut[] {
  return table.split('\n', ROUTES_MAX).flatMap((line) => {
    const [destination = '', bits = '', , , gateway = '', metric = '', , , flags = '', name = ''] = line.trim().split(/\s+/)
    const address = addressOfBytes(Buffer.from(gateway, 'hex'))
    const isDefault = bits === '00' && /^0+$/.test(destination)
    if (!address || !(isDefault || bits === '80') || !leadsOut(flags)) return []
    return [{ interface: name, gateway: address, metric: Number.parseInt(metric, 16), isDefault }]
  })
}

function leadsOut(flags: string): boolean {
  const value = Number.parseInt(flags, 16)
  return (value & UP_GATEWAY) === UP_GATEWAY && (value & REJECT) === 0
}

/** The states of sockets that wait: TCP that listens, UDP without a peer. */
const WAITING = { tcp: '0A', udp: '07' } as const
const PROCESSES_MAX = 20_000
const DESCRIPTORS_MAX = 20_000
/** The program by which Docker listens in place of a container. */
const PROXIES = ['docker-proxy', 'rootlesskit', 'rootlessport']

/** Looks for the program that listens on a port of Linux. */
export async function lookAtListeners(
  { port, protocol }: AskedPort,
  sources: Sources,
): Promise<Pick<ComputerSeen, 'listening' | 'isBlind'>> {
  const tables = [protocol, `${protocol}6`].map((name) => sources.read(`/proc/net/${name}`))
  const rows = tables.flatMap((table) => socketsIn(table ?? '', port, WAITING[protocol]))
  const isOnEvery6 = rows.some(({ own }) => own.text === '::')
  const [only6, containers] = await Promise.all([
    isOnEvery6 ? only6Of({ port, protocol }, sources) : new Set<string>(),
    containersOn({ port, protocol }, sources),
  ])
  const owners = ownersOf(new Set(rows.map(({ inode }) => inode)), sources)
  const [container = null] = containers.sockets.map(({ program }) => program)
  const sockets = rows.map(({ own: address, inode }) => {
    const owner = owners.get(inode) ?? null
    const isProxy = owner === null || PROXIES.includes(owner)
    return { address, takesBoth: address.text === '::' && !only6.has(inode), program: isProxy ? (container ?? owner) : owner }
  })
  const listening = listeningOf(sockets.length > 0 ? sockets : containers.sockets)
  const isBlind = listening === null && (tables[0] === null || containers.isBlind)
  return { listening, ...(isBlind && { isBlind }) }
}

/** Returns the sockets that take IPv6 alone, which only `ss` tells. */
async function only6Of({ port, protocol }: AskedPort, sources: Sources): Promise<ReadonlySet<string>> {
  const said = await sources.run('ss', ['-Hn6ea', protocol === 'tcp' ? '-lt' : '-lu', `sport = :${port}`])
  return new Set([...(said ?? '').matchAll(/\bino:(\d+) .*\bv6only:1\b/g)].map(([, inode = '']) => inode))
}

/** Returns the names of the programs that hold these sockets, as far as this user may see them. */
function ownersOf(inodes: ReadonlySet<string>, sources: Sources): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  const links = new Map([...inodes].map((inode) => [`socket:[${inode}]`, inode]))
  const processes = sources.list('/proc').filter((name) => /^\d+$/.test(name))
  for (const pid of processes.slice(0, PROCESSES_MAX)) {
    if (owners.size === links.size) break
    for (const descriptor of sources.list(`/proc/${pid}/fd`).slice(0, DESCRIPTORS_MAX)) {
      const inode = links.get(sources.link(`/proc/${pid}/fd/${descriptor}`) ?? '')
      const name = inode === undefined ? null : cleanName(sources.read(`/proc/${pid}/comm`) ?? '')
      if (inode !== undefined && name !== null) owners.set(inode, name)
    }
  }
  return owners
}

/** The sockets of Docker and of its like on this machine: the variable that names another machine's is not heeded. */
const ENGINES = [
  { folder: '/run', socket: 'docker.sock' },
  { folder: '/run/podman', socket: 'podman.sock' },
]
const FORMAT = '{{.Names}}\t{{.Ports}}'
const LINES_MAX = 1000
/** A port that is published, such as "0.0.0.0:8080->80/tcp", "[::]:8000-8010->8000-8010/udp" or ":::8080->80/tcp". */
const PUBLISHED = /^\[?([0-9a-f.:]*?)\]?:(\d{1,5})(?:-(\d{1,5}))?->[\d-]+\/(tcp|udp)$/

/**
 * Finds the containers that publish a port. Their rules may lead packets on before anything has to listen, so that the tables of the kernel
 * need not have them: where Docker is told not to stand in for them, and does not tell this user of them, nobody sees them.
 */
async function containersOn(asked: AskedPort, sources: Sources) {
  const found = ENGINES.filter(({ folder, socket }) => sources.list(folder).includes(socket))
  const said = await Promise.all(
    found.map(({ folder, socket }) => sources.run('docker', ['-H', `unix://${folder}/${socket}`, 'ps', '--format', FORMAT])),
  )
  const hasNoProxy = /"userland-proxy"\s*:\s*false/.test(sources.read('/etc/docker/daemon.json') ?? '')
  const sockets = said.flatMap((text) => (text ?? '').split('\n', LINES_MAX)).flatMap((line) => publishedIn(line, asked))
  return { sockets, isBlind: hasNoProxy && said.includes(null) }
}

function publishedIn(line: string, { port, protocol }: AskedPort): Socket[] {
  const [name = '', ports = ''] = line.split('\t')
  return ports.split(', ').flatMap((text) => {
    const [, address = '', first = '', last = first, found] = PUBLISHED.exec(text) ?? []
    const isIt = found === protocol && Number(first) <= port && port <= Number(last)
    const socket = isIt ? socketAt(address, false, `docker: ${name}`) : null
    return socket ? [socket] : []
  })
}
