import { describe, expect, test } from 'bun:test'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { bodyOf, FROM_SOURCE, ROOT, sendRaw, startServer } from '../support/server.ts'

async function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([...FROM_SOURCE, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

describe('SIGTERM', () => {
  test('stops the server with exit code 0; clients that heed Connection: close lose not one request', async () => {
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
    await Bun.sleep(300)
    expect(stillAsking).toBe(20)
    server.kill('SIGTERM')
    await Promise.all(clients)
    expect(counts.answered).toBe(counts.asked)
    expect(counts.answered).toBeGreaterThan(100)
    expect(await server.exited).toBe(0)
    await expect(fetch(`${server.url}/api/ip`)).rejects.toThrow()
  }, 20_000)

  test('turns /readyz to 503 while it is still answering, with Connection: close', async () => {
    await using server = await startServer()
    server.kill('SIGTERM')
    for (let tries = 0; tries < 50 && !server.output.some((line) => line.includes('stopping')); tries++) await Bun.sleep(10)
    const answer = await fetch(`${server.url}/readyz`)
    expect(answer.status).toBe(503)
    expect(await bodyOf(answer)).toEqual({ status: 'stopping' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect((await sendRaw(server.port, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')).toLowerCase()).toContain('connection: close')
  }, 20_000)

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
    await Bun.sleep(100)
    const started = performance.now()
    server.kill('SIGTERM')
    await Bun.sleep(2500)
    socket.write('8.8"}')
    expect(await promise).toStartWith('HTTP/1.1 200 ')
    expect(await server.exited).toBe(0)
    expect(performance.now() - started).toBeLessThan(10_500)
  }, 20_000)
})

describe('the command line', () => {
  test('--version and --help answer and end', async () => {
    const { version } = await Bun.file(join(ROOT, 'package.json')).json()
    expect(await run(['--version'])).toEqual({ code: 0, out: `doorstep ${version}\n`, err: '' })
    const help = await run(['--help'])
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(help.out).toContain('--trusted-proxies CIDR,...')
  })

  test('a value that does not parse ends the start with exit code 2 and one line', async () => {
    const wrong = await run(['--port', '99999'])
    expect(wrong).toEqual({ code: 2, out: '', err: 'doorstep: --port: "99999" is no port from 0 to 65535\n' })
    expect(await run([], { DOORSTEP_LOG_LEVEL: 'loud' })).toMatchObject({
      code: 2,
      err: expect.stringContaining('DOORSTEP_LOG_LEVEL'),
    })
    expect(await run(['--redis-url', 'redis://x'])).toMatchObject({ code: 2, err: expect.stringContaining("'--redis-url'") })
  })

  test('a file that cannot be read ends the start with exit code 2 and one line that names flag and file', async () => {
    const wrong = await run(['--port', '0', '--city-db', '/nowhere/city.mmdb'])
    expect(wrong).toEqual({ code: 2, out: '', err: 'doorstep: --city-db: /nowhere/city.mmdb cannot be read\n' })
    const variable = await run(['--port', '0'], { DOORSTEP_ASN_DB: join(ROOT, 'package.json') })
    expect(variable.err).toBe(`doorstep: --asn-db: ${join(ROOT, 'package.json')} is no MMDB file\n`)
  })

  test('a port that is taken ends the start with exit code 1 and one line', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address()
        resolve(typeof address === 'object' && address ? address.port : 0)
      })
    })
    const { code, err } = await run(['--host', '127.0.0.1', '--port', String(port)])
    other.close()
    expect(code).toBe(1)
    expect(err).toBe(`doorstep: port ${port} on 127.0.0.1 is in use: choose another with --port\n`)
  })

  test('--host 127.0.0.1 listens there alone, and the start line says where', async () => {
    await using server = await startServer({ args: ['--host', '127.0.0.1'] })
    expect(server.output[0]).toContain(`"url":"http://127.0.0.1:${server.port}"`)
    expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe('127.0.0.1')
    await expect(fetch(`http://[::1]:${server.port}/api/ip`)).rejects.toThrow()
  })

  test('--log-level error says nothing at a good start and a good stop', async () => {
    const child = Bun.spawn([...FROM_SOURCE, '--port', '0', '--log-level', 'error'], {
      cwd: ROOT,
      stdout: 'pipe',
      stderr: 'pipe',
    })
    await Bun.sleep(1000)
    child.kill('SIGINT')
    expect(await child.exited).toBe(0)
    expect(await new Response(child.stdout).text()).toBe('')
  }, 15_000)
})
