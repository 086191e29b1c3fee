// The compiled program: whoever imports this has it, built of the sources as they are. Tests that start nothing do without a build.
import { join } from 'node:path'
import { isBuilt } from '../../.ci/release/sources.ts'

// `server.ts` has the same, and loads this file.
const ROOT = join(import.meta.dirname, '..', '..')

export const EXECUTABLE = join(ROOT, 'dist', 'doorstep')
/** The words that start it. */
export const PROGRAM: readonly string[] = [EXECUTABLE]

// `npm test` has built it for all files. Otherwise files may run beside each other: the first of them builds, and the others wait for its lock.
if (process.env.DOORSTEP_BUILT !== 'yes' && !isBuilt()) {
  const build = [process.execPath, join(ROOT, '.ci', 'build.ts'), '--if-stale']
  const { exitCode } = Bun.spawnSync(build, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] })
  if (exitCode !== 0) throw new Error(`${build.join(' ')} failed`)
}
