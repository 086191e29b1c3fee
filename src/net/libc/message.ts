import { ptr } from 'bun:ffi'
import {
  C,
  type ControlMessage,
  controlLength,
  IOVEC_BYTES,
  LEVEL,
  MSGHDR_BYTES,
  nameLength,
  type Peer,
  type QueuedError,
  RECEIVED_HOPS,
  RECVERR,
  readControl,
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

/** The data that recvmsg() has written. */
interface Message {
  /** A copy. */
  readonly bytes: Buffer
  /** Its sender; for an entry of the error queue, the destination of the packet that caused it. */
  readonly name: Peer | null
  readonly controls: readonly ControlMessage[]
  /** By the kernel's clock, in milliseconds since 1970; null if the kernel gave no timestamp. */
  readonly atMs: number | null
}

/** Its time of arrival. */
type Stamped = Pick<Message, 'atMs'>

/** A datagram. */
export interface Received extends Stamped {
  readonly bytes: Buffer
  readonly from: Peer | null
  /** The TTL or hop limit with which it arrived. */
  readonly hops: number | null
}

/** An entry of the error queue. */
export interface Queued extends QueuedError, Stamped {
  /** The destination of the packet that caused it. */
  readonly to: Peer | null
  /** The part of that packet that the ICMP message quotes: what follows its UDP header, or its ICMP header and what follows. */
  readonly quoted: Buffer
  /** The TTL or hop limit with which the ICMP message arrived: every translator on the way changes its source, none changes this. */
  readonly hops: number | null
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
    const at = {
      name: regionOf(this.name),
      iovec: BigInt(ptr(this.iovec)),
      data: regionOf(this.data),
      control: regionOf(this.control),
    }
    writeMsghdr(this.template, this.iovec, at)
  }

  /** Null if recvmsg() failed; errno says why. */
  receive(descriptor: number, flags: number): Message | null {
    this.template.copy(this.header)
    const received = Number(this.libc.symbols.recvmsg(descriptor, this.header, flags))
    if (received < 0) return null
    // Copied as well: the next message would overwrite what the caller still holds.
    const controls = readControl(Buffer.from(this.control.subarray(0, controlLength(this.header))))
    const bytes = Buffer.from(this.data.subarray(0, received))
    const stamp = controls.find(({ level, type }) => level === C.SOL_SOCKET && type === C.SO_TIMESTAMPNS)
    const name = readSockaddr(this.name.subarray(0, nameLength(this.header)))
    return { bytes, name, controls, atMs: stamp ? readTimespec(stamp.data) : null }
  }
}

/** Returns whether a control message is of the kind that each version of IP has a number for. */
const isOf = (types: typeof RECVERR | typeof RECEIVED_HOPS, { level, type }: ControlMessage) =>
  ([4, 6] as const).some((version) => level === LEVEL[version] && type === types[version])

/** Returns whether a control message is an entry of the error queue. */
export const isQueued = (control: ControlMessage) => isOf(RECVERR, control)

/** Returns the TTL or hop limit with which a message arrived; null if the kernel did not provide it. */
export function hopsIn({ controls }: Message): number | null {
  const found = controls.find((control) => isOf(RECEIVED_HOPS, control))
  return found && found.data.length >= 4 ? found.data.readInt32LE(0) : null
}
