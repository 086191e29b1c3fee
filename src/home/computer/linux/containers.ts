import { type Socket, socketAt } from '../heard.ts'
import type { Sources } from '../sources.ts'
import type { AskedPort } from '../types.ts'

/** The sockets of Docker and of its like on this machine: the variable that names another machine's is not heeded. */
const ENGINES = [
  { folder: '/run', socket: 'docker.sock' },
  { folder: '/run/podman', socket: 'podman.sock' },
]
const FORMAT = '{{.Names}}\t{{.Ports}}'
const LINES_MAX = 1000
/** A port that is published, such as "0.0.0.0:8080->80/tcp", "[::]:8000-8010->8000-8010/udp" or ":::8080->80/tcp". */
const PUBLISHED = /^\[?([0-9a-f.:]*?)\]?:(\d{1,5})(?:-(\d{1,5}))?->[\d-]+\/(tcp|udp)$/

/** The containers that publish a port, and whether there may be others. */
interface Containers {
  readonly sockets: Socket[]
  readonly isBlind: boolean
}

/**
 * Finds the containers that publish a port. Their rules may lead packets on before anything has to listen, so that the tables of the kernel
 * need not have them: where Docker is told not to stand in for them, and does not tell this user of them, nobody sees them.
 */
export async function containersOn(asked: AskedPort, sources: Sources): Promise<Containers> {
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
