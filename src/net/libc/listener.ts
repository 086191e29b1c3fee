import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { HeldSocket } from './held.ts'
import {
  AF_INET,
  EPOLL_CTL_ADD,
  EPOLL_CTL_DEL,
  IP_MINTTL,
  IPPROTO_IP,
  IPPROTO_IPV6,
  IPV6_MINHOPCOUNT,
  readSockaddr,
  SO_ACCEPTCONN,
  SO_REUSEPORT,
  SOCK_CLOEXEC,
  SOCK_STREAM,
  SOCKADDR_BYTES,
  SOL_SOCKET,
} from './layout.ts'
import { type EpollEntry, epollEvent, type Libc, openLibc } from './libc.ts'

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
    set(socket, IPPROTO_IP, IP_MINTTL, hops)
    set(socket, IPPROTO_IPV6, IPV6_MINHOPCOUNT, hops)
  }
  return {
    descriptor,
    share() {
      set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1)
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

function listenerOn({ symbols }: Libc, port: number, left: readonly number[]): number | null {
  const [value, name, length] = [Buffer.alloc(4), Buffer.alloc(SOCKADDR_BYTES[6]), Buffer.alloc(4)]
  const sized = (buffer: Buffer) => {
    length.writeUInt32LE(buffer.length)
    return buffer
  }
  for (let descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
    if (left.includes(descriptor)) continue
    const asked = symbols.getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, sized(value), length)
    if (asked !== 0 || value.readInt32LE(0) === 0) continue
    const named = symbols.getsockname(descriptor, sized(name), length)
    if (named === 0 && readSockaddr(name.subarray(0, length.readUInt32LE(0)))?.port === port) return descriptor
  }
  return null
}

/** Puts a socket that does nothing in the place of a listener: the runtime still takes the descriptor for its own and closes it one day. */
function putIdle({ symbols }: Libc, descriptor: number): void {
  const idle = symbols.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
  symbols.dup3(idle, descriptor, SOCK_CLOEXEC)
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
      putIdle(libc, own)
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

/** Returns what is read, or an empty text if the descriptor was closed in between. */
function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
