import type { Identity } from '../../settings/tls-files.ts'
import type { BunRoutes } from './bun-routes.ts'

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

export function optionsFor({ routes, fetch }: BunRoutes) {
  const bounds = { maxRequestBodySize: SERVER_MAX_BODY_BYTES, idleTimeout: IDLE_TIMEOUT_S }
  return { ...bounds, development: false, routes, fetch } as const
}

export function urlOf(host: string, port: number, identity: Identity | null): string {
  return `${identity ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Returns the options of TLS: Bun speaks 1.2 and 1.3, never older versions (RFC 8996), and over either only HTTP/1.1 unless told otherwise. */
export function tlsOf(identity: Identity | null) {
  return identity ? { tls: { cert: identity.cert, key: identity.key } } : {}
}
