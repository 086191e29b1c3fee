// The sentence on who answers: it claims no more than was seen, and quotes the words of strangers.
import { describe, expect, test } from 'bun:test'
import { sayIdentity, whoAnswers } from '../../../../src/diagnostics/identity/index.ts'
import { identityText } from '../../../../src/diagnostics/told.text.ts'
import { IDENTITY_PROTOCOLS, type IdentityProtocol } from '../../../../src/net/identity/index.ts'

const found = (kind: string, fields: object = {}) => ({ kind, name: null, version: null, players: null, ...fields })
const asks = (ask: IdentityProtocol) => ({ ask, port: null })
const both = (identity: ReturnType<typeof found>, service: string | null, asked: IdentityProtocol | null) => [
  sayIdentity(identity, service, 'en', asked && asks(asked)),
  sayIdentity(identity, service, 'ko', asked && asks(asked)),
]
const GAME = { version: '1.21', players: { now: 3, max: 20 } }
const SSH = found('ssh', { name: 'OpenSSH', version: '9.2p1' })

describe('a service that answers', () => {
  test('says its version and its players', () => {
    expect(sayIdentity(found('minecraft', GAME), 'Minecraft server', 'en', asks('minecraft'))).toBe(
      'Your Minecraft server answers: 1.21, 3 of 20 players.',
    )
    expect(sayIdentity(found('minecraft', GAME), '마인크래프트 서버', 'ko', asks('minecraft'))).toBe(
      '마인크래프트 서버에서 응답이 왔습니다: 1.21, 접속자 3명(최대 20명).',
    )
  })

  test('says its name in quotes', () => {
    expect(both(found('minecraft', { ...GAME, name: 'Our "world"' }), 'Minecraft', 'minecraft')).toEqual([
      `Your Minecraft answers: 1.21, 3 of 20 players, "Our 'world'".`,
      `Minecraft에서 응답이 왔습니다: 1.21, 접속자 3명(최대 20명), "Our 'world'".`,
    ])
    expect(both(found('jellyfin', { name: 'den', version: '10.9.11' }), 'Jellyfin', 'jellyfin')).toEqual([
      'Your Jellyfin answers: "den", 10.9.11.',
      'Jellyfin에서 응답이 왔습니다: "den", 10.9.11.',
    ])
  })

  test('may say nothing of itself', () =>
    expect(both(found('mumble'), 'Mumble', 'mumble')).toEqual(['Your Mumble answers.', 'Mumble에서 응답이 왔습니다.']))

  test('in a protocol of many is not said to be the caller’s', () => {
    expect(both(SSH, 'SSH', 'ssh')).toEqual([
      'An SSH server answers: OpenSSH 9.2p1.',
      'SSH 서버에서 응답이 왔습니다: OpenSSH 9.2p1.',
    ])
    expect(both(found('a2s', { ...GAME, name: 'Cellar' }), 'ARK', 'a2s')).toEqual([
      'A game server (Steam query) answers: 1.21, 3 of 20 players, "Cellar".',
      '게임 서버(Steam 쿼리)에서 응답이 왔습니다: 1.21, 접속자 3명(최대 20명), "Cellar".',
    ])
    expect(both(found('http', { name: 'My page', version: 'nginx/1.22.1' }), 'Nextcloud', 'http')).toEqual([
      'A web page answers: "My page", nginx/1.22.1.',
      '웹 페이지에서 응답이 왔습니다: "My page", nginx/1.22.1.',
    ])
  })
})

describe('somebody else', () => {
  test('the router', () => {
    const page = found('router-page', { name: 'TP-Link Archer AX55' })
    expect(both(page, null, null)).toEqual([
      'The router\'s own page answers ("TP-Link Archer AX55").',
      '공유기의 관리자 페이지가 응답했습니다("TP-Link Archer AX55").',
    ])
    expect(both(page, 'Nextcloud', 'http')).toEqual([
      'The router\'s own page answers ("TP-Link Archer AX55"), not your Nextcloud.',
      'Nextcloud 대신 공유기의 관리자 페이지가 응답했습니다("TP-Link Archer AX55").',
    ])
  })

  test('another service', () => {
    expect(both(SSH, 'Minecraft', 'minecraft')).toEqual([
      'Something else answers: an SSH server (OpenSSH 9.2p1).',
      '다른 서비스가 응답했습니다: SSH 서버(OpenSSH 9.2p1).',
    ])
  })

  test('a page to sign in on may stand in front of a service with pages, and never of a game; another page is something else', () => {
    const page = found('http', { name: 'My blog', version: 'nginx' })
    expect(both(found('sign-in-page', { name: 'Sign in', version: 'nginx' }), 'Jellyfin', 'jellyfin')).toEqual([
      'A page to sign in on answers: "Sign in", nginx.',
      '로그인 페이지에서 응답이 왔습니다: "Sign in", nginx.',
    ])
    expect(both(page, 'Jellyfin', 'jellyfin')[0]).toBe('Something else answers: a web page ("My blog", nginx).')
    const likely = { ...asks('jellyfin'), isLikely: true } as const
    expect(sayIdentity(page, 'Jellyfin', 'en', likely)).toBe('A web page answers: "My blog", nginx.')
    expect(sayIdentity(page, 'Minecraft', 'en', asks('minecraft'))).toBe('Something else answers: a web page ("My blog", nginx).')
    expect(sayIdentity(found('emby'), 'Jellyfin', 'en', asks('jellyfin'))).toBe('Something else answers: an Emby server.')
  })

  test('nothing is claimed of a service that was not asked in its protocol', () => {
    expect(both(SSH, 'Minecraft', null)).toEqual([
      'An SSH server answers: OpenSSH 9.2p1.',
      'SSH 서버에서 응답이 왔습니다: OpenSSH 9.2p1.',
    ])
    expect(sayIdentity(null, 'Minecraft', 'en', asks('minecraft'))).toBeNull()
  })
})

test('every protocol, and everybody else who is recognised, has a name in both languages', () => {
  for (const kind of [...IDENTITY_PROTOCOLS, 'vnc'])
    for (const text of [identityText.en, identityText.ko]) expect(Object.keys(text)).toContain(`kind.${kind}`)
})

const who = (kind: string, ask: IdentityProtocol, port: number | null = null, name: string | null = null) =>
  whoAnswers({ kind, name, version: null, players: null }, { ask, port }, 25_565)

test('the service, a page in front of it, the router and another service are told apart', () => {
  expect([who('minecraft', 'minecraft'), who('sign-in-page', 'jellyfin')]).toEqual(['service', 'page-in-front'])
  expect([who('sign-in-page', 'minecraft'), who('http', 'jellyfin')]).toEqual(['other', 'other'])
  expect(who('http', 'home-assistant', null, 'Jellyfin')).toBe('other')
  expect(who('http', 'home-assistant', null, 'Home Assistant')).toBe('page-in-front')
  expect([who('router-page', 'jellyfin'), who('http', 'minecraft')]).toEqual(['router', 'other'])
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
