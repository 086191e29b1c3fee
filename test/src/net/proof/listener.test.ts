// The listener: it answers a challenge with less than came, and says nothing else to anybody.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, createServer } from 'node:net'
import { answerTo, newChallenge, newKey } from '../../../../src/net/proof/index.ts'
import { listenForProof } from '../../../../src/net/proof/listener.ts'
import { codeOf } from '../../../../src/platform/misfit.ts'
import { freePort, openHosts } from '../../../support/net/network.ts'

let close: () => void
const NEIGHBOURS = Array.from({ length: 30 }, (_, index) => `127.0.0.${index + 2}`)
beforeAll(() => {
  close = openHosts(['127.0.0.1', '::1', '::', ...NEIGHBOURS])
})
afterAll(() => close())

async function listening(protocol: 'tcp' | 'udp', asked?: number) {
  const key = newKey()
  const port = freePort()
  const proven = { port: asked ?? port, protocol }
  const listener = await listenForProof({ port, proven, key })
  return { listener, key, port, proven, [Symbol.asyncDispose]: listener.close }
}

/** Sends pieces over a connection, and returns all that comes back until it ends. */
async function say(port: number, ...pieces: readonly Buffer[]): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const heard: Buffer[] = []
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  socket.on('error', () => resolve())
  socket.on('close', () => resolve())
  socket.on('connect', async () => {
    for (const piece of pieces) {
      socket.write(piece)
      await Bun.sleep(20)
    }
  })
  await promise
  return Buffer.concat(heard)
}

test('a challenge over TCP is answered for the port that is asked about, and then the connection ends', async () => {
  await using own = await listening('tcp', 4242)
  const challenge = newChallenge()
  expect(await say(own.port, challenge)).toEqual(answerTo(challenge, own.key, own.proven))
  const again = newChallenge()
  expect(await say(own.port, again.subarray(0, 7), again.subarray(7))).toEqual(answerTo(again, own.key, own.proven))
  expect(own.listener.heard).toEqual([
    { from: '127.0.0.1', kind: 'connection' },
    { from: '127.0.0.1', kind: 'challenge' },
  ])
})

test('anything else over TCP is answered with nothing', async () => {
  await using own = await listening('tcp')
  const challenge = newChallenge()
  const others = [
    Buffer.from('GET / HTTP/1.1\r\nHost: home.example.com\r\n\r\n'),
    Buffer.concat([challenge, Buffer.of(0)]),
    Buffer.concat([Buffer.from('Doorstep'), challenge.subarray(8)]),
    Buffer.alloc(100_000),
  ]
  for (const other of others) expect((await say(own.port, other)).length).toBe(0)
  expect(own.listener.heard).toContainEqual({ from: '127.0.0.1', kind: 'other' })
  expect(own.listener.heard.map(({ kind }) => kind)).not.toContain('challenge')
})

test('a crowd that only connects does not keep it from answering', async () => {
  await using own = await listening('tcp')
  const crowd = Array.from({ length: 100 }, () => connect({ host: '127.0.0.1', port: own.port }))
  for (const socket of crowd) socket.on('error', () => {})
  await Promise.all(crowd.map((socket) => new Promise((resolve) => socket.on('connect', resolve))))
  const challenge = newChallenge()
  expect(await say(own.port, challenge)).toHaveLength(32)
  for (const socket of crowd) socket.destroy()
})

test('noise from many addresses does not hide the challenge, and little of it is kept', async () => {
  await using own = await listening('udp')
  for (const hostname of NEIGHBOURS) {
    const noise = await Bun.udpSocket({ hostname })
    noise.send('noise', own.port, '127.0.0.1')
    noise.close()
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const asking = await Bun.udpSocket({ hostname: '127.0.0.1', socket: { data: () => resolve() } })
  asking.send(newChallenge(), own.port, '127.0.0.1')
  await promise
  asking.close()
  expect(own.listener.heard.map(({ kind }) => kind)).toEqual(['other', 'other', 'challenge'])
})

test('over UDP, forty bytes get thirty-two, and others none', async () => {
  await using own = await listening('udp')
  const { promise, resolve } = Promise.withResolvers<void>()
  const heard: Buffer[] = []
  const socket = await Bun.udpSocket({
    hostname: '127.0.0.1',
    connect: { hostname: '127.0.0.1', port: own.port },
    binaryType: 'buffer',
    socket: {
      data(_, datagram) {
        heard.push(Buffer.from(datagram))
        resolve()
      },
    },
  })
  const challenge = newChallenge()
  for (const other of [Buffer.from('\r\n'), challenge.subarray(0, 39), Buffer.alloc(1200), challenge]) socket.send(other)
  await promise
  socket.close()
  expect(heard).toEqual([answerTo(challenge, own.key, own.proven)])
  expect(own.listener.heard.map(({ kind }) => kind)).toEqual(['other', 'challenge'])
})

test.each([['127.0.0.1'], ['0.0.0.0'], ['::1']])('a port that a program has on %s is left alone', async (host) => {
  const port = freePort()
  const program = createServer()
  await new Promise<void>((resolve) => program.listen({ port, host }, resolve))
  const failed = await listenForProof({ port, proven: { port, protocol: 'tcp' }, key: newKey() }).catch((error: unknown) => error)
  expect(codeOf(failed)).toBe('EADDRINUSE')
  expect(program.listening).toBeTrue()
  program.close()
})

test('it listens on one address alone if that is asked for, and is gone when it is closed, however often', async () => {
  const port = freePort()
  const listener = await listenForProof({ port, host: '::1', proven: { port, protocol: 'tcp' }, key: newKey() })
  expect((await say(port, newChallenge())).length).toBe(0)
  await Promise.all([listener.close(), listener.close()])
  const next = await listenForProof({ port, proven: { port, protocol: 'tcp' }, key: newKey() })
  await next.close()
})
