// `doorstep healthcheck`, as a supervisor runs it, against servers in every state.
import { describe, expect, test } from 'bun:test'
import { outsideOf } from '../../../../src/faces/cli/outside.ts'
import { readSettings } from '../../../../src/settings/read.ts'
import { PROGRAM } from '../../../support/executable.ts'
import { labTest } from '../../../support/lab.ts'
import { PATIENT, plainEnvironment, startServer } from '../../../support/server.ts'
import { shareHosts } from '../../../support/shared.ts'
import { Pki } from '../../../support/tls/pki.ts'

type Ended = { readonly code: number; readonly out: string; readonly err: string }

async function healthcheck(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = Bun.spawn([...PROGRAM, 'healthcheck', ...args], {
    env: { ...plainEnvironment(), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err: err.replace(/^doorstep: warning: DOORSTEP_TESTING .*\n/, '') }
}

const READY = { code: 0, out: 'ready\n', err: '' }
const notReady = (port: number, why: string) => ({ code: 1, out: '', err: `doorstep: not ready: port ${port} ${why}\n` })

describe('a server that is ready', () => {
  test.each(['::', '0.0.0.0', '127.0.0.1', '::1', 'localhost'])('on %s', async (host) => {
    await using server = await startServer({ args: ['--host', host] })
    expect(await healthcheck(['--host', host, '--port', `${server.port}`], PATIENT)).toEqual(READY)
  })

  test('is found by the variables that started it, past a proxy for HTTP', async () => {
    await using server = await startServer()
    const env = { DOORSTEP_PORT: `${server.port}`, HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' }
    expect(await healthcheck([], env)).toEqual(READY)
  })
})

describe('a server that speaks HTTPS', () => {
  const OPENSSL = { programs: ['openssl'] }

  labTest('is ready, whatever its certificate names', OPENSSL, async () => {
    using pki = new Pki()
    const { certificate, key } = await pki.issue('public', { san: ['DNS:ip.example.com'] })
    const tls = ['--tls-cert', certificate, '--tls-key', key]
    await using server = await startServer({ args: tls })
    expect(await healthcheck(['--port', `${server.port}`, ...tls])).toEqual(READY)
    const env = { DOORSTEP_PORT: `${server.port}`, DOORSTEP_TLS_CERT: certificate, DOORSTEP_TLS_KEY: key }
    expect(await healthcheck([], env)).toEqual(READY)
  })

  labTest('is not ready if it does not speak TLS', OPENSSL, async () => {
    using pki = new Pki()
    const { certificate, key } = await pki.issue('public', { san: ['DNS:ip.example.com'] })
    const tls = ['--tls-cert', certificate, '--tls-key', key]
    await using plain = await startServer()
    expect(await healthcheck(['--port', `${plain.port}`, ...tls])).toEqual(
      notReady(plain.port, 'closed the connection without an answer'),
    )
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

// The doorstep outside, as the commands at home ask it.

shareHosts()

function outside(server: string) {
  const found = outsideOf(readSettings({ given: new Map([['server', server]]) }, {}).config)
  if (!found) throw new Error('no server')
  return found
}
const question = { tool: 'port-check', body: { port: 8080 }, locale: 'en', signal: new AbortController().signal } as const

test('an address has its own version of IP alone, and is not asked over the other', async () => {
  expect(await outside('http://127.0.0.1:1/').families?.()).toEqual([4])
  expect(await outside('http://[::1]:1/').families?.()).toEqual([6])
  const none = await outside('http://127.0.0.1:1/').ask({ ...question, family: 6 })
  expect(none).toEqual({ failure: 'http://127.0.0.1:1 has no IPv6 address' })
})

test('a name that is not found any more is the reason, and ends nothing', async () => {
  expect(await outside('http://doorstep.invalid/').ask({ ...question, family: 4 })).toEqual({
    failure: expect.stringMatching(/^http:\/\/doorstep\.invalid cannot be asked: its name was not found; /),
  })
})

test('it is asked at the address of the version of IP that is wanted', async () => {
  const asked: string[] = []
  await using six = Bun.serve({
    port: 0,
    hostname: '::1',
    fetch: (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return Response.json({ tool: 'port-check', proof: null })
    },
  })
  const said = await outside(`http://[::1]:${six.port}/`).ask({ ...question, family: 6 })
  expect([said, asked]).toEqual([{ answer: { tool: 'port-check', proof: null } }, ['POST /api/tools/port-check']])
})

test('its texts are cleaned where they are read, at any depth', async () => {
  const dirty = { headline: 'a\u001b[2Jb', steps: [{ text: 'c\u202ed', count: 1, none: null }] }
  await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => Response.json(dirty) })
  const said = JSON.stringify(await outside(`http://127.0.0.1:${server.port}/`).ask(question))
  expect(said).toContain('"count":1')
  expect(said).not.toMatch(/\\u001b|\u202e/)
})
