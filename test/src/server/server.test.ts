import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from '../../support/executable.ts'
import { labTest } from '../../support/lab.ts'
import { freePort, openLoopback } from '../../support/net/network.ts'
import { plainEnvironment, ROOT, startServer } from '../../support/server.ts'

async function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
  const child = Bun.spawn([...PROGRAM, ...args], {
    cwd: ROOT,
    env: { ...plainEnvironment(), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

describe('the command line', () => {
  test('a file that cannot be read ends the start with exit code 2 and one line that names flag and file', async () => {
    const wrong = await run(['--port', '0', '--city-db', '/nowhere/city.mmdb'])
    expect(wrong).toEqual({ code: 2, out: '', err: 'doorstep: --city-db: /nowhere/city.mmdb does not exist\n' })
    const variable = await run(['--port', '0'], { DOORSTEP_ASN_DB: join(ROOT, 'package.json') })
    expect(variable.err).toBe(`doorstep: --asn-db: ${join(ROOT, 'package.json')} is not an MMDB file: it has no metadata\n`)
  })

  test('an address that is not of this machine ends the start with exit code 2 and names the flag', async () => {
    const wrong = await run(['--host', '192.0.2.1', '--port', '0'])
    expect(wrong).toEqual({ code: 2, out: '', err: 'doorstep: --host: 192.0.2.1 is not an address of this machine\n' })
  })

  test('--log-level error says nothing at a good start and a good stop', async () => {
    const port = freePort()
    const child = Bun.spawn([...PROGRAM, '--port', String(port), '--log-level', 'error'], {
      cwd: ROOT,
      env: plainEnvironment(),
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const close = openLoopback()
    const answers = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await answers())) await Bun.sleep(20)
    close()
    child.kill('SIGINT')
    expect([await child.exited, await new Response(child.stdout).text()]).toEqual([0, ''])
  })
})

describe('the log', () => {
  test('whose reader has gone does not stop the server', async () => {
    const child = Bun.spawn([...PROGRAM, '--port', '0'], { cwd: ROOT, env: plainEnvironment(), stdout: 'pipe', stderr: 'pipe' })
    try {
      const reader = child.stdout.getReader()
      const { value } = await reader.read()
      const port = Number(/:(\d+)"/.exec(new TextDecoder().decode(value))?.[1])
      await reader.cancel()
      const close = openLoopback()
      for (let count = 0; count < 3; count++) {
        child.kill('SIGHUP')
        await Bun.sleep(100)
      }
      expect(await (await fetch(`http://127.0.0.1:${port}/api/ip`)).text()).toBe('127.0.0.1')
      close()
    } finally {
      child.kill('SIGKILL')
      await child.exited
    }
  })

  test('does not mention clients that go away in the middle of a body', async () => {
    await using server = await startServer()
    for (let count = 0; count < 20; count++) {
      const socket = await Bun.connect({ hostname: '127.0.0.1', port: server.port, socket: { data() {} } })
      socket.write(
        'POST /api/tools/ip-lookup HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"ip"',
      )
      await Bun.sleep(10)
      socket.terminate()
    }
    await Bun.sleep(200)
    expect([await (await fetch(`${server.url}/healthz`)).json(), server.output.length]).toEqual([{ status: 'ok' }, 1])
  })
})

const NO_IPV6 = `#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <sys/socket.h>
int socket(int domain, int type, int protocol) {
  if (domain == AF_INET6) { errno = EAFNOSUPPORT; return -1; }
  return ((int (*)(int, int, int))dlsym(RTLD_NEXT, "socket"))(domain, type, protocol);
}`

labTest('where the kernel has no IPv6 the default is IPv4 alone', { programs: ['cc'] }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-noipv6-'))
  try {
    writeFileSync(join(folder, 'shim.c'), NO_IPV6)
    expect(
      Bun.spawnSync(['cc', '-shared', '-fPIC', '-o', join(folder, 'shim.so'), join(folder, 'shim.c'), '-ldl']).exitCode,
    ).toBe(0)
    const env = { LD_PRELOAD: join(folder, 'shim.so') }
    await using server = await startServer({ env })
    expect(server.output[0]).toContain('"url":"http://0.0.0.0:')
    expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe('127.0.0.1')
    expect(await run(['--host', '::1', '--port', '0'], env)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--host: ::1 belongs to an address family'),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
