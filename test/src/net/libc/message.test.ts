import { afterAll, describe, expect, test } from 'bun:test'
import { SO_TIMESTAMPNS, SOCKADDR_BYTES, SOL_SOCKET } from '../../../../src/net/libc/layout.ts'
import { type Libc, openLibc } from '../../../../src/net/libc/libc.ts'
import { MessageBuffer } from '../../../../src/net/libc/message.ts'
import { openSockets } from '../../../../src/net/libc/sockets.ts'
import { ERRNO } from '../../../../src/net/libc/verdict.ts'
import { addressOf } from '../../../support/net/fake-prober.ts'
import { LOOPBACK, openLoopback } from '../../../support/net/network.ts'

const close = openLoopback()
afterAll(close)

/** The room after both headers in an IPv4 packet of 65,535 bytes. */
const LONGEST = 65_507
const ARRIVAL_MS = 5000
const CLOCK_MS = 10_000
const MSG_NAMELEN_AT = 8
const MSG_CONTROLLEN_AT = 40

function realLibc(): Libc {
  const libc = openLibc()
  if (!libc) throw new Error('no libc')
  return libc
}

/** Returns a socket that receives from one sender, and a buffer for its messages. */
async function hearing(version: 4 | 6) {
  const [libc, sockets] = [realLibc(), openSockets()]
  const sender = await Bun.udpSocket({ hostname: LOOPBACK[version], socket: {} })
  const opened = sockets?.open(version, 'udp')
  if (!sockets || !opened || 'errno' in opened) throw new Error('no socket')
  const descriptor = opened.value
  const from = { address: addressOf(LOOPBACK[version]), port: sender.port }
  sockets.connect(descriptor, from)
  const buffer = new MessageBuffer(libc)
  return {
    from,
    send: (bytes: Buffer) => sender.send(bytes, sockets.localAddress(descriptor)?.port ?? 0, LOOPBACK[version]),
    now: () => buffer.receive(descriptor, 0),
    async next() {
      for (const started = performance.now(); performance.now() - started < ARRIVAL_MS; await Bun.sleep(1)) {
        const message = buffer.receive(descriptor, 0)
        if (message) return message
        expect(libc.errno()).toBe(ERRNO.EAGAIN)
      }
      throw new Error('nothing has come')
    },
    [Symbol.dispose]() {
      sockets.close(descriptor)
      sender.close()
    },
  }
}

describe.each([4, 6] as const)('a message over IPv%d', (version) => {
  test('comes whole, with its sender and time', async () => {
    using socket = await hearing(version)
    for (const length of [0, 1, 1000, LONGEST]) {
      const bytes = Buffer.alloc(length, `${length} bytes`)
      socket.send(bytes)
      const message = await socket.next()
      expect(message.bytes.equals(bytes)).toBe(true)
      expect(message.name).toEqual(socket.from)
      expect(message.atMs).toBeWithin(Date.now() - CLOCK_MS, Date.now() + CLOCK_MS)
      expect(message.controls.some(({ level, type }) => level === SOL_SOCKET && type === SO_TIMESTAMPNS)).toBe(true)
      expect(message.controls).toHaveLength(2)
    }
    expect(socket.now()).toBeNull()
  })

  test('is unchanged when the next one comes', async () => {
    using socket = await hearing(version)
    socket.send(Buffer.alloc(LONGEST, 'one'))
    const one = await socket.next()
    const before = JSON.stringify(one)
    socket.send(Buffer.alloc(LONGEST, 'other'))
    await socket.next()
    expect(JSON.stringify(one)).toBe(before)
  })
})

test('a kernel that speaks of more than it was given room for is not believed', () => {
  const libc = realLibc()
  const recvmsg = (_: number, header: Buffer) => {
    header.writeUInt32LE(1000, MSG_NAMELEN_AT)
    header.writeUInt32LE(0xffff, MSG_CONTROLLEN_AT)
    return 7
  }
  // A seam: only this part of libc is needed.
  const liar = { ...libc, symbols: { ...libc.symbols, recvmsg } } as unknown as Libc
  const message = new MessageBuffer(liar).receive(0, 0)
  expect(message).toEqual({ bytes: Buffer.alloc(7), name: null, controls: [], atMs: null })
  expect(SOCKADDR_BYTES[6]).toBeLessThan(1000)
})
