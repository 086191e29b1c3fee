import { dlopen, type Pointer, read } from 'bun:ffi'
import { LIBC_NAMES } from '../../platform/libc-names.ts'

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

/** Opens the C library; null if none can be called. */
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
