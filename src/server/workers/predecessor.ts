import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Logger } from '../../platform/log.ts'
import { isWorker } from './role.ts'

/** include/net/tcp_states.h: TCP_LISTEN, as /proc/net/tcp shows it. */
const LISTENING = '0A'
/** include/uapi/linux/net.h: __SO_ACCEPTCON, as /proc/net/unix shows it. */
const LISTENING_FILE = '00010000'
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6'] as const
/** The executable of a doorstep or, from its sources, the first argument of the runtime. */
const DOORSTEP = /doorstep[^/]*$|\/src\/main\.ts$/

interface Listening {
  /** The address and port, as the table writes them. */
  readonly local: string
  readonly inode: string
}

/** Tells other doorsteps to stop that listen on the same port and address as these processes of ours, or have made the same socket file. */
export function handOver(ours: readonly number[], place: number | string, log: Logger): void {
  const isPort = typeof place === 'number'
  for (const pid of isPort ? predecessorsOf(ours, place) : ownersOf(place, ours)) {
    log.info(isPort ? 'taking the port over' : 'taking the socket file over', { from: pid })
    try {
      process.kill(pid, 'SIGUSR2')
    } catch (error) {
      // The process has ended or may not be signalled; in the latter case both serve.
      log.warn('the other doorstep cannot be told to stop', { pid, error })
    }
  }
}

/**
 * Returns the doorsteps that listen on the same port and address as these processes of ours: the main process of each, which is the parent
 * if there are workers. The kernel shares a port only among the processes of one user, so all of them may be signalled.
 */
function predecessorsOf(ours: readonly number[], port: number): number[] {
  const rows = TABLES.flatMap((table) => listeningIn(textIn(table))).filter(({ local }) => portOf(local) === port)
  const ownSockets = new Set(ours.flatMap(socketsOf))
  const shared = new Set(rows.filter(({ inode }) => ownSockets.has(inode)).map(({ local }) => local))
  const sought = new Set(rows.filter(({ local, inode }) => shared.has(local) && !ownSockets.has(inode)).map(({ inode }) => inode))
  if (sought.size === 0) return []
  const holders = processes().filter((pid) => isDoorstep(pid) && socketsOf(pid).some((inode) => sought.has(inode)))
  return [...new Set(holders.map(mainOf))]
}

/**
 * Returns the doorsteps that have made the socket file before these processes of ours. The table of the kernel has the name under which a
 * file was made, which ends with the process that made it (`src/net/libc/listener.ts`).
 */
function ownersOf(path: string, ours: readonly number[]): number[] {
  const names = textIn('/proc/self/net/unix')
    .split('\n')
    .flatMap((line) => {
      const [, , , flags, , , inode = '', ...name] = line
        .trim()
        .split(' ')
        .filter((word) => word !== '')
      return flags === LISTENING_FILE ? [{ inode, name: name.join(' ') }] : []
    })
  return names.flatMap(({ inode, name }) => {
    const pid = Number(name.startsWith(`${path}.`) ? name.slice(path.length + 1) : Number.NaN)
    return pid > 0 && !ours.includes(pid) && isDoorstep(pid) && socketsOf(pid).includes(inode) ? [pid] : []
  })
}

/** Returns the listening sockets in a table of the kernel (Documentation/networking/proc_net_tcp.rst). */
export function listeningIn(table: string): Listening[] {
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === LISTENING ? [{ local, inode }] : []
  })
}

function portOf(local: string): number {
  return Number.parseInt(local.slice(local.lastIndexOf(':') + 1), 16)
}

function processes(): number[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

/** Returns the inodes of the sockets that a process has open; empty for processes of other users. */
function socketsOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  const names = orElse(() => readdirSync(folder), [])
  return names.flatMap((name) => /^socket:\[(\d+)\]$/.exec(orElse(() => readlinkSync(`${folder}/${name}`), ''))?.[1] ?? [])
}

function isDoorstep(pid: number): boolean {
  const file = orElse(() => readlinkSync(`/proc/${pid}/exe`), '').replace(/ \(deleted\)$/, '')
  const [, firstArgument = ''] = textIn(`/proc/${pid}/cmdline`).split('\0')
  return [file, firstArgument].some((word) => DOORSTEP.test(word))
}

function mainOf(pid: number): number {
  const parent = /^PPid:\s+(\d+)$/m.exec(textIn(`/proc/${pid}/status`))?.[1]
  return isWorker(textIn(`/proc/${pid}/environ`)) && parent !== undefined ? Number(parent) : pid
}

function textIn(path: string): string {
  return orElse(() => readFileSync(path, 'utf8'), '')
}

/** Returns the result of a read, or a fallback if the file is gone or not readable. */
function orElse<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch {
    return otherwise
  }
}
