// Start, reload and stop, as a service manager hears of them.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monotonicUs } from '../../../src/net/libc/libc.ts'
import { childrenOf } from '../../support/process/processes.ts'
import { launched, Manager } from '../../support/process/socket-server.ts'
import { sharedFolder } from '../../support/shared.ts'

const onLinux = describe.skipIf(process.platform !== 'linux')
const notifyFolder = sharedFolder('notify')

onLinux('a service manager', () => {
  test.each([
    ['one process', [] as string[], join(notifyFolder, 'one.sock')],
    ['several', ['--workers', '2'], `@doorstep-notify-${process.pid}`],
  ])('hears when %s answers, rereads and stops', async (_, args, at) => {
    using manager = new Manager(at)
    await using server = await launched({ args: ['--port', '0', '--host', '127.0.0.1', ...args], env: { NOTIFY_SOCKET: at } })
    expect(await manager.hears('READY=1')).toMatch(/^READY=1\nSTATUS=listening on http:\/\/127\.0\.0\.1:\d+$/)
    for (const child of childrenOf(server.pid))
      expect(readFileSync(`/proc/${child}/environ`, 'utf8')).not.toContain('NOTIFY_SOCKET')
    const heard = manager.heard.length
    const before = monotonicUs() ?? 0
    server.kill('SIGHUP')
    const us = Number(/^MONOTONIC_USEC=(\d+)$/m.exec(await manager.hears('RELOADING=1', heard))?.[1])
    expect(us).toBeGreaterThanOrEqual(before)
    expect(us).toBeLessThanOrEqual(monotonicUs() ?? 0)
    await manager.hears('READY=1', heard)
    expect(manager.heard.slice(heard).map((message) => message.split('\n')[0])).toEqual(['RELOADING=1', 'READY=1'])
    server.kill('SIGINT')
    await manager.hears('STOPPING=1')
    expect(await server.exited).toBe(0)
  })
})
