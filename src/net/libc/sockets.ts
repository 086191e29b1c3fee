// Sockets that never block, and what arrives at them.
import { ptr } from 'bun:ffi'
import {
  C,
  type ControlMessage,
  FAMILY,
  HOPS,
  type HopLimits,
  IOVEC_BYTES,
  LEAST_HOPS,
  LEVEL,
  lengthsIn,
  MSGHDR_BYTES,
  type Peer,
  PROGRAM_BYTES,
  type QueuedError,
  RECEIVED_HOPS,
  RECVERR,
  RECVHOPS,
  RLIMIT_BYTES,
  readControl,
  readExtendedErr,
  readPort,
  readRlimit,
  readSockaddr,
  readTcpInfo,
  readTimespec,
  SOCKADDR_BYTES,
  SOCKET_TYPES,
  type SocketType,
  TCP_INFO_BYTES,
  TIMESPEC_BYTES,
  writeMsghdr,
  writeProgram,
  writeSockaddr,
} from './layout.ts'
import { type Libc, openLibc, readOption, socketName, socketOption } from './libc.ts'
import { ERRNO } from './verdict.ts'

/** Only the runtime itself can interrupt a call and change its errno; the call is then repeated. */
const CONNECT_TRIES = 3

/** The files of this process that are left to others, above all to incoming connections. If it may open few, a quarter. */
const RESERVED_FILES = 256

/** The result of a call: its value, or the error. */
export type CallResult<Value> = { readonly value: Value } | { readonly errno: number }

/**
 * Sockets that never block. Everything libc reads or writes is in one piece of memory that lives as long as this object; no call
 * keeps a pointer to it, so what a call has written is read before the next call.
 */
export class Sockets {
  private readonly name = Buffer.alloc(SOCKADDR_BYTES[6])
  private readonly value = Buffer.alloc(TCP_INFO_BYTES)
  private readonly time = Buffer.alloc(TIMESPEC_BYTES)
  private steps: Buffer | null = null
  /** The number of descriptors that this process may have. */
  readonly filesMax: number
  private readonly firstReserved: number
  private readonly message: MessageBuffer

  constructor(private readonly libc: Libc) {
    this.message = new MessageBuffer(libc)
    const limit = Buffer.alloc(RLIMIT_BYTES)
    this.filesMax = libc.symbols.getrlimit(C.RLIMIT_NOFILE, limit) === 0 ? readRlimit(limit) : Number.POSITIVE_INFINITY
    this.firstReserved = this.filesMax - Math.min(RESERVED_FILES, Math.floor(this.filesMax / 4))
  }

  /** A socket that reports every ICMP message at once and with its time, also those that the kernel would otherwise keep to itself. */
  open(version: 4 | 6, kind: SocketType): CallResult<number> {
    const { type, protocol } = SOCKET_TYPES[kind]
    const descriptor = this.libc.symbols.socket(FAMILY[version], type | C.SOCK_NONBLOCK | C.SOCK_CLOEXEC, protocol[version])
    if (descriptor < 0) return { errno: this.libc.errno() }
    // The kernel gives out the lowest free number first.
    if (descriptor >= this.firstReserved) {
      this.close(descriptor)
      return { errno: ERRNO.EMFILE }
    }
    // A system that lacks one of these reports less, but can still tell open from closed.
    this.set(descriptor, LEVEL[version], RECVERR[version], 1)
    this.set(descriptor, LEVEL[version], RECVHOPS[version], 1)
    this.set(descriptor, C.SOL_SOCKET, C.SO_TIMESTAMPNS, 1)
    if (version === 6) this.set(descriptor, LEVEL[6], C.IPV6_V6ONLY, 1)
    return { value: descriptor }
  }

  /** Makes the kernel drop what a program (classic BPF) rejects. Zero on success. */
  filter(descriptor: number, steps: Buffer): number {
    // Kept until the next one: the program points to it.
    this.steps = steps
    writeProgram(this.value, BigInt(ptr(this.steps)), steps.length)
    return this.put(descriptor, C.SOL_SOCKET, C.SO_ATTACH_FILTER, PROGRAM_BYTES)
  }

  /** Binds a socket to an address and a port, which another one of this user may have that shares it too. Zero on success. */
  bindShared(descriptor: number, at: Peer): number {
    const errno = this.set(descriptor, C.SOL_SOCKET, C.SO_REUSEPORT, 1)
    if (errno !== 0) return errno
    return this.libc.symbols.bind(descriptor, this.name, writeSockaddr(this.name, at)) === 0 ? 0 : this.libc.errno()
  }

  /** Connects a socket. Zero if it is connected or in progress. */
  connect(descriptor: number, peer: Peer): number {
    for (let tries = 1; ; tries++) {
      if (this.libc.symbols.connect(descriptor, this.name, writeSockaddr(this.name, peer)) === 0) return 0
      const errno = this.libc.errno()
      if (errno === ERRNO.EINPROGRESS || errno === ERRNO.EALREADY) return 0
      if (errno !== ERRNO.EINTR || tries === CONNECT_TRIES) return errno
    }
  }

  poll(entries: Buffer, count: number): number {
    return this.libc.symbols.poll(entries, count, 0)
  }

  /** Sends to the connected peer. Zero if it was sent, or can be sent later. */
  send(descriptor: number, payload: Uint8Array): number {
    if (Number(this.libc.symbols.send(descriptor, payload, payload.length, C.MSG_DONTWAIT | C.MSG_NOSIGNAL)) >= 0) return 0
    const errno = this.libc.errno()
    return errno === ERRNO.EAGAIN || errno === ERRNO.EINTR ? 0 : errno
  }

  /** Sends to an address, so that one socket reaches many ports. Zero if it was sent. */
  sendTo(descriptor: number, payload: Uint8Array, peer: Peer): number {
    const length = writeSockaddr(this.name, peer)
    const flags = C.MSG_DONTWAIT | C.MSG_NOSIGNAL
    const sent = this.libc.symbols.sendto(descriptor, payload, payload.length, flags, this.name, length)
    return Number(sent) >= 0 ? 0 : this.libc.errno()
  }

  /** Limits packets from now on; zero on success. */
  limitHops(descriptor: number, version: 4 | 6, { hops, least }: HopLimits): number {
    const errno = hops === undefined ? 0 : this.set(descriptor, LEVEL[version], HOPS[version], hops)
    return errno === 0 && least !== undefined ? this.set(descriptor, LEVEL[version], LEAST_HOPS[version], least) : errno
  }

  receive(descriptor: number): CallResult<Received> {
    const datagram = this.message.receive(descriptor)
    return datagram ? { value: datagram } : { errno: this.libc.errno() }
  }

  /** Takes the oldest entry from the error queue; null if there is none. */
  takeQueued(descriptor: number): Queued | null {
    return this.message.takeQueued(descriptor)
  }

  /** Takes the pending error, which clears it. Zero if there is none. */
  takeError(descriptor: number): number {
    return socketOption(this.libc, descriptor, C.SO_ERROR) ?? this.libc.errno()
  }

  tcpInfo(descriptor: number) {
    const bytes = readOption(this.libc, descriptor, [C.IPPROTO_TCP, C.TCP_INFO], TCP_INFO_BYTES)
    return bytes && readTcpInfo(bytes)
  }

  peer(descriptor: number): CallResult<Peer | null> {
    const name = socketName(this.libc, descriptor, 'getpeername')
    return name ? { value: readSockaddr(name) } : { errno: this.libc.errno() }
  }

  localAddress(descriptor: number): Peer | null {
    const name = socketName(this.libc, descriptor)
    return name && readSockaddr(name)
  }

  /** The port of this end; null if the descriptor is not an internet socket. */
  localPort(descriptor: number): number | null {
    const name = socketName(this.libc, descriptor)
    return name && readPort(name)
  }

  /** The address that this machine uses to send to a peer; nothing is sent. Null if there is no route. */
  sourceTo(peer: Peer): Peer | null {
    const opened = this.open(peer.address.version, 'udp')
    if ('errno' in opened) return null
    const source = this.connect(opened.value, peer) === 0 ? this.localAddress(opened.value) : null
    this.close(opened.value)
    return source
  }

  /** The clock of the kernel's receive timestamps, in milliseconds. */
  now(): number {
    this.libc.symbols.clock_gettime(C.CLOCK_REALTIME, this.time)
    return readTimespec(this.time) ?? 0
  }

  /** Ends a connection that this process did not open here; its client sees an ordinary end. */
  hangUp(descriptor: number): void {
    this.libc.symbols.shutdown(descriptor, C.SHUT_RDWR)
  }

  close(descriptor: number): void {
    this.libc.symbols.close(descriptor)
  }

  private set(descriptor: number, level: number, option: number, value: number): number {
    this.value.writeInt32LE(value, 0)
    return this.put(descriptor, level, option, 4)
  }

  private put(descriptor: number, level: number, option: number, bytes: number): number {
    return this.libc.symbols.setsockopt(descriptor, level, option, this.value, bytes) === 0 ? 0 : this.libc.errno()
  }
}

export function openSockets(): Sockets | null {
  const libc = openLibc()
  return libc && new Sockets(libc)
}

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
