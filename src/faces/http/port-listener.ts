import { findListener } from '../../net/libc/listener.ts'
import { ConfigError, Misfit } from '../../settings/config-error.ts'
import type { ListenAddress } from '../../settings/parse.ts'
import type { Identity } from '../../settings/tls-files.ts'
import type { BunRoutes } from './bun-routes.ts'
import { Listener, optionsFor, type Server, tlsOf, urlOf } from './listener.ts'

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
