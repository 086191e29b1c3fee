import { describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labTest } from '../../support/lab.ts'
import { freePort } from '../../support/net/network.ts'
import { spawnLine } from '../../support/process/command-line.ts'
import { launch } from '../../support/process/socket-server.ts'
import { ROOT, startServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'

describe('the command line', () => {
  test('a file that cannot be read ends the start with exit code 2 and one line that names flag and file', async () => {
    const wrong = await spawnLine(['--port', '0', '--city-db', '/nowhere/city.mmdb'])
    expect(wrong).toEqual({ code: 2, out: '', err: 'doorstep: --city-db: /nowhere/city.mmdb does not exist\n' })
    const variable = await spawnLine(['--port', '0'], { env: { DOORSTEP_ASN_DB: join(ROOT, 'package.json') } })
    expect(variable.err).toBe(`doorstep: --asn-db: ${join(ROOT, 'package.json')} is not an MMDB file: it has no metadata\n`)
  })

  test('an address that is not of this machine ends the start with exit code 2 and names the flag', async () => {
    const wrong = await spawnLine(['--host', '192.0.2.1', '--port', '0'])
    expect(wrong).toEqual({ code: 2, out: '', err: 'doorstep: --host: 192.0.2.1 is not an address of this machine\n' })
  })

  test('--log-level error says nothing at a good start and a good stop', async () => {
    const port = freePort()
    const quiet = launch({ args: ['--port', `${port}`, '--log-level', 'error'] })
    await until(() =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    quiet.kill('SIGINT')
    expect([await quiet.exited, quiet.said()]).toEqual([0, ''])
    await quiet[Symbol.asyncDispose]()
  })
})

describe('the log', () => {
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
    expect(await spawnLine(['--host', '::1', '--port', '0'], { env })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--host: ::1 belongs to an address family'),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
