// Services that are asked over UDP who they are, by a check of their port over HTTP: real ones from Debian, those that it does not have
// from their descriptions, and peers in bad faith.
import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsOf, type ProgramName, startProgram } from '../support/identity/programs.ts'
import { BEDROCK_LINE, pong, STEAM_CHALLENGE, steamInfo, TEAMSPEAK_COOKIE } from '../support/identity/udp-answers.ts'
import { startUdpPeer, type UdpAnswer } from '../support/identity/udp-peer.ts'
import { labTest } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { USE_CASE } from '../support/router/catalogue-folder.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedFolder, sharedServer } from '../support/shared.ts'

const STEAM_HELLO = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')
const challengeOf = (peer: string) => Buffer.from(Bun.hash.crc32(peer).toString(16).padStart(8, '0'), 'hex')

const bedrock: UdpAnswer = (asked) => (asked[0] === 1 && asked.length === 33 ? [pong(BEDROCK_LINE)] : [])

const steam: UdpAnswer = (asked) => (asked.equals(STEAM_HELLO) ? [steamInfo()] : [])

/** Wants its challenge repeated, which belongs to an address, or to an address and a port. */
function steamWithChallenge(isByPort: boolean): UdpAnswer {
  return (asked, from) => {
    if (!asked.subarray(0, STEAM_HELLO.length).equals(STEAM_HELLO)) return []
    const challenge = challengeOf(isByPort ? from : from.slice(0, from.lastIndexOf(':')))
    if (asked.subarray(STEAM_HELLO.length).equals(challenge)) return [steamInfo()]
    return [Buffer.concat([STEAM_CHALLENGE.subarray(0, 5), challenge])]
  }
}

const teamspeak: UdpAnswer = (asked) =>
  asked.length === 34 && asked.toString('latin1', 0, 8) === 'TS3INIT1' && asked[17] === 0 ? [TEAMSPEAK_COOKIE] : []

/** Peers in bad faith, by what they do. */
const HOSTILE: Record<string, UdpAnswer> = {
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

const service = (id: string, identity: object) => ({
  ...USE_CASE,
  id,
  name: { en: id, ko: id },
  aliases: [],
  ports: [{ external: '9', internal: '9', protocol: 'udp', purpose: { en: 'Game', ko: '게임' }, required: true, forward: true }],
  identity,
})
const services = [
  ...ASKED.map((ask) => service(`lab-${ask}`, { ask })),
  service('lab-elsewhere', { ask: 'a2s', port: QUERY_PORT }),
]
const folder = sharedFolder('catalogue')
writeFileSync(join(folder, 'use-cases.json'), JSON.stringify(services))
const server = await sharedServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8', '--catalog-dir', folder] })

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
  const nobody = { name: null, version: null, players: null }
  const cellar = { kind: 'quake3', name: 'Red cellar', version: expect.stringMatching(/^ioq3 /), players: { now: 0, max: 12 } }
  const named: readonly [ProgramName, (typeof ASKED)[number], object][] = [
    ['murmurd', 'mumble', { kind: 'mumble', version: expect.stringMatching(/^1\.\d+\.\d+$/), players: { now: 0, max: 20 } }],
    ['openarena-server', 'quake3', cellar],
    ['minetestserver', 'luanti', { kind: 'luanti', ...nobody }],
  ]
  for (const [program, ask, identity] of named)
    labTest(`${program} says who it is, and nothing where it is asked for something else`, needsOf(program), async () => {
      await using started = await startProgram(program)
      expect(await checkStarted(started.port, ask)).toMatchObject({ status: 'open', identity })
      expect(await check(started.port, 'raknet')).toMatchObject({ identity: null })
      // The connection that checks the port is not counted: the question is there before it.
      if (ask === 'mumble')
        expect(await check(started.port, ask, { protocol: 'tcp' })).toMatchObject({ status: 'open', identity })
    })
})

describe('services from their descriptions', () => {
  const meadow = { kind: 'raknet', name: 'The meadow', version: '1.21.100', players: { now: 3, max: 20 } }
  const watch = { kind: 'a2s', name: 'Night watch', version: '1.0.0.0', players: { now: 3, max: 64 } }

  test.each<[string, UdpAnswer, (typeof ASKED)[number], object, number[]]>([
    ['Minecraft Bedrock', bedrock, 'raknet', meadow, [33]],
    ['a game with the query of Steam', steam, 'a2s', watch, [25]],
    ['the same behind a challenge', steamWithChallenge(false), 'a2s', watch, [25, 29]],
    ['a challenge for the port that it was sent to', steamWithChallenge(true), 'a2s', watch, [25, 29, 29]],
    ['TeamSpeak', teamspeak, 'teamspeak', { kind: 'teamspeak', name: null, version: null, players: null }, [34]],
  ])('%s, in as many datagrams', async (_, answer, ask, identity, lengths) => {
    using peer = await startUdpPeer(answer)
    expect(await check(peer.port, ask)).toMatchObject({ status: 'open', identity })
    expect(peer.asked.map(({ datagram }) => datagram.length)).toEqual(lengths)
    if (lengths.length === 3) expect(peer.asked[2]?.from).toBe(peer.asked[1]?.from ?? '')
  })

  test('the same over IPv6', async () => {
    const args = ['--host', '::1', '--allow-targets', '::1/128', '--catalog-dir', folder]
    await using over6 = await startServer({ env: UNLIMITED_TARGETS, args, host: '[::1]' })
    using peer = await startUdpPeer(steamWithChallenge(true), { family: 6 })
    const identity = { kind: 'a2s', name: 'Night watch' }
    expect(await check(peer.port, 'a2s', {}, over6)).toMatchObject({ status: 'open', identity })
    // Two ports that happen to be the same need one datagram less.
    expect([2, 3]).toContain(peer.asked.length)
  })

  test('a port of its own for questions is asked whatever the checked one does', async () => {
    using peer = await startUdpPeer(steam, { port: QUERY_PORT })
    const found = await check(freePort(), 'elsewhere')
    expect(found).toMatchObject({ status: 'closed', identity: { kind: 'a2s', name: 'Night watch' } })
    expect(peer.asked.length).toBe(1)
  })
  test('without an explanation nobody is asked who they are', async () => {
    using peer = await startUdpPeer((asked) => [asked])
    expect(await check(peer.port, 'a2s', { explain: false })).toMatchObject({ status: 'open', identity: null })
    expect(peer.asked.map(({ datagram }) => datagram.toString())).toEqual(['\r\n'])
  })

  test('over TCP, nothing is said of a service whose port is closed', async () => {
    using peer = await startUdpPeer(steam)
    expect(await check(peer.port, 'a2s', { protocol: 'tcp' })).toMatchObject({ status: 'refused', identity: null })
  })
})

describe('without the name of a service', () => {
  const guess = (port: number) => postTool(server.url, 'port-check', { port, protocol: 'udp' }).then(bodyOf)

  test('what the only service of a port is asked: Bedrock, which is named on its own port', async () => {
    using peer = await startUdpPeer(bedrock, { port: 19_132 })
    expect(await guess(peer.port)).toMatchObject({ status: 'open', identity: { kind: 'raknet', name: 'The meadow' } })
    const found = await bodyOf(await postTool(server.url, 'reachability', { port: peer.port, protocol: 'udp' }))
    expect(found).toMatchObject({ service: { id: 'minecraft-bedrock' }, identity: { kind: 'raknet' } })
    expect(found.otherServices).toContainEqual(expect.objectContaining({ useCase: 'geyser' }))
  })

  test('what all services of a port are asked, none of which is named', async () => {
    using peer = await startUdpPeer(steam, { port: 27_015 })
    expect(await guess(peer.port)).toMatchObject({ status: 'open', identity: { kind: 'a2s', name: 'Night watch' } })
    const found = await bodyOf(await postTool(server.url, 'reachability', { port: peer.port, protocol: 'udp' }))
    expect(found).toMatchObject({ service: null, identity: { kind: 'a2s' }, verdict: 'reachable' })
  })
})

test('a program that is heard on its port for questions runs, whatever its game port does', async () => {
  using peer = await startUdpPeer(steam, { port: QUERY_PORT })
  using game = await startUdpPeer(() => [])
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
    using peer = await startUdpPeer(HOSTILE[name] ?? (() => []))
    const started = performance.now()
    for (const ask of ASKED) expect([ask, (await check(peer.port, ask)).identity]).toEqual([ask, null])
    expect(performance.now() - started).toBeLessThan(30_000)
    // One by the check of the port, two by the question: and nothing that grows.
    expect(peer.asked.length).toBeLessThanOrEqual(3 * ASKED.length)
    for (const { datagram } of peer.asked) expect(datagram.length).toBeLessThanOrEqual(1200)
  })

  test('an answer from another port than the one that was asked is not heard', async () => {
    using other = await startUdpPeer(() => [])
    using peer = await startUdpPeer((asked, from) => {
      if (asked.length > 25) other.send(steamInfo(), from)
      return asked.length > 25 ? [] : [STEAM_CHALLENGE]
    })
    expect(await check(peer.port, 'a2s')).toMatchObject({ status: 'open', identity: null })
    expect([peer.asked.length, other.asked.length]).toEqual([2, 0])
  })
})
