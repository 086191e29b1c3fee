// Services that are asked over UDP who they are, by a check of their port over HTTP: real ones from Debian, those that it does not have
// from their descriptions, and peers in bad faith.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BEDROCK_LINE, pong, STEAM_CHALLENGE, steamInfo, TEAMSPEAK_COOKIE } from '../support/identity/udp-answers.ts'
import { labTest } from '../support/lab.ts'
import { freePort, LOOPBACK } from '../support/net/network.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

// Servers of Debian on loopback that are asked over UDP who they are.
/** Debian: mumble-server, openarena-server, minetest-server; the latter two are in /usr/games. */
const UDP_PROGRAMS = { mumble: 'murmurd', openarena: 'openarena-server', luanti: 'minetestserver' } as const

interface Program extends AsyncDisposable {
  readonly port: number
}

type Command = (folder: string, port: number) => readonly string[]

const COMMANDS: Record<keyof typeof UDP_PROGRAMS, Command> = {
  mumble(folder, port) {
    const settings = {
      database: join(folder, 'db.sqlite'),
      port,
      host: '127.0.0.1',
      users: 20,
      bonjour: 'false',
      ice: '',
      logfile: '',
    }
    const file = join(folder, 'murmur.ini')
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([key, value]) => `${key}=${value}\n`)
        .join(''),
    )
    return [UDP_PROGRAMS.mumble, '-fg', '-ini', file]
  },
  openarena(_, port) {
    // 1: it tells no list of servers about itself.
    const settings = {
      dedicated: 1,
      net_ip: '127.0.0.1',
      net_enabled: 1,
      net_port: port,
      sv_hostname: '^1Red ^7cellar',
      sv_maxclients: 12,
    }
    const set = Object.entries(settings).flatMap(([key, value]) => ['+set', key, `${value}`])
    return [UDP_PROGRAMS.openarena, ...set, '+map', 'oa_dm1']
  },
  luanti(folder, port) {
    const file = join(folder, 'minetest.conf')
    writeFileSync(file, 'server_announce = false\nbind_address = 127.0.0.1\nipv6_server = false\n')
    const world = join(folder, 'world')
    mkdirSync(world)
    const at = ['--world', world, '--gameid', 'devtest', '--port', `${port}`, '--logfile', join(folder, 'log')]
    return [UDP_PROGRAMS.luanti, '--config', file, ...at]
  },
}

/** Starts a server; it may take seconds until it answers. */
function startProgram(name: keyof typeof UDP_PROGRAMS): Program {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-identity-'))
  // Started by root, Mumble goes on as a user of its own.
  chmodSync(folder, 0o777)
  const port = freePort()
  const child = Bun.spawn([...COMMANDS[name](folder, port)], {
    env: { PATH: process.env.PATH, HOME: folder },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(folder, { recursive: true })
    },
  }
}

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

const teamspeak: Answer = (asked) =>
  asked.length === 34 && asked.toString('latin1', 0, 8) === 'TS3INIT1' && asked[17] === 0 ? [TEAMSPEAK_COOKIE] : []

/** Peers in bad faith, by what they do. */
const HOSTILE: Record<string, Answer> = {
  'sends a challenge to every question': () => [STEAM_CHALLENGE],
  'sends a thousand challenges at once': () => Array.from({ length: 1000 }, () => STEAM_CHALLENGE),
  'sends back what it got': (asked) => [asked],
  'sends the longest datagram': () => [Buffer.alloc(65_507, '\xff\xff\xff\xffI')],
  'sends nothing in a datagram': () => [Buffer.alloc(0)],
  'sends a name without an end': () => [Buffer.from(`\xff\xff\xff\xffI\x11${'n'.repeat(5000)}`, 'latin1')],
}

const STARTS_WITHIN_MS = 30_000
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

/** Checks a port until the program that was started there answers. */
async function checkStarted(port: number, ask: string) {
  for (const started = performance.now(); ; ) {
    const found = await check(port, ask)
    if (found.status === 'open' || performance.now() - started > STARTS_WITHIN_MS) return found
    await Bun.sleep(100)
  }
}

describe('servers of Debian', () => {
  labTest(
    'Mumble says version and users, also where the port over TCP is checked',
    { programs: [UDP_PROGRAMS.mumble] },
    async () => {
      await using mumble = startProgram('mumble')
      const identity = {
        kind: 'mumble',
        name: null,
        version: expect.stringMatching(/^1\.\d+\.\d+$/),
        players: { now: 0, max: 20 },
      }
      expect(await checkStarted(mumble.port, 'mumble')).toMatchObject({ status: 'open', identity })
      // The connection that checks the port is not counted: the question is there before it.
      const found = await check(mumble.port, 'mumble', { protocol: 'tcp' })
      expect(found).toMatchObject({ status: 'open', identity })
      // Asked for something else, it does not answer at all.
      expect(await check(mumble.port, 'raknet')).toMatchObject({ identity: null })
    },
  )

  labTest('OpenArena says name, version and players', { programs: [UDP_PROGRAMS.openarena] }, async () => {
    await using openarena = startProgram('openarena')
    const identity = {
      kind: 'quake3',
      name: 'Red cellar',
      version: expect.stringMatching(/^ioq3 /),
      players: { now: 0, max: 12 },
    }
    expect(await checkStarted(openarena.port, 'quake3')).toMatchObject({ status: 'open', identity })
  })

  labTest('Luanti answers, and says no more', { programs: [UDP_PROGRAMS.luanti] }, async () => {
    await using luanti = startProgram('luanti')
    const identity = { kind: 'luanti', name: null, version: null, players: null }
    expect(await checkStarted(luanti.port, 'luanti')).toMatchObject({ status: 'open', identity })
  })
})

describe('services from their descriptions', () => {
  test('Minecraft Bedrock, in one datagram', async () => {
    using peer = await startPeer(bedrock)
    const identity = { kind: 'raknet', name: 'The meadow', version: '1.21.100', players: { now: 3, max: 20 } }
    expect(await check(peer.port, 'raknet')).toMatchObject({ status: 'open', identity })
    expect(peer.asked.length).toBe(1)
  })

  test('a game with the query of Steam, in one datagram', async () => {
    using peer = await startPeer(steam)
    const identity = { kind: 'a2s', name: 'Night watch', version: '1.0.0.0', players: { now: 3, max: 64 } }
    expect(await check(peer.port, 'a2s')).toMatchObject({ status: 'open', identity })
    expect(peer.asked.length).toBe(1)
  })

  test('the same behind a challenge, in two', async () => {
    using peer = await startPeer(steamWithChallenge(false))
    expect(await check(peer.port, 'a2s')).toMatchObject({ status: 'open', identity: { kind: 'a2s', name: 'Night watch' } })
    expect(peer.asked.map(({ datagram }) => datagram.length)).toEqual([25, 29])
  })

  test('a challenge for the port that it was sent to as well, in three', async () => {
    using peer = await startPeer(steamWithChallenge(true))
    expect(await check(peer.port, 'a2s')).toMatchObject({ status: 'open', identity: { kind: 'a2s', name: 'Night watch' } })
    expect(peer.asked.map(({ datagram }) => datagram.length)).toEqual([25, 29, 29])
    expect(peer.asked[2]?.from).toBe(peer.asked[1]?.from ?? '')
  })

  test('the same over IPv6', async () => {
    const args = ['--host', '::1', '--allow-targets', '::1/128', '--catalog-dir', folder]
    await using over6 = await startServer({ env: UNLIMITED_TARGETS, args, host: '[::1]' })
    using peer = await startPeer(steamWithChallenge(true), { family: 6 })
    const identity = { kind: 'a2s', name: 'Night watch' }
    expect(await check(peer.port, 'a2s', {}, over6)).toMatchObject({ status: 'open', identity })
    // Two ports that happen to be the same need one datagram less.
    expect([2, 3]).toContain(peer.asked.length)
  })

  test('TeamSpeak answers, and says no more', async () => {
    using peer = await startPeer(teamspeak)
    const identity = { kind: 'teamspeak', name: null, version: null, players: null }
    expect(await check(peer.port, 'teamspeak')).toMatchObject({ status: 'open', identity })
    expect(peer.asked.length).toBe(1)
  })

  test('a port of its own for questions is asked whatever the checked one does', async () => {
    using peer = await startPeer(steam, { port: QUERY_PORT })
    const found = await check(freePort(), 'elsewhere')
    expect(found).toMatchObject({ status: 'closed', identity: { kind: 'a2s', name: 'Night watch' } })
    expect(peer.asked.length).toBe(1)
  })
  test('without an explanation nobody is asked who they are', async () => {
    using peer = await startPeer((asked) => [asked])
    expect(await check(peer.port, 'a2s', { explain: false })).toMatchObject({ status: 'open', identity: null })
    expect(peer.asked.map(({ datagram }) => datagram.toString())).toEqual(['\r\n'])
  })

  test('over TCP, nothing is said of a service whose port is closed', async () => {
    using peer = await startPeer(steam)
    expect(await check(peer.port, 'a2s', { protocol: 'tcp' })).toMatchObject({ status: 'refused', identity: null })
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

  test('what all services of a port are asked, none of which is named', async () => {
    using peer = await startPeer(steam, { port: 27_015 })
    expect(await guess(peer.port)).toMatchObject({ status: 'open', identity: { kind: 'a2s', name: 'Night watch' } })
    const found = await bodyOf(await postTool(server.url, 'reachability', { port: peer.port, protocol: 'udp' }))
    expect(found).toMatchObject({ service: null, identity: { kind: 'a2s' }, verdict: 'reachable' })
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
