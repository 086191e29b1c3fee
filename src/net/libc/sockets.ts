import { ptr } from 'bun:ffi'
import {
  CLOCK_REALTIME,
  IPPROTO_TCP,
  IPV6_V6ONLY,
  MSG_DONTWAIT,
  MSG_ERRQUEUE,
  MSG_NOSIGNAL,
  RLIMIT_NOFILE,
  SHUT_RDWR,
  SO_ATTACH_FILTER,
  SO_ERROR,
  SO_TIMESTAMPNS,
  SOCK_CLOEXEC,
  SOCK_NONBLOCK,
  SOL_SOCKET,
  TCP_INFO,
} from './abi.ts'
import {
  FAMILY,
  type Peer,
  PROGRAM_BYTES,
  RLIMIT_BYTES,
  readExtendedErr,
  readPort,
  readRlimit,
  readSockaddr,
  readTimespec,
  SOCKADDR_BYTES,
  TIMESPEC_BYTES,
  writeProgram,
  writeSockaddr,
} from './layout.ts'
import { type Libc, openLibc } from './libc.ts'
import { hopsIn, isQueued, MessageBuffer, type Queued, type Received } from './message.ts'
import { HOPS, LEVEL, RECVERR, RECVHOPS, SOCKET_TYPES, type SocketType } from './socket-types.ts'
import { readTcpInfo, TCP_INFO_BYTES, type TcpInfo } from './tcp-info.ts'
import { ERRNO } from './verdict.ts'

/** Sockets may be interrupted only by what happens inside the runtime, and errno with them; then it is asked again. */
const CONNECT_TRIES = 3

/** Of the files that this process may open so many are left to others: to those who ask, above all. Of few, a quarter. */
const RESERVED_FILES = 256

/** What a call came to: its value, or why it failed. */
export type Outcome<Value> = { readonly value: Value } | { readonly errno: number }

/**
 * Sockets that never block. Whatever libc reads or writes lies in one piece of memory that lives as long as this does; no call
 * keeps a pointer to it, so what a call has written is read before the next call is made.
 */
export class Sockets {
  private readonly name = Buffer.alloc(SOCKADDR_BYTES[6])
  private readonly value = Buffer.alloc(TCP_INFO_BYTES)
  private readonly length = Buffer.alloc(4)
  private readonly time = Buffer.alloc(TIMESPEC_BYTES)
  private steps: Buffer | null = null
  private readonly firstReserved: number
  private readonly messageBuffer: MessageBuffer

  constructor(private readonly libc: Libc) {
    this.messageBuffer = new MessageBuffer(libc)
    const limit = Buffer.alloc(RLIMIT_BYTES)
    const files = libc.symbols.getrlimit(RLIMIT_NOFILE, limit) === 0 ? readRlimit(limit) : Number.POSITIVE_INFINITY
    this.firstReserved = files - Math.min(RESERVED_FILES, Math.floor(files / 4))
  }

  /** A socket that reports every ICMP message at once and with its time, also those that the kernel would else keep to itself. */
  open(version: 4 | 6, kind: SocketType): Outcome<number> {
    const { type, protocol } = SOCKET_TYPES[kind]
    const descriptor = this.libc.symbols.socket(FAMILY[version], type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol[version])
    if (descriptor < 0) return { errno: this.libc.errno() }
    // The lowest number that is free is given out first.
    if (descriptor >= this.firstReserved) {
      this.close(descriptor)
      return { errno: ERRNO.EMFILE }
    }
    // A system that lacks one of these tells less; it still tells open from closed.
    this.set(descriptor, LEVEL[version], RECVERR[version], 1)
    this.set(descriptor, LEVEL[version], RECVHOPS[version], 1)
    this.set(descriptor, SOL_SOCKET, SO_TIMESTAMPNS, 1)
    if (version === 6) this.set(descriptor, LEVEL[6], IPV6_V6ONLY, 1)
    return { value: descriptor }
  }

  /** Has the kernel drop what a program (classic BPF) does not let pass. Zero if that was set. */
  filter(descriptor: number, steps: Buffer): number {
    // Kept until the next one: the program points to it.
    this.steps = steps
    writeProgram(this.value, BigInt(ptr(this.steps)), steps.length)
    return this.put(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, PROGRAM_BYTES)
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

  /** To an address, so that one socket reaches many ports. Zero if it was sent. */
  sendTo(descriptor: number, payload: Uint8Array, peer: Peer): number {
    const length = writeSockaddr(this.name, peer)
    const flags = MSG_DONTWAIT | MSG_NOSIGNAL
    const sent = this.libc.symbols.sendto(descriptor, payload, payload.length, flags, this.name, length)
    return Number(sent) >= 0 ? 0 : this.libc.errno()
  }

  /** How many routers what is sent from now on may pass; zero if that was set. */
  setHops(descriptor: number, version: 4 | 6, hops: number): number {
    return this.set(descriptor, LEVEL[version], HOPS[version], hops)
  }

  receive(descriptor: number): Outcome<Received> {
    const message = this.messageBuffer.receive(descriptor, MSG_DONTWAIT)
    if (!message) return { errno: this.libc.errno() }
    const { bytes, name, atMs } = message
    return { value: { bytes, from: name, hops: hopsIn(message), atMs } }
  }

  /** Takes the oldest entry from the error queue; null if there is none. */
  takeQueued(descriptor: number): Queued | null {
    const message = this.messageBuffer.receive(descriptor, MSG_DONTWAIT | MSG_ERRQUEUE)
    for (const { level, type, data } of message?.controls ?? []) {
      const error = isQueued(level, type) ? readExtendedErr(data) : null
      if (message && error) return { ...error, atMs: message.atMs, to: message.name, quoted: message.bytes }
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
  localAddress(descriptor: number): Peer | null {
    return this.libc.symbols.getsockname(descriptor, this.name, this.lengthOf(this.name)) < 0 ? null : this.nameRead()
  }

  /** The port of this end; null where the number is not a socket of the internet's. */
  localPort(descriptor: number): number | null {
    return this.libc.symbols.getsockname(descriptor, this.name, this.lengthOf(this.name)) < 0 ? null : readPort(this.name)
  }

  /** The end that this machine has towards a peer; nothing is sent. Null without a route. */
  sourceTo(peer: Peer): Peer | null {
    const opened = this.open(peer.address.version, 'udp')
    if ('errno' in opened) return null
    const source = this.connect(opened.value, peer) === 0 ? this.localAddress(opened.value) : null
    this.close(opened.value)
    return source
  }

  /** The clock by which the kernel stamps what it receives, in milliseconds. */
  now(): number {
    this.libc.symbols.clock_gettime(CLOCK_REALTIME, this.time)
    return readTimespec(this.time) ?? 0
  }

  /** Ends a connection of somebody else's, who learns of it as of any other end. */
  hangUp(descriptor: number): void {
    this.libc.symbols.shutdown(descriptor, SHUT_RDWR)
  }

  close(descriptor: number): void {
    this.libc.symbols.close(descriptor)
  }

  private set(descriptor: number, level: number, option: number, value: number): number {
    this.value.writeInt32LE(value, 0)
    return this.put(descriptor, level, option, 4)
  }

  /** Sets an option to so many bytes of the value. */
  private put(descriptor: number, level: number, option: number, bytes: number): number {
    return this.libc.symbols.setsockopt(descriptor, level, option, this.value, bytes) === 0 ? 0 : this.libc.errno()
  }

  private option(descriptor: number, level: number, option: number, bytes: number): Buffer | null {
    this.length.writeUInt32LE(bytes)
    const failed = this.libc.symbols.getsockopt(descriptor, level, option, this.value, this.length) < 0
    return failed ? null : this.value.subarray(0, this.length.readUInt32LE(0))
  }

  private lengthOf(buffer: Buffer): Buffer {
    this.length.writeUInt32LE(buffer.length)
    return this.length
  }

  private nameRead(): Peer | null {
    return readSockaddr(this.name.subarray(0, this.length.readUInt32LE(0)))
  }
}

/** Null where there is no libc to be called. */
export function openSockets(): Sockets | null {
  const libc = openLibc()
  return libc && new Sockets(libc)
}
