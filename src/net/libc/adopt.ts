import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { AF_INET, EPOLL_CTL_ADD, EPOLL_CTL_DEL, SO_ACCEPTCONN, SOCK_CLOEXEC, SOCK_STREAM, SOL_SOCKET } from './abi.ts'
import type { HeldSocket } from './held.ts'
import { type EpollEntry, epollEvent, type Libc, openLibc } from './libc.ts'

/** A server of the runtime that accepts the connections of a held socket. */
export interface Adopted<Server> {
  readonly server: Server
  /** Accepts no more connections; those that wait are left to the other processes that have the socket. */
  release(): void
}

/** The place of a descriptor in the event loop. */
interface Watched extends EpollEntry {
  readonly loop: number
}

/**
 * Starts a server of the runtime on a held socket; null where that is not possible. The runtime only listens on sockets of its own making,
 * so the held socket takes the place of the one that it has just made: under the same number, and in its event loop with the same data.
 */
export function adopt<Server>({ descriptor: held }: HeldSocket, listen: () => Server): Adopted<Server> | null {
  const libc = openLibc()
  if (!libc) return null
  const before = new Set(listenersOf(libc))
  const server = listen()
  const own = listenersOf(libc).find((descriptor) => !before.has(descriptor))
  const watched = own === undefined ? null : watchOf(own)
  if (own === undefined || !watched) return null
  const { symbols } = libc
  const control = (operation: number) => symbols.epoll_ctl(watched.loop, operation, own, epollEvent(watched))
  control(EPOLL_CTL_DEL)
  if (symbols.dup3(held, own, SOCK_CLOEXEC) < 0 || control(EPOLL_CTL_ADD) !== 0) return null
  let isHeld = true
  return {
    server,
    release() {
      if (!isHeld) return
      isHeld = false
      control(EPOLL_CTL_DEL)
      // The runtime will close this number one day: until then it is a socket that does nothing.
      const idle = symbols.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
      symbols.dup3(idle, own, SOCK_CLOEXEC)
      symbols.close(idle)
    },
  }
}

/** Returns the descriptors of this process that listen. */
function listenersOf({ symbols }: Libc): number[] {
  const [value, length] = [Buffer.alloc(4), Buffer.alloc(4)]
  return openFiles().filter((descriptor) => {
    length.writeUInt32LE(value.length)
    return symbols.getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, value, length) === 0 && value.readInt32LE(0) === 1
  })
}

/** Returns how an event loop of this process watches a descriptor (proc_pid_fdinfo(5)); null if none does. */
function watchOf(descriptor: number): Watched | null {
  const entry = new RegExp(`^tfd:\\s+${descriptor}\\s+events:\\s+([0-9a-f]+)\\s+data:\\s+([0-9a-f]+)`, 'm')
  for (const loop of openFiles()) {
    const [, events, data] =
      entry.exec(isLoop(loop) ? orEmpty(() => readFileSync(`/proc/self/fdinfo/${loop}`, 'utf8')) : '') ?? []
    if (events !== undefined && data !== undefined)
      return { loop, events: Number.parseInt(events, 16), data: BigInt(`0x${data}`) }
  }
  return null
}

function isLoop(descriptor: number): boolean {
  return orEmpty(() => readlinkSync(`/proc/self/fd/${descriptor}`)) === 'anon_inode:[eventpoll]'
}

function openFiles(): number[] {
  return readdirSync('/proc/self/fd').map(Number)
}

/** Returns what is read, or an empty text if the descriptor was closed in between. */
function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
