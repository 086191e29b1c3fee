// Requests that two readers may understand differently, sent to the compiled file, alone and behind nginx.

import { describe, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CORPUS, SMUGGLED } from '../support/door/corpus.ts'
import { answersIn, exchange } from '../support/door/raw.ts'
import { labTest, programPath } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { sharedFolder, sharedServer } from '../support/shared.ts'

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
async function startPassingNginx(folder: string, { upstream, port }: { upstream: number; port: number }): Promise<PassingNginx> {
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
const server = await sharedServer({ args: ['--host', '127.0.0.1'] })
const folder = sharedFolder('door')
chmodSync(folder, 0o755)

describe('alone', () => {
  test.concurrent.each(CORPUS.map((one) => [one.name, one] as const))('%s', async (_, { send, statuses, closed }) => {
    const got = await exchange(server.port, send, { atLeast: statuses.length })
    const answers = answersIn(got.text)
    expect({ statuses: answers.map(({ status }) => status), closed: got.closed }).toEqual({ statuses: [...statuses], closed })
    expect(got.text).not.toContain(SMUGGLED)
    for (const { status, head, body } of answers.filter(({ head }) => head.includes('doorstep-code'))) {
      expect(head).toMatch(/^access-control-allow-origin: \*$/im)
      expect(JSON.parse(body)).toMatchObject({ status })
    }
  })

  test('nothing of it was a fault of ours', async () => {
    expect(server.output.filter((line) => /"level":"(warn|error)"/.test(line))).toEqual([])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })
})

/** Asked after each case: where a reader lost count, the answer is that of another. */
const marker = (index: number) => `GET /marker-${index} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

labTest('behind nginx, everybody gets the answer to what was asked', { programs: ['nginx'] }, async () => {
  const port = freePort()
  await using nginx = await startPassingNginx(folder, { upstream: server.port, port })
  for (const [index, { name, send }] of CORPUS.entries()) {
    const attack = await exchange(port, send, { silenceMs: 50 })
    const answers = answersIn((await exchange(port, [marker(index)], { atLeast: 1 })).text)
    expect([name, answers.map(({ status }) => status)]).toEqual([name, [404]])
    expect([name, JSON.parse(answers[0]?.body ?? '{}').detail]).toEqual([name, expect.stringContaining(`/marker-${index}.`)])
    const answered = attack.text.split(`at ${SMUGGLED}.`).length - 1
    const passed = readFileSync(nginx.log, 'utf8').split(`${SMUGGLED} `).length - 1
    // nginx may take the rest for a request; the server behind it may not, of its own accord.
    expect([name, answered <= passed]).toEqual([name, true])
    nginx.forget()
  }
})
