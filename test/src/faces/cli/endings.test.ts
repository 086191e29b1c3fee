import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT } from '../../../support/server.ts'

const JOB = join(ROOT, 'test', 'support', 'process', 'endings-job.ts')

/** Starts a command that waits for signals, and reads the lines that it says. */
async function started(manner: 'hasty' | 'patient' | 'quick', before: readonly string[] = []) {
  const child = Bun.spawn([...before, process.execPath, JOB, manner], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const heard = async (word: string) => {
    while (!text.includes(word)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`it ended without ${word}: ${text}`)
      text += decoder.decode(value)
    }
  }
  await heard('running')
  return { child, heard }
}

describe('a command that is ended', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s hears of it, and ends by itself; a second signal ends it at once', async (signal, code) => {
    const { child, heard } = await started('patient')
    child.kill(signal)
    await heard(`ending ${code}`)
    child.kill(signal)
    expect(await child.exited).toBe(code)
  })

  test('is given a second where it has nothing to take back', async () => {
    const { child } = await started('hasty')
    child.kill('SIGINT')
    expect(await child.exited).toBe(130)
  })

  test('does not hear the end of the terminal under nohup', async () => {
    const { child, heard } = await started('patient', ['sh', '-c', 'trap "" HUP; exec "$0" "$@"'])
    child.kill('SIGHUP')
    // Two signals at once would be heard in any order.
    await Bun.sleep(300)
    child.kill('SIGINT')
    await heard('ending 130')
    child.kill('SIGKILL')
    await child.exited
  })
})
