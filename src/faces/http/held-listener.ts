import { type Adopted, adopt, type HeldSocket } from '../../net/libc/listener.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Identity } from '../../settings/tls-files.ts'
import type { BunRoutes } from './bun-routes.ts'
import type { Handler } from './entrance.ts'
import { Listener, optionsFor, type Server, tlsOf, urlOf } from './listener.ts'
import { FILE_END } from './visit.ts'

/** The time in which connections that came before a socket file was removed are still accepted. */
const ACCEPT_MS = 300

/** A listener on sockets that are there already: socket files, and what a service manager passes. */
export class HeldListener extends Listener {
  readonly url: string
  readonly more: readonly string[]
  readonly ports: readonly number[]
  /** The servers that accept connections. */
  private accepting: readonly Adopted<Server>[] = []
  private readonly overFiles = new Set<Server>()

  /** Throws a ConfigError where the system does not allow it. */
  constructor(
    routes: BunRoutes,
    private readonly held: readonly HeldSocket[],
    identity: Identity | null,
  ) {
    super(routes, identity)
    const [url = '', ...more] = held.map(({ host, port }) => (port === null ? `unix:${host}` : urlOf(host, port, identity)))
    this.url = url
    this.more = more
    this.ports = held.flatMap(({ port }) => port ?? [])
    this.renew()
  }

  share(): void {}

  async leave(): Promise<void> {
    for (const socket of this.held) socket.remove()
    if (this.overFiles.size > 0) await Bun.sleep(ACCEPT_MS)
    this.release()
  }

  override close(): void {
    for (const socket of this.held) socket.remove()
    this.release()
    super.close()
  }

  protected renew(): void {
    const following = this.held.map((socket) => this.startOn(socket))
    this.release()
    this.accepting = following
    this.servers.push(...following.map(({ server }) => server))
  }

  protected override optionsOf(server: Server) {
    return optionsFor(this.overFiles.has(server) ? fromFile(this.routes) : this.routes)
  }

  private release(): void {
    for (const { release } of this.accepting) release()
  }

  private startOn(held: HeldSocket): Adopted<Server> {
    const routes = held.port === null ? fromFile(this.routes) : this.routes
    const made: Server[] = []
    const adopted = adopt(held, () => {
      const server = Bun.serve({ ...optionsFor(routes), ...PLACEHOLDER, ...tlsOf(this.identity) })
      made.push(server)
      return server
    })
    if (adopted && held.port === null) this.overFiles.add(adopted.server)
    if (adopted) return adopted
    for (const server of made) void server.stop(true)
    throw new ConfigError({
      en: 'sockets that are passed, and socket files, cannot be used on this system: it does not show /proc/self/fdinfo, or has no libc',
      ko: '이 시스템에서는 전달받은 소켓과 소켓 파일을 쓸 수 없습니다. /proc/self/fdinfo를 볼 수 없거나 libc를 쓸 수 없습니다',
    })
  }
}

/** The place of a listener that the held socket replaces at once. */
const PLACEHOLDER = { hostname: '127.0.0.1', port: 0 } as const

/** Returns the routes of a socket file, over which the runtime knows no peer. */
function fromFile({ routes, fetch }: BunRoutes): BunRoutes {
  const from =
    (handler: Handler): Handler =>
    (request) =>
      handler(request, FILE_SERVER)
  return {
    routes: Object.fromEntries(Object.entries(routes).map(([path, handler]) => [path, from(handler)])),
    fetch: from(fetch),
  }
}

const FILE_SERVER: Parameters<Handler>[1] = { requestIP: () => ({ ...FILE_END, family: 'IPv4' }) }
