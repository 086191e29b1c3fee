// A process that is killed in the middle of an update, at every call that changes what others see, leaves one version or the other.
import { expect } from 'bun:test'
import { readdirSync } from 'node:fs'
import { openDataDir } from '../../../src/ipdata/data-dir.ts'
import { DataFiles, dataOf } from '../../support/data/files.ts'
import { labTest } from '../../support/lab.ts'
import { runLine } from '../../support/process/command-line.ts'
import { FROM_SOURCE, plainEnvironment } from '../../support/server.ts'

const CALLS = ['fsync', 'fchmod', '/^rename', 'unlink']
/** There are fewer of each. */
const TIMES_MAX = 6

/** Runs an update and kills it just before the call of that name and number; whether it got that far. */
async function killedAt(line: readonly string[], call: string, times: number): Promise<boolean> {
  const inject = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `inject=${call}:signal=KILL:when=${times}`]
  const child = Bun.spawn([...inject, ...FROM_SOURCE, ...line], { env: plainEnvironment(), stdout: 'ignore', stderr: 'ignore' })
  await child.exited
  return child.signalCode === 'SIGKILL' || child.exitCode === 137
}

labTest('killed at any call', { programs: ['strace'] }, async () => {
  using files = new DataFiles()
  const lineOf = (path: string) => ['data', 'update', '--from', path, '--data-dir', files.dir]
  const dates = ['2026-10-01', '2026-10-02']
  for (const date of dates) await runLine(lineOf(files.bundle(date, [dataOf('registry', date)])))
  const kills: string[] = []
  let [inUse = ''] = dates.slice(-1)
  for (const call of CALLS)
    for (let times = 1; times <= TIMES_MAX; times++) {
      const next = new Date(Date.parse(inUse) + 86_400_000).toISOString().slice(0, 10)
      const line = lineOf(files.bundle(next, [dataOf('registry', next)]))
      const isKilled = await killedAt(line, call, times)
      const { databases, faults } = openDataDir(files.dir)
      const found = databases.registry?.dataset.buildDate ?? ''
      expect({ call, times, faults }).toEqual({ call, times, faults: [] })
      expect([inUse, next]).toContain(found)
      if (isKilled) kills.push(`${call} ${times} ${found === next ? 'new' : 'old'}`)
      // The next one cleans up, and finds nothing in its way.
      const { code, err } = await runLine(line)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(openDataDir(files.dir).databases.registry?.dataset.buildDate).toBe(next)
      expect(readdirSync(files.dir).filter((name) => name.endsWith('.partial'))).toEqual([])
      expect(readdirSync(files.dir).filter((name) => name.endsWith('.bundle')).length).toBe(2)
      inUse = next
      if (!isKilled) break
    }
  // Before the state is renamed the old one is in use, after it the new one.
  expect(kills.length).toBeGreaterThan(8)
  expect(kills).toContain('/^rename 2 old')
  expect(kills.some((kill) => kill.endsWith('new'))).toBe(true)
})
