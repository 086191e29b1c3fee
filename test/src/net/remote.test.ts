import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askRemote, RemoteFailure, wholeText } from '../../../src/net/remote.ts'
import { labTest } from '../../support/lab.ts'
import { run } from '../../support/net/namespace.ts'
import { openHosts, openLoopback } from '../../support/net/network.ts'
import { runLine } from '../../support/process/command-line.ts'
import { ADDRESSES, NAME, nameHas, onBoth } from '../../support/process/two-families.ts'
import { startServer } from '../../support/server.ts'

/** The wait for a server that says nothing more, and the one for what a busy machine brings late. */
const [LATE_MS, HANG_MS] = [700, 60_000]

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

async function kindOf(bytes: string, hangsUp: boolean, timeoutMs: number): Promise<string> {
  const server = sayer(bytes, hangsUp)
  const url = new URL(`http://127.0.0.1:${server.port}/`)
  const ask = async () => {
    const { status, type, location, chunks } = await askRemote({
      url,
      method: 'GET',
      headers: {},
      body: null,
      roots: null,
      timeoutMs,
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
  expect(await kindOf(bytes, hangsUp, outcome === 'late' ? LATE_MS : HANG_MS)).toBe(outcome)
})

/** Issues a certificate to itself for a name, and calls with the files. */
async function withCertificate(subject: string, altName: string, use: (key: string, cert: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-remote-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-subj', `/CN=${subject}`, '-addext', `subjectAltName=${altName}`, '-days', '2']
  const made = ['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await run([...made, '-keyout', key, '-out', cert, ...names])
  await use(key, cert)
  rmSync(folder, { recursive: true })
}

labTest('a certificate is trusted if its root is', { programs: ['openssl'] }, () =>
  withCertificate('127.0.0.1', 'IP:127.0.0.1', async (key, cert) => {
    await using server = await startServer({ args: ['--tls-cert', cert, '--tls-key', key] })
    const url = `https://127.0.0.1:${server.port}`
    const stranger = await runLine(['ip', '--server', url])
    expect(stranger.code).toBe(2)
    expect(stranger.err).toStartWith(
      `doorstep: ${url}/ cannot be asked: its certificate is not from an authority that is trusted`,
    )
    expect(stranger.err).toMatch(/\([A-Z_]*(CERT|SIGNED)[A-Z_]*\).* add --extra-ca FILE with its certificate\n$/)
    expect((await runLine(['ip', '--server', url, '--lang', 'ko'])).err).toContain('--extra-ca FILE 옵션으로 그 인증서를')
    expect(await runLine(['ip', '--server', url, '--extra-ca', cert])).toEqual({ code: 0, out: '127.0.0.1\n', err: '' })
  }),
)

/** Returns what a server is asked over one address, or the code of the failure. */
async function askedAt(url: string, family: 4 | 6, root: string | null): Promise<string> {
  const request = {
    url: new URL(url),
    address: ADDRESSES[family],
    method: 'GET',
    headers: {},
    body: null,
    timeoutMs: 3000,
  } as const
  try {
    return await wholeText((await askRemote({ ...request, roots: root === null ? null : [root] })).chunks)
  } catch (error) {
    return error instanceof RemoteFailure ? error.code : String(error)
  }
}

test('an address is connected to under the name, also where a connection to another was kept for it', async () => {
  const start = (hostname: string, port: number) =>
    Bun.serve({
      hostname,
      port,
      fetch: (request, server) => new Response(`${server.requestIP(request)?.address} ${request.headers.get('host')}`),
    })
  const servers = await onBoth(start, ({ port }) => port ?? 0)
  using _ = nameHas([])
  const url = `http://${NAME}:${servers.port}/`
  for (const family of [4, 6, 6, 4] as const)
    expect(await askedAt(url, family, null)).toBe(`${ADDRESSES[family].address} ${NAME}:${servers.port}`)
  await Promise.all([servers[4].stop(true), servers[6].stop(true)])
  expect(await askedAt(url, 4, null)).toBe('ECONNREFUSED')
})

labTest('the certificate has to be for the name, whatever the address', { programs: ['openssl'] }, () =>
  withCertificate(NAME, `DNS:${NAME},IP:127.0.0.1`, async (keyFile, certFile) => {
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
    const start = async (host: string, port: number) => {
      const server = https.createServer({ key, cert }, ({ headers, socket }, answer) => {
        answer.end(`${'servername' in socket ? socket.servername : ''} ${headers.host}`)
      })
      const { promise, resolve, reject } = Promise.withResolvers<typeof server>()
      server.once('error', reject)
      server.listen(port, host, () => resolve(server))
      return promise
    }
    const servers = await onBoth(start, (server) => Number(Object(server.address()).port))
    using _ = nameHas([])
    using _other = { [Symbol.dispose]: openHosts(['other.test']) }
    for (const family of [4, 6] as const) {
      expect(await askedAt(`https://${NAME}:${servers.port}/`, family, cert)).toBe(`${NAME} ${NAME}:${servers.port}`)
      expect(await askedAt(`https://${NAME}:${servers.port}/`, family, null)).toMatch(/CERT|SIGNED/)
      expect(await askedAt(`https://other.test:${servers.port}/`, family, cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
    }
    servers[4].close()
    servers[6].close()
  }),
)
