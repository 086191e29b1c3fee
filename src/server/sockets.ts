import pkg from '../../package.json' with { type: 'json' }
import { type HeldSocket, holdDescriptor, holdFile } from '../net/libc/listener.ts'
import type { Logger, WriteLine } from '../platform/log.ts'
import { ConfigError, saidBy } from '../settings/config-error.ts'
import { type Config, OPTIONS } from '../settings/options.ts'
import { socketFileOf } from '../settings/parse.ts'
import type { Notifier } from './signals.ts'
import type { Role } from './workers/role.ts'

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
  if (count > 0) return { held: named('LISTEN_FDS', () => inheritedSockets(Array(count).fill(null))), arePassed: true }
  const file = socketFileOf(config.host)
  return { held: file === null ? [] : named(`--${OPTIONS.host.flag}`, () => [holdFile(file, config.replace)]), arePassed: false }
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

function named<Value>(name: string, hold: () => Value): Value {
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

/** The parts of a start that are there before the server. */
export interface Starting {
  readonly role: Role | null
  readonly tellListening: TellListening
  readonly notifier: Notifier
  readonly sockets: Sockets
}

/** Reports the URL at which a server listens, with more fields. */
type TellListening = (url: string, more: Readonly<Record<string, unknown>>) => void

/** Returns a function that writes the start line: at a terminal an address to click and a first command; for a program the plain address. */
export function startTeller(log: Logger, writeLine: WriteLine, isForPerson: boolean): TellListening {
  return (url, more) => {
    const file = url.startsWith('unix:') ? url.slice('unix:'.length) : null
    const address = isForPerson && file === null ? `${url.replace(/\/\/(\[::\]|0\.0\.0\.0)(?=:)/, '//localhost')}/` : url
    log.info('listening', { url: address, version: pkg.version, ...more })
    if (isForPerson && file !== null) writeLine(`Try: ${firstCommand('http://localhost/', `--unix-socket '${file}' `)}`, false)
    else if (isForPerson && address.startsWith('http:')) writeLine(`Try: ${firstCommand(address)}`, false)
  }
}

/** Returns the first command of the README. */
function firstCommand(address: string, flags = ''): string {
  const body = '{"useCase":"minecraft","routerBrand":"asus","internalIp":"192.168.50.20"}'
  return `curl -s ${flags}'${address}api/tools/port-forward-plan?format=text' --json '${body}'`
}
