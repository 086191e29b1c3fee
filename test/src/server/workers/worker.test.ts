// The limits of several real processes.
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BURST, WORKERS } from '../../../support/limits/worker-job.ts'
import { isRunning } from '../../../support/process/processes.ts'
import { ROOT } from '../../../support/server.ts'

interface Taken {
  readonly allowed: number
  readonly longestMs: number
}

async function run(isStopped: boolean): Promise<Taken[]> {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-limits-'))
  const job = join(ROOT, 'test', 'support', 'limits', 'worker-job.ts')
  const parent = Bun.spawn([process.execPath, job, folder, ...(isStopped ? ['stopped'] : [])], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const workers: number[] = []
  try {
    let text = ''
    for await (const chunk of parent.stdout) {
      text += Buffer.from(chunk).toString()
      if (text.split('\n').length > WORKERS) break
    }
    for (const [, pid] of text.matchAll(/"ready":(\d+)/g)) workers.push(Number(pid))
    if (isStopped) parent.kill('SIGSTOP')
    const isWritten = () => readdirSync(folder).filter((name) => readFileSync(join(folder, name), 'utf8').endsWith('}'))
    while (isWritten().length < WORKERS) await Bun.sleep(20)
    return isWritten().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } finally {
    parent.kill('SIGKILL')
    while (workers.some(isRunning)) await Bun.sleep(10)
    rmSync(folder, { recursive: true })
  }
}

test('all together take what the bucket in the table of the parent holds, to the last one', async () => {
  const taken = await run(false)
  expect(taken).toHaveLength(WORKERS)
  expect(taken.reduce((sum, { allowed }) => sum + allowed, 0)).toBe(BURST)
})

test('a parent that does not answer holds up one request for a fifth of a second; then each decides by itself', async () => {
  const taken = await run(true)
  expect(taken.map(({ allowed }) => allowed)).toEqual([BURST, BURST, BURST])
  // The deadline is 200 ms; the rest is for a busy machine. Without a deadline it would never end.
  expect(Math.max(...taken.map(({ longestMs }) => longestMs))).toBeLessThan(5000)
})
