import { AF_UNIX, CLOCK_MONOTONIC, MSG_DONTWAIT, MSG_NOSIGNAL, SOCK_CLOEXEC, SOCK_DGRAM } from './abi.ts'
import { readTimespec, TIMESPEC_BYTES } from './layout.ts'
import { openLibc, unixSockaddr } from './libc.ts'

/** Sends a datagram to a socket file or an abstract socket (`@name`) of this machine; false if it cannot be sent. */
export function sendToFile(path: string, text: string): boolean {
  const libc = openLibc()
  if (!libc) return false
  const descriptor = libc.symbols.socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)
  if (descriptor < 0) return false
  const [payload, address] = [Buffer.from(text), unixSockaddr(path)]
  const flags = MSG_DONTWAIT | MSG_NOSIGNAL
  const sent = libc.symbols.sendto(descriptor, payload, payload.length, flags, address, address.length)
  libc.symbols.close(descriptor)
  return Number(sent) === payload.length
}

/** Returns the microseconds of CLOCK_MONOTONIC, which service managers compare; null where it cannot be read. */
export function monotonicUs(): number | null {
  const time = Buffer.alloc(TIMESPEC_BYTES)
  if (openLibc()?.symbols.clock_gettime(CLOCK_MONOTONIC, time) !== 0) return null
  const ms = readTimespec(time)
  return ms === null ? null : Math.floor(ms * 1000)
}
