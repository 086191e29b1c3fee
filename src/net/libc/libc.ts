import { dlopen, type Pointer, read } from 'bun:ffi'
import { LIBC_NAMES } from '../../platform/compiled.ts'
import { C, readTimespec, TIMESPEC_BYTES } from './layout.ts'

const SYMBOLS = {
  socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  bind: { args: ['i32', 'buffer', 'u32'], returns: 'i32' },
  listen: { args: ['i32', 'i32'], returns: 'i32' },
  connect: { args: ['i32', 'buffer', 'u32'], returns: 'i32' },
  poll: { args: ['buffer', 'u64', 'i32'], returns: 'i32' },
  send: { args: ['i32', 'buffer', 'u64', 'i32'], returns: 'i64' },
  sendto: { args: ['i32', 'buffer', 'u64', 'i32', 'buffer', 'u32'], returns: 'i64' },
  recvmsg: { args: ['i32', 'buffer', 'i32'], returns: 'i64' },
  getsockopt: { args: ['i32', 'i32', 'i32', 'buffer', 'buffer'], returns: 'i32' },
  setsockopt: { args: ['i32', 'i32', 'i32', 'buffer', 'u32'], returns: 'i32' },
  getpeername: { args: ['i32', 'buffer', 'buffer'], returns: 'i32' },
  getsockname: { args: ['i32', 'buffer', 'buffer'], returns: 'i32' },
  clock_gettime: { args: ['i32', 'buffer'], returns: 'i32' },
  getrlimit: { args: ['i32', 'buffer'], returns: 'i32' },
  shutdown: { args: ['i32', 'i32'], returns: 'i32' },
  fcntl: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  epoll_ctl: { args: ['i32', 'i32', 'i32', 'buffer'], returns: 'i32' },
  dup3: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
  close: { args: ['i32'], returns: 'i32' },
  __errno_location: { args: [], returns: 'ptr' },
} as const

/** The C library that this process already uses, and the error of its last call. */
export interface Libc {
  readonly symbols: ReturnType<typeof open>['symbols']
  /** Valid only right after the call. */
  errno(): number
}

export function openLibc(): Libc | null {
  for (const name of LIBC_NAMES) {
    try {
      const { symbols } = open(name)
      // A seam: an address is a number, which the ffi brands as a pointer. It does not change while the thread lives.
      const errno = Number(symbols.__errno_location()) as Pointer
      return { symbols, errno: () => read.i32(errno, 0) }
    } catch {
      // Not this C library; try the next one.
    }
  }
  return null
}

function open(name: string) {
  return dlopen(name, SYMBOLS)
}

/** Lets a call write bytes and their number; null if it fails, and errno says why. */
function written(room: number, call: (bytes: Buffer, length: Buffer) => number): Buffer | null {
  const [bytes, length] = [Buffer.alloc(room), Buffer.alloc(4)]
  length.writeUInt32LE(room)
  return call(bytes, length) === 0 ? bytes.subarray(0, length.readUInt32LE(0)) : null
}

/** Returns an option of a socket; null if it has none, or is not a socket. */
export function readOption({ symbols }: Libc, descriptor: number, [level, name]: readonly [number, number], room = 4) {
  return written(room, (value, length) => symbols.getsockopt(descriptor, level, name, value, length))
}

/** Returns a number that a socket has as an option of its own; null for what is not a socket. */
export function socketOption(libc: Libc, descriptor: number, name: number): number | null {
  return readOption(libc, descriptor, [C.SOL_SOCKET, name])?.readInt32LE(0) ?? null
}

export function isAccepting(libc: Libc, descriptor: number): boolean {
  return socketOption(libc, descriptor, C.SO_ACCEPTCONN) === 1
}

/** Returns the address that a socket is bound to or, for `getpeername`, connected to, as the kernel writes it; null if it has none. */
export function socketName({ symbols }: Libc, descriptor: number, call: 'getsockname' | 'getpeername' = 'getsockname') {
  return written(UNIX_SOCKADDR_BYTES, (name, length) => symbols[call](descriptor, name, length))
}

const FAMILY_BYTES = 2

/** include/uapi/linux/un.h: struct sockaddr_un, whose path ends with a zero byte. */
const UNIX_SOCKADDR_BYTES = 110

/** Returns the address of a socket file, or of an abstract socket (`@name`). */
export function unixSockaddr(path: string): Buffer {
  const family = Buffer.alloc(FAMILY_BYTES)
  family.writeUInt16LE(C.AF_UNIX, 0)
  return Buffer.concat([family, Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`)])
}

/** Returns the path of a socket file, with `@` before that of an abstract one; null for other families. */
export function readUnixPath(bytes: Buffer): string | null {
  if (bytes.length < FAMILY_BYTES || bytes.readUInt16LE(0) !== C.AF_UNIX) return null
  const path = bytes.subarray(FAMILY_BYTES)
  return path[0] === 0 ? `@${path.toString('utf8', 1)}` : path.toString('utf8').replace(/\0.*$/s, '')
}

/** include/uapi/linux/eventpoll.h: struct epoll_event, which has no padding on x64. */
export function epollEvent({ events, data }: { events: number; data: bigint }, isPacked = process.arch === 'x64'): Buffer {
  const bytes = Buffer.alloc(isPacked ? 12 : 16)
  bytes.writeUInt32LE(events, 0)
  bytes.writeBigUInt64LE(data, bytes.length - 8)
  return bytes
}

/** Sends a datagram to a socket file or an abstract socket (`@name`) of this machine; false if it cannot be sent. */
export function sendToFile(path: string, text: string): boolean {
  const libc = openLibc()
  if (!libc) return false
  const descriptor = libc.symbols.socket(C.AF_UNIX, C.SOCK_DGRAM | C.SOCK_CLOEXEC, 0)
  if (descriptor < 0) return false
  const [payload, address] = [Buffer.from(text), unixSockaddr(path)]
  const flags = C.MSG_DONTWAIT | C.MSG_NOSIGNAL
  const sent = libc.symbols.sendto(descriptor, payload, payload.length, flags, address, address.length)
  libc.symbols.close(descriptor)
  return Number(sent) === payload.length
}

/** Returns the microseconds of CLOCK_MONOTONIC, which service managers compare; null where it cannot be read. */
export function monotonicUs(): number | null {
  const time = Buffer.alloc(TIMESPEC_BYTES)
  if (openLibc()?.symbols.clock_gettime(C.CLOCK_MONOTONIC, time) !== 0) return null
  const ms = readTimespec(time)
  return ms === null ? null : Math.floor(ms * 1000)
}
