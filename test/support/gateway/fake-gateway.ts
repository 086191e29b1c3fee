// A gateway on loopback that answers as a test says, also what no gateway should.
import type { Peer } from '../../../src/net/gateway/exchange.ts'
import { LOOPBACK } from '../net/network.ts'
import { addressOf } from '../policy/rules.ts'

/** Returns the datagrams that answer the nth request, from 1 on. */
export type Manners = (request: Buffer, nth: number) => readonly Uint8Array[]

interface FakeGateway extends Disposable {
  readonly peer: Peer
  /** The requests that it got. */
  readonly asked: readonly Buffer[]
  /** Resolves with the nth request that it gets. */
  request(nth: number): Promise<Buffer>
}

export async function startFakeGateway(manners: Manners, version: 4 | 6 = 4): Promise<FakeGateway> {
  const host = LOOPBACK[version]
  const asked: Buffer[] = []
  const waiting: { nth: number; resolve: (request: Buffer) => void }[] = []
  const socket = await Bun.udpSocket({
    hostname: host,
    binaryType: 'buffer',
    socket: {
      data(own, datagram, port, from) {
        const request = Buffer.from(datagram)
        asked.push(request)
        for (const { nth, resolve } of waiting) if (nth === asked.length) resolve(request)
        for (const answer of manners(request, asked.length)) own.send(answer, port, from)
      },
      // Those who asked may have gone.
      error() {},
    },
  })
  const address = addressOf(host)
  return {
    asked,
    peer: { host, port: socket.port, address, own: address, ownHost: host, interface_: 'lo' },
    async request(nth) {
      const before = asked[nth - 1]
      if (before) return before
      const { promise, resolve } = Promise.withResolvers<Buffer>()
      waiting.push({ nth, resolve })
      return promise
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

/** Returns an answer of PCP to a MAP: what was asked for, with this result and these changes. */
export function pcpAnswer(
  request: Buffer,
  { result = 0, lifetimeS = request.readUInt32BE(4), port = 0, ip = '9.9.9.9' } = {},
): Buffer {
  const answer = Buffer.from(request)
  answer[1] = (answer[1] ?? 0) | 0x80
  answer[3] = result
  answer.writeUInt32BE(lifetimeS, 4)
  answer.writeUInt32BE(77, 8)
  answer.fill(0, 12, 24)
  if (answer.length < 60) return answer
  if (port) answer.writeUInt16BE(port, 42)
  answer.set([...Array(10).fill(0), 255, 255, ...ip.split('.').map(Number)], 44)
  return answer
}

/** Returns an answer of NAT-PMP to a request for a rule. */
export function natPmpAnswer(
  request: Buffer,
  { result = 0, lifetimeS = request.readUInt32BE(8), port = request.readUInt16BE(6) } = {},
): Buffer {
  const answer = Buffer.alloc(16)
  answer[1] = (request[1] ?? 0) | 0x80
  answer.writeUInt16BE(result, 2)
  answer.writeUInt32BE(77, 4)
  request.copy(answer, 8, 4, 6)
  answer.writeUInt16BE(port, 10)
  answer.writeUInt32BE(lifetimeS, 12)
  return answer
}
