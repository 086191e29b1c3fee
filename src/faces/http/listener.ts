import type { Elysia } from 'elysia'
import { ConfigError } from '../../settings/config-error.ts'
import type { ListenAddress } from '../../settings/parse.ts'
import type { Identity } from '../../settings/tls-files.ts'

type Server = Bun.Server<unknown>

/** A port on which an app answers. */
export interface Listener {
  readonly url: string
  /** How many requests are being answered. */
  readonly pending: number
  /**
   * Presents another certificate to everybody who connects from now on. Bun keeps the certificate of a listener for its
   * life, so another listener takes over the port, and connections to the old one live on.
   */
  present(identity: Identity): void
  /** Accepts nothing more. */
  close(): void
  /** Cuts what is left. */
  cut(): Promise<void>
}

/** How long connections that have begun may take to reach the old listener: a slow client's handshake of TCP. */
const HANDSHAKE_MS = 3000
const ANY_IPV6 = '::'
const ANY_IPV4 = '0.0.0.0'

/** Opens a second listener on a port so that whoever connects from then on comes to it, where the system can do that. */
type TakeOver = <Opened>(open: () => Opened) => { opened: Opened; steering: { end(): void } | null }

/** Throws an error that says what to change where it cannot listen. HTTPS with an identity. */
export function listen(app: Elysia, at: ListenAddress, identity: Identity | null, takeOver: TakeOver): Listener {
  // Only a shared port can be taken over, and on one that is shared a mistake would go unnoticed: two servers.
  if (identity) void listenOn(app, at, {}).server.stop(true)
  const first = listenOn(app, at, identity ? securedBy(identity) : {})
  const { host } = first
  const port = first.server.port ?? at.port
  let current = first.server
  const servers = new Set<Server>([current])
  /** Lets the listener go that has been replaced last. */
  let retire = () => {}
  return {
    url: `${identity ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    get pending() {
      return [...servers].reduce((sum, { pendingRequests }) => sum + pendingRequests, 0)
    },
    present(next) {
      retire()
      const old = current
      const { opened, steering } = takeOver(() => listenOn(app, { host, port }, securedBy(next)).server)
      current = opened
      servers.add(current)
      retire = once(() => {
        // Ready when its last connection has ended, which its idle timeout sees to.
        void old.stop(false).then(() => servers.delete(old))
        // Not before: whoever connects in between would come to the one that closes.
        steering?.end()
      })
      setTimeout(retire, steering ? HANDSHAKE_MS : 0)
    },
    close() {
      retire()
      // The promise would wait for idle connections, too.
      for (const server of servers) void server.stop(false)
    },
    async cut() {
      await Promise.all([...servers].map((server) => server.stop(true)))
    },
  }
}

function once(run: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}

type Securing = Pick<Bun.Serve.Options<unknown>, 'tls' | 'reusePort'>

/** Bun speaks TLS 1.2 and 1.3, older versions never (RFC 8996), and over either HTTP/1.1 alone unless told otherwise. */
function securedBy({ cert, key }: Identity): Securing {
  return { reusePort: true, tls: { cert, key } }
}

function listenOn(app: Elysia, { host, port }: ListenAddress, securing: Securing): { server: Server; host: string } {
  try {
    app.listen({ hostname: host, port, ...securing })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // A kernel without IPv6: both families are IPv4 alone.
    if (code === 'EAFNOSUPPORT' && host === ANY_IPV6) return listenOn(app, { host: ANY_IPV4, port }, securing)
    const explain = LISTEN_FAILURES[code]
    throw explain ? explain(host, port) : error
  }
  // Elysia adds one with each listener; when to stop is ours to say.
  process.removeAllListeners('beforeExit')
  if (!app.server) throw new Error('the server did not start')
  return { server: app.server, host }
}

/** What listening can fail with, in words that say what to change. */
const LISTEN_FAILURES: Record<string, (host: string, port: number) => Error> = {
  EADDRINUSE: (host, port) => new Error(`port ${port} on ${host} is in use: choose another with --port`),
  EACCES: (_, port) =>
    new ConfigError(
      `--port: ${port} requires a privilege that this user does not have: choose a port above 1023, or set ` +
        'AmbientCapabilities=CAP_NET_BIND_SERVICE and CapabilityBoundingSet=CAP_NET_BIND_SERVICE in the systemd unit',
    ),
  EADDRNOTAVAIL: (host) => new ConfigError(`--host: ${host} is not an address of this machine`),
  EAFNOSUPPORT: (host) => new ConfigError(`--host: ${host} is of an address family that this machine does not support`),
}
