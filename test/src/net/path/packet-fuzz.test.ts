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
} from '../../../../src/net/path/icmp.ts'
import type { Address } from '../../../../src/policy/address.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { samples, sampleTest } from '../../../support/lab.ts'
import { addressOf } from '../../../support/net/addresses.ts'

const PACKETS = samples(30_000, 400_000)
/** The least share: of the packets that reached a reader, one in this many was accepted, and one rejected. */
const AT_LEAST = 50
const MARGIN = 64
/** More bytes than three mutations can make of the longest message. */
const ROOM = 4096
const CMSGHDR_BYTES = 16
const HOPELESS_MS = 60_000

const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
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

/** The readers, each with its result in a line; null if it rejects the bytes. */
const READERS: Record<string, (bytes: Buffer) => string | null> = {
  'an echo reply': (bytes) => said(readEchoReply(4, bytes)),
  'an ICMPv6 echo reply': (bytes) => said(readEchoReply(6, bytes)),
  'a quoted request': (bytes) => said(readQuotedRequest(4, bytes)),
  'a quoted ICMPv6 request': (bytes) => said(readQuotedRequest(6, bytes)),
  'an IPv4 packet': (bytes) => {
    const message = withoutIpv4Header(bytes)
    return message && `${within(message)} ${said(readEchoReply(4, message))}`
  },
  'control messages': messages,
  'an entry of the error queue': told,
  'a socket address': place,
  'a time': (bytes) => readTimespec(bytes)?.toString() ?? null,
  'a right checksum': (bytes) => (checksum(bytes) === 0 ? 'right' : null),
}

/** Real messages, and the reader of each. */
const CORPUS: readonly { name: keyof typeof READERS & string; bytes: Buffer }[] = [
  { name: 'an echo reply', bytes: replyTo(echoRequest(4, ECHO), 0) },
  { name: 'an ICMPv6 echo reply', bytes: replyTo(echoRequest(6, ECHO), 129) },
  { name: 'a quoted request', bytes: echoRequest(4, ECHO).subarray(0, 8) },
  { name: 'a quoted request', bytes: echoRequest(4, ECHO) },
  { name: 'a quoted ICMPv6 request', bytes: echoRequest(6, ECHO).subarray(0, 20) },
  { name: 'an IPv4 packet', bytes: ipv4(20, replyTo(echoRequest(4, ECHO), 0)) },
  { name: 'an IPv4 packet', bytes: ipv4(60, replyTo(echoRequest(4, ECHO), 0)) },
  { name: 'control messages', bytes: CONTROLS_4 },
  { name: 'control messages', bytes: CONTROLS_6 },
  { name: 'an entry of the error queue', bytes: ERROR_4 },
  { name: 'an entry of the error queue', bytes: ERROR_6 },
  { name: 'a socket address', bytes: sockaddr('192.0.2.1') },
  { name: 'a socket address', bytes: sockaddr('2001:db8::1') },
  { name: 'a time', bytes: TIMESPEC },
  { name: 'a right checksum', bytes: echoRequest(4, ECHO) },
]

/** Reads bytes that are surrounded by others. */
function readAmid(room: Buffer, bytes: Buffer, read: (bytes: Buffer) => string | null): string | null {
  const [from, to] = [MARGIN, MARGIN + bytes.length]
  if (to + MARGIN > room.length) throw new Error('no room')
  bytes.copy(room, from)
  const view = room.subarray(from, to)
  Object.assign(given, { from: view.byteOffset, to: view.byteOffset + view.length })
  return read(view)
}

test('real messages are accepted, and by their own reader', () => {
  const room = Buffer.alloc(ROOM)
  for (const { name, bytes } of CORPUS)
    expect(`${name}: ${readAmid(room, bytes, READERS[name] ?? (() => null))}`).not.toEndWith(': null')
  expect(readAmid(room, CONTROLS_4, messages)).toContain('admin-prohibited 198.51.100.1')
  expect(readAmid(room, CONTROLS_6, messages)).toContain('address-unreachable 2001:db8::1')
})

sampleTest(
  `${PACKETS} broken messages`,
  () => {
    const random = seededRandom(1071)
    // A reader that goes too far would see one or the other; it cannot report the same for both.
    const rooms = [Buffer.alloc(ROOM, 0x00), Buffer.alloc(ROOM, 0xff)] as const
    const tallies = new Map(Object.keys(READERS).map((name) => [name, { taken: 0, refused: 0 }]))
    const names = Object.keys(READERS)
    for (let count = 0; count < PACKETS; count++) {
      const { name, bytes: whole } = CORPUS[count % CORPUS.length] ?? { name: '', bytes: Buffer.alloc(0) }
      const bytes = mutate(whole, random)
      // Now and then the reader of another kind of message.
      const reader = count % 8 === 0 ? (names[Math.floor(random() * names.length)] ?? '') : name
      const [read, tally] = [READERS[reader], tallies.get(reader)]
      if (!read || !tally) throw new Error(`no reader: ${reader}`)
      let outcome: (string | null)[]
      try {
        outcome = rooms.map((room) => readAmid(room, bytes, read))
      } catch (error) {
        throw new Error(`${reader}: ${error}: ${bytes.toString('hex')}`)
      }
      if (outcome[0] !== outcome[1]) throw new Error(`${reader} goes too far: ${bytes.toString('hex')}`)
      if (outcome[0] === null) tally.refused++
      else tally.taken++
      // Restores the bytes around it.
      rooms[0].fill(0x00, MARGIN, MARGIN + bytes.length)
      rooms[1].fill(0xff, MARGIN, MARGIN + bytes.length)
    }
    for (const [name, { taken, refused }] of tallies) {
      const least = (taken + refused) / AT_LEAST
      expect(`${name}: taken ${taken > least}, refused ${refused > least}`).toBe(`${name}: taken true, refused true`)
    }
  },
  HOPELESS_MS,
)
