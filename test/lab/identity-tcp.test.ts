// Services that are asked over TCP who they are, by a check of their port over HTTP: real ones from Debian, Minecraft from its public
// description, and whoever else answers there.
import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { TCP_PROTOCOLS } from '../../src/net/identity/protocol.ts'
import { needsOf, type ProgramName, startProgram } from '../support/identity/programs.ts'
import { minecraftStatus, page } from '../support/identity/tcp-answers.ts'
import { startTcpPeer, type TcpPeer } from '../support/identity/tcp-peer.ts'
import { labTest, programPath } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { USE_CASE } from '../support/router/catalogue-folder.ts'
import { bodyOf, postTool, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedFolder, sharedServer } from '../support/shared.ts'
import { Pki } from '../support/tls/pki.ts'

const STARTS_WITHIN_MS = 20_000
/** All of one question, and the delays of a busy machine. */
const ASKED_WITHIN_MS = 1500 + 1000

const service = (id: string, more: object = {}) => ({ ...USE_CASE, id, name: { en: id, ko: id }, aliases: [], ...more })
const [MAIL_PORT, PAGE_PORT] = [freePort(), freePort()]
const portOf = (port: number, more: object = {}) => ({
  external: `${port}`,
  internal: `${port}`,
  protocol: 'tcp',
  purpose: { en: 'Lab', ko: '시험' },
  required: true,
  forward: true,
  ...more,
})
/** A service of mail, which speaks another protocol on one of its ports than on the others. */
const mail = service('lab-mail', { identity: { ask: 'smtp' }, ports: [portOf(25), portOf(MAIL_PORT, { ask: 'imap' })] })
const web = service('lab-web', { identity: { ask: 'http' }, ports: [portOf(PAGE_PORT)] })
const asked = TCP_PROTOCOLS.map((ask) => service(`lab-${ask}`, { identity: { ask } }))
const folder = sharedFolder('catalogue')
writeFileSync(join(folder, 'use-cases.json'), JSON.stringify([...asked, mail, web, service('lab-none')]))
const server = await sharedServer({ env: UNLIMITED_TARGETS, args: ['--allow-targets', '127.0.0.0/8', '--catalog-dir', folder] })

async function check(port: number, useCase: string, more: object = {}) {
  const answer = await postTool(server.url, 'port-check', { port, useCase, ...more })
  expect(answer.status).toBe(200)
  return bodyOf(answer)
}

async function reach(port: number, useCase: string) {
  const answer = await postTool(server.url, 'reachability', { port, useCase })
  expect(answer.status).toBe(200)
  return bodyOf(answer)
}

/** Checks a port until the program that was started there answers as it does once it is ready. */
async function expectOf(port: number, useCase: string, identity: object | null): Promise<void> {
  const expected = { status: 'open', identity: identity && { players: null, ...identity } }
  for (const started = performance.now(); ; await Bun.sleep(100)) {
    const found = await check(port, useCase)
    try {
      expect([useCase, found]).toMatchObject([useCase, expected])
      return
    } catch (error) {
      if (performance.now() - started > STARTS_WITHIN_MS) throw error
    }
  }
}

describe('servers of Debian', () => {
  const version = expect.stringMatching(/^\d+\.\d+/)
  const named: readonly [ProgramName, string, object | null][] = [
    ['sshd', 'ssh', { kind: 'ssh', name: 'OpenSSH', version }],
    ['sshd', 'minecraft', { kind: 'ssh', name: 'OpenSSH', version }],
    ['vsftpd', 'ftp', { kind: 'ftp', name: expect.stringContaining('vsFTPd'), version }],
    ['dovecot', 'imap', { kind: 'imap', name: expect.stringContaining('Dovecot') }],
    ['dovecot', 'http', { kind: 'imap', name: expect.stringContaining('Dovecot') }],
    ['icecast2', 'icecast', { kind: 'icecast', name: expect.stringMatching(/^Icecast/), version }],
    ['icecast2', 'plex', { kind: 'http', version: expect.stringMatching(/^Icecast/) }],
    // It speaks only to who logs in, and nobody does.
    ['mosquitto', 'http', null],
    ['mosquitto', 'minecraft', null],
  ]
  for (const [program, asked, identity] of named)
    labTest(`${program}, asked in ${asked}`, needsOf(program), async () => {
      await using started = await startProgram(program)
      await expectOf(started.port, `lab-${asked}`, identity)
    })

  labTest('nginx, plain and inside TLS', { programs: ['nginx', 'openssl'] }, async () => {
    using pki = new Pki()
    const { key, certificate } = await pki.issue('home')
    const [http, https] = [freePort(), freePort()]
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${pki.folder};`)
    const listen = `server { listen 127.0.0.1:${http}; listen 127.0.0.1:${https} ssl; location = / { return 302 /index; } location / { return 200 "<title>Photos</title>"; } }`
    const keys = `ssl_certificate ${certificate}; ssl_certificate_key ${key};`
    await Bun.write(
      pki.path('nginx.conf'),
      `daemon off; pid ${pki.path('pid')}; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${keys} ${listen} }`,
    )
    const nginx = Bun.spawn([programPath('nginx') ?? '', '-p', pki.folder, '-c', pki.path('nginx.conf')], { stderr: 'ignore' })
    try {
      const page = { kind: 'http', name: 'Photos', version: expect.stringMatching(/^nginx\//), players: null }
      for (const [port, asked] of [
        [http, 'http'],
        [https, 'http'],
        [http, 'minecraft'],
        [https, 'minecraft'],
        [https, 'jellyfin'],
      ] as const)
        await expectOf(port, `lab-${asked}`, page)
    } finally {
      nginx.kill()
      await nginx.exited
    }
  })
})

describe('a check of a port', () => {
  const minecraft = { answer: (socket: Socket) => void socket.end(minecraftStatus()) }

  test('names Minecraft as the built-in catalogue knows it', async () => {
    await using peer = await startTcpPeer(minecraft)
    const { status, identity } = await check(peer.port, 'minecraft-java')
    expect(status).toBe('open')
    expect(identity).toEqual({ kind: 'minecraft', name: 'A Minecraft Server', version: '1.21', players: { now: 3, max: 20 } })
  })

  test('names the router’s own page', async () => {
    await using peer = await startTcpPeer({ answer: (socket) => void socket.end(page('<title>ipTIME A3004NS-M</title>')) })
    expect((await check(peer.port, 'minecraft-java')).identity).toMatchObject({ kind: 'router-page', name: 'ipTIME A3004NS-M' })
  })

  test('judges what answers by the port: IMAP is what a mail server says on one of them', async () => {
    await using peer = await startTcpPeer(
      { speak: (socket) => void socket.write('* OK Dovecot ready.\r\n') },
      undefined,
      undefined,
      MAIL_PORT,
    )
    expect(await check(peer.port, 'lab-mail')).toMatchObject({
      identity: { kind: 'imap' },
      nextActions: [{ code: 'tell-friends' }, {}],
    })
    expect(await reach(peer.port, 'lab-mail')).toMatchObject({ verdict: 'reachable', blockedAt: null })
  })

  test.each([
    ['a blog', '<title>My Blog</title>', 'jellyfin', 'check-program', 'service-other'],
    ['Jellyfin', '<title>Jellyfin</title>', 'home-assistant', 'check-program', 'service-other'],
    ['Jellyfin', '<title>Jellyfin</title>', 'plex', 'check-program', 'service-other'],
    ['LuCI', '<meta http-equiv="refresh" content="0; URL=cgi-bin/luci/">', 'synology', 'close-router-page', 'router-page-open'],
    ['LuCI', '<title>OpenWrt - LuCI</title>', 'http', 'close-router-page', 'router-page-open'],
  ] as const)('%s in place of the service is not the service: %s, asked as %s', async (_, html, ask, action, code) => {
    await using peer = await startTcpPeer({ answer: (socket) => void socket.end(page(html)) })
    expect((await check(peer.port, `lab-${ask}`)).nextActions[0].code).toBe(action)
    const found = await reach(peer.port, `lab-${ask}`)
    expect(found.verdict).toBe('blocked')
    expect(found.steps.map((step: { code: string }) => step.code)).toContain(code)
  })

  test.each([
    ['a page to sign in on', page('', { status: '401 Unauthorized', headers: ['WWW-Authenticate: Basic realm="Home"'] })],
    ['a page with the name of the service', page('<title>Jellyfin</title>')],
  ])('%s may be the service, or in front of it', async (_, bytes) => {
    await using peer = await startTcpPeer({ answer: (socket) => void socket.end(bytes) })
    expect((await check(peer.port, 'lab-jellyfin')).nextActions[0].code).toBe('tell-friends')
    expect((await reach(peer.port, 'lab-jellyfin')).verdict).toBe('reachable')
  })

  test('asks nothing with explain: false, of a service without a question, and without a service', async () => {
    await using peer = await startTcpPeer(minecraft)
    for (const asked of [{ useCase: 'lab-minecraft', explain: false }, { useCase: 'lab-none' }, {}]) {
      const before = peer.connections()
      const answer = await bodyOf(await postTool(server.url, 'port-check', { port: peer.port, ...asked }))
      expect([answer.status, answer.identity]).toEqual(['open', null])
      await Bun.sleep(50)
      // The check itself, and nothing else.
      expect([peer.connections() - before, peer.heard]).toEqual([1, []])
    }
  })

  test('an open port is answered without a look at its service, unless the service is named or may be a page of the router', async () => {
    const looked = async (tool: string, peer: TcpPeer, asked: object) => {
      const before = peer.connections()
      await bodyOf(await postTool(server.url, tool, asked))
      return peer.connections() - before > 1
    }
    await using silent = await startTcpPeer({}, undefined, undefined, MAIL_PORT)
    await using web = await startTcpPeer({ answer: (socket) => void socket.end(page('')) }, undefined, undefined, PAGE_PORT)
    for (const tool of ['port-check', 'reachability']) {
      expect(await looked(tool, silent, { port: MAIL_PORT })).toBe(false)
      expect(await looked(tool, silent, { port: MAIL_PORT, useCase: 'lab-mail' })).toBe(true)
      expect(await looked(tool, web, { port: PAGE_PORT })).toBe(true)
    }
  })

  test.each([
    ['silence', {}],
    ['a connection closed at once', { speak: (socket: Socket) => void socket.end() }],
  ])('ends in time with %s', async (_, hostile) => {
    await using peer = await startTcpPeer(hostile)
    const started = performance.now()
    const { status, identity } = await check(peer.port, 'lab-jellyfin')
    expect([status, identity]).toEqual(['open', null])
    expect(performance.now() - started).toBeLessThan(ASKED_WITHIN_MS)
  })
})
