import { expect, test } from 'bun:test'
import { datagramsFor } from '../../../../src/diagnostics/port/check.ts'
import { aboutOf, portWords } from '../../../../src/diagnostics/port/index.ts'
import { firstDatagram } from '../../../../src/net/identity/index.ts'
import { whereOf } from '../../../support/where/situations.ts'

const found = { ip: '203.0.113.7', port: 25_565, protocol: 'tcp' as const, where: null }
const expected = { service: 'Minecraft', query: { ask: 'minecraft' as const, port: null } }

test('what answers is named, and nothing is said of an end that was not looked for', () => {
  const identity = { kind: 'minecraft', name: 'Hello', version: '1.21', players: { now: 3, max: 20 } }
  const words = portWords(identity, aboutOf(found, 'en', expected), expected, 'en')
  expect(words).toMatchObject({ way: null, meaning: null })
  expect(words.identity).toContain('Minecraft')
  const other = portWords({ ...identity, kind: 'ssh' }, null, expected, 'en')
  expect(other.identity).not.toContain('Minecraft')
  expect(portWords(null, null, expected, 'ko').identity).toBeNull()
})

test('a service counts as asked only on the port that was checked', () => {
  const silent = { ...found, where: whereOf('silent-device', 4) }
  const isAsked = (port: number | null) => aboutOf(silent, 'en', { ...expected, query: { ask: 'minecraft', port } })?.isAsked
  expect([isAsked(null), isAsked(25_565), isAsked(25_575)]).toEqual([true, true, false])
  expect(aboutOf(silent, 'en')?.isAsked).toBe(false)
})

test('the version of IP is that of the address', () => {
  const versionOf = (ip: string) => aboutOf({ ...found, ip, where: whereOf('silent-device', 4) }, 'en')?.version
  expect([versionOf('203.0.113.7'), versionOf('2001:db8::7')]).toEqual([4, 6])
})

test('an end that cannot be told is spoken of only where nothing came back: a refusal says more', () => {
  const unsure = { ...found, where: whereOf('cannot-tell', 4) }
  expect(aboutOf({ ...unsure, status: 'timeout' }, 'en')).not.toBeNull()
  for (const status of ['refused', 'closed', undefined] as const) expect(aboutOf({ ...unsure, status }, 'en')).toBeNull()
})

/** The largest datagram that is sent anywhere. */
const SENT_MAX = 1200

test.each([
  [9987, 'teamspeak'],
  [19132, 'raknet'],
  [27015, 'a2s'],
  [27960, 'quake3'],
  [30000, 'luanti'],
  [30120, 'quake3'],
  [64738, 'mumble'],
] as const)('port %p is asked in the protocol that is usual there, %s', (port, protocol) => {
  expect(datagramsFor(port).map((payload) => Buffer.from(payload))).toEqual([Buffer.from(firstDatagram(protocol) ?? [])])
})

test('every port gets one short request', () => {
  for (let port = 1; port <= 65_535; port++) {
    const payloads = datagramsFor(port)
    expect(payloads.length).toBe(1)
    const bytes = payloads[0]?.length ?? 0
    if (bytes === 0 || bytes > SENT_MAX) throw new Error(`${bytes} bytes to port ${port}`)
  }
  expect(Buffer.from(datagramsFor(40_000)[0] ?? []).toString()).toBe('\r\n')
})
