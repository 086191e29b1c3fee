// Checks format, lint and types of the current folder at the same time, and prints the mistakes of each. Runs under Node or Bun.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const modules = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', 'node_modules')
const PROGRAMS = [
  [join(modules, '@biomejs', 'biome', 'bin', 'biome'), 'ci', '.'],
  [join(modules, 'typescript', 'bin', 'tsc'), '--noEmit'],
]

const codes = await Promise.all(PROGRAMS.map(exitOf))
process.exitCode = Math.max(...codes)

/** Resolves to the exit code of a program. Its output is printed in one piece, when it has ended. */
function exitOf(args) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...colours } })
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
