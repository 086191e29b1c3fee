import { expect, test } from 'bun:test'
import { A2S } from '../../../../src/net/identity/udp-protocols.ts'
import { OLD_STEAM_INFO, STEAM_CHALLENGE, steamInfo } from '../../../support/identity/udp-answers.ts'

const HELLO = Buffer.from('\xff\xff\xff\xffTSource Engine Query\0', 'latin1')

test('the question', () => expect(A2S.hello({ host: '192.0.2.1', port: 27015 })).toEqual(HELLO))

test('a challenge is repeated behind the question', () => {
  expect(A2S.read(STEAM_CHALLENGE)).toEqual({ send: Buffer.concat([HELLO, Buffer.from([10, 11, 12, 13])]) })
  expect(A2S.read(STEAM_CHALLENGE.subarray(0, 8))).toBeNull()
  // Nothing that a peer chooses makes the second question longer than that.
  expect(A2S.read(Buffer.concat([STEAM_CHALLENGE, Buffer.alloc(1000)]))).toBeNull()
})

test('a server says name, version and players', () => {
  expect(A2S.read(steamInfo())).toEqual({ kind: 'a2s', name: 'Night watch', version: '1.0.0.0', players: { now: 3, max: 64 } })
  expect(A2S.read(steamInfo({ name: '한밤의 서버', players: 255, most: 255 }))).toMatchObject({
    name: '한밤의 서버',
    players: { now: 255, max: 255 },
  })
})

test('one game has more in front of its version', () =>
  expect(A2S.read(steamInfo({ application: 2400, version: '1.0.0.14' }))).toMatchObject({ version: '1.0.0.14' }))

test('an old server says name and players', () =>
  expect(A2S.read(OLD_STEAM_INFO)).toEqual({ kind: 'a2s', name: 'Old town', version: null, players: { now: 5, max: 16 } }))

test('an answer that ends early says what is there, and without its numbers it is none', () => {
  const info = steamInfo({ version: '' })
  const numbersEnd = steamInfo().indexOf('1.0.0.0')
  expect(A2S.read(steamInfo().subarray(0, numbersEnd + 3))).toMatchObject({ name: 'Night watch', version: null })
  expect(A2S.read(info)).toMatchObject({ name: 'Night watch', version: null })
  for (let end = 0; end < numbersEnd; end++) expect(A2S.read(steamInfo().subarray(0, end))).toBeNull()
  const oldEnd = OLD_STEAM_INFO.indexOf('Half-Life') + 'Half-Life'.length + 2
  for (let end = 0; end <= oldEnd; end++) expect(A2S.read(OLD_STEAM_INFO.subarray(0, end))).toBeNull()
})

test('an answer in pieces, of another kind, or without an end to its name is none', () => {
  const info = steamInfo()
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(info)
    copy[at] = value
    return copy
  }
  for (const other of [changed(0, 0xfe), changed(4, 0x44), changed(4, 0x45)]) expect(A2S.read(other)).toBeNull()
  expect(A2S.read(Buffer.concat([info.subarray(0, 6), Buffer.alloc(60_000, 'a')]))).toBeNull()
})

test('words are cleaned and cut', () => {
  const answer = A2S.read(steamInfo({ name: `\u200f\x1b]0;x\x07${'n'.repeat(60_000)}`, version: ' \n ' }))
  expect(answer).toMatchObject({ name: `]0;x ${'n'.repeat(95)}`, version: null })
})
