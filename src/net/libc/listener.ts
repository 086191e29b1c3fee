import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { HeldSocket } from './held.ts'
import { C, readSockaddr } from './layout.ts'
import { type EpollEntry, epollEvent, isAccepting, type Libc, openLibc, socketName } from './libc.ts'

/** The descriptors among which a listener is found: a server opens it among its first files, and the lowest free number is given out first. */
const DESCRIPTORS = 1024
/** The time that a client may take to complete a handshake that the kernel has begun. */
const HANDSHAKE_MS = 300
/** Less than a client waits before it sends again what was ignored. */
const STEP_MS = 50
const HOPS_MAX = 255

/** The socket that a server of the runtime listens on, for operations that the runtime does not offer. */
interface Listener {
  readonly descriptor: number
  /**
   * Lets other processes of this user listen on the same port from now on, if they ask for that (`reusePort`). Because it is set only after
   * the port was bound, binding stays exclusive: a process that does not ask for it still gets the error that the port is in use.
   */
  share(): void
  /**
   * Leaves the port: the kernel ignores clients that begin to connect from now on, and those that have begun are still handed over; then
   * the socket is closed. A client tries again after a second, and then reaches the process that listens on the port by then. The runtime
   * would also close idle connections; this leaves all of them open.
   */
  leave(): Promise<void>
}

/**
 * Returns the socket of this process that listens on a port, other than those that are leaving it. Null on other systems than Linux,
 * without libc, or if nothing of this process listens on the port.
 */
export function findListener(port: number, left: readonly number[] = []): Listener | null {
  if (process.platform !== 'linux') return null
  const libc = openLibc()
  const descriptor = libc ? listenerOn(libc, port, left) : null
  if (!libc || descriptor === null) return null
  const set = (socket: number, level: number, option: number, value: number) =>
    libc.symbols.setsockopt(socket, level, option, Buffer.from(Int32Array.of(value).buffer), 4)
  // A packet has fewer hops left than the most if it has passed a router, or was sent with fewer. All but the rarest clients send the most.
  const leastHops = (socket: number, hops: number) => {
    set(socket, C.IPPROTO_IP, C.IP_MINTTL, hops)
    set(socket, C.IPPROTO_IPV6, C.IPV6_MINHOPCOUNT, hops)
  }
  return {
    descriptor,
    share() {
      set(descriptor, C.SOL_SOCKET, C.SO_REUSEPORT, 1)
    },
    async leave() {
      leastHops(descriptor, HOPS_MAX)
      for (let leftMs = HANDSHAKE_MS; leftMs > 0; leftMs -= STEP_MS) {
        await Bun.sleep(STEP_MS)
        // A connection that was accepted in between would otherwise be ignored as well.
        for (const socket of openFiles()) if (socket !== descriptor) leastHops(socket, 0)
      }
      putIdle(libc, descriptor)
    },
  }
}

/** Returns the descriptors of this process; without /proc, as many as there usually are. */
function openFiles(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return Array.from({ length: DESCRIPTORS }, (_, descriptor) => descriptor)
  }
}

function listenerOn(libc: Libc, port: number, left: readonly number[]): number | null {
  const descriptors = Array.from({ length: DESCRIPTORS }, (_, descriptor) => descriptor)
  const isIt = (one: number) =>
    !left.includes(one) && isAccepting(libc, one) && readSockaddr(socketName(libc, one))?.port === port
  return descriptors.find(isIt) ?? null
}

/** Puts a socket that does nothing in the place of a listener: the runtime still takes the descriptor for its own and closes it one day. */
function putIdle({ symbols }: Libc, descriptor: number): void {
  const idle = symbols.socket(C.AF_INET, C.SOCK_STREAM | C.SOCK_CLOEXEC, 0)
  symbols.dup3(idle, descriptor, C.SOCK_CLOEXEC)
  symbols.close(idle)
}

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
  const before = new Set(openFiles().filter((one) => isAccepting(libc, one)))
  const server = listen()
  const own = openFiles().find((descriptor) => !before.has(descriptor) && isAccepting(libc, descriptor))
  const watched = own === undefined ? null : watchOf(own)
  if (own === undefined || !watched) return null
  const { symbols } = libc
  const control = (operation: number) => symbols.epoll_ctl(watched.loop, operation, own, epollEvent(watched))
  control(C.EPOLL_CTL_DEL)
  if (symbols.dup3(held, own, C.SOCK_CLOEXEC) < 0 || control(C.EPOLL_CTL_ADD) !== 0) return null
  let isHeld = true
  return {
    server,
    release() {
      if (!isHeld) return
      isHeld = false
      control(C.EPOLL_CTL_DEL)
      putIdle(libc, own)
    },
  }
}

/** Returns how an event loop of this process watches a descriptor (proc_pid_fdinfo(5)); null if none does. */
function watchOf(descriptor: number): Watched | null {
  const entry = new RegExp(`^tfd:\\s+${descriptor}\\s+events:\\s+([0-9a-f]+)\\s+data:\\s+([0-9a-f]+)`, 'm')
  for (const loop of openFiles()) {
    const isLoop = orEmpty(() => readlinkSync(`/proc/self/fd/${loop}`)) === 'anon_inode:[eventpoll]'
    const [, events, data] = entry.exec(isLoop ? orEmpty(() => readFileSync(`/proc/self/fdinfo/${loop}`, 'utf8')) : '') ?? []
    if (events !== undefined && data !== undefined)
      return { loop, events: Number.parseInt(events, 16), data: BigInt(`0x${data}`) }
  }
  return null
}

/** Returns what is read, or an empty text if the descriptor was closed in between. */
function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
