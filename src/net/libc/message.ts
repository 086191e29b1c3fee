import { ptr } from 'bun:ffi'
import {
  C,
  type ControlMessage,
  IOVEC_BYTES,
  LEVEL,
  lengthsIn,
  MSGHDR_BYTES,
  type Peer,
  type QueuedError,
  RECEIVED_HOPS,
  RECVERR,
  readControl,
  readExtendedErr,
  readSockaddr,
  readTimespec,
  SOCKADDR_BYTES,
  writeMsghdr,
} from './layout.ts'
import type { Libc } from './libc.ts'

/** The longest datagram; an entry of the error queue contains the packet that caused it. */
const DATA_BYTES = 65_536
const CONTROL_BYTES = 512
const NAME_AT = DATA_BYTES + CONTROL_BYTES
const HEADER_AT = NAME_AT + 32
const IOVEC_AT = HEADER_AT + 64

interface Arrived {
  /** The TTL or hop limit with which it arrived; null if the kernel did not provide it. Translators on the way change the source, and not this. */
  readonly hops: number | null
  /** By the kernel's clock, in milliseconds since 1970; null if it gave no time. */
  readonly atMs: number | null
}

export interface Received extends Arrived {
  readonly bytes: Buffer
  readonly from: Peer | null
}

/** An entry of the error queue: an ICMP message, or an error of this machine. */
export interface Queued extends QueuedError, Arrived {
  /** The destination of the packet that caused it. */
  readonly to: Peer | null
  /** The part of that packet that the ICMP message quotes: what follows its UDP header, or its ICMP header and what follows. */
  readonly quoted: Buffer
}

/** Memory for one message at a time; libc keeps no pointer to it between calls. */
export class MessageBuffer {
  private readonly memory = new ArrayBuffer(IOVEC_AT + IOVEC_BYTES)
  private readonly data = Buffer.from(this.memory, 0, DATA_BYTES)
  private readonly control = Buffer.from(this.memory, DATA_BYTES, CONTROL_BYTES)
  private readonly name = Buffer.from(this.memory, NAME_AT, SOCKADDR_BYTES[6])
  private readonly header = Buffer.from(this.memory, HEADER_AT, MSGHDR_BYTES)
  private readonly iovec = Buffer.from(this.memory, IOVEC_AT, IOVEC_BYTES)
  /** The header as it is before every call; the kernel writes into a copy. */
  private readonly template = Buffer.alloc(MSGHDR_BYTES)

  constructor(private readonly libc: Libc) {
    const regionOf = (bytes: Buffer) => ({ address: BigInt(ptr(bytes)), bytes: bytes.length })
    writeMsghdr(this.template, this.iovec, {
      name: regionOf(this.name),
      iovec: BigInt(ptr(this.iovec)),
      data: regionOf(this.data),
      control: regionOf(this.control),
    })
  }

  /** Takes the next datagram; null if recvmsg() failed, and errno says why. */
  receive(descriptor: number): Received | null {
    const message = this.take(descriptor, C.MSG_DONTWAIT)
    return message && { bytes: message.bytes, from: message.name, ...arrivalIn(message.controls) }
  }

  /** Takes the oldest entry of the error queue; null if there is none. */
  takeQueued(descriptor: number): Queued | null {
    const message = this.take(descriptor, C.MSG_DONTWAIT | C.MSG_ERRQUEUE)
    const entry = message?.controls.find((control) => isOf(RECVERR, control))
    const error = entry && readExtendedErr(entry.data)
    return message && error ? { ...error, to: message.name, quoted: message.bytes, ...arrivalIn(message.controls) } : null
  }

  private take(descriptor: number, flags: number) {
    this.template.copy(this.header)
    const received = Number(this.libc.symbols.recvmsg(descriptor, this.header, flags))
    if (received < 0) return null
    // Copied as well: the next message would overwrite what the caller still holds.
    const lengths = lengthsIn(this.header)
    return {
      bytes: Buffer.from(this.data.subarray(0, received)),
      name: readSockaddr(this.name.subarray(0, lengths.name)),
      controls: readControl(Buffer.from(this.control.subarray(0, lengths.control))),
    }
  }
}

function arrivalIn(controls: readonly ControlMessage[]): Arrived {
  const hops = controls.find((control) => isOf(RECEIVED_HOPS, control))?.data
  const stamp = controls.find(({ level, type }) => level === C.SOL_SOCKET && type === C.SO_TIMESTAMPNS)
  return { hops: hops && hops.length >= 4 ? hops.readInt32LE(0) : null, atMs: stamp ? readTimespec(stamp.data) : null }
}

/** Returns whether a control message is of the kind that each version of IP has a number for. */
function isOf(types: typeof RECVERR | typeof RECEIVED_HOPS, { level, type }: ControlMessage): boolean {
  return ([4, 6] as const).some((version) => level === LEVEL[version] && type === types[version])
}
