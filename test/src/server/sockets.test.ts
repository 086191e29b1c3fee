// Socket files, and sockets that a service manager passes.
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdFile } from '../../../src/net/libc/listener.ts'
import { labTest } from '../../support/lab.ts'
import { spawnLine } from '../../support/process/command-line.ts'
import { Load } from '../../support/process/load.ts'
import { childrenOf } from '../../support/process/processes.ts'
import { getOver, launch, launched, Manager } from '../../support/process/socket-server.ts'
import { sharedFolder } from '../../support/shared.ts'

const folder = sharedFolder('sockets')
const onLinux = describe.skipIf(process.platform !== 'linux')
const CLIENTS = 8
const MUCH = { DOORSTEP_RATE_LIMIT: 'off' }

onLinux('a socket file', () => {
  test('serves the group as well, knows nobody without --trusted-proxies, and is removed at the end', async () => {
    const file = join(folder, 'plain.sock')
    await using server = await launched({ args: ['--host', `unix:${file}`] })
    expect(statSync(file).mode & 0o777).toBe(0o660)
    expect(server.said()).toContain(`"url":"unix:${file}"`)
    expect(server.said()).toContain('who asks over the socket file has no address')
    expect(await getOver(file, '/readyz')).toMatchObject([200, expect.any(String)])
    for (const path of ['/api/ip', '/api/ip/json', '/', '/api/ip?format=text']) {
      const [status, text] = await getOver(file, path, { 'x-forwarded-for': '8.8.8.8' })
      expect([path, status, text]).toEqual([path, 403, expect.stringContaining('over a socket file')])
      expect(text).not.toMatch(/127\.0\.0\.1|::1|8\.8\.8\.8/)
    }
    expect(server.said()).toContain('add --trusted-proxies unix"')
    expect(JSON.parse((await getOver(file, '/api/limits'))[1])).toMatchObject({ remaining: 60 })
    expect(await spawnLine(['healthcheck', '--host', `unix:${file}`])).toEqual({ code: 0, out: 'ready\n', err: '' })
    server.kill('SIGINT')
    expect([await server.exited, readdirSync(folder)]).toEqual([0, []])
    const { code, err } = await spawnLine(['healthcheck', '--host', `unix:${file}`])
    expect([code, err]).toEqual([1, `doorstep: not ready: ${file} does not accept connections\n`])
  })

  test('of an ended server is replaced; that of a living one, and any other file, is not', async () => {
    const file = join(folder, 'taken.sock')
    const first = await launched({ args: ['--host', `unix:${file}`] })
    await using second = launch({ args: ['--host', `unix:${file}`] })
    expect(await second.exited).toBe(2)
    expect(second.said()).toContain(`--host: ${file} is in use by a server that answers`)
    expect((await getOver(file, '/readyz'))[0]).toBe(200)
    await first[Symbol.asyncDispose]()
    expect(existsSync(file)).toBe(true)
    await using third = await launched({ args: ['--host', `unix:${file}`, '--trusted-proxies', 'unix'] })
    expect(await getOver(file, '/api/ip', { 'x-forwarded-for': '8.8.8.8' })).toEqual([200, '8.8.8.8'])
    expect(await getOver(file, '/api/ip', { 'x-forwarded-for': '8.8.8.8, 2001:db8::7' })).toEqual([200, '2001:db8::7'])
    expect((await getOver(file, '/api/ip'))[0]).toBe(403)
    third.kill('SIGINT')
    await third.exited
    const plain = join(folder, 'plain.txt')
    writeFileSync(plain, 'mine')
    await using fourth = launch({ args: ['--host', `unix:${plain}`, '--lang', 'ko'] })
    expect(await fourth.exited).toBe(2)
    expect(fourth.said()).toContain(`${plain} 파일이 이미 있으며 소켓이 아닙니다`)
    expect(await Bun.file(plain).text()).toBe('mine')
    await using fifth = launch({ args: ['--host', `unix:${join(folder, 'none', 'a.sock')}`] })
    expect(await fifth.exited).toBe(2)
    expect(fifth.said()).toContain('the folder does not exist')
  })

  labTest(
    'is handed over with --replace, to several processes, without losing a request; the manager hears of the successor',
    {},
    async () => {
      const file = join(folder, 'replaced.sock')
      using manager = new Manager(join(folder, 'manager.sock'))
      const args = ['--host', `unix:${file}`, '--trusted-proxies', 'unix', '--replace']
      const env = { ...MUCH, NOTIFY_SOCKET: manager.at }
      await using before = await launched({ args, env })
      expect(await manager.hears('READY=1')).toBe(`READY=1\nSTATUS=listening on unix:${file}\nMAINPID=${before.pid}`)
      const load = new Load(file, CLIENTS)
      await using after = await launched({ args: [...args, '--workers', '2'], env })
      expect(await manager.hears('READY=1', 1)).toContain(`MAINPID=${after.pid}`)
      expect(after.said()).toContain('taking the socket file over')
      expect(await before.exited).toBe(0)
      const counts = await load.end()
      expect(counts).toMatchObject({ lost: 0, refused: 0 })
      expect(counts.sent).toBeGreaterThan(100)
      expect(childrenOf(after.pid).length).toBe(2)
      expect(await getOver(file, '/api/ip', { 'x-forwarded-for': '8.8.8.8' })).toEqual([200, '8.8.8.8'])
      // The one before is not the main process any more, and does not say that it stops.
      expect(manager.heard.length).toBe(2)
      after.kill('SIGINT')
      expect([await after.exited, existsSync(file)]).toEqual([0, false])
    },
  )
})

onLinux('passed sockets', () => {
  labTest('are listened on instead of --host and --port, and a restart loses nobody', {}, async () => {
    const file = join(folder, 'passed.sock')
    // The manager holds the socket all the time.
    const socket = holdFile(file, false)
    const start = () =>
      launched({ passed: [socket.descriptor], args: ['--trusted-proxies', 'unix'], env: { ...MUCH, DOORSTEP_PORT: '1' } })
    let server = await start()
    const load = new Load(file, CLIENTS)
    await Bun.sleep(200)
    server.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    await server[Symbol.asyncDispose]()
    expect(existsSync(file)).toBe(true)
    server = await start()
    await Bun.sleep(200)
    expect(await getOver(file, '/api/ip', { 'x-forwarded-for': '8.8.8.8' })).toEqual([200, '8.8.8.8'])
    const counts = await load.end()
    await server[Symbol.asyncDispose]()
    socket.remove()
    expect(counts).toMatchObject({ lost: 0, refused: 0 })
    expect(counts.sent).toBeGreaterThan(100)
  })

  test('that are not meant for this process are not used; others than listening ones are refused', async () => {
    const file = join(folder, 'other.sock')
    await using other = await launched({ args: ['--host', `unix:${file}`], env: { LISTEN_FDS: '1', LISTEN_PID: '1' } })
    expect((await getOver(file, '/readyz'))[0]).toBe(200)
    other.kill('SIGINT')

    await using refused = launch({ passed: [2] })
    expect(await refused.exited).toBe(2)
    expect(refused.said()).toContain('LISTEN_FDS: descriptor 3 is not a socket that listens for connections')
  })
})
