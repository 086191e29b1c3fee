import { expect, test } from 'bun:test'
import { QUAKE3 } from '../../../../src/net/identity/udp-protocols.ts'
import { OPENARENA_INFO, OPENARENA_STATUS } from '../../../support/identity/udp-answers.ts'

const status = (text: string) =>
  QUAKE3.read(Buffer.concat([Buffer.from('ffffffff', 'hex'), Buffer.from(`statusResponse\n${text}`)]))

test('the question', () =>
  expect(QUAKE3.hello({ host: '192.0.2.1', port: 27960 })?.toString('latin1')).toBe('\xff\xff\xff\xffgetstatus'))

test('a real server says name, version and players, without its colours', () => {
  expect(QUAKE3.read(OPENARENA_STATUS)).toEqual({
    kind: 'quake3',
    name: 'Red cellar',
    version: 'ioq3 1.36+u20221123.70d07d9+dfsg-1/Debian linux-x86_64 Jan 8 2023',
    players: { now: 0, max: 12 },
  })
  expect(QUAKE3.read(OPENARENA_INFO)).toEqual({ kind: 'quake3', name: 'Red cellar', version: null, players: { now: 0, max: 12 } })
})

test('players are counted by their lines, unless the server says how many there are', () => {
  const lines = '12 48 "^2Alice"\n-3 0 "Bob \\"\n0 999 ""\nnobody\n'
  expect(status(`\\sv_hostname\\a\\sv_maxclients\\8\n${lines}`)).toMatchObject({ players: { now: 3, max: 8 } })
  // FiveM.
  expect(status(`\\sv_maxclients\\48\\clients\\31\n0 0 "x"\n`)).toMatchObject({ name: null, players: { now: 31, max: 48 } })
})

test('thousands of players', () => {
  const players = '1 1 "p"\n'.repeat(8000)
  expect(status(`\\sv_hostname\\a\\sv_maxclients\\8\n${players}`)).toMatchObject({ players: { now: 8000, max: 8 } })
})

test('colours of all these games', () =>
  expect(status('\\sv_hostname\\^xF80Orange ^1r^9e^ad ^^7x ^')).toMatchObject({ name: 'Orange red ^x ^' }))

test.each(['-1', '1000001', '12abc', '', '99999999999999999999'])('"%s" is no number of players', (most) => {
  expect(status(`\\sv_hostname\\a\\sv_maxclients\\${most}\n`)).toMatchObject({ name: 'a', players: null })
})

test('a key without a value, keys alone, nothing at all', () => {
  const nothing = { kind: 'quake3', name: null, version: null, players: null }
  for (const text of ['', '\n', '\\', '\\sv_hostname', '\\\\\\\\\\', 'sv_hostname', '\\sv_hostname\\^1'])
    expect(status(text)).toEqual(nothing)
  expect(status('\\__proto__\\x\\constructor\\y\\sv_hostname\\z')).toMatchObject({ name: 'z' })
})

test('other messages are not read', () => {
  for (let end = 0; end < '....statusResponse\n'.length; end++) expect(QUAKE3.read(OPENARENA_STATUS.subarray(0, end))).toBeNull()
  for (const text of [
    '',
    '\xff\xff\xff\xffdisconnect',
    '\xff\xff\xff\xffprint\n\\sv_hostname\\a',
    'statusResponse\n\\sv_hostname\\a',
  ])
    expect(QUAKE3.read(Buffer.from(text, 'latin1'))).toBeNull()
})

test('words are cleaned and cut', () => {
  const answer = status(`\\sv_hostname\\\u202e\x1b[31m${'n'.repeat(30_000)}\\version\\${'\\'.repeat(30_000)}`)
  expect(answer).toMatchObject({ name: `[31m${'n'.repeat(96)}`, version: null })
})
