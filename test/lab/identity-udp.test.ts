// Services that are asked over UDP who they are, by a check of their port over HTTP: real ones from Debian, those that it does not have
// from their descriptions, and peers in bad faith.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BEDROCK_LINE, pong, STEAM_CHALLENGE, steamInfo } from '../support/identity/udp-answers.ts'
import { freePort, LOOPBACK } from '../support/net/network.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

// Services that answer a question over UDP on loopback: as their protocols are described, or in bad faith.
/** The answers to a datagram; `peer` is the one who sent it. */
type Answer = (asked: Buffer, peer: string) => readonly Buffer[]

interface Peer extends Disposable {
  readonly port: number
  /** The datagrams that have come, with address and port of the sender. */
  readonly asked: readonly { readonly datagram: Buffer; readonly from: string }[]
  /** Sends a datagram to an address with a port. */
  send(message: Buffer, to: string): void
}

async function startPeer(answer: Answer, { port = 0, family = 4 }: { port?: number; family?: 4 | 6 } = {}): Promise<Peer> {
  const asked: { datagram: Buffer; from: string }[] = []
  const socket = await Bun.udpSocket({
    hostname: LOOPBACK[family],
    port,
    binaryType: 'buffer',
    socket: {
      data(_, datagram, fromPort, address) {
        const from = `${address}:${fromPort}`
        asked.push({ datagram: Buffer.from(datagram), from })
        for (const message of answer(Buffer.from(datagram), from)) send(message, from)
      },
      // The other side has heard enough, and is gone.
      error() {},
    },
  })
  const send = (message: Buffer, to: string) => {
    const end = to.lastIndexOf(':')
    try {
      socket.send(message, Number(to.slice(end + 1)), to.slice(0, end))
    } catch {
      // The error of a datagram before it.
    }
  }
  return { port: socket.port, asked, send, [Symbol.dispose]: () => socket.close() }
}

const STEAM_HELLO = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')
const challengeOf = (peer: string) => Buffer.from(Bun.hash.crc32(peer).toString(16).padStart(8, '0'), 'hex')

const bedrock: Answer = (asked) => (asked[0] === 1 && asked.length === 33 ? [pong(BEDROCK_LINE)] : [])

const steam: Answer = (asked) => (asked.equals(STEAM_HELLO) ? [steamInfo()] : [])

/** Wants its challenge repeated, which belongs to an address, or to an address and a port. */
function steamWithChallenge(isByPort: boolean): Answer {
  return (asked, from) => {
    if (!asked.subarray(0, STEAM_HELLO.length).equals(STEAM_HELLO)) return []
    const challenge = challengeOf(isByPort ? from : from.slice(0, from.lastIndexOf(':')))
    if (asked.subarray(STEAM_HELLO.length).equals(challenge)) return [steamInfo()]
    return [Buffer.concat([STEAM_CHALLENGE.subarray(0, 5), challenge])]
  }
}

/** Peers in bad faith, by what they do. */
const HOSTILE: Record<string, Answer> = {
  'sends a challenge to every question': () => [STEAM_CHALLENGE],
  'sends a thousand challenges at once': () => Array.from({ length: 1000 }, () => STEAM_CHALLENGE),
  'sends back what it got': (asked) => [asked],
  'sends the longest datagram': () => [Buffer.alloc(65_507, '\xff\xff\xff\xffI')],
  'sends nothing in a datagram': () => [Buffer.alloc(0)],
  'sends a name without an end': () => [Buffer.from(`\xff\xff\xff\xffI\x11${'n'.repeat(5000)}`, 'latin1')],
}

const ASKED = ['raknet', 'a2s', 'quake3', 'mumble', 'teamspeak', 'luanti'] as const
/** A port that a service of the catalogue below is asked on whatever port is checked. */
const QUERY_PORT = freePort()

let server: Server

function service(id: string, identity: object) {
  const ports = [
    { external: '9', internal: '9', protocol: 'udp', purpose: { en: 'Game', ko: '게임' }, required: true, forward: true },
  ]
  return {
    id,
    name: { en: id, ko: id },
    category: 'game',
    ports,
    upnp: { status: 'optional', note: { en: 'a', ko: 'b' } },
    identity,
  }
}

const folder = sharedFolder('catalogue')
beforeAll(async () => {
  const services = ASKED.map((ask) => service(`lab-${ask}`, { ask }))
  const elsewhere = service('lab-elsewhere', { ask: 'a2s', port: QUERY_PORT })
  writeFileSync(join(folder, 'use-cases.json'), JSON.stringify([...services, elsewhere]))
  server = await startServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8', '--catalog-dir', folder] })
})
afterAll(() => server[Symbol.asyncDispose]())

async function check(port: number, ask: string, more: object = {}, { url }: Server = server) {
  const answer = await postTool(url, 'port-check', { port, protocol: 'udp', useCase: `lab-${ask}`, ...more })
  expect(answer.status).toBe(200)
  return bodyOf(answer)
}

describe('services from their descriptions', () => {
  test('Minecraft Bedrock, in one datagram', async () => {
    using peer = await startPeer(bedrock)
    const identity = { kind: 'raknet', name: 'The meadow', version: '1.21.100', players: { now: 3, max: 20 } }
    expect(await check(peer.port, 'raknet')).toMatchObject({ status: 'open', identity })
    expect(peer.asked.length).toBe(1)
  })

  test('the same behind a challenge, in two', async () => {
    using peer = await startPeer(steamWithChallenge(false))
    expect(await check(peer.port, 'a2s')).toMatchObject({ status: 'open', identity: { kind: 'a2s', name: 'Night watch' } })
    expect(peer.asked.map(({ datagram }) => datagram.length)).toEqual([25, 29])
  })

  test('a port of its own for questions is asked whatever the checked one does', async () => {
    using peer = await startPeer(steam, { port: QUERY_PORT })
    const found = await check(freePort(), 'elsewhere')
    expect(found).toMatchObject({ status: 'closed', identity: { kind: 'a2s', name: 'Night watch' } })
    expect(peer.asked.length).toBe(1)
  })
})

describe('without the name of a service', () => {
  const guess = (port: number) => postTool(server.url, 'port-check', { port, protocol: 'udp' }).then(bodyOf)

  test('what the only service of a port is asked: Bedrock, which is named on its own port', async () => {
    using peer = await startPeer(bedrock, { port: 19_132 })
    expect(await guess(peer.port)).toMatchObject({ status: 'open', identity: { kind: 'raknet', name: 'The meadow' } })
    const found = await bodyOf(await postTool(server.url, 'reachability', { port: peer.port, protocol: 'udp' }))
    expect(found).toMatchObject({ service: { id: 'minecraft-bedrock' }, identity: { kind: 'raknet' } })
    expect(found.otherServices).toContainEqual(expect.objectContaining({ useCase: 'geyser' }))
  })
})

test('a program that is heard on its port for questions runs, whatever its game port does', async () => {
  using peer = await startPeer(steam, { port: QUERY_PORT })
  using game = await startPeer(() => [])
  const asked = { port: game.port, protocol: 'udp', useCase: 'lab-elsewhere' }
  const checked = await bodyOf(await postTool(server.url, 'port-check', asked))
  expect(checked).toMatchObject({
    status: 'timeout',
    identity: { kind: 'a2s' },
    nextActions: [{ code: 'only-this-port' }, { code: 'forward-port' }],
  })
  expect(checked.headline).toStartWith('The program at 127.0.0.1 answers, but')
  expect(checked.nextActions[0].text).toContain(`heard on UDP port ${QUERY_PORT}`)
  const found = await bodyOf(await postTool(server.url, 'reachability', asked))
  expect(found).toMatchObject({ verdict: 'cannot-tell', nextStep: { code: 'only-this-port' } })
  expect(found.steps[3]).toMatchObject({ step: 'port', status: 'unknown', code: 'port-silent-alone' })
  expect(peer.asked.length).toBe(2)
})

describe('peers in bad faith', () => {
  test.each(Object.keys(HOSTILE))('one that %s', async (name) => {
    using peer = await startPeer(HOSTILE[name] ?? (() => []))
    const started = performance.now()
    for (const ask of ASKED) expect([ask, (await check(peer.port, ask)).identity]).toEqual([ask, null])
    expect(performance.now() - started).toBeLessThan(30_000)
    // One by the check of the port, two by the question: and nothing that grows.
    expect(peer.asked.length).toBeLessThanOrEqual(3 * ASKED.length)
    for (const { datagram } of peer.asked) expect(datagram.length).toBeLessThanOrEqual(1200)
  })

  test('an answer from another port than the one that was asked is not heard', async () => {
    using other = await startPeer(() => [])
    using peer = await startPeer((asked, from) => {
      if (asked.length > 25) other.send(steamInfo(), from)
      return asked.length > 25 ? [] : [STEAM_CHALLENGE]
    })
    expect(await check(peer.port, 'a2s')).toMatchObject({ status: 'open', identity: null })
    expect([peer.asked.length, other.asked.length]).toEqual([2, 0])
  })
})
