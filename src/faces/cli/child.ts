import { onAbort, withDeadline } from '../../platform/deadline.ts'
import type { Environment } from '../../settings/read.ts'

const IS_WINDOWS = process.platform === 'win32'

export interface Child {
  readonly command: readonly string[]
  readonly input: string | null
  /** Whether its output is kept; otherwise it goes to these descriptors. */
  readonly output: 'kept' | { readonly out: number; readonly err: number }
  readonly environment: Environment
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
  readonly isOverdue: boolean
}

/** From asking a program to end to making it end. */
const GRACE_MS = 3000
/** Time for the output of one that had to end: somebody who left its group may hold it for ever. */
const LEFTOVER_MS = 500

/** Runs a program with all that it starts in a group of its own, so that nothing of it is left when it has to end. */
export async function runChild({ command, input, output, environment, timeoutMs, signal }: Child): Promise<Ended> {
  const isKept = output === 'kept'
  const child = Bun.spawn([...command], {
    env: { ...environment },
    stdin: input === null ? 'ignore' : new Blob([input]),
    stdout: isKept ? 'pipe' : output.out,
    stderr: isKept ? 'pipe' : output.err,
    detached: !IS_WINDOWS,
  })
  return withDeadline(timeoutMs, signal, async (ending) => {
    let killer: Timer | undefined
    const release = onAbort(ending, () => {
      endGroup(child.pid, 'SIGTERM')
      killer = setTimeout(() => endGroup(child.pid, 'SIGKILL'), GRACE_MS)
    })
    const texts = Promise.all([outputText(child.stdout), outputText(child.stderr)])
    const code = await child.exited
    clearTimeout(killer)
    release()
    const isEnded = ending.aborted
    // Programs left in the background would hold its output open.
    if (isEnded) endGroup(child.pid, 'SIGKILL')
    const [out = '', err = ''] = await (isEnded ? Promise.race([texts, Bun.sleep(LEFTOVER_MS).then(() => [])]) : texts)
    return { code, out, err, isOverdue: isEnded && !signal.aborted }
  })
}

async function outputText(stream: ReadableStream<Uint8Array> | number | undefined): Promise<string> {
  return stream instanceof ReadableStream ? new Response(stream).text() : ''
}

function endGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(IS_WINDOWS ? pid : -pid, signal)
  } catch {
    // It has ended by itself.
  }
}

/** Returns a command line as the shell of this system takes it. */
export function inShell(command: string): readonly string[] {
  return IS_WINDOWS ? ['cmd.exe', '/d', '/s', '/c', command] : ['/bin/sh', '-c', command]
}
