// An upgrade: a doorstep that takes over the port of another.
import { expect, test } from 'bun:test'
import { listeningIn } from '../../../../src/server/workers/predecessor.ts'
import { shareOf } from '../../../../src/server/workers/role.ts'
import { labTest } from '../../../support/lab.ts'
import { freePort } from '../../../support/net/network.ts'
import { spawnLine } from '../../../support/process/command-line.ts'
import { Load } from '../../../support/process/load.ts'
import { childrenOf, isRunning } from '../../../support/process/processes.ts'
import { type Server, startServer } from '../../../support/server.ts'

const CLIENTS = 20

labTest('no request is lost when one doorstep takes over from another, with workers and without', {}, async () => {
  const port = freePort()
  const start = (...args: string[]) => startServer({ args: ['--port', String(port), ...args] })
  const all: Server[] = [await start('--replace')]
  const load = new Load(port, CLIENTS)
  for (const args of [['--workers', '2'], []]) {
    const [before, workers] = [all.at(-1), childrenOf(all.at(-1)?.pid ?? 0)]
    await Bun.sleep(300)
    all.push(await start('--replace', ...args))
    expect([await before?.exited, workers.filter(isRunning)]).toEqual([0, []])
  }
  const counts = await load.end()
  for (const server of all) await server[Symbol.asyncDispose]()
  expect(counts).toMatchObject({ answered: counts.sent, lost: 0, refused: 0 })
  expect(counts.sent).toBeGreaterThan(500)
})

/** Returns whether another process of this user can listen on the port. */
async function isShared(port: number): Promise<boolean> {
  const program = `Bun.serve({ hostname: '::', port: ${port}, reusePort: true, fetch: () => new Response() }); process.exit(0)`
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'ignore', stderr: 'ignore' })
  return (await child.exited) === 0
}

test.skipIf(process.platform !== 'linux')(
  'a port is shared with other processes only where a doorstep may be replaced',
  async () => {
    await using alone = await startServer()
    await using replaceable = await startServer({ args: ['--replace'] })
    expect([await isShared(alone.port), await isShared(replaceable.port)]).toEqual([false, true])
    const { code, err } = await spawnLine(['--port', String(alone.port), '--replace'])
    expect([code, err]).toEqual([1, expect.stringContaining('that was itself started with --replace can be replaced')])
    expect(await (await fetch(`${alone.url}/api/ip`)).text()).toBe('127.0.0.1')
  },
)

test('a doorstep on the same port of another address is left alone', async () => {
  const port = freePort()
  await using other = await startServer({ args: ['--port', String(port), '--host', '127.0.0.2'], host: '127.0.0.2' })
  await using server = await startServer({ args: ['--port', String(port), '--host', '127.0.0.1', '--replace'] })
  expect(await (await fetch(`${server.url}/api/ip`)).text()).toBe('127.0.0.1')
  await Bun.sleep(500)
  expect(await (await fetch(`${other.url}/api/ip`)).text()).toStartWith('127.0.0.')
  expect(other.output.join('')).not.toContain('stopping')
})

test('listeners are read from the table of the kernel', () => {
  const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 43210 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 43211 1 0000000000000000 20 4 30 10 -1
`
  expect(listeningIn(table)).toEqual([{ local: '0100007F:1F90', inode: '43210' }])
})

test('the shares of a total are the total', () => {
  for (const [total, count] of [
    [256, 1],
    [256, 3],
    [10, 4],
    [4, 4],
  ] as const) {
    const shares = Array.from({ length: count }, (_, index) => shareOf(total, { index, count }))
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
  }
  expect([shareOf(256, null), shareOf(1, { index: 3, count: 4 })]).toEqual([256, 1])
})
