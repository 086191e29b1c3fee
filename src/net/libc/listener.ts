import { readdirSync } from 'node:fs'
import {
  AF_INET,
  IP_MINTTL,
  IPPROTO_IP,
  IPPROTO_IPV6,
  IPV6_MINHOPCOUNT,
  SO_ACCEPTCONN,
  SO_REUSEPORT,
  SOCK_CLOEXEC,
  SOCK_STREAM,
  SOL_SOCKET,
} from './abi.ts'
import { readSockaddr, SOCKADDR_BYTES } from './layout.ts'
import { type Libc, openLibc } from './libc.ts'

/**
 * The descriptors among which a listener is found: a server opens it among its first files, and the lowest free number is given out first.
 */
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
      // The runtime still takes this descriptor for its listener and closes it one day: it becomes a socket that does nothing.
      const idle = libc.symbols.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
      libc.symbols.dup3(idle, descriptor, SOCK_CLOEXEC)
      libc.symbols.close(idle)
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
