// The log of requests; also a log that is not read, which must not delay anything.
import { describe, expect, test } from 'bun:test'
import { openSync } from 'node:fs'
import { PROGRAM } from '../../../support/executable.ts'
import { openLoopback } from '../../../support/net/network.ts'
import { launch } from '../../../support/process/socket-server.ts'
import { plainEnvironment, postTool, ROOT, type Server, sendRaw, startServer } from '../../../support/server.ts'

/** Returns the lines of the access log, once there are that many. */
async function requestsIn({ output }: Server, count: number): Promise<Record<string, unknown>[]> {
  const lines = () => output.filter((line) => line.includes('"message":"request"'))
  for (let tries = 0; tries < 250 && lines().length < count; tries++) await Bun.sleep(20)
  return lines().map((line) => JSON.parse(line))
}

const PROXIED = ['--trusted-proxies', '127.0.0.0/8']
const ID = expect.stringMatching(/^[0-9a-f-]{36}$/)

describe('--access-log', () => {
  test('has a line for every request, whichever route answers it', async () => {
    await using server = await startServer({ args: ['--access-log'] })
    await fetch(`${server.url}/api/ip?token=secret`)
    await postTool(server.url, 'ip-lookup', { ip: '8.8.8.8' })
    await postTool(server.url, 'ip-lookup', { ip: 'secret' })
    await fetch(`${server.url}/secretless/path?secret`)
    await fetch(`${server.url}/api/ip`, { method: 'DELETE' })
    await fetch(`${server.url}/api/ip`, { method: 'OPTIONS' })
    await sendRaw(server.port, 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n')
    const lines = await requestsIn(server, 6)
    const kinds = lines.map(({ method, path, status, tool, code }) => [method, path, status, tool, code])
    expect(kinds.slice(0, 6)).toEqual([
      ['GET', '/api/ip', 200, 'ip', undefined],
      ['POST', '/api/tools/ip-lookup', 200, 'ip-lookup', undefined],
      ['POST', '/api/tools/ip-lookup', 422, 'ip-lookup', 'invalid-target'],
      ['GET', '/secretless/path', 404, undefined, 'not-found'],
      ['DELETE', '/api/ip', 405, 'ip', 'method-not-allowed'],
      ['OPTIONS', '/api/ip', 204, 'ip', undefined],
    ])
    for (const line of lines) expect(line).toMatchObject({ level: 'info', ms: expect.any(Number), requestId: ID })
    expect(server.output.join('\n')).not.toMatch(/token|"secret|secret"|127\.0\.0\.1|8\.8\.8\.8/)
  })

  test.each([
    ['on', undefined],
    ['truncated', ['198.51.100.0/24', '2001:db8:1::/48', null]],
    ['full', ['198.51.100.7', '2001:db8:1:2::3', null]],
  ])('%s says so much of the address', async (setting, clients) => {
    await using server = await startServer({ args: ['--access-log', setting, ...PROXIED] })
    for (const client of ['198.51.100.7', '2001:db8:1:2::3', 'unknown'])
      await fetch(`${server.url}/api/ip`, { headers: { 'x-forwarded-for': client } })
    const lines = await requestsIn(server, 3)
    expect(lines.map(({ client }) => client)).toEqual(clients ?? [undefined, undefined, undefined])
  })

  test('is silent by default, and where the level hides it the log says so', async () => {
    await using silent = await startServer()
    await fetch(`${silent.url}/api/ip`)
    await Bun.sleep(100)
    expect(silent.output).toHaveLength(1)
    await using hidden = launch({ args: ['--port', '0', '--access-log', 'on', '--log-level', 'warn'] })
    await hidden.wrote(/--log-level warn hides the access log: set --log-level info/)
  })

  test('tells of a stream when it is over, with the code of the problem that ends it', async () => {
    const command = [process.execPath, `${ROOT}/test/support/process/stepped-server.ts`]
    await using server = await startServer({ command, args: ['--access-log'] })
    const step = (name: string) => postTool(server.url, 'step', { run: 'one', name })
    const answer = postTool(server.url, 'stepped', { ip: '8.8.8.8', run: 'one' }, { accept: 'application/x-ndjson' })
    await step('event')
    const stream = await answer
    const id = stream.headers.get('x-request-id')
    expect((await requestsIn(server, 1)).map(({ tool }) => tool)).toEqual(['step'])
    await step('fail')
    expect(await stream.text()).toContain('"code":"internal"')
    const lines = await requestsIn(server, 3)
    expect(lines.find(({ tool }) => tool === 'stepped')).toMatchObject({ status: 200, code: 'internal', requestId: id })
    expect(server.output.find((line) => line.includes('a tool failed'))).toContain(`"requestId":"${id}"`)
  })
})

describe('a log that cannot be written', () => {
  /**
   * Starts a server whose standard output is that file or pipe, on a port that only its answers show, and returns the number of answers.
   */
  async function answersWith(stdout: 'pipe' | number, after: (child: Bun.Subprocess) => Promise<void>): Promise<number> {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const child = Bun.spawn([...PROGRAM, '--host', '127.0.0.1', '--port', String(port), '--access-log', 'full'], {
      cwd: ROOT,
      env: plainEnvironment(),
      stdin: 'ignore',
      stdout,
      stderr: 'inherit',
    })
    const close = openLoopback()
    try {
      const ask = () => fetch(`http://127.0.0.1:${port}/api/ip`).then((answer) => answer.text())
      for (let tries = 0; tries < 200 && (await ask().catch(() => '')) === ''; tries++) await Bun.sleep(50)
      await after(child)
      let answered = 0
      for (let round = 0; round < 100; round++) {
        const texts = await Promise.all(Array.from({ length: 20 }, ask))
        answered += texts.filter((text) => text === '127.0.0.1').length
      }
      return answered
    } finally {
      close()
      child.kill('SIGKILL')
      await child.exited
    }
  }

  const gone = async ({ stdout }: Bun.Subprocess) => {
    if (stdout instanceof ReadableStream) await stdout.cancel()
  }
  test.each([
    ['the disk is full', () => openSync('/dev/full', 'w'), async () => {}],
    ['its pipe is not read', () => 'pipe' as const, async () => {}],
    ['its reader has gone', () => 'pipe' as const, gone],
  ])('because %s does not delay requests', async (_, stdout, after) => expect(await answersWith(stdout(), after)).toBe(2000))
})
