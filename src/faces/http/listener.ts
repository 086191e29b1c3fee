import type { Adopted, findListener, HeldSocket } from '../../net/libc/listener.ts'
import { ConfigError, Misfit } from '../../settings/config-error.ts'
import type { ListenAddress } from '../../settings/parse.ts'
import type { Identity } from '../../settings/tls-files.ts'
import type { BunRoutes } from './bun-routes.ts'
import type { Handler } from './entrance.ts'
import { FILE_END } from './visit.ts'

type Server = Bun.Server<unknown>

interface Place extends ListenAddress {
  /** Whether others may listen there at the same time. */
  readonly reusePort: boolean
}

/** The largest possible limit: above its own, Bun answers without a body. Our limit is far lower, and its answer says why. */
const SERVER_MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER
/** The silence after which Bun cuts a connection. A stream may be silent for twenty seconds between events. */
const IDLE_TIMEOUT_S = 30
/** A port that answers requests. */
export interface Listener {
  /** The URL, without a path. */
  readonly url: string
  /** The URLs of further sockets. */
  readonly more: readonly string[]
  /** The port; 0 if there is none. */
  readonly port: number
  readonly ports: readonly number[]
  /** The number of requests that are being answered. */
  readonly pending: number
  /**
   * Presents another certificate to all new connections. Bun keeps the certificate of a listener for its life, so another listener takes
   * the port over, and connections to the old one live on.
   */
  present(identity: Identity): void
  /** Serves other routes from now on. No connection is lost, and running requests end with the old routes. */
  serve(next: BunRoutes): void
  /** Lets other processes of this user listen on the same port from now on. */
  share(): void
  /** Leaves the port to the other processes that listen there; connections stay open. */
  leave(): Promise<void>
  /** Stops accepting connections. */
  close(): void
  /** Cuts the connections that are left. */
  cut(): Promise<void>
}

type Find = typeof findListener

const ANY_IPV6 = '::'
const ANY_IPV4 = '0.0.0.0'

/** Listens at a place, over HTTPS if there is an identity. If it cannot, it throws an error that says what to change. */
export function listen(first: BunRoutes, at: Place, identity: Identity | null, find: Find): Listener {
  let served = first
  let { server, host } = firstListener(served, at, identity, find)
  const port = server.port ?? at.port
  const left: number[] = []
  const socket = () => find(port, left)
  let presented = identity
  let leaving = Promise.resolve()
  // All but the last serve connections from before a change of certificates. Each costs a few bytes and a descriptor.
  const servers = [server]
  return {
    url: urlOf(host, port, identity),
    more: [],
    port,
    ports: [port],
    get pending() {
      return servers.reduce((sum, { pendingRequests }) => sum + pendingRequests, 0)
    },
    present(next) {
      if (presented?.cert === next.cert && presented.key === next.key) return
      const [old, oldServer] = [socket(), server]
      old?.share()
      server = listenOn(served, { host, port, reusePort: true }, next).server
      servers.push(server)
      presented = next
      if (!old) return void oldServer.stop(false)
      left.push(old.descriptor)
      // One after the other, because each touches all connections.
      leaving = leaving.then(() => old.leave())
    },
    serve(next) {
      served = next
      for (const each of servers) each.reload(optionsOf(served))
    },
    share: () => socket()?.share(),
    leave: () => leaving.then(() => socket()?.leave()),
    ...endingsOf(servers),
  }
}

function endingsOf(servers: readonly Server[]): Pick<Listener, 'close' | 'cut'> {
  return {
    // The promises would also wait for idle connections.
    close: () => servers.forEach((each) => void each.stop(false)),
    cut: async () => void (await Promise.all(servers.map((each) => each.stop(true)))),
  }
}

function optionsOf({ routes, fetch }: BunRoutes) {
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

interface Listening {
  readonly server: Server
  readonly host: string
}

function firstListener(served: BunRoutes, at: Place, identity: Identity | null, find: Find): Listening {
  const first = listenOn(served, at, identity)
  const port = first.server.port ?? at.port
  if (!identity || at.reusePort || find(port, [])) return first
  // A port that will be shared later must be shared from the beginning. The first listener has shown that it was free.
  void first.server.stop(true)
  return listenOn(served, { host: first.host, port, reusePort: true }, identity)
}

function listenOn(served: BunRoutes, { host, port, reusePort }: Place, identity: Identity | null): Listening {
  try {
    return { server: Bun.serve({ ...optionsOf(served), hostname: host, port, reusePort, ...tlsOf(identity) }), host }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // The kernel does not have IPv6, so all addresses are IPv4.
    if (code === 'EAFNOSUPPORT' && host === ANY_IPV6) return listenOn(served, { host: ANY_IPV4, port, reusePort }, identity)
    const explain = LISTEN_FAILURES[code]
    throw explain ? explain(host, port, reusePort) : error
  }
}

/** The reasons why listening can fail, each as an error that says what to change. */
const LISTEN_FAILURES: Record<string, (host: string, port: number, reusePort: boolean) => Error> = {
  EADDRINUSE: (host, port, reusePort) =>
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
  EACCES: (_, port) =>
    new ConfigError({
      en:
        `--port: ${port} requires a privilege that this user does not have: choose a port above 1023, or set ` +
        'AmbientCapabilities=CAP_NET_BIND_SERVICE and CapabilityBoundingSet=CAP_NET_BIND_SERVICE in the systemd unit',
      ko:
        `--port: ${port}번 포트는 이 사용자의 권한으로 열 수 없습니다. 1024번 이상의 포트를 지정하거나 systemd 유닛에 ` +
        'AmbientCapabilities=CAP_NET_BIND_SERVICE와 CapabilityBoundingSet=CAP_NET_BIND_SERVICE를 넣으십시오',
    }),
  EADDRNOTAVAIL: (host) =>
    ConfigError.of('host', { en: `${host} is not an address of this machine`, ko: `${host} 주소는 이 컴퓨터의 주소가 아닙니다` }),
  EAFNOSUPPORT: (host) =>
    ConfigError.of('host', {
      en: `${host} belongs to an address family that this machine does not support`,
      ko: `이 컴퓨터는 ${host} 주소의 종류(IPv4 또는 IPv6)를 지원하지 않습니다`,
    }),
}

/** The time in which connections that came before a socket file was removed are still accepted. */
const ACCEPT_MS = 300

/** Starts a server of the runtime on a held socket; null where the system does not allow it. */
type Adopt = (held: HeldSocket, listen: () => Server) => Adopted<Server> | null

/** Listens on sockets that are there already: socket files, and what a service manager passes. */
export function listenHeld(first: BunRoutes, held: readonly HeldSocket[], identity: Identity | null, adopt: Adopt): Listener {
  let [served, presented] = [first, identity]
  let current = held.map((socket) => startOn(socket, served, presented, adopt))
  // All but the last serve connections from before a change of certificates.
  const all = [...current]
  const servers = all.map(({ server }) => server)
  const release = () => current.forEach((each) => void each.release())
  const { close, cut } = endingsOf(servers)
  return {
    ...placeOf(held, identity),
    get pending() {
      return servers.reduce((sum, { pendingRequests }) => sum + pendingRequests, 0)
    },
    present(next) {
      if (presented?.cert === next.cert && presented.key === next.key) return
      presented = next
      const following = held.map((socket) => startOn(socket, served, presented, adopt))
      release()
      current = following
      all.push(...current)
      servers.push(...current.map(({ server }) => server))
    },
    serve(next) {
      served = next
      for (const { server, isFile } of all) server.reload(optionsOf(isFile ? fromFile(served) : served))
    },
    share() {},
    async leave() {
      for (const socket of held) socket.remove()
      if (current.some(({ isFile }) => isFile)) await Bun.sleep(ACCEPT_MS)
      release()
    },
    close() {
      for (const socket of held) socket.remove()
      release()
      close()
    },
    cut,
  }
}

function placeOf(held: readonly HeldSocket[], identity: Identity | null): Pick<Listener, 'url' | 'more' | 'port' | 'ports'> {
  const [url = '', ...more] = held.map(({ host, port }) => (port === null ? `unix:${host}` : urlOf(host, port, identity)))
  const ports = held.flatMap(({ port }) => port ?? [])
  return { url, more, port: ports[0] ?? 0, ports }
}

interface Started extends Adopted<Server> {
  readonly isFile: boolean
}

function startOn(held: HeldSocket, served: BunRoutes, identity: Identity | null, adopt: Adopt): Started {
  const isFile = held.port === null
  const made: Server[] = []
  const adopted = adopt(held, () => {
    const server = Bun.serve({ ...optionsOf(isFile ? fromFile(served) : served), ...PLACEHOLDER, ...tlsOf(identity) })
    made.push(server)
    return server
  })
  if (adopted) return { ...adopted, isFile }
  for (const server of made) void server.stop(true)
  throw new ConfigError({
    en: 'sockets that are passed, and socket files, cannot be used on this system: it does not show /proc/self/fdinfo, or has no libc',
    ko: '이 시스템에서는 전달받은 소켓과 소켓 파일을 쓸 수 없습니다. /proc/self/fdinfo를 볼 수 없거나 libc를 쓸 수 없습니다',
  })
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
