// Checks format, lint, types and what nothing uses or what goes in circles (knip) at the same time, and prints the mistakes of each. Runs
// under Node or Bun.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const modules = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', 'node_modules')
const isWatched = process.stdout.isTTY === true
/** Types of files that have not changed are not judged again. */
const MEMORY = join(modules, '.cache', 'doorstep.tsbuildinfo')
const BIOME = [join(modules, '@biomejs', 'biome', 'bin', 'biome'), 'ci', '.', `--colors=${isWatched ? 'force' : 'off'}`]
const TYPES = [join(modules, 'typescript', 'bin', 'tsc'), '--noEmit', '--incremental', '--tsBuildInfoFile', MEMORY]

const UNUSED = [join(modules, 'knip', 'bin', 'knip.js'), '--no-progress']

const [style, ...others] = await Promise.all([BIOME, [...TYPES, '--pretty', `${isWatched}`], UNUSED].map(exitOf))
if (style !== 0) console.log('doorstep: npm run format mends format, and lint as far as it can be mended without a decision')
process.exitCode = Math.max(style, ...others)

/** Resolves to the exit code of a program. Its output is printed in one piece, when it has ended. */
function exitOf(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = []
  child.stdout.on('data', (part) => printed.push(part))
  child.stderr.on('data', (part) => printed.push(part))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(printed))
      resolve(code ?? 1)
    })
  })
}
