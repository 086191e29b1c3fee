import { socketsIn } from '../../net/socket-table.ts'
import { cleanName, listeningOf, type Socket, socketAt } from './network.ts'
import type { AskedPort, ComputerSeen, Sources } from './sources.ts'

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
