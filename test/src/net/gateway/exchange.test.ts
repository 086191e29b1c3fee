import { expect, test } from 'bun:test'
import { Channel, type Patience, peerOf } from '../../../../src/net/gateway/exchange.ts'
import { startFakeGateway } from '../../../support/gateway/fake-gateway.ts'
import { LOOPBACK } from '../../../support/net/network.ts'
import { shareHosts } from '../../../support/shared.ts'

const QUICK: Patience = { sendMs: [0, 30, 60], endMs: 120 }
const PATIENT: Patience = { sendMs: [0], endMs: 20_000 }
const REQUEST = Buffer.from('asked')
const ANSWER = Buffer.from('answer')
const STRANGE_MAX = 16
const read = (datagram: Buffer) => (datagram.equals(ANSWER) ? { text: datagram.toString() } : null)
const NEVER = new AbortController().signal

shareHosts()

async function opened(peer: Parameters<typeof Channel.open>[0], signal = NEVER): Promise<Channel> {
  return (await Channel.open(peer, signal)) ?? expect.unreachable('no channel')
}

test.each([4, 6] as const)('a request is answered over IPv%d', async (version) => {
  using gateway = await startFakeGateway(() => [ANSWER], version)
  using channel = await opened(gateway.peer)
  expect(channel.port).toBeGreaterThan(0)
  expect([await channel.ask(REQUEST, read, PATIENT), gateway.asked]).toEqual([{ text: 'answer' }, [REQUEST]])
})

test('silence ends after the time, and garbage is told from it', async () => {
  using silent = await startFakeGateway(() => [])
  using odd = await startFakeGateway(() => [Buffer.from('other')])
  using one = await opened(silent.peer)
  using other = await opened(odd.peer)
  const both = await Promise.all([one.ask(REQUEST, read, QUICK), other.ask(REQUEST, read, QUICK)])
  expect([both, [silent.asked.length, odd.asked.length]]).toEqual([
    ['silent', 'garbled'],
    [3, 3],
  ])
})

test('an answer that came while this computer was busy counts, however late it is read', async () => {
  const busy = () => {
    for (const until = performance.now() + 200; performance.now() < until; );
  }
  using gateway = await startFakeGateway(() => {
    queueMicrotask(busy)
    return [ANSWER]
  })
  using channel = await opened(gateway.peer)
  expect(await channel.ask(REQUEST, read, QUICK)).toEqual({ text: 'answer' })
})

test('a flood ends the exchange after a few datagrams, and no long one is looked at', async () => {
  using gateway = await startFakeGateway(() => Array.from({ length: 2000 }, (_, index) => Buffer.alloc(index % 2 ? 1200 : 60)))
  using channel = await opened(gateway.peer)
  const looked: number[] = []
  const seen = (datagram: Buffer) => {
    looked.push(datagram.length)
    return null
  }
  expect(await channel.ask(REQUEST, seen, PATIENT)).toBe('garbled')
  expect(looked.length).toBeGreaterThan(0)
  expect(looked.length).toBeLessThanOrEqual(STRANGE_MAX)
  expect(new Set(looked)).toEqual(new Set([60]))
})

test('others are not heard, whatever they send', async () => {
  using gateway = await startFakeGateway((_, nth) => (nth === 2 ? [ANSWER] : []))
  using channel = await opened(gateway.peer)
  const said = channel.ask(REQUEST, read, { sendMs: [0, 100], endMs: 20_000 })
  await gateway.request(1)
  const liar = await Bun.udpSocket({ hostname: LOOPBACK[4], socket: { error() {} } })
  const lie = (datagram: Buffer) => {
    try {
      liar.send(datagram, channel.port, LOOPBACK[4])
    } catch {
      // The kernel says that nobody hears it.
    }
  }
  for (let count = 0; count < 50; count++) lie(Buffer.from('other'))
  lie(ANSWER)
  expect([await said, gateway.asked.length]).toEqual([{ text: 'answer' }, 2])
  liar.close()
})

test('without a way to the gateway there is no channel, and only the policy names a gateway', async () => {
  using gateway = await startFakeGateway(() => [])
  expect(await Channel.open({ ...gateway.peer, ownHost: '192.0.2.1' }, NEVER)).toBeNull()
  expect(() => Reflect.apply(peerOf, null, [gateway.peer])).toThrow('only the gateway')
})
