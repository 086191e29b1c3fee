import { describe, expect, test } from 'bun:test'
import { actOn, inShell, runChild } from '../../../../../src/faces/cli/watch/watch.ts'

const NEVER = new AbortController().signal
const SOON_MS = 300
const run = (command: string, more: Partial<Parameters<typeof runChild>[0]> = {}) =>
  runChild({
    ...{ command: inShell(command), input: null, output: 'kept', environment: process.env, timeoutMs: 30_000, signal: NEVER },
    ...more,
  })

/** Waits until a process has ended. */
async function ended(pid: number): Promise<boolean> {
  expect(pid).toBeGreaterThan(1)
  for (let left = 100; left > 0; left--) {
    try {
      process.kill(pid, 0)
    } catch {
      return true
    }
    await Bun.sleep(20)
  }
  return false
}

describe('a child', () => {
  test('has its input, and its output and exit code are known', async () => {
    const all = await run('cat; echo oh >&2; exit 3', { input: '{"a":1}\n' })
    expect(all).toEqual({ code: 3, out: '{"a":1}\n', err: 'oh\n', isOverdue: false })
  })

  test('may ignore an input that is larger than a pipe', async () => {
    expect(await run('true', { input: 'x'.repeat(1 << 20) })).toMatchObject({ code: 0, isOverdue: false })
  })

  test('that hangs is ended with all that it has started', async () => {
    const { out, isOverdue } = await run('sleep 600 & echo $!; trap "" TERM; wait; sleep 600', { timeoutMs: SOON_MS })
    expect(isOverdue).toBe(true)
    expect(await ended(Number(out))).toBe(true)
  }, 20_000)

  test('that had to end is not waited for by its output, which somebody who left its group may hold', async () => {
    const own = "Bun.spawn([process.execPath, '-e', 'setTimeout(() => {}, 8000)'], { detached: true, stdout: 'inherit' })"
    const command = [process.execPath, '-e', `${own}; console.log('left'); setTimeout(() => {}, 30_000)`]
    const began = performance.now()
    expect(await run('', { command, timeoutMs: 1000 })).toMatchObject({ isOverdue: true })
    expect(performance.now() - began).toBeLessThan(6000)
  }, 20_000)

  test('ends with the watch', async () => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), SOON_MS)
    const { out } = await run('sleep 600 & echo $!; wait', { signal: controller.signal })
    expect(await ended(Number(out))).toBe(true)
    const started = performance.now()
    await run('sleep 600', { signal: AbortSignal.abort() })
    expect(performance.now() - started).toBeLessThan(20_000)
  }, 40_000)
})

describe('the command of --on-change', () => {
  const acting = {
    json: '{"headline":"$(touch x); `id`"}\n',
    isJson: true,
    environment: process.env,
    locale: 'en',
    signal: NEVER,
  } as const

  test('gets the JSON on standard input, and nothing of it is a part of the command', async () => {
    const path = `${process.env.TMPDIR ?? '/tmp'}/doorstep-watch-${process.pid}`
    await actOn({ ...acting, onChange: `cat > ${path}` })
    expect(await Bun.file(path).text()).toBe(acting.json)
    await Bun.file(path).delete()
  })

  test('is ended if it hangs', async () => {
    const started = performance.now()
    await actOn({ ...acting, onChange: 'sleep 600' }, SOON_MS)
    expect(performance.now() - started).toBeLessThan(20_000)
  }, 30_000)
})
