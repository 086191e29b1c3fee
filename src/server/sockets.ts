import { type HeldSocket, holdDescriptor, holdFile } from '../net/libc/listener.ts'
import { ConfigError, saidBy } from '../settings/config-error.ts'
import { type Config, OPTIONS } from '../settings/options.ts'
import { socketFileOf } from '../settings/parse.ts'

/** The first descriptor that a service manager passes (sd_listen_fds(3)). */
const FIRST = 3
const PASSED_MAX = 64

/** The sockets on which a server listens instead of an address, and where they come from. */
export interface Sockets {
  readonly held: readonly HeldSocket[]
  readonly arePassed: boolean
}

/**
 * Returns the sockets that a service manager passes, otherwise the file of the settings; none if an address is listened on. It removes
 * the variables of the service manager, because children do not have these sockets. Throws a ConfigError.
 */
export function takeSockets(config: Pick<Config, 'host' | 'replace'>, environment: Record<string, string | undefined>): Sockets {
  const count = passedIn(environment)
  for (const name of ['LISTEN_FDS', 'LISTEN_PID', 'LISTEN_FDNAMES']) delete environment[name]
  if (count > 0) return { held: naming('LISTEN_FDS', () => inheritedSockets(Array(count).fill(null))), arePassed: true }
  const file = socketFileOf(config.host)
  return { held: file === null ? [] : naming(`--${OPTIONS.host.flag}`, () => [holdFile(file, config.replace)]), arePassed: false }
}

/** Returns the sockets that a parent has passed to this worker, with the paths of their files. */
export function inheritedSockets(files: readonly (string | null)[]): HeldSocket[] {
  return files.map((path, index) => holdDescriptor(FIRST + index, path))
}

/** Returns the path of the file that the server has made; null for all other sockets. */
export function filesOf({ held, arePassed }: Sockets): (string | null)[] {
  return held.map(({ host, port }) => (arePassed || port !== null ? null : host))
}

/** Returns how many descriptors are meant for this process. */
function passedIn({ LISTEN_PID: pid, LISTEN_FDS: count = '' }: Record<string, string | undefined>): number {
  return pid === String(process.pid) && /^\d{1,2}$/.test(count) ? Math.min(Number(count), PASSED_MAX) : 0
}

function naming<Value>(name: string, hold: () => Value): Value {
  try {
    return hold()
  } catch (error) {
    const { en, ko } = saidBy(error)
    throw new ConfigError({ en: `${name}: ${en}`, ko: `${name}: ${ko}` })
  }
}

/** Returns where other doorsteps may listen as well. */
export function placeOf({ held: [socket] }: Sockets, port: number): number | string {
  return socket?.port === null ? socket.host : port
}
