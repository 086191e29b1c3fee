import { ptr } from 'bun:ffi'
import { AF_INET, SO_ACCEPTCONN, SO_ATTACH_FILTER, SO_REUSEPORT, SOCK_CLOEXEC, SOCK_STREAM, SOL_SOCKET } from './abi.ts'
import { noNewConnection } from './filter.ts'
import { PROGRAM_BYTES, readSockaddr, SOCKADDR_BYTES, writeProgram } from './layout.ts'
import { type Libc, openLibc } from './libc.ts'

/** A listener is among the first files that a server opens; the lowest number that is free is given out first. */
const DESCRIPTORS = 1024

/** The socket that a server of the runtime listens on, for what the runtime has no words for. */
export interface Listener {
  /**
   * Lets other processes of this user listen on the same port from now on, if they ask for that (`reusePort`). Set only after the port
   * was bound, it leaves binding exclusive: whoever does not ask still hears that the port is in use.
   */
  share(): void
  /**
   * The kernel ignores whoever wants to connect from now on; what is connected or about to be is still handed over. A client
   * asks again after a second, and then meets whoever listens on the port by then.
   */
  ignoreNew(): void
  /** The runtime would also close connections on which nothing is asked at the moment; this leaves all of them open. */
  close(): void
}

/** Null where that is not to be had: not on Linux, without libc, or if nothing of this process listens on the port. */
export function findListener(port: number): Listener | null {
  if (process.platform !== 'linux') return null
  const libc = openLibc()
  const descriptor = libc ? listenerOn(libc, port) : null
  if (!libc || descriptor === null) return null
  const set = (option: number, value: Buffer) => {
    if (libc.symbols.setsockopt(descriptor, SOL_SOCKET, option, value, value.length) !== 0)
      throw new Error(`setsockopt(${option}) failed: errno ${libc.errno()}`)
  }
  return {
    share() {
      set(SO_REUSEPORT, Buffer.from(Int32Array.of(1).buffer))
    },
    ignoreNew() {
      const steps = noNewConnection()
      const program = Buffer.alloc(PROGRAM_BYTES)
      writeProgram(program, BigInt(ptr(steps)), steps.length)
      set(SO_ATTACH_FILTER, program)
    },
    close() {
      // What the runtime still takes for its listener, and closes one day, is then a socket that does nothing.
      const idle = libc.symbols.socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)
      libc.symbols.dup3(idle, descriptor, SOCK_CLOEXEC)
      libc.symbols.close(idle)
    },
  }
}

function listenerOn({ symbols }: Libc, port: number): number | null {
  const [value, name, length] = [Buffer.alloc(4), Buffer.alloc(SOCKADDR_BYTES[6]), Buffer.alloc(4)]
  const sized = (buffer: Buffer) => {
    length.writeUInt32LE(buffer.length)
    return buffer
  }
  for (let descriptor = 0; descriptor < DESCRIPTORS; descriptor++) {
    const asked = symbols.getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, sized(value), length)
    if (asked !== 0 || value.readInt32LE(0) === 0) continue
    const named = symbols.getsockname(descriptor, sized(name), length)
    if (named === 0 && readSockaddr(name.subarray(0, length.readUInt32LE(0)))?.port === port) return descriptor
  }
  return null
}
