import { FROM_SOURCE, plainEnvironment } from './server.ts'

export interface Measured {
  readonly code: number | null
  readonly out: string
  readonly err: string
  /** At its highest. */
  readonly memoryMiB: number
}

/** Runs a command line as a process that is ended after a while, and says how much memory it took. `code` is null if it had to be ended. */
export async function measuredLine(
  args: readonly string[],
  { command = FROM_SOURCE, limitMs = 20_000 }: { command?: readonly string[]; limitMs?: number } = {},
): Promise<Measured> {
  const child = Bun.spawn([...command, ...args], {
    env: { ...plainEnvironment(), LANG: 'C.UTF-8' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
  clearTimeout(timer)
  return { code: child.exitCode, out, err, memoryMiB: (child.resourceUsage()?.maxRSS ?? 0) / 1024 / 1024 }
}
