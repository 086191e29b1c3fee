// The compiled program: who imports this has it, built of the sources as they are. Other tests start without a build.
import { join } from 'node:path'
import { isBuilt } from '../../.ci/release/sources.ts'
import { ROOT } from './server.ts'

export const EXECUTABLE = join(ROOT, 'dist', 'doorstep')

// Test files run beside each other: the first of them builds, and the others wait for its lock.
if (!isBuilt()) {
  const build = [process.execPath, join(ROOT, '.ci', 'build.ts'), '--if-stale']
  const { exitCode } = Bun.spawnSync(build, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  if (exitCode !== 0) throw new Error(`${build.join(' ')} failed`)
}
