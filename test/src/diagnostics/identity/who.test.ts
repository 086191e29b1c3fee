import { expect, test } from 'bun:test'
import { whoAnswers } from '../../../../src/diagnostics/identity/index.ts'
import type { IdentityProtocol } from '../../../../src/net/identity/index.ts'

const who = (kind: string, ask: IdentityProtocol, port: number | null = null, name: string | null = null) =>
  whoAnswers({ kind, name, version: null, players: null }, { ask, port }, 25_565)

test('the service, a page in front of it, the router and another service are told apart', () => {
  expect(who('minecraft', 'minecraft')).toBe('service')
  expect(who('sign-in-page', 'jellyfin')).toBe('page-in-front')
  expect(who('sign-in-page', 'minecraft')).toBe('other')
  expect(who('http', 'jellyfin')).toBe('other')
  expect(who('http', 'home-assistant', null, 'Jellyfin')).toBe('other')
  expect(who('http', 'home-assistant', null, 'Home Assistant')).toBe('page-in-front')
  expect(who('router-page', 'jellyfin')).toBe('router')
  expect(who('http', 'minecraft')).toBe('other')
  expect(who('emby', 'jellyfin')).toBe('other')
})

test('at another port, only the service itself tells anything', () => {
  expect(who('a2s', 'a2s', 27_015)).toBe('service')
  for (const kind of ['http', 'router-page', 'quake3']) expect(who(kind, 'a2s', 27_015)).toBeNull()
  expect(who('http', 'minecraft', 25_565)).toBe('other')
})

test('nobody is told apart who was not asked, or said nothing', () => {
  expect(whoAnswers(null, { ask: 'minecraft', port: null }, 25_565)).toBeNull()
  expect(whoAnswers({ kind: 'http', name: null, version: null, players: null }, null, 80)).toBeNull()
})
