// Tests start programs with a PATH that leads to the programs that the test declares, and to those of every machine. So a program that was
// forgotten fails where the test is written, not only on a machine that lacks it.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { isRunning } from './net/namespace.ts'

/** The folder of the shims has this name, the process id of the test run and something random. */
const FOLDER_PREFIX = 'doorstep-programs-'

/** Programs of every Unix, and Node, which need not be declared. */
const EVERYWHERE = [
  'sh',
  'env',
  'cat',
  'cp',
  'ls',
  'mkdir',
  'mkfifo',
  'rm',
  'ln',
  'chmod',
  'touch',
  'sleep',
  'kill',
  'true',
  'false',
  'id',
  'grep',
  'sed',
  'sort',
  'head',
  'tail',
  'tr',
  'wc',
  'seq',
  'node',
]
/** Programs that a program itself looks up on the PATH; they are installed with it. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  cc: ['as', 'ld'],
  'wg-quick': ['bash', 'readlink', 'stat'],
  'musl-gcc': ['x86_64-linux-gnu-gcc', 'as', 'ld'],
}
/** Programs of the lock file. */
const OWN_FOLDER = join(import.meta.dirname, '..', '..', 'node_modules', '.bin')
const MACHINE = { ...process.env }
const MACHINE_PATH = MACHINE.PATH ?? ''
const MACHINE_FOLDERS = [...MACHINE_PATH.split(delimiter), '/bin', '/sbin', '/usr/bin', '/usr/sbin', '/usr/local/bin']

/** The folder of the shims, one folder in it for each program, made when a test first looks for one; null while nothing is restricted. */
let shims: string | null = null
const made = new Map<string, string>()
/** By the running test; null between tests, when hooks may start whatever a test of their file declares. */
let declaredByTest: readonly string[] | null = null
const declaredInFile = new Map<string, string[]>()

export const isOnMachine = (program: string): boolean => Bun.which(program, { PATH: MACHINE_PATH }) !== null

/** Returns the path of a program that the running test declares. */
export function programPath(program: string): string | null {
  return Bun.which(program, { PATH: shims === null ? MACHINE_PATH : narrowed(process.env.PATH ?? '', shims) })
}

/** Notes programs that a test of this file declares. */
export function declareInFile(programs: readonly string[]): void {
  declaredInFile.set(Bun.main, [...(declaredInFile.get(Bun.main) ?? []), ...programs])
}

/** Sets the programs that the test which runs from now on declares; null when none runs. */
export function declareInTest(programs: readonly string[] | null): void {
  declaredByTest = programs
}

/** From now on only declared programs can be started. */
export function restrictPrograms(): void {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  // Tests also start programs as other users.
  chmodSync(folder, 0o755)
  shims = folder
  const { spawn, spawnSync } = Bun
  Object.assign(Bun, { spawn: watched(spawn, folder), spawnSync: watched(spawnSync, folder) })
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** Takes away what killed test runs have left. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

type Options = { env?: Record<string, string | undefined> }

function watched(start: typeof Bun.spawn | typeof Bun.spawnSync, folder: string) {
  return (first: string[] | (Options & { cmd: string[] }), second: Options = {}) => {
    const { cmd, env = MACHINE, ...options } = Array.isArray(first) ? { ...second, cmd: first } : first
    const path = narrowed(env.PATH ?? '', folder)
    refuseUndeclared(cmd, path)
    return Reflect.apply(start, Bun, [cmd, { ...options, env: env.PATH ? { ...env, PATH: path } : env }])
  }
}

/** Also by its path: that would be found whatever the PATH is. */
function refuseUndeclared(command: readonly string[], path: string): void {
  for (const [index, word] of command.entries()) {
    const isProgram = MACHINE_FOLDERS.includes(dirname(word)) || (index === 0 && !word.includes('/'))
    if (isProgram && isOnMachine(word) && Bun.which(basename(word), { PATH: path }) === null)
      throw new Error(`${word} is not among the programs that this test declares: see labTest in test/support/lab.ts`)
  }
}

/** Returns a PATH with the declared programs in place of the machine's folders; folders that a test has put there itself stay in front. */
function narrowed(path: string, parent: string): string {
  const own = path.split(delimiter).filter((folder) => folder !== '' && !MACHINE_FOLDERS.includes(folder))
  const declared = declaredByTest ?? declaredInFile.get(Bun.main) ?? []
  const folders = declared.map((program) => shimsFor(parent, program, [program, ...(COMPANIONS[program] ?? [])]))
  return [...own, shimsFor(parent, 'everywhere', EVERYWHERE), ...new Set(folders), OWN_FOLDER].join(delimiter)
}

/**
 * Makes the folder of shims. A shim is a script and not a link, because some programs look for their own parts beside the path that they
 * were started by.
 */
function shimsFor(parent: string, name: string, programs: readonly string[]): string {
  const known = made.get(name)
  if (known !== undefined) return known
  const folder = join(parent, name)
  mkdirSync(folder)
  for (const program of programs) {
    const place = Bun.which(program, { PATH: MACHINE_PATH })
    if (place !== null) writeFileSync(join(folder, program), `#!/bin/sh\nexec '${place}' "$@"\n`, { mode: 0o755 })
  }
  made.set(name, folder)
  return folder
}
