// The compiled file as several processes, at full load: what is sent is counted, and what is answered.
import { expect } from 'bun:test'
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EXECUTABLE } from '../support/executable.ts'
import { labTest } from '../support/lab.ts'
import { freePort } from '../support/net/network.ts'
import { Load } from '../support/process/load.ts'
import { childrenOf, isRunning, memoryOf } from '../support/process/processes.ts'
import { asUnit, shippedUnit, UNIT_NEEDS } from '../support/process/unit.ts'
import { startServer } from '../support/server.ts'
import { sharedFolder } from '../support/shared.ts'

const WORKERS = ['--workers', '2']
const CLIENTS = 20
const RUN_MS = 400
const PARENT_MAX_MB = 20

const folder = sharedFolder('workers')
chmodSync(folder, 0o755)

labTest('SIGTERM at full load loses no request', {}, async () => {
  await using server = await startServer({ args: WORKERS })
  const load = new Load(server.port, CLIENTS)
  await Bun.sleep(RUN_MS)
  server.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  const counts = await load.end()
  expect(counts).toMatchObject({ answered: counts.sent, lost: 0 })
  expect(counts.sent).toBeGreaterThan(200)
})

labTest(
  'a worker that is killed at full load loses what it had accepted and no more; its place is taken from the same file',
  {},
  async () => {
    const file = join(folder, 'doorstep')
    copyFileSync(EXECUTABLE, file)
    await using server = await startServer({ command: [file], args: WORKERS })
    // As when a newer file is installed over this one.
    rmSync(file)
    const load = new Load(server.port, CLIENTS)
    await Bun.sleep(RUN_MS)
    const [victim = 0] = childrenOf(server.pid)
    process.kill(victim, 'SIGKILL')
    while (isRunning(victim) || childrenOf(server.pid).length < 2) await Bun.sleep(10)
    await Bun.sleep(RUN_MS)
    const counts = await load.end()
    expect(counts.answered + counts.lost).toBe(counts.sent)
    // No client has more than one request on its way.
    expect(counts.lost).toBeLessThanOrEqual(CLIENTS)
    expect(counts.refused).toBe(0)
    expect(server.output.filter((line) => line.includes('a worker has ended'))).toHaveLength(1)
    expect(server.output.join('')).not.toContain('could not be mapped')
  },
)

labTest('the parent is small, and the data are in memory once', {}, async () => {
  await using server = await startServer({ args: WORKERS })
  const load = new Load(server.port, CLIENTS)
  await Bun.sleep(RUN_MS)
  await load.end()
  expect(memoryOf(server.pid).own).toBeLessThan(PARENT_MAX_MB)
  for (const { resident, proportional, own } of childrenOf(server.pid).map(memoryOf)) {
    // At least half of the memory that a worker shares belongs to the other one.
    expect(proportional - own).toBeLessThan((resident - own) * 0.6)
  }
})

labTest('the unit of the README lets workers run, and hand over', UNIT_NEEDS, async () => {
  const port = freePort()
  const file = join(folder, 'doorstep-unit')
  copyFileSync(EXECUTABLE, file)
  const command = [...(await asUnit(shippedUnit(), folder)), file]
  const start = () => startServer({ command, cwd: folder, args: ['--port', String(port), ...WORKERS, '--replace'] })
  await using before = await start()
  await using after = await start()
  expect([await before.exited, await (await fetch(`${after.url}/api/ip`)).text()]).toEqual([0, '127.0.0.1'])
})
