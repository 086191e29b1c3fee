import type { HeldSocket } from '../../net/libc/held.ts'
import type { Adopted } from '../../net/libc/listener.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { Identity } from '../../settings/tls-files.ts'
import type { BunRoutes } from './bun-routes.ts'
import type { Handler } from './entrance.ts'
import { endingsOf, type Listener, optionsOf, type Server, tlsOf, urlOf } from './listener.ts'
import { FILE_END } from './visit.ts'

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
