import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../server.ts'
import { run } from '../namespace.ts'

const SOURCE = join(ROOT, 'test', 'support', 'net', 'topology', 'cable.c')

interface Cable {
  /** The namespace that it starts in; there both devices appear, and can be taken elsewhere. */
  namespace: string
  devices: readonly [string, string]
  delayMs: number
}

/** Lays cables that delay (cable.c): their devices are there when this returns. A cable ends with what comes back, or with this process. */
export async function layCables(cables: readonly Cable[]): Promise<AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  if (cables.length > 0) {
    const folder = mkdtempSync(join(tmpdir(), 'doorstep-cable-'))
    try {
      const program = join(folder, 'cable')
      await run(['cc', '-O2', '-Wall', '-Werror', '-o', program, SOURCE])
      await Promise.all(cables.map(async (cable) => undo.use(await lay(program, cable))))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  return undo.move()
}

async function lay(program: string, { namespace, devices, delayMs }: Cable): Promise<AsyncDisposable> {
  const command = ['ip', 'netns', 'exec', namespace, program, ...devices, String(Math.round(delayMs * 1000))]
  const child = Bun.spawn(command, { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' })
  const { done } = await child.stdout.getReader().read()
  if (done) throw new Error(`no cable between ${devices.join(' and ')}: ${await child.stderr.text()}`)
  return {
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await child.exited
    },
  }
}
