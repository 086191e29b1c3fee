#!/usr/bin/env node
/**
 * Sets up what a checkout needs before its commands can run: the packages of the lock file, then the IP data.
 * Runs under Node (with npm) or Bun, and does nothing if everything is in place.
 *
 *   node .ci/setup.mjs               everything, for checks, tests and builds
 *   node .ci/setup.mjs bun ARGS      what serving needs, which is half of it; then runs Bun with these arguments, and ends with it
 *   --no-data (before that)          only the packages
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recipeOfData } from '../data/recipe.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const underBun = 'Bun' in globalThis
const stampPath = join(root, 'node_modules', '.doorstep-packages')
const summaryPath = join(root, 'data', 'datasets.gen.json')
const isWatched = process.stderr.isTTY === true
/** How often somebody who waits is told: at a terminal in place, in a log by a line. */
const tellEveryMs = isWatched ? 500 : 5_000

const noData = process.argv[2] === '--no-data'
const [program, ...args] = process.argv.slice(noData ? 3 : 2)

await installPackages(program === undefined ? 'all' : 'serving')
const bun = await localBun()
if (!noData) await buildData()
if (program !== undefined) await runToEnd(bun, args)

/** `serving` leaves out what only checks, tests and builds need: the devDependencies. */
async function installPackages(extent) {
  const wanted = sha256(readFileSync(join(root, 'package-lock.json')), readFileSync(join(root, 'package.json')))
  const [installed, had] = readText(stampPath)?.split(' ') ?? []
  if (installed === wanted && (had === extent || had === 'all')) return
  const what = extent === 'all' ? 'the packages for tests and builds' : 'the packages for serving'
  // Bun also reads package-lock.json. With --no-save neither writes a lock file. `npm ci` removes all that is there first.
  const manager = underBun ? process.execPath : 'npm'
  const how = underBun || installed === wanted ? ['install', '--no-save'] : ['ci']
  const quiet = underBun ? ['--silent'] : ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const less = extent === 'all' ? [] : [underBun ? '--production' : '--omit=dev']
  await work(`installing ${what}`, manager, [...how, '--ignore-scripts', ...quiet, ...less])
  writeFileSync(stampPath, `${wanted} ${extent}`)
}

/** The Bun of the lock file. Its package links the binary in an install script, which was skipped above. */
async function localBun() {
  const path = join(root, 'node_modules', 'bun', 'bin', 'bun.exe')
  if (spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) return path
  await work('linking Bun', process.execPath, [join(root, 'node_modules', 'bun', 'install.js')])
  return path
}

/** Builds the data, unless they are current or were built from an operator's own files. It tells of its progress itself. */
async function buildData() {
  const recipe = recipeOfData(root)
  const summary = readText(summaryPath)
  const built = summary === null ? null : JSON.parse(summary).recipe
  const files = ['city.ranges', 'network.ranges', 'registry.ranges', 'continents.gen.json']
  const whole = files.every((name) => existsSync(join(root, 'data', name)))
  if (whole && (built === recipe || built === 'custom')) return
  const { code } = await ended(
    spawn(bun, [join(root, 'data', 'build.ts')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }),
  )
  if (code !== 0) process.exit(1)
}

/** Runs a program of which nothing is heard, and says how long it has been at work. */
async function work(doing, command, commandArgs) {
  const started = Date.now()
  tell(doing, false)
  const timer = setInterval(() => tell(`${doing}, ${Math.round((Date.now() - started) / 1000)} s`, false), tellEveryMs)
  const windows = process.platform === 'win32'
  const { code, error } = await ended(
    spawn(command, commandArgs, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: windows && command === 'npm' }),
  )
  clearInterval(timer)
  if (code === 0) return tell(`${doing}: done in ${Math.round((Date.now() - started) / 1000)} s`, true)
  tell(`${command} ${commandArgs.join(' ')} failed${error ? `: ${error.message}` : ''}`, true)
  process.exit(1)
}

/** Runs Bun, hands on what this process is told, and ends as it ends. A terminal sends Ctrl-C to both. */
async function runToEnd(command, commandArgs) {
  const child = spawn(command, commandArgs, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  const { code, error } = await ended(child)
  if (error) tell(`${command}: ${error.message}`, true)
  process.exit(code)
}

const EXIT_BY_SIGNAL = { SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }

/** Resolves to the exit code of a process. */
function ended(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, error }))
    child.on('exit', (code, signal) => resolve({ code: code ?? EXIT_BY_SIGNAL[signal] ?? 1 }))
  })
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function sha256(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** At a terminal, a line that is not the last of its kind is replaced by the next. */
function tell(line, isLast) {
  const end = isWatched && !isLast ? '' : '\n'
  process.stderr.write(`${isWatched ? '\r\u001b[K' : ''}doorstep: ${line}${end}`)
}
