// On loopback. Messages of routers are in test/lab.
import { afterAll, describe, expect, test } from 'bun:test'
import { type Engine, READS_PER_DRAIN, RECEIVED_MAX, sharedEngine } from '../../../../src/net/libc/attempt.ts'
import { Channel, type Listener } from '../../../../src/net/libc/channel.ts'
import type { SocketType } from '../../../../src/net/libc/layout.ts'
import { C, type Peer, SOCKADDR_BYTES } from '../../../../src/net/libc/layout.ts'
import { type Libc, openLibc } from '../../../../src/net/libc/libc.ts'
import { MessageBuffer, type Queued, type Received } from '../../../../src/net/libc/message.ts'
import { openSockets } from '../../../../src/net/libc/sockets.ts'
import { ERRNO } from '../../../../src/net/libc/verdict.ts'
import { addressOf } from '../../../support/net/fake-prober.ts'
import { LOOPBACK, openLoopback } from '../../../support/net/network.ts'
import { openDescriptors } from '../../../support/net/probe-job.ts'
import { until } from '../../../support/until.ts'

const close = openLoopback()
afterAll(close)

const MANY = 500
const FLOOD = 200
const AT_ONCE = 50
const SETTLED_MS = 50
/** More than IP has. */
const TOO_MANY_HOPS = 256

function engine(): Engine {
  const found = sharedEngine()
  if (!found) throw new Error('no libc')
  return found
}
const at = (version: 4 | 6, port: number): Peer => ({ address: addressOf(LOOPBACK[version]), port })

/** Records what it receives. */
function listening(more: Partial<Listener> = {}) {
  const [received, queued, failed]: [Received[], Queued[], unknown[]] = [[], [], []]
  const listener: Listener = {
    received: (datagram) => void received.push(datagram),
    queued: (error) => void queued.push(error),
    fail: (error) => void failed.push(error),
    ...more,
  }
  return { received, queued, failed, listener }
}

function opened(version: 4 | 6, peer: Peer | null, listener: Listener): Channel {
  const outcome = Channel.open(engine(), { version, kind: 'udp', peer }, listener)
  if ('errno' in outcome) throw new Error(String(outcome.errno))
  return outcome.value
}

/** Sends back what it gets. */
async function echoServer(version: 4 | 6) {
  const data = (
    socket: { send(bytes: Buffer, port: number, host: string): unknown },
    bytes: Buffer,
    port: number,
    from: string,
  ) => void socket.send(bytes, port, from)
  // A closed port is reported as well.
  const server = await Bun.udpSocket({ hostname: LOOPBACK[version], socket: { data, error() {} } })
  return { peer: at(version, server.port), [Symbol.dispose]: () => server.close() }
}

/** Returns a peer that nothing listens at: it was free a moment ago. */
async function closedPeer(version: 4 | 6): Promise<Peer> {
  using server = await echoServer(version)
  return server.peer
}

describe.each([4, 6] as const)('a channel over IPv%d', (version) => {
  test('sends, and reports the replies', async () => {
    using server = await echoServer(version)
    const { received, queued, listener } = listening()
    using channel = opened(version, server.peer, listener)
    const startMs = performance.now()
    const sent = channel.send(Buffer.from('question'), null)
    expect(sent).toEqual({ value: { startMs: expect.any(Number), startStampMs: expect.any(Number) } })
    await until(() => received.length === 1)
    if ('errno' in sent) throw new Error()
    const [reply] = received
    expect(reply).toMatchObject({ bytes: Buffer.from('question'), from: server.peer, hops: 64 })
    expect(sent.value.startMs).toBeGreaterThanOrEqual(startMs)
    expect(reply?.atMs).toBeGreaterThanOrEqual(sent.value.startStampMs)
    expect(queued).toEqual([])
  })

  test('lets its packets pass so many routers', async () => {
    const { received, listener } = listening()
    using channel = opened(version, null, listener)
    const nobody = await closedPeer(version)
    // Sending gives it a port, where it can send to itself.
    channel.send(Buffer.from('x'), nobody)
    const own = at(version, channel.localAddress()?.port ?? 0)
    for (const hops of [7, 1, 255]) {
      expect(channel.setHops(hops)).toBe(0)
      channel.send(Buffer.from(String(hops)), own)
    }
    expect(channel.setHops(TOO_MANY_HOPS)).toBe(ERRNO.EINVAL)
    await until(() => received.length === 3)
    expect(received.map(({ bytes, hops }) => `${bytes} ${hops}`)).toEqual(['7 7', '1 1', '255 255'])
  })

  test('reports an ICMP message with its packet, its sender and its quotation; the next packet is sent all the same', async () => {
    const { queued, received, listener } = listening()
    using server = await echoServer(version)
    using channel = opened(version, null, listener)
    const nobody = await closedPeer(version)
    for (const word of ['one', 'two', 'three']) expect(channel.send(Buffer.from(word), nobody)).toHaveProperty('value')
    await until(() => queued.length === 3)
    expect(channel.send(Buffer.from('last'), server.peer)).toHaveProperty('value')
    await until(() => received.length === 1)
    const said = { errno: ERRNO.ECONNREFUSED, origin: version === 4 ? 'icmp' : 'icmp6', type: version === 4 ? 3 : 1, to: nobody }
    for (const [index, word] of ['one', 'two', 'three'].entries()) {
      expect(queued[index]).toMatchObject({ ...said, code: version === 4 ? 3 : 4, offender: nobody.address })
      expect(String(queued[index]?.quoted)).toBe(word)
    }
    expect(received[0]).toMatchObject({ bytes: Buffer.from('last'), from: server.peer })
  })
})

describe('a channel', () => {
  test('tells all of a flood, and lets others have their turn', async () => {
    using server = await echoServer(4)
    const { received, listener } = listening()
    const others = listening()
    using channel = opened(4, server.peer, listener)
    using other = opened(4, server.peer, others.listener)
    for (let count = 0; count < FLOOD; count++) channel.send(Buffer.from(String(count)), null)
    other.send(Buffer.from('other'), null)
    await until(() => received.length === FLOOD && others.received.length === 1)
    expect(received.map(({ bytes }) => Number(bytes))).toEqual(Array.from({ length: FLOOD }, (_, index) => index))
  })

  test('stops listening to a flood that its packets cannot have caused', async () => {
    using server = await echoServer(4)
    const { received, listener } = listening()
    using channel = opened(4, server.peer, listener)
    for (let sent = 0; channel.isListening && sent < 2 * RECEIVED_MAX; sent += AT_ONCE) {
      for (let count = 0; count < AT_ONCE; count++) channel.send(Buffer.from('x'), null)
      await until(() => received.length >= sent + AT_ONCE || !channel.isListening)
    }
    expect(channel.isListening).toBe(false)
    const { length } = received
    expect(length).toBeWithin(RECEIVED_MAX, RECEIVED_MAX + READS_PER_DRAIN)
    channel.send(Buffer.from('x'), null)
    await Bun.sleep(SETTLED_MS)
    expect(received).toHaveLength(length)
  })

  test('hears its peer alone', async () => {
    using server = await echoServer(4)
    const { received, listener } = listening()
    using channel = opened(4, server.peer, listener)
    const stranger = await Bun.udpSocket({ hostname: LOOPBACK[4], socket: { error() {} } })
    stranger.send('stranger', channel.localAddress()?.port ?? 0, LOOPBACK[4])
    channel.send(Buffer.from('friend'), null)
    await until(() => received.length > 0)
    await Bun.sleep(SETTLED_MS)
    expect(received.map(({ bytes }) => String(bytes))).toEqual(['friend'])
    stranger.close()
  })

  test('says why something cannot be sent', () => {
    const { listener } = listening()
    using channel = opened(4, null, listener)
    expect(channel.send(Buffer.from('x'), null)).toEqual({ errno: 89 })
    expect(channel.send(Buffer.alloc(70_000), at(4, 9))).toEqual({ errno: ERRNO.EMSGSIZE })
    expect(channel.send(Buffer.from('x'), { address: addressOf('255.255.255.255'), port: 9 })).toEqual({ errno: ERRNO.EACCES })
  })

  test('tells a fault of its listener to that listener, and goes on', async () => {
    using server = await echoServer(4)
    let count = 0
    const broken = listening({
      received() {
        if (++count === 1) throw new Error('broken')
      },
    })
    using channel = opened(4, server.peer, broken.listener)
    channel.send(Buffer.from('one'), null)
    await until(() => broken.failed.length === 1)
    channel.send(Buffer.from('two'), null)
    await until(() => count === 2)
    expect(broken.failed).toEqual([new Error('broken')])
  })

  test('reports nothing once it is closed', async () => {
    using server = await echoServer(4)
    const nobody = await closedPeer(4)
    const { received, queued, listener } = listening()
    const channel = opened(4, null, listener)
    channel.send(Buffer.from('x'), server.peer)
    channel.send(Buffer.from('x'), nobody)
    channel[Symbol.dispose]()
    await Bun.sleep(SETTLED_MS)
    expect([received, queued]).toEqual([[], []])
  })
})

describe('descriptors', () => {
  test('of channels that could not be had are closed', () => {
    const before = openDescriptors()
    const { listener } = listening()
    const failing: [{ kind: SocketType; peer: Peer | null; filter?: Buffer }, number][] = [
      [{ kind: 'udp', peer: { address: addressOf('255.255.255.255'), port: 9 } }, ERRNO.EACCES],
      [{ kind: 'udp', peer: at(4, 9), filter: Buffer.alloc(8, 0xff) }, ERRNO.EINVAL],
    ]
    for (const [wanted, errno] of failing) expect(Channel.open(engine(), { version: 4, ...wanted }, listener)).toEqual({ errno })
    expect(openDescriptors()).toBe(before)
  })

  test(`of ${MANY} channels are closed with them`, async () => {
    using server = await echoServer(4)
    const before = openDescriptors()
    const { received, listener } = listening()
    const channels = Array.from({ length: MANY }, () => opened(4, server.peer, listener))
    expect(openDescriptors()).toBe(before + MANY)
    for (const [index, channel] of channels.entries()) {
      channel.send(Buffer.from('x'), null)
      // The server has room for some at a time.
      if (index % AT_ONCE === 0) await until(() => received.length === index + 1)
    }
    await until(() => received.length === MANY)
    for (const channel of channels) channel[Symbol.dispose]()
    expect(openDescriptors()).toBe(before)
  })
})

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
      expect([message.bytes.equals(bytes), message.name]).toEqual([true, socket.from])
      expect(message.atMs).toBeWithin(Date.now() - CLOCK_MS, Date.now() + CLOCK_MS)
      expect(message.controls.some(({ level, type }) => level === C.SOL_SOCKET && type === C.SO_TIMESTAMPNS)).toBe(true)
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
  expect(new MessageBuffer(liar).receive(0, 0)).toEqual({ bytes: Buffer.alloc(7), name: null, controls: [], atMs: null })
  expect(SOCKADDR_BYTES[6]).toBeLessThan(1000)
})
