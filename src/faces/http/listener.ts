import { type Adopted, adopt, findListener, type HeldSocket } from '../../net/libc/listener.ts'
import { ConfigError, Misfit } from '../../settings/config-error.ts'
import type { ListenAddress } from '../../settings/parse.ts'
import type { Identity } from '../../settings/tls-files.ts'
import type { BunRoutes } from './bun-routes.ts'
import type { Handler } from './entrance.ts'
import { FILE_END } from './visit.ts'

export type Server = Bun.Server<unknown>

/** The largest possible limit: above its own, Bun answers without a body. Our limit is far lower, and its answer says why. */
const SERVER_MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER
/** The silence after which Bun cuts a connection. A stream may be silent for twenty seconds between events. */
const IDLE_TIMEOUT_S = 30

/**
 * A place that answers requests. Bun keeps the certificate of a server for its life, so each certificate has a server of its own: all but
 * the last serve connections from before a change, and each costs a few bytes and a descriptor.
 */
export abstract class Listener {
  /** The URL, without a path. */
  abstract readonly url: string
  /** The URLs of further sockets. */
  abstract readonly more: readonly string[]
  /** The ports; none if there are only socket files. */
  abstract readonly ports: readonly number[]
  protected readonly servers: Server[] = []

  constructor(
    protected routes: BunRoutes,
    protected identity: Identity | null,
  ) {}

  /** The port; 0 if there is none. */
  get port(): number {
    return this.ports[0] ?? 0
  }

  /** The number of requests that are being answered. */
  get pending(): number {
    return this.servers.reduce((sum, { pendingRequests }) => sum + pendingRequests, 0)
  }

  /** Presents another certificate to all new connections; those that are open live on. */
  present(identity: Identity): void {
    if (this.identity?.cert === identity.cert && this.identity.key === identity.key) return
    this.identity = identity
    this.renew()
  }

  /** Lets servers with the present certificate take new connections. */
  protected abstract renew(): void

  /** Serves other routes from now on. No connection is lost, and running requests end with the old routes. */
  serve(routes: BunRoutes): void {
    this.routes = routes
    for (const server of this.servers) server.reload(this.optionsOf(server))
  }

  /** Returns the options with which a server is reloaded. */
  protected optionsOf(_: Server) {
    return optionsFor(this.routes)
  }

  /** Lets other processes of this user listen on the same port from now on. */
  abstract share(): void

  /** Leaves the port to the other processes that listen there; connections stay open. */
  abstract leave(): Promise<void>

  /** Stops accepting connections. */
  close(): void {
    // The promises would also wait for idle connections.
    for (const server of this.servers) void server.stop(false)
  }

  /** Cuts the connections that are left. */
  async cut(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop(true)))
  }
}

function optionsFor({ routes, fetch }: BunRoutes) {
  const bounds = { maxRequestBodySize: SERVER_MAX_BODY_BYTES, idleTimeout: IDLE_TIMEOUT_S }
  return { ...bounds, development: false, routes, fetch } as const
}

function urlOf(host: string, port: number, identity: Identity | null): string {
  return `${identity ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns the options of TLS: Bun speaks 1.2 and 1.3, never older versions (RFC 8996), and over either only HTTP/1.1 unless told otherwise. */
function tlsOf(identity: Identity | null) {
  return identity ? { tls: { cert: identity.cert, key: identity.key } } : {}
}

interface PortPlace extends ListenAddress {
  /** Whether others may listen there at the same time. */
  readonly reusePort: boolean
}

const ANY_IPV6 = '::'
const ANY_IPV4 = '0.0.0.0'

/** A listener on a port, over HTTPS if there is an identity. */
export class PortListener extends Listener {
  readonly url: string
  readonly more: readonly string[] = []
  readonly ports: readonly number[]
  private readonly place: PortPlace
  /** The descriptors of the sockets that are leaving the port. */
  private readonly left: number[] = []
  private leaving = Promise.resolve()

  /** Listens. If it cannot, it throws an error that says what to change. */
  constructor(routes: BunRoutes, at: PortPlace, identity: Identity | null) {
    super(routes, identity)
    const { server, host } = firstServer(routes, at, identity)
    const port = server.port ?? at.port
    this.servers.push(server)
    this.place = { host, port, reusePort: true }
    this.ports = [port]
    this.url = urlOf(host, port, identity)
  }

  share(): void {
    this.socket()?.share()
  }

  async leave(): Promise<void> {
    await this.leaving
    await this.socket()?.leave()
  }

  /** Another server takes the port over. */
  protected renew(): void {
    const [old, oldServer] = [this.socket(), this.servers.at(-1)]
    old?.share()
    this.servers.push(listenOn(this.routes, this.place, this.identity).server)
    if (!old) return void oldServer?.stop(false)
    this.left.push(old.descriptor)
    // One after the other, because each touches all connections.
    this.leaving = this.leaving.then(() => old.leave())
  }

  private socket() {
    return findListener(this.port, this.left)
  }
}

interface Listening {
  readonly server: Server
  readonly host: string
}

function firstServer(routes: BunRoutes, at: PortPlace, identity: Identity | null): Listening {
  const first = listenOn(routes, at, identity)
  const port = first.server.port ?? at.port
  if (!identity || at.reusePort || findListener(port)) return first
  // A port that will be shared later must be shared from the beginning. The first server has shown that it was free.
  void first.server.stop(true)
  return listenOn(routes, { host: first.host, port, reusePort: true }, identity)
}

function listenOn(routes: BunRoutes, { host, port, reusePort }: PortPlace, identity: Identity | null): Listening {
  try {
    return { server: Bun.serve({ ...optionsFor(routes), hostname: host, port, reusePort, ...tlsOf(identity) }), host }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // The kernel does not have IPv6, so all addresses are IPv4.
    if (code === 'EAFNOSUPPORT' && host === ANY_IPV6) return listenOn(routes, { host: ANY_IPV4, port, reusePort }, identity)
    const explain = LISTEN_FAILURES[code]
    throw explain ? explain({ host, port, reusePort }) : error
  }
}

/** The reasons why listening can fail, each as an error that says what to change. */
const LISTEN_FAILURES: Record<string, (place: PortPlace) => Error> = {
  EADDRINUSE: ({ host, port, reusePort }) =>
    reusePort
      ? new Misfit(
          `port ${port} on ${host} is in use, and only a doorstep of the same user that was itself started with --replace can be replaced: ` +
            'stop what listens there, or choose another with --port',
          `${host} 주소의 ${port}번 포트를 이미 쓰고 있습니다. 같은 사용자가 --replace 옵션으로 시작한 doorstep만 교체할 수 있습니다. ` +
            '포트를 쓰는 프로그램을 끝내거나 --port 옵션으로 다른 포트를 지정하십시오',
        )
      : new Misfit(
          `port ${port} on ${host} is in use: choose another with --port`,
          `${host} 주소의 ${port}번 포트를 이미 쓰고 있습니다. --port 옵션으로 다른 포트를 지정하십시오`,
        ),
  EACCES: ({ port }) =>
    new ConfigError({
      en:
        `--port: ${port} requires a privilege that this user does not have: choose a port above 1023, or set ` +
        'AmbientCapabilities=CAP_NET_BIND_SERVICE and CapabilityBoundingSet=CAP_NET_BIND_SERVICE in the systemd unit',
      ko:
        `--port: ${port}번 포트는 이 사용자의 권한으로 열 수 없습니다. 1024번 이상의 포트를 지정하거나 systemd 유닛에 ` +
        'AmbientCapabilities=CAP_NET_BIND_SERVICE와 CapabilityBoundingSet=CAP_NET_BIND_SERVICE를 넣으십시오',
    }),
  EADDRNOTAVAIL: ({ host }) =>
    ConfigError.of('host', { en: `${host} is not an address of this machine`, ko: `${host} 주소는 이 컴퓨터의 주소가 아닙니다` }),
  EAFNOSUPPORT: ({ host }) =>
    ConfigError.of('host', {
      en: `${host} belongs to an address family that this machine does not support`,
      ko: `이 컴퓨터는 ${host} 주소의 종류(IPv4 또는 IPv6)를 지원하지 않습니다`,
    }),
}

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
