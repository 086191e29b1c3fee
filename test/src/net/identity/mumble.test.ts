import { expect, test } from 'bun:test'
import { MUMBLE } from '../../../../src/net/identity/udp-protocols.ts'
import { MUMBLE_PONG } from '../../../support/identity/udp-answers.ts'

function changed(at: number, ...bytes: number[]) {
  const copy = Buffer.from(MUMBLE_PONG)
  copy.set(bytes, at)
  return MUMBLE.read(copy)
}

test('the question is twelve bytes', () => {
  expect(MUMBLE.hello({ host: '192.0.2.1', port: 64738 })?.toString('latin1')).toBe('\0\0\0\0doorstep')
})

test('a real server says version and users', () => {
  expect(MUMBLE.read(MUMBLE_PONG)).toEqual({ kind: 'mumble', name: null, version: '1.3.4', players: { now: 0, max: 20 } })
  expect(changed(0, 0, 1, 5, 255)).toMatchObject({ version: '1.5.255' })
})

test('numbers that no server has are left out', () => {
  expect(changed(12, 0xff, 0xff, 0xff, 0xff)).toMatchObject({ version: '1.3.4', players: null })
  expect(changed(16, 0x00, 0x0f, 0x42, 0x41)).toMatchObject({ players: null })
  expect(changed(16, 0x00, 0x0f, 0x42, 0x40)).toMatchObject({ players: { now: 0, max: 1_000_000 } })
})

test('an answer of another length, or to another question, is none', () => {
  for (let end = 0; end < MUMBLE_PONG.length; end++) expect(MUMBLE.read(MUMBLE_PONG.subarray(0, end))).toBeNull()
  expect(MUMBLE.read(Buffer.concat([MUMBLE_PONG, Buffer.alloc(1)]))).toBeNull()
  expect(changed(4, 0)).toBeNull()
  // A service that sends back what it got.
  expect(MUMBLE.read(Buffer.from('\0\0\0\0doorstep', 'latin1'))).toBeNull()
})
