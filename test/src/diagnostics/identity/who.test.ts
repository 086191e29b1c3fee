import { expect, test } from 'bun:test'
import { identityAction } from '../../../../src/diagnostics/identity/actions.ts'
import { whoAnswers } from '../../../../src/diagnostics/identity/who.ts'
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

test('nothing is advised where the service answers, or may', () => {
  const about = { port: 8096, protocol: 'tcp', version: 4, isBetterShut: false, locale: 'en' } as const
  const again = { tool: 'port-check', request: { port: 8096 } } as const
  for (const one of ['service', 'page-in-front', null] as const) expect(identityAction(one, about, again)).toBeNull()
  expect(identityAction('other', about, again)).toMatchObject({ code: 'check-program', ...again })
  expect(identityAction('other', { ...about, isBetterShut: true }, again)).toBeNull()
  expect(identityAction('router', { ...about, protocol: 'udp' }, again)?.text).toContain('Then forward UDP port 8096')
  for (const more of [{ version: 6 }, { isBetterShut: true }] as const)
    expect(identityAction('router', { ...about, ...more }, again)?.text).not.toContain('orward')
})
