import { ptr } from 'bun:ffi'
import { readdirSync } from 'node:fs'
import { SOL_SOCKET } from './abi.ts'
import { PROGRAM_BYTES, stepsAsBytes, writeProgram } from './layout.ts'
import { type Libc, openLibc } from './libc.ts'

/** include/uapi/asm-generic/socket.h, the same on x86-64 and arm64. */
const SO_ACCEPTCONN = 30
const SO_ATTACH_REUSEPORT_CBPF = 51
const SO_DETACH_REUSEPORT_BPF = 68
/** include/uapi/linux/bpf_common.h */
const RETURN = 0x06
const OPEN_FILES = '/proc/self/fd'
const INT_BYTES = 4

/**
 * Lets everybody who connects to a port that two listeners of this process share come to the newer one. The kernel otherwise
 * shares connections out between both, and resets those that wait at the older one when that closes.
 */
export interface Steering {
  end(): void
}

/** What `listen` opens takes over from the one listener that has the port. No steering where the system knows none. */
export function steeredTo<Opened>(listen: () => Opened): { opened: Opened; steering: Steering | null } {
  const libc = process.platform === 'linux' ? openLibc() : null
  if (!libc) return { opened: listen(), steering: null }
  const before = new Set(listenersOf(libc))
  const opened = listen()
  const listener = listenersOf(libc).find((descriptor) => !before.has(descriptor))
  return { opened, steering: listener === undefined ? null : steer(libc, listener) }
}

function steer(libc: Libc, descriptor: number): Steering | null {
  const newer = stepsAsBytes([{ code: RETURN, skipIf: 0, skipElse: 0, operand: 1 }])
  const program = Buffer.alloc(PROGRAM_BYTES)
  writeProgram(program, BigInt(ptr(newer)), newer.length)
  const attach = libc.symbols.setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, program, PROGRAM_BYTES)
  if (attach !== 0) return null
  const none = Buffer.alloc(INT_BYTES)
  return { end: () => void libc.symbols.setsockopt(descriptor, SOL_SOCKET, SO_DETACH_REUSEPORT_BPF, none, INT_BYTES) }
}

/** The descriptors of this process on which it listens. */
function listenersOf(libc: Libc): number[] {
  try {
    return readdirSync(OPEN_FILES)
      .map(Number)
      .filter((descriptor) => isListening(libc, descriptor))
  } catch {
    return []
  }
}

function isListening({ symbols }: Libc, descriptor: number): boolean {
  const [value, length] = [Buffer.alloc(INT_BYTES), Buffer.alloc(INT_BYTES)]
  length.writeInt32LE(INT_BYTES)
  return symbols.getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, value, length) === 0 && value.readInt32LE() === 1
}
