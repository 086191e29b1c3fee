// Several processes on one port, as their operator sees them.
import { describe, expect, test } from 'bun:test'
import { forwardLines } from '../../../../src/server/workers/parent.ts'
import { spawnLine } from '../../../support/process/command-line.ts'
import { childrenOf, isRunning } from '../../../support/process/processes.ts'
import { type Server, startServer } from '../../../support/server.ts'
import { until } from '../../../support/until.ts'

const WORKERS = ['--workers', '2']
/** Less than the two seconds for which a server lingers after SIGTERM. */
const AT_ONCE_MS = 1900

const lines = ({ output }: Server, message: string) => output.filter((line) => line.includes(`"message":"${message}`))

/** Returns the statuses of requests over so many connections that every worker answers some. */
async function everybodyAnswers(server: Server, path: string): Promise<Set<number>> {
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => fetch(`${server.url}${path}`, { keepalive: false, headers: { connection: 'close' } })),
  )
  return new Set(answers.map(({ status }) => status))
}

test('a port that is taken is reported once, and ends the start with exit code 1', async () => {
  const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = other
  const { code, err } = await spawnLine(['--host', '127.0.0.1', '--port', String(port), ...WORKERS])
  other.stop()
  expect([code, err]).toEqual([1, `doorstep: port ${port} on 127.0.0.1 is in use: choose another with --port\n`])
})

describe('a worker that ends', () => {
  test('is replaced at once, then after a pause, and the log says so', async () => {
    await using server = await startServer({ args: WORKERS })
    const [first = 0] = childrenOf(server.pid)
    for (const pauses of [1, 2]) {
      const [others, victim = first] = [childrenOf(server.pid).length, childrenOf(server.pid).at(-1)]
      expect(others).toBe(2)
      process.kill(victim, 'SIGKILL')
      await until(() => lines(server, 'a worker has ended').length === pauses && childrenOf(server.pid).length === 2)
      await Bun.sleep(500)
    }
    expect(lines(server, 'a worker has ended').map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', signal: 'SIGKILL', pauseMs: 0 },
      { level: 'error', signal: 'SIGKILL', pauseMs: 500 },
    ])
    expect(await everybodyAnswers(server, '/api/ip')).toEqual(new Set([200]))
    expect(lines(server, 'listening')).toHaveLength(1)
  })
})

describe('signals', () => {
  test('SIGHUP reaches all', async () => {
    await using server = await startServer({ args: WORKERS })
    server.kill('SIGHUP')
    await until(() => lines(server, 'nothing to reload').length === 2)
  })

  test('SIGTERM turns all to 503 while they are still answering, and ends them with exit code 0', async () => {
    await using server = await startServer({ args: WORKERS })
    const workers = childrenOf(server.pid)
    server.kill('SIGTERM')
    await until(() => lines(server, 'stopping').length > 0)
    await Bun.sleep(100)
    expect([await everybodyAnswers(server, '/readyz'), await server.exited]).toEqual([new Set([503]), 0])
    expect(workers.filter(isRunning)).toEqual([])
    expect(lines(server, 'stopping')).toHaveLength(1)
    expect(lines(server, 'a worker has ended')).toEqual([])
  })

  test('Ctrl-C ends all at once if nothing is running, and a second signal whatever is', async () => {
    await using idle = await startServer({ args: WORKERS })
    const startedMs = performance.now()
    idle.kill('SIGINT')
    expect(await idle.exited).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(AT_ONCE_MS)

    await using busy = await startServer({ args: WORKERS })
    const workers = childrenOf(busy.pid)
    const socket = await Bun.connect({ hostname: '127.0.0.1', port: busy.port, socket: { data() {} } })
    socket.write('POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n{')
    await everybodyAnswers(busy, '/healthz')
    busy.kill('SIGINT')
    await until(() => lines(busy, 'stopping').length > 0)
    await Bun.sleep(300)
    expect(childrenOf(busy.pid)).toHaveLength(1)
    busy.kill('SIGINT')
    expect(await busy.exited).toBe(130)
    await until(() => !workers.some(isRunning))
    socket.terminate()
  })

  test('a parent that is killed leaves no worker behind', async () => {
    await using server = await startServer({ args: WORKERS })
    const workers = childrenOf(server.pid)
    expect(workers).toHaveLength(2)
    server.kill('SIGKILL')
    await server.exited
    await until(() => !workers.some(isRunning))
    await expect(fetch(`${server.url}/api/ip`)).rejects.toThrow()
  })
})

async function forwarded(...chunks: string[]): Promise<string[]> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk))
      controller.close()
    },
  })
  const written: string[] = []
  await forwardLines(stream, async (lines) => void written.push(Buffer.from(lines).toString()))
  return written
}

test('lines leave whole, however they come', async () => {
  expect(await forwarded('one\ntwo\n')).toEqual(['one\ntwo\n'])
  expect(await forwarded('one\ntw', 'o', '\nthree\n')).toEqual(['one\n', 'two\nthree\n'])
  expect(await forwarded('한', '국\n')).toEqual(['한국\n'])
})
