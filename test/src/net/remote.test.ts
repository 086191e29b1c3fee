import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askRemote, RemoteFailure } from '../../../src/net/remote.ts'
import { labTest } from '../../support/lab.ts'
import { run } from '../../support/net/namespace.ts'
import { openLoopback } from '../../support/net/network.ts'
import { runLine } from '../../support/process/command-line.ts'
import { startServer } from '../../support/server.ts'

let close: () => void
beforeAll(() => {
  close = openLoopback()
})
afterAll(() => close())

/** Starts a server that sends this, word for word, and then hangs up or is silent. */
function sayer(bytes: string, hangsUp: boolean) {
  let rest = Buffer.from(bytes)
  const say = (socket: Bun.Socket) => {
    rest = rest.subarray(socket.write(rest))
    if (hangsUp && rest.length === 0) socket.end()
  }
  return Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: say, drain: say } })
}

async function kindOf(bytes: string, hangsUp: boolean): Promise<string> {
  const server = sayer(bytes, hangsUp)
  const url = new URL(`http://127.0.0.1:${server.port}/`)
  const ask = async () => {
    const { status, type, location, chunks } = await askRemote({
      url,
      method: 'GET',
      headers: {},
      body: null,
      roots: null,
      timeoutMs: 700,
    })
    let text = ''
    for await (const chunk of chunks) text += chunk
    return `${status} ${type} ${location} ${text}`
  }
  const outcome = await ask().catch((error) => (error instanceof RemoteFailure ? error.kind : error))
  server.stop(true)
  return outcome
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: Application/JSON; charset=utf-8\r\n'

test.each([
  ['a whole answer', `${HEAD}Content-Length: 2\r\n\r\n{}`, false, '200 application/json null {}'],
  [
    'a redirect, which is not followed',
    'HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n',
    false,
    '302  http://127.0.0.1:1/ ',
  ],
  ['silence', '', false, 'late'],
  ['silence after the head', `${HEAD}Content-Length: 2\r\n\r\n`, false, 'late'],
  ['half an answer', `${HEAD}Content-Length: 20\r\n\r\n{}`, true, 'cut'],
  ['half a chunk', `${HEAD}Transfer-Encoding: chunked\r\n\r\n14\r\n{}`, true, 'cut'],
  ['too much', `${HEAD}Content-Length: 5000000\r\n\r\n${'x'.repeat(5_000_000)}`, false, 'long'],
  ['something else', 'SSH-2.0-OpenSSH_9.2\r\n', true, 'failed'],
])('%s', async (_, bytes, hangsUp, outcome) => {
  expect(await kindOf(bytes, hangsUp)).toBe(outcome)
})

labTest('a certificate is trusted if its root is', { programs: ['openssl'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-remote-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  await run([
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ])
  await using server = await startServer({ args: ['--tls-cert', cert, '--tls-key', key] })
  const url = `https://127.0.0.1:${server.port}`
  const stranger = await runLine(['ip', '--server', url])
  expect(stranger.code).toBe(2)
  expect(stranger.err).toMatch(new RegExp(`^doorstep: ${url}/ cannot be asked: [A-Z_]*(CERT|SIGNED)[A-Z_]*\n$`))
  expect(await runLine(['ip', '--server', url, '--extra-ca', cert])).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
  rmSync(folder, { recursive: true })
})
