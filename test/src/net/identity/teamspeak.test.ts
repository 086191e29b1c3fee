import { expect, test } from 'bun:test'
import { TEAMSPEAK } from '../../../../src/net/identity/udp-protocols.ts'
import { TEAMSPEAK_COOKIE } from '../../../support/identity/udp-answers.ts'

const HELLO = TEAMSPEAK.hello({ host: '192.0.2.1', port: 9987 }) ?? Buffer.alloc(0)

test('the question is the first step of connecting, 34 bytes', () => {
  expect(HELLO.length).toBe(34)
  expect(HELLO.subarray(0, 13).toString('hex')).toBe(`${Buffer.from('TS3INIT1').toString('hex')}0065000088`)
  // The step, behind the version of the client.
  expect(HELLO[17]).toBe(0)
})

test('a cookie proves the service, and nothing else', () => {
  const answers = { kind: 'teamspeak', name: null, version: null, players: null }
  expect(TEAMSPEAK.read(TEAMSPEAK_COOKIE)).toEqual(answers)
  // "Start again", of a server that wants another version of the client.
  expect(TEAMSPEAK.read(Buffer.concat([TEAMSPEAK_COOKIE.subarray(0, 11), Buffer.from([0x7f])]))).toEqual(answers)
})

test('other messages are not read, nor is what only sends back what it got', () => {
  for (let end = 0; end < 12; end++) expect(TEAMSPEAK.read(TEAMSPEAK_COOKIE.subarray(0, end))).toBeNull()
  const other = Buffer.from(TEAMSPEAK_COOKIE)
  other[10] = 0x82
  expect(TEAMSPEAK.read(other)).toBeNull()
  expect(TEAMSPEAK.read(HELLO)).toBeNull()
})
