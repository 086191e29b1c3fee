// The kernel runs the program. It sees a datagram from the UDP header on, so ports and lengths are made to look like the fields that the
// program reads; that takes no privilege. Raw sockets are in test/src/net/path/echo.test.ts.
import { afterAll, expect, test } from 'bun:test'
import { sharedEngine } from '../../../../src/net/libc/attempt.ts'
import { onlyIdentifier } from '../../../../src/net/path/echo.ts'
import { addressOf } from '../../../support/net/fake-prober.ts'
import { openLoopback } from '../../../support/net/network.ts'

const close = openLoopback()
afterAll(close)

const LOOPBACK = '127.0.0.1'
const UDP_HEADER_BYTES = 8
const PORTS = 256
const ID = 0xabcd
const ARRIVAL_MS = 5000

function sockets() {
  const engine = sharedEngine()
  if (!engine) throw new Error('no libc')
  return engine.sockets
}

/** Returns a sender whose port, which comes first in the header, has a given first byte. */
async function senderFrom(firstByte: number) {
  for (let low = 0; low < PORTS; low++) {
    try {
      return await Bun.udpSocket({ hostname: LOOPBACK, port: firstByte * 256 + low, socket: {} })
    } catch {
      // That one is taken.
    }
  }
  throw new Error('every port is taken')
}

/** Returns a filtered socket that hears one sender. */
function hearing(port: number, filter: Buffer) {
  const opened = sockets().open(4, 'udp')
  if ('errno' in opened) throw new Error(String(opened.errno))
  const descriptor = opened.value
  expect(sockets().filter(descriptor, filter)).toBe(0)
  expect(sockets().connect(descriptor, { address: addressOf(LOOPBACK), port })).toBe(0)
  return {
    port: sockets().localAddress(descriptor)?.port ?? 0,
    async next(): Promise<Buffer> {
      for (const started = performance.now(); performance.now() - started < ARRIVAL_MS; await Bun.sleep(1)) {
        const received = sockets().receive(descriptor)
        if ('value' in received) return received.value.bytes
      }
      throw new Error('nothing has come')
    },
    isEmpty: () => 'errno' in sockets().receive(descriptor),
    [Symbol.dispose]: () => sockets().close(descriptor),
  }
}

/** As the program sees it: an IPv4 header of this many words, followed by an ICMP message with that identifier. */
function payload(headerWords: number, id: number): Buffer {
  const bytes = Buffer.alloc(headerWords * 4 + 8 - UDP_HEADER_BYTES)
  bytes.writeUInt16BE(id, headerWords * 4 + 4 - UDP_HEADER_BYTES)
  return bytes
}

test.each([5, 6, 15])('after an IPv4 header of %d words only one identifier passes', async (headerWords) => {
  const sender = await senderFrom(0x40 | headerWords)
  using socket = hearing(sender.port, onlyIdentifier(4, ID))
  for (const id of [ID ^ 1, ID ^ 0x100, 0, 0xcdab, ID, ID + 1, ID]) sender.send(payload(headerWords, id), socket.port, LOOPBACK)
  // Too short to have one.
  sender.send(payload(headerWords, ID).subarray(0, -4), socket.port, LOOPBACK)
  sender.send(payload(headerWords, ID), socket.port, LOOPBACK)
  for (let count = 0; count < 3; count++) expect(await socket.next()).toEqual(payload(headerWords, ID))
  expect(socket.isEmpty()).toBe(true)
  sender.close()
})

test('without an IPv4 header only one identifier passes', async () => {
  const sender = await Bun.udpSocket({ hostname: LOOPBACK, socket: {} })
  const id = 300
  using socket = hearing(sender.port, onlyIdentifier(6, id))
  // The length of a datagram is where the identifier would be.
  for (const length of [id - 1, id + 1, id, id ^ 0x100, id])
    sender.send(Buffer.alloc(length - UDP_HEADER_BYTES), socket.port, LOOPBACK)
  for (let count = 0; count < 2; count++) expect((await socket.next()).length + UDP_HEADER_BYTES).toBe(id)
  expect(socket.isEmpty()).toBe(true)
  sender.close()
})

test('the kernel refuses an invalid program', () => {
  const opened = sockets().open(4, 'udp')
  if ('errno' in opened) throw new Error(String(opened.errno))
  expect(sockets().filter(opened.value, Buffer.alloc(8, 0xff))).toBeGreaterThan(0)
  sockets().close(opened.value)
})
