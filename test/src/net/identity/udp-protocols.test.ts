// Answers of every kind: no reader throws, takes long, or says what a service may not say; and no second question grows.
import { expect, test } from 'bun:test'
import { Budget } from '../../../../src/net/budget.ts'
import { Identity } from '../../../../src/net/identity/index.ts'
import type { Protocol, UdpProtocol } from '../../../../src/net/identity/protocol.ts'
import { A2S, LUANTI, MUMBLE, OVER_UDP, QUAKE3, RAKNET, TEAMSPEAK } from '../../../../src/net/identity/udp-protocols.ts'
import { parseAddress } from '../../../../src/policy/address.ts'
import { mintRequester } from '../../../../src/policy/target.ts'
import { seededRandom } from '../../../support/data/sources.ts'
import { mutate } from '../../../support/dns/mutate.ts'
import { judged, SENT_MAX } from '../../../support/identity/judged.ts'
import {
  BEDROCK_LINE,
  LUANTI_PEER,
  MUMBLE_PONG,
  OPENARENA_STATUS,
  pong,
  STEAM_CHALLENGE,
  steamInfo,
  TEAMSPEAK_COOKIE,
} from '../../../support/identity/udp-answers.ts'
import { samples, sampleTest } from '../../../support/lab.ts'
import { openLoopback } from '../../../support/net/network.ts'

const MUTATIONS = samples(5000, 200_000)
const DATAGRAM_MAX = 65_507
/** The longest line of RakNet in one datagram. */
const LINE_MAX = DATAGRAM_MAX - 35
const HOPELESS_MS = 60_000
/** The time for the longest datagram that a grammar allows, on a busy machine. */
const ONE_MS = 1000

const CORPUS: Record<UdpProtocol, readonly Buffer[]> = {
  raknet: [pong(BEDROCK_LINE), pong('', LINE_MAX), pong('MCPE;', LINE_MAX), pong('MCPE;a\\;b;1;1.2;3;4;'), pong(null)],
  a2s: [steamInfo(), STEAM_CHALLENGE],
  quake3: [OPENARENA_STATUS, Buffer.concat([OPENARENA_STATUS, Buffer.from('1 2 "a"\n3 4 "b"\n')])],
  mumble: [MUMBLE_PONG],
  teamspeak: [TEAMSPEAK_COOKIE],
  luanti: [LUANTI_PEER],
}
const names = Object.keys(CORPUS).filter((name): name is UdpProtocol => name in OVER_UDP)

const judge = (protocol: Protocol, bytes: Buffer) => judged(protocol.read(bytes), 4 * bytes.length)

for (const name of names)
  sampleTest(
    `mutated answers of ${name}`,
    () => {
      const random = seededRandom(20_261_123)
      const seen = new Map<string, number>()
      for (let made = 0; made < MUTATIONS; made++) {
        const seeds = CORPUS[name]
        const verdict = judge(OVER_UDP[name], mutate(seeds[made % seeds.length] ?? Buffer.alloc(0), random))
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1)
      }
      // Otherwise the mutations would not test what is read, or what is refused.
      for (const verdict of ['named', 'refused'])
        expect([verdict, (seen.get(verdict) ?? 0) * 50 > MUTATIONS]).toEqual([verdict, true])
    },
    HOPELESS_MS,
  )

test.each(names)('answers to others are not answers of %s', (name) => {
  for (const other of names.filter((other) => other !== name))
    for (const answer of CORPUS[other]) expect([other, OVER_UDP[name].read(answer)]).toEqual([other, null])
})

test.each(names)('what only sends back what it got is not %s', (name) => {
  const hello = OVER_UDP[name].hello({ host: '127.0.0.1', port: 1 }) ?? Buffer.alloc(0)
  expect(hello.length).toBeGreaterThan(0)
  expect(hello.length).toBeLessThanOrEqual(SENT_MAX)
  expect(OVER_UDP[name].read(hello)).toBeNull()
})

test.each(names)('the longest datagrams are read at once for %s', (name) => {
  const heads = [Buffer.alloc(0), ...CORPUS[name].flatMap((answer) => [7, 20, 35, 40].map((end) => answer.subarray(0, end)))]
  const fillings = ['\0', ';', '\\', '\\;', '^', '^^1', '§', '§a', '\n', '1 1 "p"\n', '\u202e', '가', '\xff', ' ', 'a', '{'].map(
    (text) => Buffer.from(text, text === '\xff' ? 'latin1' : 'utf8'),
  )
  for (const head of heads)
    for (const filling of fillings) {
      const bytes = Buffer.concat([head, Buffer.alloc(DATAGRAM_MAX - head.length, filling)])
      const started = performance.now()
      judge(OVER_UDP[name], bytes)
      expect(performance.now() - started).toBeLessThan(ONE_MS)
    }
})

function changed(at: number, ...bytes: number[]) {
  const copy = Buffer.from(MUMBLE_PONG)
  copy.set(bytes, at)
  return MUMBLE.read(copy)
}

test('a real server says version and users', () => {
  expect(MUMBLE.read(MUMBLE_PONG)).toEqual({ kind: 'mumble', name: null, version: '1.3.4', players: { now: 0, max: 20 } })
  expect(changed(0, 0, 1, 5, 255)).toMatchObject({ version: '1.5.255' })
})

test('an answer of another length, or to another question, is none', () => {
  for (let end = 0; end < MUMBLE_PONG.length; end++) expect(MUMBLE.read(MUMBLE_PONG.subarray(0, end))).toBeNull()
  expect([MUMBLE.read(Buffer.concat([MUMBLE_PONG, Buffer.alloc(1)])), changed(4, 0)]).toEqual([null, null])
  // A service that sends back what it got.
  expect(MUMBLE.read(Buffer.from('\0\0\0\0doorstep', 'latin1'))).toBeNull()
})

const read = (line: string | null, said?: number) => RAKNET.read(pong(line, said))
const named = (line: string) => RAKNET.read(pong(line))

test('a server of Minecraft Bedrock says name, version and players, without its colours', () => {
  const meadow = { kind: 'raknet', name: 'The meadow', version: '1.21.100', players: { now: 3, max: 20 } }
  expect([read(BEDROCK_LINE), read(BEDROCK_LINE.replace('MCPE', 'MCEE'))]).toEqual([meadow, meadow])
})

test('a name may have a semicolon in it, and a colour that the end cuts off', () => {
  expect(named('MCPE;One\\;two§;1;1.21;1;2')).toMatchObject({ name: 'One;two', version: '1.21' })
  expect(named('MCPE;\\;1;1.21;1;2')).toMatchObject({ name: ';1', version: '1' })
})

test('a cookie proves the service, and nothing else', () => {
  const answers = { kind: 'teamspeak', name: null, version: null, players: null }
  expect(TEAMSPEAK.read(TEAMSPEAK_COOKIE)).toEqual(answers)
  // "Start again", of a server that wants another version of the client.
  expect(TEAMSPEAK.read(Buffer.concat([TEAMSPEAK_COOKIE.subarray(0, 11), Buffer.from([0x7f])]))).toEqual(answers)
})

const status = (text: string) =>
  QUAKE3.read(Buffer.concat([Buffer.from('ffffffff', 'hex'), Buffer.from(`statusResponse\n${text}`)]))

test('a real server says name, version and players, without its colours', () => {
  expect(QUAKE3.read(OPENARENA_STATUS)).toEqual({
    kind: 'quake3',
    name: 'Red cellar',
    version: 'ioq3 1.36+u20221123.70d07d9+dfsg-1/Debian linux-x86_64 Jan 8 2023',
    players: { now: 0, max: 12 },
  })
})

test('players are counted by their lines, unless the server says how many there are', () => {
  const lines = '12 48 "^2Alice"\n-3 0 "Bob \\"\n0 999 ""\nnobody\n'
  expect(status(`\\sv_hostname\\a\\sv_maxclients\\8\n${lines}`)).toMatchObject({ players: { now: 3, max: 8 } })
  // FiveM.
  expect(status(`\\sv_maxclients\\48\\clients\\31\n0 0 "x"\n`)).toMatchObject({ name: null, players: { now: 31, max: 48 } })
})

const A2S_HELLO = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')

test('a challenge is repeated behind the question', () => {
  expect(A2S.read(STEAM_CHALLENGE)).toEqual({ send: Buffer.concat([A2S_HELLO, Buffer.from([10, 11, 12, 13])]) })
  expect(A2S.read(STEAM_CHALLENGE.subarray(0, 8))).toBeNull()
  // Nothing that a peer chooses makes the second question longer than that.
  expect(A2S.read(Buffer.concat([STEAM_CHALLENGE, Buffer.alloc(1000)]))).toBeNull()
})

test('a peer that sends one challenge after the other is asked twice, and no more', async () => {
  const close = openLoopback()
  const asked: number[] = []
  const peer = await Bun.udpSocket({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      data(socket, datagram, port, address) {
        asked.push(datagram.length)
        socket.send(STEAM_CHALLENGE, port, address)
      },
    },
  })
  const home = parseAddress('127.0.0.1')
  if (!home) throw new Error('not an address')
  const bounds = { signal: new AbortController().signal, budget: new Budget() }
  expect(await new Identity(bounds, 'test').ask(mintRequester(home, peer.port), 'a2s')).toBeNull()
  expect(asked).toEqual([A2S_HELLO.length, A2S_HELLO.length + 4])
  close()
  peer.close()
})

test('a server says name, version and players', () => {
  expect(A2S.read(steamInfo())).toEqual({ kind: 'a2s', name: 'Night watch', version: '1.0.0.0', players: { now: 3, max: 64 } })
  expect(A2S.read(steamInfo({ name: '한밤의 서버', players: 255, most: 255 }))).toMatchObject({
    name: '한밤의 서버',
    players: { now: 255, max: 255 },
  })
})

test('a number for the peer proves the service, and nothing else', () =>
  expect(LUANTI.read(LUANTI_PEER)).toEqual({ kind: 'luanti', name: null, version: null, players: null }))
