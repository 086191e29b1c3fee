// One question over TCP, against peers in good faith and in bad: it ends in time, reads no more than its bounds, and says who speaks.
import { describe, expect, test } from 'bun:test'
import type { Socket } from 'node:net'
import { Budget } from '../../../../src/net/budget.ts'
import { Identity } from '../../../../src/net/identity/index.ts'
import { type IdentityProtocol, TCP_PROTOCOLS } from '../../../../src/net/identity/protocol.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { mintEndpoint, mintRequester, type RequesterEndpoint } from '../../../../src/policy/target.ts'
import { GREETINGS, JELLYFIN_INFO, minecraftStatus, page } from '../../../support/identity/tcp-answers.ts'
import { startTcpPeer } from '../../../support/identity/tcp-peer.ts'
import { AUTHORITY, Pki } from '../../../support/tls/pki.ts'

const TIMEOUT_MS = 1500
/** For the delays of a busy machine. */
const TOLERANCE_MS = 700
const BYTES_MAX = 64 * 1024
const HOME = parseAddress('127.0.0.1') ?? fail()

function fail(): never {
  throw new Error('not an address')
}

async function ask(port: number, protocol: IdentityProtocol, signal = new AbortController().signal) {
  let bytes = 0
  const budget = new Budget()
  const take = budget.takeBytes.bind(budget)
  budget.takeBytes = (count) => {
    bytes += count
    return take(count)
  }
  const started = performance.now()
  const found = await new Identity({ signal, budget }, 'test').ask(mintRequester(HOME, port), protocol)
  return { found, bytes, ms: performance.now() - started }
}

const answering = (bytes: Buffer) => ({ answer: (socket: Socket) => void socket.end(bytes) })
const greeting = (bytes: Buffer) => ({ speak: (socket: Socket) => void socket.write(bytes) })
const every = (milliseconds: number, bytes: Buffer) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(bytes), milliseconds)
  socket.on('close', () => clearInterval(timer))
}

describe('who was expected', () => {
  test('Minecraft', async () => {
    await using peer = await startTcpPeer(answering(minecraftStatus()))
    expect((await ask(peer.port, 'minecraft')).found).toEqual({
      kind: 'minecraft',
      name: 'A Minecraft Server',
      version: '1.21',
      players: { now: 3, max: 20 },
    })
    expect(peer.connections()).toBe(1)
  })

  test('a product over HTTP, asked once', async () => {
    await using peer = await startTcpPeer(answering(page(JELLYFIN_INFO)))
    expect((await ask(peer.port, 'jellyfin')).found).toMatchObject({ kind: 'jellyfin', name: 'den' })
    expect(peer.heard).toEqual([expect.stringMatching(/^GET \/System\/Info\/Public HTTP\/1\.1\r\n[^]*\r\nUser-Agent: test\r\n/)])
  })

  test.each(['ssh', 'ftp', 'smtp', 'imap'] as const)('%s, to which nothing is sent', async (protocol) => {
    await using peer = await startTcpPeer(greeting(GREETINGS[protocol]))
    const { found, ms } = await ask(peer.port, protocol)
    expect(found).toMatchObject({ kind: protocol })
    expect(ms).toBeLessThan(TOLERANCE_MS)
    expect(peer.heard).toEqual([])
  })

  test('inside TLS, whatever the certificate', async () => {
    const pki = new Pki()
    const { key, chain } = tlsOf(pki)
    await using peer = await startTcpPeer(answering(page(JELLYFIN_INFO)), { key, cert: chain })
    expect((await ask(peer.port, 'jellyfin')).found).toMatchObject({ kind: 'jellyfin' })
    await using mail = await startTcpPeer(greeting(GREETINGS.imap), { key, cert: chain })
    expect((await ask(mail.port, 'imap')).found).toMatchObject({ kind: 'imap' })
  })
})
