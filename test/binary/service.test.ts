// The compiled file under the systemd unit of deploy/, as far as that can be obeyed without systemd.

import { beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { execute, makeNamespace } from '../support/net/namespace.ts'
import { asUnit, shippedUnit, switchedOn, UNIT_NEEDS, valuesOf } from '../support/process/unit.ts'
import { bodyOf, postTool, startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const NEEDS = { ...UNIT_NEEDS, programs: [...UNIT_NEEDS.programs, 'ip', 'unshare', 'mount'] }
const CAPABILITIES = ['AmbientCapabilities', 'CapabilityBoundingSet']
/** The file system under ProtectSystem=, ProtectProc= and ProcSubset=, in a namespace of its own. */
const FILE_SYSTEM =
  'mount --make-rprivate / && mount -o remount,bind,ro / && mount -t proc -o hidepid=invisible,subset=pid proc /proc && exec "$@"'
let program: string
const folder = sharedFolder('unit')
beforeAll(() => {
  chmodSync(folder, 0o755)
  program = join(folder, 'doorstep')
  copyFileSync(EXECUTABLE, program)
  chmodSync(program, 0o755)
})

test('the unit gives no capability unless a line is switched on', () => {
  expect(shippedUnit()).toContain('NoNewPrivileges=yes')
  expect(valuesOf(shippedUnit(), 'AmbientCapabilities')).toEqual([])
  expect(valuesOf(shippedUnit(), 'CapabilityBoundingSet')).toEqual([])
  const given = switchedOn(shippedUnit(), ...CAPABILITIES)
  expect(valuesOf(given, 'AmbientCapabilities')).toEqual(['CAP_NET_BIND_SERVICE', 'CAP_NET_RAW'])
  expect(valuesOf(given, 'CapabilityBoundingSet')).toEqual(valuesOf(given, 'AmbientCapabilities'))
})

labTest('with its user, system calls, sockets and files it answers, reads again and stops', NEEDS, async () => {
  const front = ['unshare', '--mount', 'sh', '-c', FILE_SYSTEM, 'sh']
  const command = [...front, ...(await asUnit(shippedUnit(), folder)), program]
  await using server = await startServer({
    command,
    cwd: folder,
    args: ['--host', '127.0.0.1', '--allow-targets', '127.0.0.0/8'],
  })
  expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe('127.0.0.1')
  const found = await postTool(server.url, 'port-check', { port: server.port })
  expect(await bodyOf(found)).toMatchObject({ status: 'open', reason: null })
  expect(await bodyOf(await postTool(server.url, 'traceroute', { host: '127.0.0.1' }))).toMatchObject({ reached: true })
  for (const [tool, body] of [
    ['ip-location', { ip: '8.8.8.8' }],
    ['http-headers', { url: `http://127.0.0.1:${server.port}/healthz` }],
    ['ssl-check', { host: '127.0.0.1', port: server.port }],
    ['dns-lookup', { domain: 'example.com' }],
  ] as const)
    expect([tool, (await postTool(server.url, tool, body)).status]).toEqual([tool, 200])
  expect(server.output.join('')).not.toContain('could not be mapped')
})

labTest('signals reach it', NEEDS, async () => {
  const command = [...(await asUnit(shippedUnit(), folder)), program]
  await using server = await startServer({ command, cwd: folder })
  server.kill('SIGHUP')
  for (let tries = 0; tries < 100 && server.output.length < 2; tries++) await Bun.sleep(20)
  expect(server.output[1]).toContain('nothing to reload')
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

describe('port 80', () => {
  labTest('is refused without the capability, with the lines to write', NEEDS, async () => {
    await using machine = await makeNamespace()
    const command = [...(await asUnit(shippedUnit(), folder)), program, '--host', machine.address4, '--port', '80']
    const { stderr, exitCode } = await execute(machine.inside(command))
    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      'doorstep: --port: 80 requires a privilege that this user does not have: choose a port above 1023, or set ' +
        'AmbientCapabilities=CAP_NET_BIND_SERVICE and CapabilityBoundingSet=CAP_NET_BIND_SERVICE in the systemd unit\n',
    )
  })

  labTest('is bound with it', NEEDS, async () => {
    await using machine = await makeNamespace()
    const given = await asUnit(switchedOn(shippedUnit(), ...CAPABILITIES), folder)
    const command = machine.inside([...given, 'sh', '-c', 'exec "$@"', 'sh', program])
    await using server = await startServer({ command, cwd: folder, host: machine.address4, args: ['--port', '80'] })
    expect(server.port).toBe(80)
    expect(await (await fetch(`http://${machine.address4}/api/ip`)).text()).toBe(machine.peer4)
  })
})
