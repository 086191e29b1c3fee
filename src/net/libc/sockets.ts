import { ptr } from 'bun:ffi'
import {
  CLOCK_REALTIME,
  IP_RECVERR,
  IPPROTO_IP,
  IPPROTO_IPV6,
  IPPROTO_TCP,
  IPV6_RECVERR,
  IPV6_V6ONLY,
  MSG_DONTWAIT,
  MSG_ERRQUEUE,
  MSG_NOSIGNAL,
  SO_ERROR,
  SO_TIMESTAMPNS,
  SOCK_CLOEXEC,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
  SOCK_STREAM,
  SOL_SOCKET,
  TCP_INFO,
} from './abi.ts'
import {
  controlLength,
  FAMILY,
  IOVEC_BYTES,
  MSGHDR_BYTES,
  type Peer,
  type QueuedError,
  readControl,
  readExtendedErr,
  readSockaddr,
  readTcpInfo,
  readTimespec,
  SOCKADDR_BYTES,
  TCP_INFO_BYTES,
  type TcpInfo,
  TIMESPEC_BYTES,
  writeMsghdr,
  writeSockaddr,
} from './layout.ts'
import { type Libc, openLibc } from './libc.ts'
import { ERRNO } from './verdict.ts'

const TYPES = { tcp: SOCK_STREAM, udp: SOCK_DGRAM } as const
const LEVEL = { 4: IPPROTO_IP, 6: IPPROTO_IPV6 } as const
const RECVERR = { 4: IP_RECVERR, 6: IPV6_RECVERR } as const

/** The longest datagram; an entry of the error queue brings the packet that it is about. */
const DATA_BYTES = 65_536
const CONTROL_BYTES = 512
/** Sockets may be interrupted only by what happens inside the runtime, and errno with them; then it is asked again. */
const CONNECT_TRIES = 3

export type Kind = keyof typeof TYPES

/** What a call came to: its value, or why it failed. */
export type Outcome<Value> = { readonly value: Value } | { readonly errno: number }

/** By the kernel's clock, in milliseconds since 1970; null where it did not say. */
interface Stamped {
  readonly atMs: number | null
}

export type Queued = QueuedError & Stamped

/**
 * Sockets that never block. Whatever libc reads or writes lies in one piece of memory that lives as long as this does; no call
 * keeps a pointer to it, so what a call has written is read before the next call is made.
 */
export class Sockets {
  private readonly memory = new ArrayBuffer(DATA_BYTES + 2 * CONTROL_BYTES)
  private readonly data = Buffer.from(this.memory, 0, DATA_BYTES)
  private readonly control = Buffer.from(this.memory, DATA_BYTES, CONTROL_BYTES)
  private readonly header = Buffer.from(this.memory, DATA_BYTES + CONTROL_BYTES, MSGHDR_BYTES)
  private readonly iovec = Buffer.from(this.memory, DATA_BYTES + CONTROL_BYTES + 64, IOVEC_BYTES)
  private readonly name = Buffer.from(this.memory, DATA_BYTES + CONTROL_BYTES + 96, SOCKADDR_BYTES[6])
  private readonly value = Buffer.from(this.memory, DATA_BYTES + CONTROL_BYTES + 128, TCP_INFO_BYTES)
  private readonly length = Buffer.from(this.memory, DATA_BYTES + CONTROL_BYTES + 240, 4)
  private readonly time = Buffer.from(this.memory, DATA_BYTES + CONTROL_BYTES + 256, TIMESPEC_BYTES)

  constructor(private readonly libc: Libc) {}

  /** A socket that reports every ICMP message at once and with its time, also those that the kernel would else keep to itself. */
  open(version: 4 | 6, kind: Kind): Outcome<number> {
    const descriptor = this.libc.symbols.socket(FAMILY[version], TYPES[kind] | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)
    if (descriptor < 0) return { errno: this.libc.errno() }
    // A system that lacks one of these tells less; it still tells open from closed.
    this.switchOn(descriptor, LEVEL[version], RECVERR[version])
    this.switchOn(descriptor, SOL_SOCKET, SO_TIMESTAMPNS)
    if (version === 6) this.switchOn(descriptor, LEVEL[6], IPV6_V6ONLY)
    return { value: descriptor }
  }

  /** Zero if it is connected or under way. */
  connect(descriptor: number, peer: Peer): number {
    for (let tries = 1; ; tries++) {
      if (this.libc.symbols.connect(descriptor, this.name, writeSockaddr(this.name, peer)) === 0) return 0
      const errno = this.libc.errno()
      if (errno === ERRNO.EINPROGRESS || errno === ERRNO.EALREADY) return 0
      if (errno !== ERRNO.EINTR || tries === CONNECT_TRIES) return errno
    }
  }

  /** How many of so many entries are ready. */
  poll(entries: Buffer, count: number): number {
    return this.libc.symbols.poll(entries, count, 0)
  }

  /** Zero if it was sent, or may be sent later. */
  send(descriptor: number, payload: Uint8Array): number {
    if (Number(this.libc.symbols.send(descriptor, payload, payload.length, MSG_DONTWAIT | MSG_NOSIGNAL)) >= 0) return 0
    const errno = this.libc.errno()
    return errno === ERRNO.EAGAIN || errno === ERRNO.EINTR ? 0 : errno
  }

  receive(descriptor: number): Outcome<Stamped & { readonly bytes: Buffer }> {
    const received = this.receiveMessage(descriptor, MSG_DONTWAIT)
    if (received < 0) return { errno: this.libc.errno() }
    return { value: { bytes: Buffer.from(this.data.subarray(0, received)), atMs: stampIn(this.controls()) } }
  }

  /** Takes the oldest entry from the error queue; null if there is none. */
  takeQueued(descriptor: number): Queued | null {
    if (this.receiveMessage(descriptor, MSG_DONTWAIT | MSG_ERRQUEUE) < 0) return null
    const controls = this.controls()
    for (const { level, type, data } of controls) {
      const error = isQueued(level, type) ? readExtendedErr(data) : null
      if (error) return { ...error, atMs: stampIn(controls) }
    }
    return null
  }

  /** Zero if there is none. Asking takes it away. */
  takeError(descriptor: number): number {
    return this.option(descriptor, SOL_SOCKET, SO_ERROR, 4)?.readInt32LE(0) ?? this.libc.errno()
  }

  tcpInfo(descriptor: number): TcpInfo | null {
    const bytes = this.option(descriptor, IPPROTO_TCP, TCP_INFO, TCP_INFO_BYTES)
    return bytes && readTcpInfo(bytes)
  }

  /** The other end, as the kernel sees it. */
  peer(descriptor: number): Outcome<Peer | null> {
    const failed = this.libc.symbols.getpeername(descriptor, this.name, this.lengthOf(this.name)) < 0
    return failed ? { errno: this.libc.errno() } : { value: this.nameRead() }
  }

  /** This end. */
  own(descriptor: number): Peer | null {
    return this.libc.symbols.getsockname(descriptor, this.name, this.lengthOf(this.name)) < 0 ? null : this.nameRead()
  }

  /** The clock by which the kernel stamps what it receives, in milliseconds. */
  now(): number {
    this.libc.symbols.clock_gettime(CLOCK_REALTIME, this.time)
    return readTimespec(this.time) ?? 0
  }

  close(descriptor: number): void {
    this.libc.symbols.close(descriptor)
  }

  private switchOn(descriptor: number, level: number, option: number): void {
    this.value.writeInt32LE(1, 0)
    this.libc.symbols.setsockopt(descriptor, level, option, this.value, 4)
  }

  private option(descriptor: number, level: number, option: number, bytes: number): Buffer | null {
    this.length.writeUInt32LE(bytes)
    const failed = this.libc.symbols.getsockopt(descriptor, level, option, this.value, this.length) < 0
    return failed ? null : this.value.subarray(0, this.length.readUInt32LE(0))
  }

  private receiveMessage(descriptor: number, flags: number): number {
    const data = { address: BigInt(ptr(this.data)), bytes: DATA_BYTES }
    const control = { address: BigInt(ptr(this.control)), bytes: CONTROL_BYTES }
    writeMsghdr(this.header, this.iovec, { iovec: BigInt(ptr(this.iovec)), data, control })
    return Number(this.libc.symbols.recvmsg(descriptor, this.header, flags))
  }

  private controls() {
    return readControl(this.control.subarray(0, controlLength(this.header)))
  }

  private lengthOf(room: Buffer): Buffer {
    this.length.writeUInt32LE(room.length)
    return this.length
  }

  private nameRead(): Peer | null {
    return readSockaddr(this.name.subarray(0, this.length.readUInt32LE(0)))
  }
}

function isQueued(level: number, type: number): boolean {
  return (level === LEVEL[4] && type === RECVERR[4]) || (level === LEVEL[6] && type === RECVERR[6])
}

function stampIn(controls: ReturnType<typeof readControl>): number | null {
  const stamp = controls.find(({ level, type }) => level === SOL_SOCKET && type === SO_TIMESTAMPNS)
  return stamp ? readTimespec(stamp.data) : null
}

/** Null where there is no libc to be called. */
export function openSockets(): Sockets | null {
  const libc = openLibc()
  return libc && new Sockets(libc)
}
