/** The layouts of structures for socket files and the event loop (`layout.ts` says on which systems). */
import { AF_UNIX } from './abi.ts'

const FAMILY_BYTES = 2

/** include/uapi/linux/un.h: struct sockaddr_un, whose path ends with a zero byte. */
export const UNIX_SOCKADDR_BYTES = 110

/** Returns the address of a socket file, or of an abstract socket (`@name`). */
export function unixSockaddr(path: string): Buffer {
  const family = Buffer.alloc(FAMILY_BYTES)
  family.writeUInt16LE(AF_UNIX, 0)
  return Buffer.concat([family, Buffer.from(path.startsWith('@') ? `\0${path.slice(1)}` : `${path}\0`)])
}

/** Returns the path of a socket file, with `@` before that of an abstract one; null for other families. */
export function readUnixPath(bytes: Buffer): string | null {
  if (bytes.length < FAMILY_BYTES || bytes.readUInt16LE(0) !== AF_UNIX) return null
  const path = bytes.subarray(FAMILY_BYTES)
  return path[0] === 0 ? `@${path.toString('utf8', 1)}` : path.toString('utf8').replace(/\0.*$/s, '')
}

/** The wish to be told of events on a descriptor, and what comes with them. */
export interface EpollEntry {
  readonly events: number
  readonly data: bigint
}

/** include/uapi/linux/eventpoll.h: struct epoll_event, which has no padding on x64. */
export function epollEvent({ events, data }: EpollEntry, isPacked = process.arch === 'x64'): Buffer {
  const bytes = Buffer.alloc(isPacked ? 12 : 16)
  bytes.writeUInt32LE(events, 0)
  bytes.writeBigUInt64LE(data, bytes.length - 8)
  return bytes
}
