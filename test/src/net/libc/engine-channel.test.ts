// On loopback. Messages of routers are in test/lab.

import { describe, expect, test } from 'bun:test'
import { Channel, type Listener, READS_PER_DRAIN, RECEIVED_MAX, sharedEngine } from '../../../../src/net/libc/engine.ts'
import { type Peer, SOCKADDR_BYTES, type SocketType } from '../../../../src/net/libc/layout.ts'
import { type Libc, openLibc } from '../../../../src/net/libc/libc.ts'
import { MessageBuffer, type Queued, type Received } from '../../../../src/net/libc/sockets.ts'
import { ERRNO } from '../../../../src/net/libc/verdict.ts'
import { LOOPBACK } from '../../../support/net/network.ts'
import { openDescriptors } from '../../../support/net/probe-job.ts'
import { addressOf } from '../../../support/policy/rules.ts'
import { shareHosts } from '../../../support/shared.ts'
import { until } from '../../../support/until.ts'

shareHosts()

const AT_ONCE = 50
const SETTLED_MS = 50

const engine = sharedEngine() ?? expect.unreachable('no libc')
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
  const outcome = Channel.open(engine, { version, kind: 'udp', peer }, listener)
  if ('errno' in outcome) throw new Error(String(outcome.errno))
  return outcome.value
}

/** Sends back what it gets. */
async function echoServer(version: 4 | 6) {
  const server = await Bun.udpSocket({
    hostname: LOOPBACK[version],
    // A closed port is reported as well.
    socket: { data: (socket, bytes, port, from) => void socket.send(bytes, port, from), error() {} },
  })
  return { peer: at(version, server.port), [Symbol.dispose]: () => server.close() }
}

/** Returns a peer that nothing listens at: it was free a moment ago. */
async function closedPeer(version: 4 | 6): Promise<Peer> {
  using server = await echoServer(version)
  return server.peer
}

describe.each([4, 6] as const)('a channel over IPv%d', (version) => {
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

test('a channel stops listening to a flood that its packets cannot have caused', async () => {
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

test('descriptors of channels that could not be had are closed', () => {
  const before = openDescriptors()
  const { listener } = listening()
  const failing: [{ kind: SocketType; peer: Peer | null; filter?: Buffer }, number][] = [
    [{ kind: 'udp', peer: { address: addressOf('255.255.255.255'), port: 9 } }, ERRNO.EACCES],
    [{ kind: 'udp', peer: at(4, 9), filter: Buffer.alloc(8, 0xff) }, ERRNO.EINVAL],
  ]
  for (const [wanted, errno] of failing) expect(Channel.open(engine, { version: 4, ...wanted }, listener)).toEqual({ errno })
  expect(openDescriptors()).toBe(before)
})

const MSG_NAMELEN_AT = 8
const MSG_CONTROLLEN_AT = 40

test('a kernel that speaks of more than it was given room for is not believed', () => {
  const libc = openLibc() ?? expect.unreachable('no libc')
  const recvmsg = (_: number, header: Buffer) => {
    header.writeUInt32LE(1000, MSG_NAMELEN_AT)
    header.writeUInt32LE(0xffff, MSG_CONTROLLEN_AT)
    return 7
  }
  // A seam: only this part of libc is needed.
  const liar = { ...libc, symbols: { ...libc.symbols, recvmsg } } as unknown as Libc
  expect(new MessageBuffer(liar).receive(0)).toEqual({ bytes: Buffer.alloc(7), from: null, hops: null, atMs: null })
  expect(SOCKADDR_BYTES[6]).toBeLessThan(1000)
})
