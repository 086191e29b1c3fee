// One question over TCP, against peers in good faith and in bad: it ends in time, reads no more than its bounds, and says who speaks.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { Budget } from '../../../../src/net/budget.ts'
import { Identity } from '../../../../src/net/identity/index.ts'
import { type IdentityProtocol, TCP_PROTOCOLS } from '../../../../src/net/identity/protocol.ts'
import { MINECRAFT } from '../../../../src/net/identity/tcp-protocols.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { mintEndpoint, mintRequester } from '../../../../src/policy/target.ts'
import { GREETINGS, JELLYFIN_INFO, minecraftStatus, page, statusPacket } from '../../../support/identity/tcp-answers.ts'
import { startTcpPeer } from '../../../support/identity/tcp-peer.ts'
import { labTest } from '../../../support/lab.ts'
import { Pki } from '../../../support/tls/pki.ts'

const TIMEOUT_MS = 1500
/** The time after which a question hangs, however busy the machine is. */
const HANG_MS = 25_000
const BYTES_MAX = 64 * 1024
/** The most that the runtime hands over at once. */
const CHUNK_MAX = 512 * 1024
/** Plain and inside TLS: the page of a product, then the front page. */
const CONNECTIONS_MAX = 4
const HOME = parseAddress('127.0.0.1') ?? fail()

function fail(): never {
  throw new Error('not an address')
}

async function ask(port: number, protocol: IdentityProtocol, signal = new AbortController().signal, home = HOME) {
  let bytes = 0
  const budget = new Budget()
  const take = budget.takeBytes.bind(budget)
  budget.takeBytes = (count) => {
    bytes += count
    return take(count)
  }
  const started = performance.now()
  const found = await new Identity({ signal, budget }, 'test').ask(mintRequester(home, port), protocol)
  return { found, bytes, ms: performance.now() - started }
}

const answering = (bytes: Buffer) => ({ answer: (socket: Socket) => void socket.end(bytes) })
const greeting = (bytes: Buffer) => ({ speak: (socket: Socket) => void socket.write(bytes) })
const every = (milliseconds: number, bytes: Buffer) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(bytes), milliseconds)
  socket.on('close', () => clearInterval(timer))
}

describe('who was expected', () => {
  test('a request that has used up its budget asks nothing', async () => {
    await using peer = await startTcpPeer(answering(minecraftStatus()))
    const budget = new Budget({ take: () => false, turn: () => false, waitMs: () => 1000 })
    const identity = new Identity({ signal: new AbortController().signal, budget }, 'test')
    expect([await identity.ask(mintRequester(HOME, peer.port), 'minecraft'), peer.connections()]).toEqual([null, 0])
  })

  test.each(['ssh', 'ftp', 'smtp', 'imap'] as const)('%s, to which nothing is sent', async (protocol) => {
    await using peer = await startTcpPeer(greeting(GREETINGS[protocol]))
    const { found, ms } = await ask(peer.port, protocol)
    expect(found).toMatchObject({ kind: protocol })
    expect(ms).toBeLessThan(TIMEOUT_MS)
    expect(peer.heard).toEqual([])
  })

  labTest('inside TLS, whatever the certificate', { programs: ['openssl'] }, async () => {
    using pki = new Pki()
    const issued = await pki.issue('other.test', { from: -20, to: -10 })
    const tls = { key: readFileSync(issued.key), cert: readFileSync(issued.certificate) }
    await using media = await startTcpPeer(answering(page(JELLYFIN_INFO)), tls)
    expect((await ask(media.port, 'jellyfin')).found).toMatchObject({ kind: 'jellyfin' })
    await using mail = await startTcpPeer(greeting(GREETINGS.imap), tls)
    expect((await ask(mail.port, 'imap')).found).toMatchObject({ kind: 'imap' })
    await using web = await startTcpPeer(answering(page('<title>ipTIME</title>')), tls)
    expect((await ask(web.port, 'minecraft')).found).toMatchObject({ kind: 'router-page', name: 'ipTIME' })
  })
})

describe('somebody else', () => {
  test('the router’s own page in place of a game', async () => {
    await using peer = await startTcpPeer({
      answer(socket, heard) {
        socket.end(heard.includes('GET / ') ? page('<title>Archer AX55</title>') : page('', { status: '400 Bad Request' }))
      },
    })
    expect((await ask(peer.port, 'minecraft')).found).toMatchObject({ kind: 'router-page', name: 'Archer AX55' })
  })
})

const HOSTILE: Record<string, Parameters<typeof startTcpPeer>[0]> = {
  silence: {},
  'a connection closed at once': { speak: (socket) => void socket.end() },
  'a connection reset at once': { speak: (socket) => void socket.resetAndDestroy() },
  'bytes without end': { speak: endlessly(Buffer.alloc(16_384, 0x41)) },
  'zeros without end': { speak: endlessly(Buffer.alloc(16_384)) },
  'continuations of numbers without end': { speak: endlessly(Buffer.alloc(16_384, 0xff)) },
  'header lines without end': { speak: endlessly(Buffer.from(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(2000)}`)) },
  'a page without end': { speak: endlessly(Buffer.from(`HTTP/1.1 200 OK\r\n\r\n${'<title'.repeat(2000)}`)) },
  'a status of 60 KB that never ends': {
    speak: (socket) => void socket.write(minecraftStatus({ x: 'y'.repeat(60_000) }).subarray(0, -1)),
  },
  'one byte at a time': { speak: every(1, Buffer.from('2')) },
  'one byte of HTTP at a time': {
    speak: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      every(1, Buffer.from('a'))(socket)
    },
  },
  'an alert of TLS': { speak: (socket) => void socket.end(Buffer.from([21, 3, 1, 0, 2, 2, 40])) },
}

/** Writes for as long as the other side reads. */
function endlessly(piece: Buffer) {
  return (socket: Socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', write)
    write()
  }
}

describe('hostile peers', () => {
  test.each(Object.keys(HOSTILE))(
    '%s: nobody is named, in time and within 64 KiB a connection',
    async (name) => {
      await using peer = await startTcpPeer(HOSTILE[name] ?? {})
      await Promise.all(
        TCP_PROTOCOLS.map(async (protocol) => {
          const { found, bytes, ms } = await ask(peer.port, protocol)
          expect([protocol, ms < HANG_MS]).toEqual([protocol, true])
          expect(bytes).toBeLessThanOrEqual(CONNECTIONS_MAX * (BYTES_MAX + CHUNK_MAX))
          expect([null, 'http']).toContain(found?.kind ?? null)
        }),
      )
      expect(peer.connections()).toBeLessThanOrEqual(CONNECTIONS_MAX * TCP_PROTOCOLS.length)
    },
    30_000,
  )
})

test('only endpoints of the requester are asked', async () => {
  const identity = new Identity({ signal: new AbortController().signal, budget: new Budget() }, 'test')
  for (const protocol of ['minecraft', 'raknet'] as const) {
    // @ts-expect-error: code that was never type-checked may pass in anything
    const asked = identity.ask(mintEndpoint(HOME, 1), protocol)
    expect(asked).rejects.toThrow('only the requester')
  }
})

describe('an answer', () => {
  test('a description nested 5,000 deep, or of 50,000 pieces, is read as far as its bounds', () => {
    const deep = `${'{"extra":['.repeat(5000)}"x"${']}'.repeat(5000)}`
    expect(MINECRAFT.read(statusPacket(`{"version":{"name":"1"},"description":${deep}}`))).toMatchObject({
      name: null,
      version: '1',
    })
    const wide = JSON.stringify(Array.from({ length: 15_000 }, () => 'ab'))
    expect(MINECRAFT.read(statusPacket(`{"version":{"name":"1"},"description":${wide}}`))).toMatchObject({
      name: 'ab'.repeat(50),
    })
  })
})
