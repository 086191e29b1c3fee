// A socket file behind nginx, and sockets that systemd passes.

import { expect } from 'bun:test'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIENT_IP_HEADERS } from '../../src/settings/parse.ts'
import { labTest, programPath } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { blocksOfPages } from '../support/process/pages.ts'
import { launched } from '../support/process/socket-server.ts'
import { sharedFolder } from '../support/shared.ts'

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
