// HTTPS: its answers, the effect of SIGHUP, and the errors about files that cannot be used.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasProgram, labTest } from '../../../support/lab.ts'
import { spawnLine } from '../../../support/process/command-line.ts'
import { bodyOf, type Server, startServer } from '../../../support/server.ts'
import { sharedFolder } from '../../../support/shared.ts'
import { type Issued, Pki } from '../../../support/tls/pki.ts'
import { until } from '../../../support/until.ts'

const OPENSSL = { programs: ['openssl'] }
let pki: Pki
let [one, two, expired, later]: Issued[] = []

const folder = sharedFolder('tls')
beforeAll(async () => {
  if (!hasProgram('openssl')) return
  pki = new Pki()
  one = await pki.issue('one', { san: ['IP:127.0.0.1'] })
  two = await pki.issue('two', { san: ['IP:127.0.0.1'] })
  expired = await pki.issue('expired', { from: -10, to: -1 })
  later = await pki.issue('later', { from: 2, to: 9 })
})
afterAll(() => pki?.[Symbol.dispose]())

/** Returns the files that a server is started with, which a test may change. */
function put(issued: Issued | undefined, name: string): { cert: string; key: string; args: string[] } {
  if (!issued) throw new Error('there is no such certificate')
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
  copyFileSync(issued.certificate, cert)
  copyFileSync(issued.key, key)
  return { cert, key, args: ['--tls-cert', cert, '--tls-key', key] }
}

const ANYBODY = { tls: { rejectUnauthorized: false }, keepalive: false }
const secure = ({ port }: Server, path: string) => `https://127.0.0.1:${port}${path}`

async function openssl(server: Server, ...args: readonly string[]): Promise<string> {
  const child = Bun.spawn(['openssl', 's_client', '-connect', `127.0.0.1:${server.port}`, ...args], {
    stdin: new Blob([]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return (await new Response(child.stdout).text()) + (await new Response(child.stderr).text())
}

const subjectOf = async (server: Server): Promise<string> => /^subject=CN ?= ?(.*)$/m.exec(await openssl(server))?.[1] ?? 'none'

async function hangUp(server: Server): Promise<string> {
  const before = server.output.length
  server.kill('SIGHUP')
  await until(() => server.output.length > before)
  return server.output.slice(before).join('\n')
}

/** Opens a connection that has sent half of a request. */
async function half(server: Server): Promise<{ finish(): void; answer: Promise<string>; end(): void }> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const ready = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: server.port,
    tls: { rejectUnauthorized: false },
    socket: { data: (_, chunk) => resolve(chunk.toString()), close: () => resolve('cut'), handshake: () => ready.resolve() },
  })
  await ready.promise
  socket.write(
    'POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"ip":"8.8.',
  )
  await Bun.sleep(100)
  return { finish: () => void socket.write('8.8"}'), answer: promise, end: () => socket.terminate() }
}

describe('HTTPS', () => {
  labTest('answers as HTTP does, over TLS 1.2 and 1.3 and HTTP/1.1 alone', OPENSSL, async () => {
    await using server = await startServer({ args: put(one, 'plain').args })
    expect(server.output[0]).toContain('"url":"https://')
    expect(await (await fetch(secure(server, '/api/ip'), ANYBODY)).text()).toBe('127.0.0.1')
    const post = (body: string, accept = '*/*') =>
      fetch(secure(server, '/api/tools/ip-lookup'), {
        ...ANYBODY,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body,
      })
    expect((await bodyOf(await post('{"ip":"8.8.8.8"}'))).ip).toBe('8.8.8.8')
    expect(await (await post('{"ip":"8.8.8.8"}', 'text/event-stream')).text()).toStartWith('event: result\n')
    expect((await post(`{"ip":"${'8'.repeat(20_000)}"}`)).status).toBe(413)
    expect(await openssl(server, '-tls1_2')).toContain('New, TLSv1.2')
    expect(await openssl(server, '-tls1_3', '-alpn', 'h2,http/1.1')).not.toMatch(/ALPN protocol: h2/)
    for (const old of ['-tls1', '-tls1_1'])
      expect(await openssl(server, old, '-cipher', 'DEFAULT@SECLEVEL=0')).toMatch(/alert protocol version|New, \(NONE\)/)
    await expect(fetch(`http://127.0.0.1:${server.port}/api/ip`)).rejects.toThrow()
  })

  labTest(
    'every answer asks browsers to come back over TLS, for a day and under this name alone; over plain HTTP none does',
    OPENSSL,
    async () => {
      await using server = await startServer({ args: put(one, 'strict').args })
      await using plain = await startServer()
      for (const [path, method] of [
        ['/api/ip', 'GET'],
        ['/api/ip', 'HEAD'],
        ['/api/tools', 'GET'],
        ['/nothing', 'GET'],
        ['/mcp', 'GET'],
        ['/mcp', 'OPTIONS'],
        ['/', 'GET'],
      ] as const) {
        const { headers } = await fetch(secure(server, path), { ...ANYBODY, method })
        expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=86400'])
        expect((await fetch(`${plain.url}${path}`, { method })).headers.get('strict-transport-security')).toBeNull()
      }
    },
  )

  labTest('SIGHUP presents the new certificate; requests that are running are answered', OPENSSL, async () => {
    const { cert, key, args } = put(one, 'renewed')
    await using server = await startServer({ args })
    for (const next of [two, one, two]) {
      const running = await half(server)
      put(next, 'renewed')
      expect(await hangUp(server)).toContain('"message":"reloaded"')
      expect(await subjectOf(server)).toBe(next?.name ?? '')
      running.finish()
      expect(await running.answer).toStartWith('HTTP/1.1 200 ')
      running.end()
    }
    copyFileSync(one?.certificate ?? '', cert)
    expect(await hangUp(server)).toContain(`${key} does not belong to the first certificate in ${cert}`)
    expect(await subjectOf(server)).toBe('two')
  })

  labTest('not one new connection is lost while certificates change', OPENSSL, async () => {
    await using server = await startServer({ args: put(one, 'busy').args })
    const counts = { answered: 0, lost: 0 }
    let going = true
    const client = async () => {
      while (going) {
        const text = await fetch(secure(server, '/api/ip'), ANYBODY).then((answer) => answer.text(), String)
        counts[text === '127.0.0.1' ? 'answered' : 'lost']++
      }
    }
    const clients = Array.from({ length: 8 }, client)
    for (let change = 0; change < 4; change++) {
      put(change % 2 === 0 ? two : one, 'busy')
      await hangUp(server)
      expect(await subjectOf(server)).toBe(change % 2 === 0 ? 'two' : 'one')
      // Longer than the old listener lives.
      await Bun.sleep(3300)
    }
    going = false
    await Promise.all(clients)
    expect(counts.lost).toBe(0)
    expect(counts.answered).toBeGreaterThan(200)
  })

  labTest('SIGHUP keeps what it has where the files cannot be used', OPENSSL, async () => {
    const { cert, args } = put(one, 'kept')
    await using server = await startServer({ args })
    put(expired, 'kept')
    expect(await hangUp(server)).toContain(`the certificate in ${cert} expired on 20`)
    rmSync(cert)
    expect(await hangUp(server)).toContain(`${cert} does not exist`)
    expect(await subjectOf(server)).toBe('one')
    expect(await (await fetch(secure(server, '/healthz'), ANYBODY)).json()).toEqual({ status: 'ok' })
  })

  labTest('a request on a connection from before the change is answered when the server stops', OPENSSL, async () => {
    await using server = await startServer({ args: put(one, 'stop').args })
    const running = await half(server)
    put(two, 'stop')
    await hangUp(server)
    server.kill('SIGTERM')
    await Bun.sleep(2500)
    running.finish()
    expect(await running.answer).toStartWith('HTTP/1.1 200 ')
    expect(await server.exited).toBe(0)
  })

  labTest('a port that is in use is told, as without TLS', OPENSSL, async () => {
    await using server = await startServer({ args: put(one, 'first').args })
    const { code, err } = await spawnLine(['--port', String(server.port), ...put(one, 'second').args])
    expect([code, err]).toEqual([1, expect.stringContaining(`port ${server.port} on :: is in use`)])
  })
})

describe('files that cannot be used end the start with the flag, the file and what to change', () => {
  test('one without the other', async () => {
    for (const [one, other] of [
      ['--tls-cert', '--tls-key'],
      ['--tls-key', '--tls-cert'],
    ] as const)
      expect(await spawnLine([one, 'x.pem'])).toEqual({ code: 2, out: '', err: `doorstep: ${one} requires ${other}\n` })
  })

  labTest('mistakes', OPENSSL, async () => {
    const { cert, key } = put(one, 'mistaken')
    const garbage = join(folder, 'garbage.pem')
    writeFileSync(garbage, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
    const locked = join(folder, 'locked.key')
    const made = Bun.spawnSync(['openssl', 'pkey', '-in', key, '-aes128', '-passout', 'pass:x', '-out', locked])
    expect(made.exitCode).toBe(0)
    expect(readFileSync(locked, 'utf8')).toContain('ENCRYPTED')
    const mistakes: [string, string, string][] = [
      [cert, two?.key ?? '', `--tls-key: ${two?.key} does not belong to the first certificate in ${cert}`],
      [key, key, `--tls-cert: ${key} does not contain a PEM certificate`],
      [garbage, key, `--tls-cert: certificate 1 in ${garbage} cannot be read`],
      [cert, cert, `--tls-key: ${cert} does not contain a PEM private key`],
      [cert, locked, `--tls-key: ${locked} is encrypted: decrypt it with openssl pkey`],
      ['/nowhere.pem', key, '--tls-cert: /nowhere.pem does not exist'],
      [cert, folder, `--tls-key: ${folder} is a folder`],
    ]
    for (const [certPath, keyPath, message] of mistakes) {
      const { code, err } = await spawnLine(['--port', '0', '--tls-cert', certPath, '--tls-key', keyPath])
      expect([code, err]).toEqual([2, expect.stringContaining(message)])
    }
  })

  labTest('dates are a warning: the clock may be wrong', OPENSSL, async () => {
    await using old = await startServer({ args: put(expired, 'old').args })
    expect(old.output[0]).toContain('expired on 20')
    await using young = await startServer({ args: put(later, 'young').args })
    expect(young.output[0]).toContain('is not valid before 20')
    const checked = await spawnLine(['check', ...put(expired, 'checked').args])
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('--tls-cert: warning: ')])
  })
})
