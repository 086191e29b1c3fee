import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programPath } from '../lab.ts'
import { exchange } from './raw.ts'

interface PassingNginx extends AsyncDisposable {
  /** The log of requests, a line each: the target and the status that doorstep answered. */
  readonly log: string
  /** Empties the log. */
  forget(): void
}

const READY_TRIES = 100

/**
 * Starts an nginx that passes on as much as it can, all over one connection: a request that gets out of step there takes the answers of
 * others.
 */
export async function startPassingNginx(
  folder: string,
  { upstream, port }: { upstream: number; port: number },
): Promise<PassingNginx> {
  const home = join(folder, `passing-${port}`)
  mkdirSync(home)
  const log = join(home, 'access.log')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${home}/${name};`).join(' ')
  const location = [
    'proxy_pass http://doorstep;',
    'proxy_http_version 1.1;',
    'proxy_set_header Connection "";',
    'proxy_set_header Host $http_host;',
    'proxy_pass_request_headers on;',
    'proxy_request_buffering off;',
  ].join(' ')
  const server = `listen 127.0.0.1:${port}; ignore_invalid_headers off; underscores_in_headers on; location / { ${location} }`
  const http = [
    `log_format door "$request_uri $upstream_status"; access_log ${log} door; ${paths}`,
    `upstream doorstep { server 127.0.0.1:${upstream}; keepalive 1; }`,
    `server { ${server} }`,
  ].join(' ')
  const config = `daemon off; worker_processes 1; pid ${home}/pid; error_log stderr; events {} http { ${http} }`
  writeFileSync(join(home, 'nginx.conf'), config)
  writeFileSync(log, '')
  const child = Bun.spawn([programPath('nginx') ?? '', '-c', join(home, 'nginx.conf'), '-p', home], { stderr: 'ignore' })
  for (let tries = 0; tries < READY_TRIES; tries++) {
    const { text } = await exchange(port, ['GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'])
    if (text.includes('200 OK')) break
    await Bun.sleep(20)
  }
  return {
    log,
    forget: () => truncateSync(log, 0),
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}
