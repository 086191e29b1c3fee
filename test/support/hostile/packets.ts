// The packets that a machine has sent, as tcpdump recorded them.
import { closeSync, openSync, readSync } from 'node:fs'

export interface Packet {
  /** Since the epoch. */
  readonly atMs: number
  /** "syn": the first of a TCP handshake, sent again ones included; "echo": a request of ping. */
  readonly kind: 'udp' | 'syn' | 'echo' | 'other'
  readonly from: string
  readonly to: string
  /** The destination port; null without ports. */
  readonly port: number | null
  readonly fromPort: number | null
  /** The TTL or hop limit. */
  readonly hops: number
  /** From the IP header on, as far as it was written down. */
  readonly bytes: Buffer
}

const FILE_HEADER_BYTES = 24
const PACKET_HEADER_BYTES = 16
const ETHERNET_BYTES = 14
const ETHERTYPE = { ipv4: 0x0800, ipv6: 0x86dd }
const PROTOCOL = { icmp: 1, tcp: 6, udp: 17, icmpv6: 58 }
const ECHO_REQUEST = { [PROTOCOL.icmp]: 8, [PROTOCOL.icmpv6]: 128 }
const IPV6_HEADER_BYTES = 40
const SYN_WITHOUT_ACK = { mask: 0x12, value: 0x02 }
export const SNAP_BYTES = 160
const CHUNK_BYTES = 1 << 20

/** A reader of a file of packets (pcap, of Ethernet) that continues where its last reading ended. */
export class Capture implements Disposable {
  private readonly file: number
  private rest: Buffer = Buffer.alloc(0)
  private at = FILE_HEADER_BYTES
  private readonly chunk = Buffer.alloc(CHUNK_BYTES)

  constructor(path: string) {
    this.file = openSync(path, 'r')
  }

  /** Returns the packets that have been recorded since the last call. */
  next(): Packet[] {
    for (;;) {
      const count = readSync(this.file, this.chunk, 0, CHUNK_BYTES, this.at)
      if (count === 0) break
      this.at += count
      this.rest = Buffer.concat([this.rest, this.chunk.subarray(0, count)])
    }
    const packets: Packet[] = []
    let at = 0
    while (at + PACKET_HEADER_BYTES <= this.rest.length) {
      const end = at + PACKET_HEADER_BYTES + this.rest.readUInt32LE(at + 8)
      if (end > this.rest.length) break
      const atMs = this.rest.readUInt32LE(at) * 1000 + this.rest.readUInt32LE(at + 4) / 1000
      const packet = packetIn(Buffer.from(this.rest.subarray(at + PACKET_HEADER_BYTES, end)), atMs)
      if (packet) packets.push(packet)
      at = end
    }
    this.rest = this.rest.subarray(at)
    return packets
  }

  [Symbol.dispose](): void {
    closeSync(this.file)
  }
}

function packetIn(frame: Buffer, atMs: number): Packet | null {
  const type = frame.readUInt16BE(ETHERNET_BYTES - 2)
  const bytes = frame.subarray(ETHERNET_BYTES)
  if (type === ETHERTYPE.ipv4) {
    const [from, to] = [12, 16].map((at) => [...bytes.subarray(at, at + 4)].join('.'))
    const behind = bytes.subarray((bytes.readUInt8(0) & 15) * 4)
    return { atMs, from: from ?? '', to: to ?? '', hops: bytes.readUInt8(8), bytes, ...kindOf(bytes.readUInt8(9), behind) }
  }
  if (type !== ETHERTYPE.ipv6) return null
  const [from, to] = [8, 24].map((at) =>
    bytes
      .subarray(at, at + 16)
      .toString('hex')
      .replace(/(.{4})(?!$)/g, '$1:'),
  )
  const behind = bytes.subarray(IPV6_HEADER_BYTES)
  return { atMs, from: from ?? '', to: to ?? '', hops: bytes.readUInt8(7), bytes, ...kindOf(bytes.readUInt8(6), behind) }
}

function kindOf(protocol: number, behind: Buffer): Pick<Packet, 'kind' | 'port' | 'fromPort'> {
  if (protocol === PROTOCOL.udp) return { kind: 'udp', port: behind.readUInt16BE(2), fromPort: behind.readUInt16BE(0) }
  if (protocol === PROTOCOL.tcp) {
    const isSyn = (behind.readUInt8(13) & SYN_WITHOUT_ACK.mask) === SYN_WITHOUT_ACK.value
    return { kind: isSyn ? 'syn' : 'other', port: behind.readUInt16BE(2), fromPort: behind.readUInt16BE(0) }
  }
  const isEcho = ECHO_REQUEST[protocol] !== undefined && behind.readUInt8(0) === ECHO_REQUEST[protocol]
  return { kind: isEcho ? 'echo' : 'other', port: null, fromPort: null }
}
