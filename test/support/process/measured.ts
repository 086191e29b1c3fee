import { join } from 'node:path'
import { PROGRAM } from '../executable.ts'
import { plainEnvironment } from '../server.ts'

interface Measured {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** At its highest. */
  readonly memoryMiB: number
}

/** Runs a command line as a process that is ended after a while, and says how much memory it took. `code` is null if it had to be ended. */
export async function measuredLine(
  args: readonly string[],
  { command = PROGRAM, limitMs = 100_000 }: { command?: readonly string[]; limitMs?: number } = {},
): Promise<Measured> {
  const job = [process.execPath, join(import.meta.dir, 'measured-job.ts'), String(limitMs)]
  let told: Pick<Measured, 'code' | 'memoryMiB'> = { code: null, memoryMiB: Number.POSITIVE_INFINITY }
  const child = Bun.spawn([...job, ...command, ...args], {
    env: { ...plainEnvironment(), LANG: 'C.UTF-8' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ipc: (message) => {
      told = message
    },
  })
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  return { ...told, out, err }
}
