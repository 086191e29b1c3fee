// Proofs against whoever does not know the key: recorded, reflected, random, cut and slow answers. None is proven.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { checkPort } from '../../../../src/diagnostics/port/index.ts'
import { Budget } from '../../../../src/net/budget.ts'
import { Identity } from '../../../../src/net/identity/index.ts'
import {
  ANSWER_BYTES,
  answerTo,
  isAnswer,
  isChallenge,
  newChallenge,
  newKey,
  Proofs,
  type Proven,
  readKey,
} from '../../../../src/net/proof/index.ts'
import { listenForProof, unfinishedIn } from '../../../../src/net/proof/listener.ts'
import { Tcp } from '../../../../src/net/tcp/index.ts'
import { Udp } from '../../../../src/net/udp/index.ts'
import { Where } from '../../../../src/net/where/index.ts'
import { type Address, parseAddress } from '../../../../src/policy/address.ts'
import { mintEndpoint, mintRequester } from '../../../../src/policy/target.ts'
import { startTcpPeer } from '../../../support/identity/tcp-peer.ts'
import { startUdpPeer } from '../../../support/identity/udp-peer.ts'
import { freePort, openHosts } from '../../../support/net/network.ts'

const HOME = parseAddress('127.0.0.1') ?? fail()
const HOME6 = parseAddress('::1') ?? fail()
const TIMEOUT_MS = 4000
/** For the delays of a busy machine. */
const TOLERANCE_MS = 1500

function fail(): never {
  throw new Error('not an address')
}

let close: () => void
beforeAll(() => {
  // The listener is on all addresses.
  close = openHosts([HOME.text, HOME6.text, '::'])
})
afterAll(() => close())

const random = (length: number) => crypto.getRandomValues(Buffer.alloc(length))
const bounds = () => ({ signal: new AbortController().signal, budget: new Budget() })
const overTcp = (port: number, key: Uint8Array, home: Address = HOME) =>
  new Proofs(bounds()).overTcp(mintRequester(home, port), key)

/** Checks a port as port-check does. */
async function check(port: number, protocol: 'tcp' | 'udp', key: Uint8Array, home: Address = HOME) {
  const shared = bounds()
  const net = {
    budget: shared.budget,
    tcp: new Tcp(shared),
    udp: new Udp(shared),
    where: new Where(shared),
    identity: new Identity(shared, 'test'),
    proofs: new Proofs(shared),
  }
  const asked = { protocol, explains: false, query: null, key }
  const routers = { ipdata: { network: () => ({ asn: null, organization: null }) }, disclosure: { mayShow: () => false } }
  // A seam: nothing is looked up in the data.
  const { found } = await checkPort(net, mintRequester(home, port), asked, routers as never)
  return found
}

interface Seen {
  readonly challenge: Buffer
  readonly key: Uint8Array
  readonly proven: Proven
  /** An answer that was right once. */
  readonly recorded: Buffer
}

/** The answers of those who do not know the key, and some that are right but for a detail. */
const ANSWERS: Record<string, (seen: Seen) => Buffer> = {
  recorded: ({ recorded }) => recorded,
  reflected: ({ challenge }) => challenge,
  'the first bytes reflected': ({ challenge }) => challenge.subarray(0, ANSWER_BYTES),
  'the last bytes reflected': ({ challenge }) => challenge.subarray(-ANSWER_BYTES),
  random: () => random(ANSWER_BYTES),
  zeros: () => Buffer.alloc(ANSWER_BYTES),
  'of another key': ({ challenge, proven }) => answerTo(challenge, newKey(), proven),
  'of another port': ({ challenge, key, proven }) => answerTo(challenge, key, { ...proven, port: proven.port ^ 1 }),
  'of the other protocol': ({ challenge, key, proven }) =>
    answerTo(challenge, key, { ...proven, protocol: proven.protocol === 'tcp' ? 'udp' : 'tcp' }),
  truncated: ({ challenge, key, proven }) => answerTo(challenge, key, proven).subarray(0, ANSWER_BYTES - 1),
  extended: ({ challenge, key, proven }) => Buffer.concat([answerTo(challenge, key, proven), Buffer.of(0)]),
  'one bit off': ({ challenge, key, proven }) => {
    const answer = answerTo(challenge, key, proven)
    const at = Math.floor(Math.random() * ANSWER_BYTES)
    answer[at] = (answer[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    return answer
  },
  'a banner': () => Buffer.from('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n'),
  'a page': () => Buffer.from('HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n\r\n<!DOCTYPE html>'),
}
const LIARS = Object.values(ANSWERS)

test('ten thousand answers of those who do not know the key: none is right', () => {
  const total = 10_000
  let right = 0
  for (let count = 0; count < total; count++) {
    const key = newKey()
    const proven = { port: 1 + (count % 65_535), protocol: count % 2 === 0 ? 'tcp' : 'udp' } as const
    const recorded = answerTo(newChallenge(), key, proven)
    const challenge = newChallenge()
    const lie = LIARS[count % LIARS.length]?.({ challenge, key, proven, recorded }) ?? fail()
    if (isAnswer(lie, challenge, key, proven)) right++
    if (!isAnswer(answerTo(challenge, key, proven), challenge, key, proven)) fail()
  }
  expect(right).toBe(0)
})

describe.each([['tcp'], ['udp']] as const)('over %s, real sockets', (protocol) => {
  test('the one who knows the key is proven, over both families, each time', async () => {
    const key = newKey()
    for (const home of [HOME, HOME6]) {
      const port = freePort()
      await using listener = await listening({ port, key, proven: { port, protocol } })
      for (let times = 0; times < 3; times++) expect((await check(port, protocol, key, home)).proof).toBe('proven')
      expect(listener.heard).toContainEqual({ from: home.text, kind: 'challenge' })
    }
  })
})

describe('over TCP', () => {
  test('a right answer that comes byte by byte, silence, and an early end are somebody else, in time', async () => {
    const key = newKey()
    const slow = (socket: Socket, challenge: Buffer) => {
      const answer = answerTo(challenge, key, { port: socket.localPort ?? 0, protocol: 'tcp' })
      let sent = 0
      const timer = setInterval(() => socket.write(answer.subarray(sent, ++sent)), 200)
      socket.on('close', () => clearInterval(timer))
    }
    const plays = [
      { answer: slow },
      {},
      { answer: (socket: Socket) => void socket.end() },
      { speak: (socket: Socket) => void socket.resetAndDestroy() },
    ]
    const started = performance.now()
    const verdicts = await Promise.all(
      plays.map(async (play) => {
        await using peer = await startTcpPeer(play)
        return await overTcp(peer.port, key)
      }),
    )
    expect(verdicts).toEqual(['someone-else', 'someone-else', 'someone-else', 'someone-else'])
    expect(performance.now() - started).toBeLessThan(TIMEOUT_MS + TOLERANCE_MS)
  }, 10_000)

  test('an endless answer is read no further than it matters', async () => {
    let bytes = 0
    const budget = new Budget()
    budget.takeBytes = (count) => {
      bytes += count
      return true
    }
    const flood = Buffer.alloc(64 * 1024)
    const pour = (socket: Socket): void => {
      if (socket.writable && socket.write(flood)) pour(socket)
    }
    await using peer = await startTcpPeer({
      answer(socket) {
        socket.on('drain', () => pour(socket))
        pour(socket)
      },
    })
    const to = mintRequester(HOME, peer.port)
    expect(await new Proofs({ signal: new AbortController().signal, budget }).overTcp(to, newKey())).toBe('someone-else')
    expect(bytes).toBeLessThan(1024 * 1024)
  })

  test('a request that is over, or has used up its budget, says nothing about the port', async () => {
    await using peer = await startTcpPeer({})
    const to = mintRequester(HOME, peer.port)
    const none = new Budget({ take: () => false, turn: () => false, waitMs: () => 1000 })
    expect(await new Proofs({ signal: new AbortController().signal, budget: none }).overTcp(to, newKey())).toBeNull()
    const ending = new AbortController()
    setTimeout(() => ending.abort(), 100)
    expect(await new Proofs({ signal: ending.signal, budget: new Budget() }).overTcp(to, newKey())).toBeNull()
  })

  test('no other endpoint than one of the requester is asked', async () => {
    await using peer = await startTcpPeer({})
    const other = mintEndpoint(HOME, peer.port)
    // A seam: code that was never type-checked may pass in anything.
    expect(() => new Proofs(bounds()).overTcp(other as never, newKey())).toThrow('only the requester')
    expect(peer.connections()).toBe(0)
  })
})

test('over UDP, a port gets three datagrams of forty bytes at most, all the same', async () => {
  using peer = await startUdpPeer(() => [])
  expect((await check(peer.port, 'udp', newKey())).proof).toBe('no-answer')
  expect(peer.asked.map(({ datagram }) => datagram.length)).toEqual([40, 40, 40])
  expect(new Set(peer.asked.map(({ datagram }) => datagram.toString('hex'))).size).toBe(1)
}, 10_000)

async function listening(options: Parameters<typeof listenForProof>[0]) {
  const listener = await listenForProof(options)
  return { ...listener, [Symbol.asyncDispose]: listener.close }
}

// The bytes of a proof.

test('a key is 32 bytes in the one way that base64url writes them', () => {
  for (let count = 0; count < 200; count++) {
    const key = newKey()
    expect(readKey(key.toString('base64url'))).toEqual(key)
  }
  const written = newKey().toString('base64url')
  const odd = ['', written.slice(1), `${written}A`, `${written}=`, `${written}\n`, ` ${written}`, `${written.slice(0, 42)}B`]
  for (const text of [...odd, `${'+'.repeat(42)}A`, `${'/'.repeat(42)}A`, '가'.repeat(43)]) expect(readKey(text)).toBeNull()
})

test('a challenge is of its own each time, and known by its beginning and length', () => {
  const challenges = Array.from({ length: 100 }, newChallenge)
  expect(new Set(challenges.map((one) => one.toString('hex'))).size).toBe(100)
  expect(challenges.every((one) => one.length === 40 && one.toString('latin1', 0, 8) === 'doorstep')).toBeTrue()
  const [one = Buffer.alloc(0)] = challenges
  expect(isChallenge(one)).toBeTrue()
  for (const other of [one.subarray(1), one.subarray(0, 39), Buffer.concat([one, one])]) expect(isChallenge(other)).toBeFalse()
})

test('the answer is that of the contract, and shorter than the challenge', () => {
  const key = Buffer.alloc(32, 7)
  const challenge = Buffer.concat([Buffer.from('doorstep'), Buffer.alloc(32, 9)])
  const proven = { port: 25_565, protocol: 'udp' } as const
  const expected = new Bun.CryptoHasher('sha256', key).update(Buffer.concat([challenge, Buffer.from([0x63, 0xdd, 17])])).digest()
  expect(answerTo(challenge, key, proven)).toEqual(Buffer.from(expected))
  expect(isAnswer(expected, challenge, key, proven)).toBeTrue()
  expect(isAnswer(expected, challenge, key, { ...proven, protocol: 'tcp' })).toBeFalse()
  expect(isAnswer(expected, challenge, key, { ...proven, port: 25_566 })).toBeFalse()
})

// Connections that were begun and never finished, as Linux lists them.

const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const REST = '00000000:00000000 01:00000064 00000001     0        0 0 1 0000000000000000\n'

test('IPv4, IPv6 and IPv4 within IPv6, at that port alone', () => {
  const table = [
    HEAD,
    `   0: 00000000:1F90 00000000:0000 0A ${REST}`,
    `   1: 0A01A8C0:1F90 020012C6:D431 03 ${REST}`,
    `   2: 0A01A8C0:1F91 030012C6:D431 03 ${REST}`,
    `   3: 0A01A8C0:1F90 040012C6:D431 01 ${REST}`,
  ].join('')
  expect(unfinishedIn(table, 8080)).toEqual(['198.18.0.2'])
  const six = [
    HEAD,
    `   0: 0000000000000000FFFF00000A01A8C0:1F90 0000000000000000FFFF0000020012C6:D431 03 ${REST}`,
    `   1: B80D0120000000000000000001000000:1F90 B80D0120000000000000000002000000:D431 03 ${REST}`,
  ].join('')
  expect(unfinishedIn(six, 8080)).toEqual(['198.18.0.2', '2001:db8::2'])
})

test('what is not such a table has none', () => {
  for (const text of ['', '\n\n', 'a b c', HEAD, `1: :1F90 :0000 03 ${REST}`.repeat(3)])
    expect(unfinishedIn(text, 80)).toEqual([])
})
