// `doorstep healthcheck`, as a supervisor runs it, against servers in every state.
import { afterAll, describe, expect, test } from 'bun:test'
import { FROM_SOURCE, plainEnvironment, startServer } from '../../../support/server.ts'

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function healthcheck(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = Bun.spawn([...FROM_SOURCE, 'healthcheck', ...args], {
    env: { ...plainEnvironment(), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { code, out, err }
}

const READY = { code: 0, out: 'ready\n', err: '' }
const notReady = (port: number, why: string) => ({ code: 1, out: '', err: `doorstep: not ready: port ${port} ${why}\n` })

describe('a server that is ready', () => {
  test.each(['::', '0.0.0.0', '127.0.0.1', '::1', 'localhost'])('on %s', async (host) => {
    await using server = await startServer({ args: ['--host', host] })
    expect(await healthcheck(['--host', host, '--port', `${server.port}`])).toEqual(READY)
  })

  test('is found by the variables that started it, past a proxy for HTTP', async () => {
    await using server = await startServer()
    const env = { DOORSTEP_PORT: `${server.port}`, HTTP_PROXY: 'http://127.0.0.1:1', http_proxy: 'http://127.0.0.1:1' }
    expect(await healthcheck([], env)).toEqual(READY)
  })
})

test('a server that is stopping is not ready', async () => {
  await using server = await startServer()
  server.kill('SIGTERM')
  while (!server.output.join('').includes('stopping')) await Bun.sleep(5)
  expect(await healthcheck(['--port', `${server.port}`])).toEqual(notReady(server.port, 'answered 503'))
})

test('a port that nobody listens on is not ready', async () => {
  const freed = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  freed.stop(true)
  expect(await healthcheck(['--port', `${freed.port}`])).toEqual(notReady(freed.port, 'does not accept connections'))
})

describe('a listener that is not doorstep', () => {
  const listeners: { stop(now: boolean): void }[] = []
  afterAll(() => {
    for (const listener of listeners) listener.stop(true)
  })
  const listen = (open: (socket: Bun.Socket) => void) => {
    const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { open, data() {} } })
    listeners.push(listener)
    return listener.port
  }

  test('that says nothing is given up', async () => {
    const port = listen(() => {})
    expect(await healthcheck(['--port', `${port}`])).toEqual(notReady(port, 'did not answer within 2500 ms'))
  })

  test('that speaks something else is said to', async () => {
    const port = listen((socket) => void socket.write('220 mail.example ESMTP\r\n'))
    expect(await healthcheck(['--port', `${port}`])).toEqual(notReady(port, 'does not speak HTTP'))
  })

  test('that never ends its line is not read to the end', async () => {
    const port = listen((socket) => void socket.write('HTTP/1.1 200'.padEnd(1_000_000, 'x')))
    expect(await healthcheck(['--port', `${port}`])).toEqual(notReady(port, 'does not speak HTTP'))
  })

  test('that hangs up is not ready', async () => {
    const port = listen((socket) => void socket.end())
    expect(await healthcheck(['--port', `${port}`])).toEqual(notReady(port, 'closed the connection without an answer'))
  })
})

test('settings that cannot be checked are mistakes of use', async () => {
  expect(await healthcheck(['--port', '0'])).toMatchObject({ code: 2, err: expect.stringContaining('--port: 0') })
  expect(await healthcheck(['--prot', '1'])).toMatchObject({ code: 2, err: expect.stringContaining('did you mean --port?') })
})
