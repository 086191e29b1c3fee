// The sentence on who answers: it claims no more than was seen, and quotes the words of strangers.
import { expect, test } from 'bun:test'
import { sayIdentity, whoAnswers } from '../../../../src/diagnostics/identity/index.ts'
import { identityText } from '../../../../src/diagnostics/told.text.ts'
import { IDENTITY_PROTOCOLS, type IdentityProtocol } from '../../../../src/net/identity/index.ts'

const found = (kind: string, fields: object = {}) => ({ kind, name: null, version: null, players: null, ...fields })
const asks = (ask: IdentityProtocol) => ({ ask, port: null })
const GAME = { version: '1.21', players: { now: 3, max: 20 } }
const SSH = found('ssh', { name: 'OpenSSH', version: '9.2p1' })
const ROUTER = found('router-page', { name: 'TP-Link Archer AX55' })
const BLOG = found('http', { name: 'My blog', version: 'nginx' })

/** The program that answers, the service and the protocol asked for, and the sentence in both languages. */
type Row = [ReturnType<typeof found>, string | null, IdentityProtocol | null, en: string, ko: string]

test.each<Row>([
  // A service says its version and its players, names in quotes, or nothing of itself.
  [
    found('minecraft', { ...GAME, name: 'Our "world"' }),
    'Minecraft',
    'minecraft',
    `Your Minecraft answers: 1.21, 3 of 20 players, "Our 'world'".`,
    `Minecraft에서 응답이 왔습니다: 1.21, 접속자 3명(최대 20명), "Our 'world'".`,
  ],
  [
    found('jellyfin', { name: 'den', version: '10.9.11' }),
    'Jellyfin',
    'jellyfin',
    'Your Jellyfin answers: "den", 10.9.11.',
    'Jellyfin에서 응답이 왔습니다: "den", 10.9.11.',
  ],
  [found('mumble'), 'Mumble', 'mumble', 'Your Mumble answers.', 'Mumble에서 응답이 왔습니다.'],
  // One in a protocol of many, or that was not asked in its own, is not said to be the caller's.
  [SSH, 'SSH', 'ssh', 'An SSH server answers: OpenSSH 9.2p1.', 'SSH 서버에서 응답이 왔습니다: OpenSSH 9.2p1.'],
  [SSH, 'Minecraft', null, 'An SSH server answers: OpenSSH 9.2p1.', 'SSH 서버에서 응답이 왔습니다: OpenSSH 9.2p1.'],
  [
    found('a2s', { ...GAME, name: 'Cellar' }),
    'ARK',
    'a2s',
    'A game server (Steam query) answers: 1.21, 3 of 20 players, "Cellar".',
    '게임 서버(Steam 쿼리)에서 응답이 왔습니다: 1.21, 접속자 3명(최대 20명), "Cellar".',
  ],
  // Somebody else: the router, another service.
  [
    ROUTER,
    null,
    null,
    'The router\'s own page answers ("TP-Link Archer AX55").',
    '공유기의 관리자 페이지가 응답했습니다("TP-Link Archer AX55").',
  ],
  [
    ROUTER,
    'Nextcloud',
    'http',
    'The router\'s own page answers ("TP-Link Archer AX55"), not your Nextcloud.',
    'Nextcloud 대신 공유기의 관리자 페이지가 응답했습니다("TP-Link Archer AX55").',
  ],
  [
    SSH,
    'Minecraft',
    'minecraft',
    'Something else answers: an SSH server (OpenSSH 9.2p1).',
    '다른 서비스가 응답했습니다: SSH 서버(OpenSSH 9.2p1).',
  ],
  // A page to sign in on may stand in front of a service with pages.
  [
    found('sign-in-page', { name: 'Sign in', version: 'nginx' }),
    'Jellyfin',
    'jellyfin',
    'A page to sign in on answers: "Sign in", nginx.',
    '로그인 페이지에서 응답이 왔습니다: "Sign in", nginx.',
  ],
])('%j, %s asked in %s', (identity, service, ask, en, ko) => {
  const asked = ask && asks(ask)
  expect([sayIdentity(identity, service, 'en', asked), sayIdentity(identity, service, 'ko', asked)]).toEqual([en, ko])
})

test('another page is something else, unless nobody named the service', () => {
  const blog = 'Something else answers: a web page ("My blog", nginx).'
  for (const ask of ['jellyfin', 'minecraft'] as const) expect(sayIdentity(BLOG, 'X', 'en', asks(ask))).toBe(blog)
  const likely = { ...asks('jellyfin'), isLikely: true } as const
  expect(sayIdentity(BLOG, 'Jellyfin', 'en', likely)).toBe('A web page answers: "My blog", nginx.')
  expect(sayIdentity(null, 'Minecraft', 'en', asks('minecraft'))).toBeNull()
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
