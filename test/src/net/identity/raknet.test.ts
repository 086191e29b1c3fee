import { expect, test } from 'bun:test'
import { RAKNET } from '../../../../src/net/identity/udp-protocols.ts'
import { BEDROCK_LINE, pong } from '../../../support/identity/udp-answers.ts'

const read = (line: string | null, said?: number) => RAKNET.read(pong(line, said))
const named = (line: string) => RAKNET.read(pong(line))

test('the ping has the magic bytes where servers look for them', () => {
  const hello = RAKNET.hello({ host: '192.0.2.1', port: 19132 })
  expect(hello?.toString('hex')).toBe('01000000000000000100ffff00fefefefefdfdfdfd123456780000000000000002')
})

test('a server of Minecraft Bedrock says name, version and players, without its colours', () => {
  const meadow = { kind: 'raknet', name: 'The meadow', version: '1.21.100', players: { now: 3, max: 20 } }
  expect(read(BEDROCK_LINE)).toEqual(meadow)
  expect(read(BEDROCK_LINE.replace('MCPE', 'MCEE'))).toEqual(meadow)
})

test('another game with RakNet, or one that says nothing, is not taken for Minecraft', () => {
  for (const line of [null, '', 'hello there', ';;;;;;', 'XMCPE;a;b;c;1;2']) expect(read(line)).toBeNull()
})

test('a name may have a semicolon in it, and a colour that the end cuts off', () => {
  expect(named('MCPE;One\\;two§;1;1.21;1;2')).toMatchObject({ name: 'One;two', version: '1.21' })
  expect(named('MCPE;\\;1;1.21;1;2')).toMatchObject({ name: ';1', version: '1' })
})

test.each(['-1;20', '3;-20', '1000001;20', '3;x', '0x3;20', '1e3;20', ';', '9999999999999999999999;20', '3'])(
  'players "%s" are no numbers of players',
  (players) => expect(named(`MCPE;a;1;1.21;${players}`)).toMatchObject({ name: 'a', version: '1.21', players: null }),
)

test('what is not a pong is not read', () => {
  const good = pong(BEDROCK_LINE)
  expect(RAKNET.read(Buffer.alloc(0))).toBeNull()
  expect(RAKNET.read(good.subarray(0, 32))).toBeNull()
  expect(RAKNET.read(good.subarray(0, 34))).toBeNull()
  expect(RAKNET.read(Buffer.concat([Buffer.from([1]), good.subarray(1)]))).toBeNull()
  const otherMagic = Buffer.from(good)
  otherMagic[17] = 1
  expect(RAKNET.read(otherMagic)).toBeNull()
  // A length beyond the datagram.
  expect(read(BEDROCK_LINE, 65_535)).toBeNull()
})

test('a length within the datagram ends the line', () => {
  expect(read(BEDROCK_LINE, 'MCPE;§aThe'.length + 1)).toMatchObject({ name: 'The', version: null, players: null })
})

test('words are cleaned and cut', () => {
  const answer = named(`MCPE;\u202eab\x1b[2J\u0007${'가'.repeat(500)};1;${'9'.repeat(60_000)};1;2`)
  expect(answer).toEqual({
    kind: 'raknet',
    name: `ab [2J ${'가'.repeat(93)}`,
    version: '9'.repeat(100),
    players: { now: 1, max: 2 },
  })
})
