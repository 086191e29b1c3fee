import { expect, test } from 'bun:test'
import { LUANTI } from '../../../../src/net/identity/udp-protocols.ts'
import { LUANTI_PEER } from '../../../support/identity/udp-answers.ts'

const HELLO = LUANTI.hello({ host: '192.0.2.1', port: 30000 }) ?? Buffer.alloc(0)

test('the question is what the public list of servers sends', () => expect(HELLO.toString('hex')).toBe('4f45740300000001'))

test('a number for the peer proves the service, and nothing else', () =>
  expect(LUANTI.read(LUANTI_PEER)).toEqual({ kind: 'luanti', name: null, version: null, players: null }))

test('other messages are not read, nor is what only sends back what it got', () => {
  for (let end = 0; end < LUANTI_PEER.length; end++) expect(LUANTI.read(LUANTI_PEER.subarray(0, end))).toBeNull()
  for (const at of [0, 3, 5, 7, 11]) {
    const other = Buffer.from(LUANTI_PEER)
    other[at] = (other[at] ?? 0) ^ 1
    expect(LUANTI.read(other)).toBeNull()
  }
  expect(LUANTI.read(HELLO)).toBeNull()
})
