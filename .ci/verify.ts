#!/usr/bin/env bun
/**
 * Proves that a build gives the same bytes wherever and whenever it is made: builds again from a copy of this checkout in another folder,
 * in another time zone and language, and compares. Without arguments it builds and compares `dist/doorstep`, otherwise the files that are
 * named, and changes nothing beside them: a release is complete by then. A file that is called like one of a release is compared with a
 * build for its platform.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { ROOT } from './release/inventory.ts'
import { sha256Of } from './release/sbom.ts'
import { isReleaseName } from './release/targets.ts'

const COPIED = ['package.json', 'package-lock.json', 'bunfig.toml', 'tsconfig.json', 'LICENSE', 'src', 'tools', 'data', '.ci']
/** Packages that only check or run what is built. */
const NEEDLESS = /node_modules\/(\.bin|@biomejs|@oven|bun|typescript|@typescript|kubernetes-models|@cyclonedx)(\/|$)/
/** Packages that write the declarations of the kit: they are as large as a browser, and their output does not depend on where they are. */
const COMPILER = ['typescript', '@typescript']
/** The sources of the data are larger. What is built of them is copied as it is: `npm run data` makes it. */
const PACKAGE_FILE_MAX_BYTES = 2_000_000

const named = process.argv.slice(2)
if (named.length === 0) build(ROOT, ['--if-stale'], process.env)
const files = named.length > 0 ? named : [join(ROOT, 'dist', 'doorstep')]
const copy = mkdtempSync(join(tmpdir(), 'doorstep-again-'))
try {
  for (const path of COPIED) cpSync(join(ROOT, path), join(copy, path), { recursive: true })
  cpSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), { recursive: true, filter: isNeeded })
  for (const name of COMPILER) symlinkSync(join(ROOT, 'node_modules', name), join(copy, 'node_modules', name))
  const different = files.filter((file) => !isRebuilt(file))
  process.exitCode = different.length === 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true })
}

function isNeeded(path: string): boolean {
  if (NEEDLESS.test(path)) return false
  const stats = statSync(path)
  return stats.isDirectory() || stats.size <= PACKAGE_FILE_MAX_BYTES
}

function isRebuilt(file: string): boolean {
  const again = builtAgain(isReleaseName(basename(file)) ? basename(file) : 'doorstep')
  const [one, other] = [sha256Of(file), sha256Of(again)]
  const verdict = one === other ? 'equal' : `different from byte ${firstDifference(file, again)} on`
  console.log(`${one}  ${file}\n${other}  ${again}\n${verdict}`)
  return one === other
}

/** Returns the file of that name in the copy, built if it is not there yet. */
function builtAgain(name: string): string {
  const path = join(copy, 'dist', name)
  if (existsSync(path)) return path
  build(copy, isReleaseName(name) ? ['--only', name] : [], { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'ko_KR.UTF-8' })
  return path
}

function build(checkout: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { exitCode } = Bun.spawnSync([process.execPath, join(checkout, '.ci', 'build.ts'), ...args], {
    cwd: checkout,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) throw new Error(`${checkout} cannot be built`)
}

function firstDifference(file: string, other: string): number {
  const [a, b] = [readFileSync(file), readFileSync(other)]
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) if (a[index] !== b[index]) return index
  return length
}
