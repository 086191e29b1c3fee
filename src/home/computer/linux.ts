import { socketsIn } from '../../net/socket-table.ts'
import { addressOfBytes, parseAddress } from '../../policy/address.ts'
import { readNftables } from './firewall/nftables.ts'
import { fateOf, type Packet, planLine, type Ruleset, readIptables } from './firewall/walk.ts'
import { listeningOf, type Network, nameOf, networkOf, type Socket, socketAt, type WayOut } from './network.ts'
import type { AskedPort, ComputerSeen, FirewallSeen, OwnAddress, Sources } from './sources.ts'

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
    isOnEvery6 ? only6Of(port, protocol, sources) : new Set<string>(),
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

/** Returns the sockets that take IPv6 alone. Only `ss` tells; without it, the usual setting of this machine holds. */
async function only6Of(port: number, protocol: AskedPort['protocol'], sources: Sources): Promise<ReadonlySet<string>> {
  const said = await sources.run('ss', ['-Hn6ea', protocol === 'tcp' ? '-lt' : '-lu', `sport = :${port}`])
  const rows = (said ?? '').split('\n').flatMap((line) => [[/\bino:(\d+)/.exec(line)?.[1], /\bv6only:(\d)/.exec(line)?.[1]]])
  const told = rows.filter(([inode, mark]) => inode !== undefined && mark !== undefined)
  if (told.length > 0) return new Set(told.filter(([, mark]) => mark === '1').map(([inode = '']) => inode))
  if (sources.read('/proc/sys/net/ipv6/bindv6only')?.trim() !== '1') return new Set()
  const table = sources.read(`/proc/net/${protocol}6`) ?? ''
  return new Set(socketsIn(table, port, WAITING[protocol]).map(({ inode }) => inode))
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
      const name = inode === undefined ? null : nameOf(sources.read(`/proc/${pid}/comm`) ?? '')
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

interface Manager {
  readonly kind: 'ufw' | 'firewalld'
  readonly blocks: FirewallSeen['blocks']
  readonly lines: readonly string[]
}

/** The files of the kernel's older tables, by version of IP, and the commands that print tables. */
const LEGACY = { 4: '/proc/net/ip_tables_names', 6: '/proc/net/ip6_tables_names' } as const
const SAVES = { 4: 'iptables-save', 6: 'ip6tables-save' } as const
const LEGACY_SAVES = { 4: 'iptables-legacy-save', 6: 'ip6tables-legacy-save' } as const
/** The remark of `iptables-save` about rules that it cannot print. */
const HIDDEN = / is incompatible, /
const REASON_LINES_MAX = 2

/** Looks at the firewall of Linux for one port; null if there is none that is switched on. */
export async function lookAtFirewall(asked: AskedPort, network: Network, sources: Sources): Promise<FirewallSeen | null> {
  const [manager, fates] = await Promise.all([managerOf(asked, network, sources), fatesOf(asked, network, sources)])
  if (fates === null) {
    if (manager) return seenAs(manager.kind, manager.blocks, manager.lines, sources)
    return hasNoFilter(sources) ? null : { kind: 'unknown', blocks: 'unknown', line: null }
  }
  if (!manager && !fates.some(({ isOn }) => isOn)) return null
  const [first] = fates.map(({ blocks }) => blocks)
  const blocks = fates.every((fate) => fate.blocks === first) ? (first ?? 'unknown') : 'unknown'
  const kind = manager?.kind ?? fates.find(({ isOn }) => isOn)?.kind ?? 'unknown'
  return seenAs(kind, blocks, manager?.lines ?? (blocks === 'yes' ? fates.flatMap(({ lines }) => lines) : []), sources)
}

function seenAs(
  kind: string,
  blocks: FirewallSeen['blocks'],
  lines: readonly (string | null)[],
  { isRoot }: Sources,
): FirewallSeen {
  const written = [...new Set(lines)].filter((line) => line !== null)
  const isWhole = blocks !== 'no' && written.length > 0 && written.length <= REASON_LINES_MAX && !lines.includes(null)
  const line = written.map((one) => (isRoot ? one : `sudo ${one}`)).join(' && ')
  return { kind, blocks, line: isWhole ? line : null }
}

async function managerOf(asked: AskedPort, network: Network, sources: Sources): Promise<Manager | null> {
  if (/^\s*ENABLED=["']?yes\b/im.test(sources.read('/etc/ufw/ufw.conf') ?? '')) {
    const line = planLine('ufw', asked)
    return { kind: 'ufw', blocks: 'unknown', lines: line === null ? [] : [line] }
  }
  return askFirewalld(asked, network.interface, sources)
}

/** Returns the fate of the packet over each version of IP that this computer has; null if the rules cannot be read. */
async function fatesOf(asked: AskedPort, network: Network, sources: Sources) {
  const { address, address6, interface: name, vpn } = network
  const versions = ([4, 6] as const).filter((version) =>
    version === 4 ? address !== null || address6 === null : address6 !== null,
  )
  const nft = await sources.run('nft', ['-j', 'list', 'ruleset'])
  const all = await Promise.all(
    versions.map((version) => {
      const own = parseAddress((version === 4 ? address : address6) ?? '')
      return rulesetsOf({ ...asked, version, own, interface: name, vpn }, nft, sources)
    }),
  )
  const read = all.filter((rulesets) => rulesets !== null)
  return read.length === all.length ? read.map(fateOf) : null
}

async function rulesetsOf(packet: Packet, nft: string | null, sources: Sources): Promise<Ruleset[] | null> {
  const native = nft === null ? null : readNftables(nft, packet)
  const saves = [
    ...(native === null || native.needsIptables ? [SAVES[packet.version]] : []),
    ...((sources.read(LEGACY[packet.version]) ?? '').trim() === '' ? [] : [LEGACY_SAVES[packet.version]]),
  ]
  const saved = await Promise.all(saves.map((command) => sources.run(command, [])))
  const isHidden = saved.some((text) => text === null || (native === null && HIDDEN.test(text)))
  if (isHidden) return null
  return [...(native ? [native.ruleset] : []), ...saved.flatMap((text) => (text === null ? [] : [readIptables(text, packet)]))]
}

/** Returns whether the kernel has neither kind of packet filter, loaded or built in: every user may read that. */
function hasNoFilter(sources: Sources): boolean {
  const loaded = sources.read('/proc/modules')
  const builtIn = sources.read(`/lib/modules/${sources.read('/proc/sys/kernel/osrelease')?.trim()}/modules.builtin`)
  const isFilter = /(^|\/)(nf_tables|ip6?_tables|ip6?table_\w+)\b/m
  return loaded !== null && builtIn !== null && !isFilter.test(loaded) && !isFilter.test(builtIn)
}

const NAME = /^[\w-]{1,64}$/
const FOLDERS = ['/etc/firewalld/services', '/usr/lib/firewalld/services']
/** Settings of a zone that decide about more than ports. */
const OTHERS = ['protocols', 'source-ports', 'forward-ports', 'rich rules']

/** Asks firewalld, which tells some users without a password; null if it does not run. */
async function askFirewalld(asked: AskedPort, name: string | null, sources: Sources): Promise<Manager | null> {
  if ((await sources.run('firewall-cmd', ['--state']))?.trim() !== 'running') return null
  const found = name === null ? null : await sources.run('firewall-cmd', [`--get-zone-of-interface=${name}`])
  const zone = (found ?? (await sources.run('firewall-cmd', ['--get-default-zone'])))?.trim() ?? ''
  if (!NAME.test(zone)) return { kind: 'firewalld', blocks: 'unknown', lines: [] }
  const opens = `--zone=${zone} --add-port=${asked.port}/${asked.protocol}`
  const lines = [`firewall-cmd ${opens}`, `firewall-cmd --permanent ${opens}`]
  const settings = await sources.run('firewall-cmd', [`--zone=${zone}`, '--list-all'])
  const blocks = settings === null ? 'unknown' : blocksIn(settings, asked, sources)
  return { kind: 'firewalld', blocks, lines }
}

function blocksIn(text: string, asked: AskedPort, sources: Sources): FirewallSeen['blocks'] {
  const settings = new Map<string, string>()
  let last = ''
  for (const line of text.split('\n').slice(1)) {
    const [, key, value = ''] = /^ {2}([a-z][a-z -]*):(.*)/.exec(line) ?? []
    if (key !== undefined) last = key
    settings.set(last, `${settings.get(last) ?? ''} ${key === undefined ? line : value}`.trim())
  }
  const wordsOf = (key: string) => (settings.get(key) ?? '').split(/\s+/).filter(Boolean)
  if (!settings.has('target') || OTHERS.some((key) => wordsOf(key).length > 0)) return 'unknown'
  if (settings.get('target') === 'ACCEPT' || wordsOf('ports').some((one) => hasPort(one, asked))) return 'no'
  const served = wordsOf('services').map((service) => portsOf(service, sources))
  if (served.some((ports) => ports?.some((one) => hasPort(one, asked)))) return 'no'
  return served.includes(null) ? 'unknown' : 'yes'
}

function hasPort(text: string, { port, protocol }: AskedPort): boolean {
  const [, first = '', last = first, found] = /^(\d+)(?:-(\d+))?\/(\w+)$/.exec(text) ?? []
  return found === protocol && Number(first) <= port && port <= Number(last)
}

/** Returns the ports of a service, as its file names them; null if they cannot be told. */
function portsOf(service: string, sources: Sources): string[] | null {
  if (!NAME.test(service)) return null
  const text = FOLDERS.map((folder) => sources.read(`${folder}/${service}.xml`)).find((found) => found !== null) ?? null
  if (text === null || text.includes('<include')) return null
  return [...text.matchAll(/<port\s([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const port = /\bport="([\d-]+)"/.exec(attributes)?.[1]
    const protocol = /\bprotocol="(\w+)"/.exec(attributes)?.[1]
    return port && protocol ? [`${port}/${protocol}`] : []
  })
}
