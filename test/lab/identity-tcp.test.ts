// Services that are asked over TCP who they are, by a check of their port over HTTP: a real one, and
// whoever else answers there.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { TCP_PROTOCOLS } from '../../src/net/identity/protocol.ts'
import { page } from '../support/identity/tcp-answers.ts'
import { startTcpPeer, type TcpPeer } from '../support/identity/tcp-peer.ts'
import { labTest } from '../support/lab.ts'
import { run } from '../support/net/namespace.ts'
import { freePort } from '../support/net/network.ts'
import { programPath } from '../support/programs.ts'
import { catalogueFolder, USE_CASE } from '../support/router/catalogue-folder.ts'
import { bodyOf, postTool, type Server, startServer, UNLIMITED_TARGETS } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const STARTS_WITHIN_MS = 20_000
const sshFolder = sharedFolder('sshd')

let server: Server
const service = (id: string, more: object = {}) => ({ ...USE_CASE, id, name: { en: id, ko: id }, aliases: [], ...more })
const [MAIL_PORT, PAGE_PORT] = [freePort(), freePort()]
const portOf = (port: number, more: object = {}) => ({
  ...{ external: `${port}`, internal: `${port}`, protocol: 'tcp', purpose: { en: 'Lab', ko: '시험' } },
  ...{ required: true, forward: true, ...more },
})
/** A service of mail, which speaks another protocol on one of its ports than on the others. */
const mail = service('lab-mail', { identity: { ask: 'smtp' }, ports: [portOf(25), portOf(MAIL_PORT, { ask: 'imap' })] })
const web = service('lab-web', { identity: { ask: 'http' }, ports: [portOf(PAGE_PORT)] })
const asked = TCP_PROTOCOLS.map((ask) => service(`lab-${ask}`, { identity: { ask } }))
const folder = catalogueFolder({ 'use-cases.json': [...asked, mail, web, service('lab-none')] })
beforeAll(async () => {
  const args = ['--allow-targets', '127.0.0.0/8', '--catalog-dir', folder.path]
  server = await startServer({ env: UNLIMITED_TARGETS, args })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

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

/** Starts an SSH server of Debian in a folder; it may take a second until it answers. */
async function startSshd(folder: string, port: number): Promise<Bun.Subprocess> {
  // As a daemon of root it looks for this folder, which only the service makes.
  mkdirSync('/run/sshd', { recursive: true })
  const key = join(folder, 'key')
  await run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key])
  const options = [`Port=${port}`, 'ListenAddress=127.0.0.1', 'PidFile=none', 'UsePAM=no', `HostKey=${key}`]
  const words = ['-D', '-e', '-f', '/dev/null', ...options.flatMap((option) => ['-o', option])]
  return Bun.spawn([programPath('sshd') ?? '', ...words], { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' })
}

labTest('a real server says who it is, whoever was expected', { programs: ['sshd', 'ssh-keygen'], root: true }, async () => {
  const port = freePort()
  const child = await startSshd(sshFolder, port)
  try {
    const identity = { kind: 'ssh', name: 'OpenSSH', version: expect.stringMatching(/^\d+\.\d+/) }
    for (const asked of ['lab-ssh', 'lab-minecraft']) await expectOf(port, asked, identity)
  } finally {
    child.kill()
    await child.exited
  }
})

describe('a check of a port', () => {
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
})
