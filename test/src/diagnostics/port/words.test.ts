import { expect, test } from 'bun:test'
import { aboutOf, wordsOf } from '../../../../src/diagnostics/port/index.ts'
import { whereOf } from '../../../support/where/situations.ts'

const found = { ip: '203.0.113.7', port: 25_565, protocol: 'tcp' as const, where: null, identity: null }
const expected = { service: 'Minecraft', query: { ask: 'minecraft' as const, port: null } }

test('what answers is named, and nothing is said of an end that was not looked for', () => {
  const identity = { kind: 'minecraft', name: 'Hello', version: '1.21', players: { now: 3, max: 20 } }
  const words = wordsOf({ ...found, identity }, aboutOf(found, expected, 'en'), expected, 'en')
  expect(words).toMatchObject({ way: null, meaning: null })
  expect(words.identity).toContain('Minecraft')
  const other = wordsOf({ ...found, identity: { ...identity, kind: 'ssh' } }, null, expected, 'en')
  expect(other.identity).not.toContain('Minecraft')
  expect(wordsOf(found, null, expected, 'ko').identity).toBeNull()
})

test('a service counts as asked only on the port that was checked', () => {
  const silent = { ...found, where: whereOf('silent-device', 4) }
  const isAsked = (port: number | null) => aboutOf(silent, { ...expected, query: { ask: 'minecraft', port } }, 'en')?.isAsked
  expect([isAsked(null), isAsked(25_565), isAsked(25_575)]).toEqual([true, true, false])
  expect(aboutOf(silent, { service: null, query: null }, 'en')?.isAsked).toBe(false)
})

test('the version of IP is that of the address', () => {
  const versionOf = (ip: string) => aboutOf({ ...found, ip, where: whereOf('silent-device', 4) }, expected, 'en')?.version
  expect([versionOf('203.0.113.7'), versionOf('2001:db8::7')]).toEqual([4, 6])
})

test('an end that cannot be told is spoken of only where nothing came back: a refusal says more', () => {
  const unsure = { ...found, where: whereOf('cannot-tell', 4) }
  expect(aboutOf({ ...unsure, status: 'timeout' }, expected, 'en')).not.toBeNull()
  for (const status of ['refused', 'closed', undefined] as const)
    expect(aboutOf({ ...unsure, ...(status && { status }) }, expected, 'en')).toBeNull()
})
