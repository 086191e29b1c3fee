// The end of a server: without losing a request, and without delay.
import { describe, expect, test } from 'bun:test'
import { PROGRAM } from '../../support/executable.ts'
import { openLoopback } from '../../support/net/network.ts'
import { atTerminal } from '../../support/process/terminal.ts'
import { bodyOf, type Server, sendRaw, startServer } from '../../support/server.ts'

const ENOUGH_ANSWERS = 100
/** Less than the two seconds for which a server lingers after SIGTERM. */
const AT_ONCE_MS = 1900

/** Waits until the server has read everything that was sent before: it reads in the order of arrival. */
async function hasRead({ url }: Server): Promise<void> {
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
}

async function isStopping({ output }: Server): Promise<void> {
  while (!output.some((line) => line.includes('stopping'))) await Bun.sleep(5)
}

describe('SIGTERM', () => {
  test('stops the server with exit code 0; clients that heed Connection: close do not lose a request', async () => {
    await using server = await startServer()
    const counts = { answered: 0, asked: 0 }
    let stillAsking = 20
    const client = async () => {
      for (let going = true; going; ) {
        counts.asked++
        const answer = await fetch(`${server.url}/api/ip`)
        if ((await answer.text()) === '127.0.0.1') counts.answered++
        going = answer.headers.get('connection') !== 'close'
      }
      stillAsking--
    }
    const clients = Array.from({ length: 20 }, client)
    while (counts.answered < ENOUGH_ANSWERS) await Bun.sleep(1)
    expect(stillAsking).toBe(20)
    server.kill('SIGTERM')
    await Promise.all(clients)
    expect(counts.answered).toBe(counts.asked)
    expect(await server.exited).toBe(0)
    await expect(fetch(`${server.url}/api/ip`)).rejects.toThrow()
  })

  test('turns /readyz to 503 while it is still answering, with Connection: close', async () => {
    await using server = await startServer()
    server.kill('SIGTERM')
    await isStopping(server)
    const answer = await fetch(`${server.url}/readyz`)
    expect([answer.status, await bodyOf(answer)]).toEqual([503, { status: 'stopping' }])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    for (const request of ['GET /healthz', 'GET /nope', 'OPTIONS /api/ip', 'DELETE /api/ip'])
      expect((await sendRaw(server.port, `${request} HTTP/1.1\r\nHost: x\r\n\r\n`)).toLowerCase()).toContain('connection: close')
  })

  test('lets a request end that is still being sent, and takes 10 seconds at most', async () => {
    await using server = await startServer()
    const head =
      'POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{"ip":"8.8.'
    const { promise, resolve } = Promise.withResolvers<string>()
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port: server.port,
      socket: { data: (_, chunk) => resolve(chunk.toString()), close: () => resolve('cut') },
    })
    socket.write(head)
    await hasRead(server)
    const started = performance.now()
    server.kill('SIGTERM')
    await Bun.sleep(2500)
    socket.write('8.8"}')
    expect(await promise).toStartWith('HTTP/1.1 200 ')
    expect(await server.exited).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_500)
  })
})

/** Opens a request whose body never ends. */
async function hangingRequest(server: Server): Promise<AsyncDisposable> {
  const socket = await Bun.connect({ hostname: '127.0.0.1', port: server.port, socket: { data() {} } })
  socket.write('POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{')
  await hasRead(server)
  return { [Symbol.asyncDispose]: async () => void socket.terminate() }
}

async function endOf(server: Server): Promise<{ code: number; tookMs: number }> {
  const started = performance.now()
  return { code: await server.exited, tookMs: performance.now() - started }
}

describe('SIGINT, which is Ctrl-C at a terminal', () => {
  test.each([
    ['SIGINT', 'SIGINT', 130],
    ['SIGTERM', 'SIGINT', 130],
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGINT', 'SIGTERM', 143],
  ] as const)('%s and then %s end the server at once, whatever is running', async (first, second, expected) => {
    await using server = await startServer()
    await using _ = await hangingRequest(server)
    server.kill(first)
    await isStopping(server)
    server.kill(second)
    const { code, tookMs } = await endOf(server)
    expect(code).toBe(expected)
    expect(tookMs).toBeLessThan(AT_ONCE_MS)
  })
})

// The start line: for a person at a terminal, and for a program.

test('at a terminal it is an address to click, and a command that answers', async () => {
  await using terminal = atTerminal([...PROGRAM, '--port', '0'])
  const line = await terminal.saw(/listening url=http:\/\/localhost:\d+\/ version=/)
  const [url = ''] = /http:\/\/localhost:\d+\//.exec(line) ?? []
  const close = openLoopback()
  expect((await fetch(url)).status).toBe(200)
  const [, path = '', body = ''] = /Try: curl -s '([^']+)' --json '([^']+)'/.exec(await terminal.saw(/Try: curl .*\}'/)) ?? []
  expect(path).toStartWith(url)
  const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect(await answer.text()).toMatch(/^Minecraft .* needs TCP 25565 forwarded \(ASUS\)/)
  close()
})
