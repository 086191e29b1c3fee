// `doorstep healthcheck`, as a supervisor runs it, against servers in every state.
import { describe, expect, test } from 'bun:test'
import { labTest } from '../../../support/lab.ts'
import { spawnLine } from '../../../support/process/command-line.ts'
import { PATIENT, startServer } from '../../../support/server.ts'
import { Pki } from '../../../support/tls/pki.ts'

const healthcheck = (args: readonly string[], env: Record<string, string> = {}) => spawnLine(['healthcheck', ...args], { env })

const READY = { code: 0, out: 'ready\n', err: '' }
const notReady = (port: number, why: string) => ({ code: 1, out: '', err: `doorstep: not ready: port ${port} ${why}\n` })

describe('a server that is ready', () => {
  test.each(['::', '0.0.0.0', '127.0.0.1', '::1', 'localhost'])('on %s', async (host) => {
    await using server = await startServer({ args: ['--host', host] })
    const { code, out } = await healthcheck(['--host', host, '--port', `${server.port}`], PATIENT)
    expect([code, out]).toEqual([0, 'ready\n'])
  })

  test('is found by the variables that started it, past a proxy for HTTP', async () => {
    await using server = await startServer()
    const env = { DOORSTEP_PORT: `${server.port}`, HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' }
    expect(await healthcheck([], env)).toEqual(READY)
  })
})

describe('a server that speaks HTTPS', () => {
  const OPENSSL = { programs: ['openssl'] }

  labTest('is ready, whatever its certificate names, and not if it does not speak TLS', OPENSSL, async () => {
    using pki = new Pki()
    const { certificate, key } = await pki.issue('public', { san: ['DNS:ip.example.com'] })
    const tls = ['--tls-cert', certificate, '--tls-key', key]
    await using server = await startServer({ args: tls })
    expect(await healthcheck(['--port', `${server.port}`, ...tls])).toEqual(READY)
    await using plain = await startServer()
    const closed = notReady(plain.port, 'closed the connection without an answer')
    expect(await healthcheck(['--port', `${plain.port}`, ...tls])).toEqual(closed)
  })
})

test('a server that is stopping is not ready', async () => {
  await using server = await startServer()
  server.kill('SIGTERM')
  while (!server.output.join('').includes('stopping')) await Bun.sleep(5)
  expect(await healthcheck(['--port', `${server.port}`])).toEqual(notReady(server.port, 'answered 503'))
})

test.each([
  ['is closed', null, 'does not accept connections'],
  ['sends nothing', () => {}, 'did not answer within 2500 ms'],
  ['speaks another protocol', (socket: Bun.Socket) => void socket.write('220 mail.example ESMTP\r\n'), 'does not speak HTTP'],
  [
    'never ends its line',
    (socket: Bun.Socket) => void socket.write('HTTP/1.1 200'.padEnd(1_000_000, 'x')),
    'does not speak HTTP',
  ],
  ['closes the connection', (socket: Bun.Socket) => void socket.end(), 'closed the connection without an answer'],
])('a port that %s is not ready', async (_, open, why) => {
  using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { ...(open && { open }), data() {} } })
  const { port } = listener
  if (open === null) listener.stop(true)
  expect(await healthcheck(['--port', `${port}`])).toEqual(notReady(port, why))
})

test('settings that cannot be checked are mistakes of use', async () => {
  expect(await healthcheck(['--port', '0'])).toMatchObject({ code: 2, err: expect.stringContaining('--port: 0') })
  expect(await healthcheck(['--prot', '1'])).toMatchObject({ code: 2, err: expect.stringContaining('did you mean --port?') })
})
