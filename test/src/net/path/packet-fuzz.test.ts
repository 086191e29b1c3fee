// Random bytes from the network or the kernel must not break the readers, and they must not read past the end.
import { expect, test } from 'bun:test'
import { readControl, readExtendedErr, readSockaddr, readTimespec, writeSockaddr } from '../../../../src/net/libc/layout.ts'
import { icmpName } from '../../../../src/net/libc/verdict.ts'
import {
  checksum,
  type Echo,
  echoRequest,
  readEchoReply,
  readQuotedRequest,
  withoutIpv4Header,
} from '../../../../src/net/path/echo.ts'
import type { Address } from '../../../../src/policy/address.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { hex } from '../../../support/dns/wire.ts'
import { samples, sampleTest } from '../../../support/lab.ts'
import { addressOf } from '../../../support/policy/rules.ts'

const PACKETS = samples(30_000, 400_000)
/** The least share: of the packets that reached a reader, one in this many was accepted, and one rejected. */
const AT_LEAST = 50
const MARGIN = 64
/** More bytes than three mutations can make of the longest message. */
const ROOM = 4096
const CMSGHDR_BYTES = 16
const HOPELESS_MS = 60_000

const ECHO: Echo = { id: 0x1234, sequence: 7, data: Buffer.alloc(56, 'doorstep') }
const replyTo = (request: Buffer, type: number) => Buffer.concat([Buffer.from([type]), request.subarray(1)])
const ipv4 = (headerBytes: number, message: Buffer) =>
  Buffer.concat([Buffer.from([0x40 | (headerBytes / 4)]), Buffer.alloc(headerBytes - 1, 1), message])

function sockaddr(text: string): Buffer {
  const room = Buffer.alloc(28)
  return room.subarray(0, writeSockaddr(room, { address: addressOf(text), port: 443 }))
}

function control(level: number, type: number, data: Buffer): Buffer {
  const bytes = Buffer.alloc(Math.ceil((CMSGHDR_BYTES + data.length) / 8) * 8)
  bytes.writeUInt32LE(CMSGHDR_BYTES + data.length, 0)
  bytes.writeInt32LE(level, 8)
  bytes.writeInt32LE(type, 12)
  data.copy(bytes, CMSGHDR_BYTES)
  return bytes
}

const TIMESPEC = hex('00a5f26900000000 15cd5b0700000000')
const HOPS = hex('40000000')
const ERROR_4 = Buffer.concat([hex('71000000 02 03 0d 00 00000000 00000000'), sockaddr('198.51.100.1')])
const ERROR_6 = Buffer.concat([hex('71000000 03 01 03 00 00000000 00000000'), sockaddr('2001:db8::1')])
const CONTROLS_4 = Buffer.concat([control(1, 35, TIMESPEC), control(0, 2, HOPS), control(0, 11, ERROR_4)])
const CONTROLS_6 = Buffer.concat([control(41, 52, HOPS), control(41, 25, ERROR_6), control(1, 35, TIMESPEC)])

const words = ({ text }: Address | { text: null }) => text
const said = (echo: Echo | null) => echo && `${echo.id} ${echo.sequence} ${within(echo.data)}`
const told = (bytes: Buffer) => {
  const found = readExtendedErr(bytes)
  return found && `${found.errno} ${found.type} ${found.code} ${icmpName(found)} ${found.offender && words(found.offender)}`
}
const place = (bytes: Buffer) => {
  const found = readSockaddr(bytes)
  return found && `${words(found.address)} ${found.port}`
}
const messages = (bytes: Buffer) => {
  const found = readControl(bytes)
  if (found.length * CMSGHDR_BYTES > bytes.length) throw new Error('more messages than there is room for')
  return (
    found.map(({ level, type, data }) => `${level} ${type} ${within(data)} ${told(data)} ${readTimespec(data)}`).join() || null
  )
}

/** Returns the bytes that a reader has handed on, which are part of those that it was given. */
function within(part: Buffer): string {
  if (part.byteOffset < given.from || part.byteOffset + part.length > given.to) throw new Error('not its bytes')
  return part.toString('latin1')
}
const given = { from: 0, to: 0 }

interface Reader {
  /** Returns what it reads in a line; null if it rejects the bytes. */
  read(bytes: Buffer): string | null
  /** Real messages. */
  readonly real: readonly Buffer[]
}

const REPLY = replyTo(echoRequest(4, ECHO), 0)
const READERS: Readonly<Record<string, Reader>> = {
  'an echo reply': { read: (bytes) => said(readEchoReply(4, bytes)), real: [REPLY] },
  'an ICMPv6 echo reply': { read: (bytes) => said(readEchoReply(6, bytes)), real: [replyTo(echoRequest(6, ECHO), 129)] },
  'a quoted request': {
    read: (bytes) => said(readQuotedRequest(4, bytes)),
    real: [echoRequest(4, ECHO).subarray(0, 8), echoRequest(4, ECHO)],
  },
  'a quoted ICMPv6 request': {
    read: (bytes) => said(readQuotedRequest(6, bytes)),
    real: [echoRequest(6, ECHO).subarray(0, 20)],
  },
  'an IPv4 packet': {
    read(bytes) {
      const message = withoutIpv4Header(bytes)
      return message && `${within(message)} ${said(readEchoReply(4, message))}`
    },
    real: [ipv4(20, REPLY), ipv4(60, REPLY)],
  },
  'control messages': { read: messages, real: [CONTROLS_4, CONTROLS_6] },
  'an entry of the error queue': { read: told, real: [ERROR_4, ERROR_6] },
  'a socket address': { read: place, real: [sockaddr('192.0.2.1'), sockaddr('2001:db8::1')] },
  'a time': { read: (bytes) => readTimespec(bytes)?.toString() ?? null, real: [TIMESPEC] },
  'a right checksum': { read: (bytes) => (checksum(bytes) === 0 ? 'right' : null), real: [echoRequest(4, ECHO)] },
}

/** Reads bytes that are surrounded by others. */
function readAmid(room: Buffer, bytes: Buffer, read: Reader['read']): string | null {
  const [from, to] = [MARGIN, MARGIN + bytes.length]
  if (to + MARGIN > room.length) throw new Error('no room')
  bytes.copy(room, from)
  const view = room.subarray(from, to)
  Object.assign(given, { from: view.byteOffset, to: view.byteOffset + view.length })
  return read(view)
}

test('real messages are accepted, and by their own reader', () => {
  const room = Buffer.alloc(ROOM)
  for (const [name, { read, real }] of Object.entries(READERS))
    for (const bytes of real) expect(`${name}: ${readAmid(room, bytes, read)}`).not.toEndWith(': null')
  expect(readAmid(room, CONTROLS_4, messages)).toContain('admin-prohibited 198.51.100.1')
  expect(readAmid(room, CONTROLS_6, messages)).toContain('address-unreachable 2001:db8::1')
})

sampleTest(
  `${PACKETS} broken messages`,
  () => {
    const random = seededRandom(1071)
    const anyOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] ?? expect.unreachable()
    // A reader that goes too far would see one or the other; it cannot report the same for both.
    const rooms = [0x00, 0xff].map((around) => ({ around, room: Buffer.alloc(ROOM, around) }))
    const readers = Object.entries(READERS)
    const tallies = new Map(readers.map(([name]) => [name, { taken: 0, refused: 0 }]))
    for (let count = 0; count < PACKETS; count++) {
      const own = anyOf(readers)
      const bytes = mutate(anyOf(own[1].real), random)
      // Now and then the reader of another kind of message.
      const [name, { read }] = count % 8 === 0 ? anyOf(readers) : own
      const [first, second] = rooms.map(({ room, around }) => {
        const line = readAmid(room, bytes, read)
        // Restores the bytes around it.
        room.fill(around, MARGIN, MARGIN + bytes.length)
        return line
      })
      if (first !== second) throw new Error(`${name} goes too far: ${bytes.toString('hex')}`)
      const tally = tallies.get(name) ?? expect.unreachable()
      if (first === null) tally.refused++
      else tally.taken++
    }
    for (const [name, { taken, refused }] of tallies) {
      const least = (taken + refused) / AT_LEAST
      expect(`${name}: taken ${taken > least}, refused ${refused > least}`).toBe(`${name}: taken true, refused true`)
    }
  },
  HOPELESS_MS,
)
