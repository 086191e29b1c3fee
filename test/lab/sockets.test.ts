// A socket file behind nginx, and sockets that systemd passes.

import { expect } from 'bun:test'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_IP_HEADERS } from '../../src/settings/parse.ts'
import { labTest, programPath } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { blocksOfPages } from '../support/process/pages.ts'
import { launch, launched, Manager } from '../support/process/socket-server.ts'
import { sharedFolder } from '../support/shared.ts'
import { Pki } from '../support/tls/pki.ts'

const folder = sharedFolder('lab-sockets')
chmodSync(folder, 0o755)

/** The addresses of the page's block for a socket file. */
const SHOWN_FILE = '/run/doorstep.sock'
const FORGED = Object.fromEntries(CLIENT_IP_HEADERS.map((name) => [name, name === 'forwarded' ? 'for=8.8.8.8' : '8.8.8.8']))

/** nginx with the page's location for a socket file. */
async function nginxBefore(file: string): Promise<AsyncDisposable & { readonly port: number }> {
  const [home, port] = [join(folder, 'nginx'), freePort()]
  mkdirSync(home)
  const location =
    blocksOfPages('nginx')
      .find((block) => block.includes(SHOWN_FILE))
      ?.replace(SHOWN_FILE, file) ?? ''
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`).join(' ')
  const server = `server { listen 127.0.0.1:${port}; listen [::1]:${port}; ${location} }`
  const config = `user root; daemon off; pid ${home}/pid; error_log stderr; events {} http { access_log off; ${paths} ${server} }`
  writeFileSync(join(home, 'nginx.conf'), config)
  const child = Bun.spawn([programPath('nginx') ?? '', '-c', join(home, 'nginx.conf'), '-p', home], { stderr: 'ignore' })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  for (let tries = 0; tries < 200 && !(await answers()); tries++) await Bun.sleep(20)
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}

labTest(
  'behind nginx as the page has it, a client over a socket file is itself',
  { programs: ['nginx'], root: true },
  async () => {
    const file = join(folder, 'doorstep.sock')
    await using server = await launched({ args: ['--host', `unix:${file}`, '--trusted-proxies', 'unix', '--workers', '2'] })
    await using nginx = await nginxBefore(file)
    for (const [host, address] of [
      ['127.0.0.1', '127.0.0.1'],
      ['[::1]', '::1'],
    ]) {
      const ask = (headers: Record<string, string>) => fetch(`http://${host}:${nginx.port}/api/ip`, { headers })
      for (const headers of [{}, FORGED]) expect(await (await ask(headers)).text()).toBe(address ?? '')
    }
    // Many at once from one turn are not taken for one client that does not wait.
    const many = Array.from({ length: 150 }, () => fetch(`http://127.0.0.1:${nginx.port}/healthz`).then(({ status }) => status))
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
    expect(server.said()).not.toContain('"level":"error"')
  },
)

labTest(
  'sockets that systemd passes are used, each for what it is',
  { programs: ['systemd-socket-activate', 'openssl'] },
  async () => {
    using manager = new Manager(join(folder, 'manager.sock'))
    using pki = new Pki()
    const [one, two] = [await pki.issue('one', { san: ['IP:127.0.0.1'] }), await pki.issue('two', { san: ['IP:127.0.0.1'] })]
    const [port, file] = [freePort(), join(folder, 'passed.sock')]
    const front = ['systemd-socket-activate', '-l', `[::]:${port}`, '-l', file, '-E', `NOTIFY_SOCKET=${manager.at}`]
    const passed = ['DOORSTEP_TLS_CERT', 'DOORSTEP_TLS_KEY', 'DOORSTEP_REPLACE', 'PATH', 'HOME'].flatMap((name) => ['-E', name])
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'cert.key')]
    const put = async (from: typeof one) => {
      await Bun.write(cert, Bun.file(from.certificate))
      await Bun.write(key, Bun.file(from.key))
    }
    await put(one)
    const env = { DOORSTEP_TLS_CERT: cert, DOORSTEP_TLS_KEY: key, DOORSTEP_REPLACE: 'on' }
    const ask = async (host: string) =>
      (await fetch(`https://${host}:${port}/api/ip`, { tls: { rejectUnauthorized: false }, keepalive: false })).text()
    await using server = launch({ front: [...front, ...passed], env })
    await server.wrote(/Listening on .*as 4/)
    // The first connection starts it, and is answered.
    expect(await ask('127.0.0.1')).toBe('127.0.0.1')
    expect(await manager.hears('READY=1')).toContain(`STATUS=listening on https://[::]:${port}`)
    expect(server.said()).toContain(`"more":["unix:${file}"]`)
    // There is nothing to replace.
    expect(server.said()).not.toMatch(/taking/)
    expect([await ask('127.0.0.1'), await ask('[::1]')]).toEqual(['127.0.0.1', '::1'])
    const subject = async () => {
      const client = Bun.spawn(['openssl', 's_client', '-connect', `127.0.0.1:${port}`], {
        stdin: new Blob([]),
        stdout: 'pipe',
        stderr: 'ignore',
      })
      return /^subject=CN ?= ?(.*)$/m.exec(await client.stdout.text())?.[1]
    }
    expect(await subject()).toBe('one')
    await put(two)
    const heard = manager.heard.length
    server.kill('SIGHUP')
    await manager.hears('READY=1', heard)
    expect([await subject(), await ask('127.0.0.1')]).toEqual(['two', '127.0.0.1'])
    server.kill('SIGINT')
    expect(await server.exited).toBe(0)
  },
)
