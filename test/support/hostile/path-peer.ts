// Routers and hosts that answer each probe thousands of times, or with what no router says.
import { dlopen } from 'bun:ffi'
import { checksum } from '../../../src/net/path/echo.ts'
import { LIBC_NAMES } from '../../../src/platform/compiled.ts'
import { bytesOf, u8, u16, u32 } from '../dns/wire.ts'
import { Capture, type Packet } from './packets.ts'
import { play } from './plays.ts'
import { DIVISORS, type Divisor, share } from './shape.ts'

/** Addresses that no machine has: a program that watches the wire answers in their names. */
const TARGETS = '198.18.21'
const ROUTERS = '198.18.220'
/** Each has targets of its own, so that what is sent to one is known for what it is. */
export const METHODS = ['udp', 'icmp', 'tcp', 'ping'] as const
export type Method = (typeof METHODS)[number]
/** The distance of the targets. */
const HOPS = 6
const TARGETS_A_SHAPE = 20
/** A trace sends sixty probes. */
const ANSWERS_MOST = 1000
/** The age from which a packet belongs to a check that is over. */
const STALE_MS = 400
const POLL_MS = 2
const AF_INET = 2
const SOCK_RAW = 3
/** The header of the packet comes along. */
const IPPROTO_RAW = 255
const PROTOCOL_ICMP = 1
const ECHO = { reply: 0, request: 8 }
const TIME_EXCEEDED = [11, 0] as const
const PORT_UNREACHABLE = [3, 3] as const
const QUOTED_BYTES = 60
const CODES_MOST = 16

/** The packets that are sent in response to one probe. */
type Answer = (probe: Packet, times: number) => Iterable<Buffer>

function packet(from: string, to: string, icmp: Buffer): Buffer {
  const message = Buffer.from(icmp)
  message.writeUInt16BE(checksum(message), 2)
  // The kernel fills in the lengths and the sum of the header.
  const header = Buffer.concat([
    u8(0x45, 0),
    u16(20 + icmp.length, 0, 0),
    u8(64, PROTOCOL_ICMP),
    u16(0),
    bytesOf(from),
    bytesOf(to),
  ])
  return Buffer.concat([header, message])
}

function error(from: string, probe: Packet, [type, code]: readonly [number, number], behind = Buffer.alloc(0)): Buffer {
  return packet(from, probe.from, Buffer.concat([u8(type, code), u16(0), u32(0), probe.bytes.subarray(0, QUOTED_BYTES), behind]))
}

const isEcho = ({ kind }: Packet) => kind === 'echo'
const router = (hop: number) => `${ROUTERS}.${hop}`

/** Returns an echo reply, or the message that the port is unreachable: the answers of a host that is reached. */
function reached(probe: Packet, change = (icmp: Buffer) => icmp): Buffer {
  if (!isEcho(probe)) return error(probe.to, probe, PORT_UNREACHABLE)
  const icmp = change(Buffer.from(probe.bytes.subarray(20)))
  icmp[0] = ECHO.reply
  icmp.writeUInt16BE(0, 2)
  return packet(probe.to, probe.from, icmp)
}

const honest = (probe: Packet) => (probe.hops < HOPS ? error(router(probe.hops), probe, TIME_EXCEEDED) : reached(probe))

function* repeated(times: number, make: (index: number) => Buffer): Iterable<Buffer> {
  for (let index = 0; index < times; index++) yield make(index)
}

const PATH_SHAPES: Record<string, Answer> = {
  honest: (probe) => [honest(probe)],
  'same-answers': (probe, times) => repeated(times, () => honest(probe)),
  'many-routers': (probe, times) => repeated(times, (index) => error(router(index & 255), probe, TIME_EXCEEDED)),
  'all-errors': (probe, times) =>
    repeated(times, (index) => error(router(1 + (index % 200)), probe, [3 + 8 * (index & 1), index % CODES_MOST])),
  'foreign-replies': (probe, times) =>
    repeated(times, (index) =>
      reached(probe, (icmp) => {
        icmp.writeUInt16BE((icmp.readUInt16BE(4) + index + 1) & 0xffff, 4)
        return icmp
      }),
    ),
  'long-errors': (probe, times) => repeated(times, () => error(router(1), probe, TIME_EXCEEDED, Buffer.alloc(1200, 0x20))),
  'empty-errors': (probe, times) => repeated(times, () => packet(router(1), probe.from, Buffer.from([11, 0, 0, 0, 0, 0, 0, 0]))),
  // The routers answer, the target never does.
  'routers-alone': (probe) => [error(router(probe.hops), probe, TIME_EXCEEDED)],
  silent: () => [],
}

export function pathTarget(shape: string, divisor: Divisor, method: Method): string {
  return `${TARGETS}${METHODS.indexOf(method)}.${Object.keys(PATH_SHAPES).indexOf(shape) * TARGETS_A_SHAPE + divisor}`
}

function shapeOf(address: string): { answer: Answer; times: number } | null {
  const [, last] = /^198\.18\.21[0-3]\.(\d+)$/.exec(address) ?? []
  const answer = Object.values(PATH_SHAPES)[Math.floor(Number(last) / TARGETS_A_SHAPE)]
  const divisor = DIVISORS.find((one) => one === Number(last) % TARGETS_A_SHAPE)
  return answer && divisor ? { answer, times: share(ANSWERS_MOST, divisor) } : null
}

/** The filter of tcpdump for these peers. */
export const PATH_FILTER = METHODS.map((_, index) => `dst net ${TARGETS}${index}.0/24`).join(' or ')

/** Answers everything that is written into a file of packets. */
export function startPathPeer(capture: string): void {
  const reader = new Capture(capture)
  const send = openRaw()
  setInterval(() => {
    for (const probe of reader.next()) {
      if (Date.now() - probe.atMs > STALE_MS) continue
      const shape = shapeOf(probe.to)
      if (shape) play()
      for (const bytes of shape?.answer(probe, shape.times) ?? []) send(bytes, probe.from)
    }
  }, POLL_MS)
}

function openRaw(): (bytes: Buffer, to: string) => void {
  for (const libc of LIBC_NAMES) {
    try {
      const { symbols } = dlopen(libc, {
        socket: { args: ['i32', 'i32', 'i32'], returns: 'i32' },
        sendto: { args: ['i32', 'buffer', 'u64', 'i32', 'buffer', 'u32'], returns: 'i64' },
      })
      const socket = symbols.socket(AF_INET, SOCK_RAW, IPPROTO_RAW)
      if (socket < 0) throw new Error('no raw socket')
      return (bytes, to) => {
        const family = Buffer.alloc(2)
        family.writeUInt16LE(AF_INET)
        const peer = Buffer.concat([family, u16(0), bytesOf(to), Buffer.alloc(8)])
        symbols.sendto(socket, bytes, bytes.length, 0, peer, peer.length)
      }
    } catch {
      // It is the other C library.
    }
  }
  throw new Error('no C library that sends')
}
