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
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recipeOfData } from '../data/recipe.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const underBun = 'Bun' in globalThis
const stampPath = join(root, 'node_modules', '.doorstep-packages')
/** A folder that exists while a process installs or builds. */
const lockPath = join(root, '.setup-lock')
const summaryPath = join(root, 'data', 'datasets.gen.json')
const isWatched = process.stderr.isTTY === true
/** The time between two messages about progress: at a terminal in place, in a log by a line. */
const tellEveryMs = isWatched ? 500 : 5_000
const LOOK_EVERY_MS = 200
/** A shell shows this plus the number of the signal for a process that a signal has ended. */
const EXIT_BY_SIGNAL = 128

/** The programs that run now on behalf of this process. */
const running = new Set()
let isEnding = false
endTogether()

const noData = process.argv[2] === '--no-data'
const [program, ...args] = process.argv.slice(noData ? 3 : 2)

await installPackages(program === undefined ? 'all' : 'serving')
const bun = await localBun()
const { building } = noData ? { building: null } : await buildData(program === undefined ? 'all' : 'serving')
if (program !== undefined) {
  const { code } = await run(bun, args, { stdio: 'inherit' })
  if (isEnding) end('SIGTERM')
  else if (running.size > 0) tell('finishing the IP data, for the next start', true)
  await building
  process.exit(code)
}

/** `serving` leaves out what only checks, tests and builds need: the devDependencies. */
async function installPackages(extent) {
  const wanted = sha256(readFileSync(join(root, 'package-lock.json')), readFileSync(join(root, 'package.json')))
  const isInstalled = () => {
    const [installed, had] = readText(stampPath)?.split(' ') ?? []
    return installed === wanted && (had === extent || had === 'all')
  }
  if (await locked(isInstalled)) return
  const installed = readText(stampPath)?.split(' ')[0]
  const what = extent === 'all' ? 'the packages for tests and builds' : 'the packages for serving'
  // Bun also reads package-lock.json. With --no-save neither writes a lock file. `npm ci` removes all that is there first.
  const manager = underBun ? process.execPath : 'npm'
  const how = underBun || installed === wanted ? ['install', '--no-save'] : ['ci']
  const quiet = underBun ? ['--silent'] : ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const less = extent === 'all' ? [] : [underBun ? '--production' : '--omit=dev']
  await work(`installing ${what}`, manager, [...how, '--ignore-scripts', ...quiet, ...less])
  writeFileSync(stampPath, `${wanted} ${extent}`)
  unlock()
}

/** Returns the Bun of the lock file. Its package links the binary in an install script, which was skipped above. */
async function localBun() {
  const path = join(root, 'node_modules', 'bun', 'bin', 'bun.exe')
  if (spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) return path
  if ((await run(process.execPath, [join(root, 'node_modules', 'bun', 'install.js')])).code === 0) return path
  tell('the Bun of the lock file cannot be linked: try npm rebuild bun', true)
  process.exit(1)
}

/**
 * Builds the data, unless they are current or were built from an operator's own files. It tells of its progress itself. For serving it
 * resolves as soon as a server can start with them; `building` then ends with the build.
 */
async function buildData(extent) {
  const recipe = recipeOfData(root)
  const files = ['city.ranges', 'network.ranges', 'registry.ranges', 'continents.gen.json']
  const isThere = (states) => {
    const summary = readText(summaryPath)
    const { recipe: done = '', building = '' } = summary === null ? {} : JSON.parse(summary)
    return files.every((name) => existsSync(join(root, 'data', name))) && states(done, building)
  }
  const isBuilt = () => isThere((done) => done === recipe || done === 'custom')
  const isServable = () => isThere((done, building) => done === '' && building === recipe)
  if (await locked(isBuilt, extent === 'serving' ? isServable : isBuilt)) return { building: null }
  const building = run(bun, [join(root, 'data', 'build.ts'), ...(extent === 'serving' ? ['--quietly'] : [])]).then(({ code }) => {
    if (code !== 0 && !isEnding) process.exit(code)
    unlock()
  })
  await (extent === 'all' ? building : Promise.race([building, until(isServable)]))
  return { building }
}

async function until(isTrue) {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}

/**
 * Waits until no other process sets this checkout up, or that has come far enough. Resolves to true if the work is done, otherwise takes the
 * lock until `unlock`.
 */
async function locked(isDone, isEnough = isDone) {
  for (let looks = 0; !isDone(); looks++) {
    if (isEnding) process.exit(EXIT_BY_SIGNAL + constants.signals.SIGTERM)
    try {
      mkdirSync(lockPath)
      process.once('exit', unlock)
      writeFileSync(join(lockPath, 'pid'), `${process.pid}`)
      return false
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = readText(join(lockPath, 'pid'))
    if (isEnough() && holder !== null && isRunning(Number(holder))) return true
    // A process that was killed leaves its lock behind. One without an id yet gets a second look.
    if (looks > 0 && (holder === null || !isRunning(Number(holder)))) unlock()
    else if (looks === 1) tell(`waiting for process ${holder}, which sets this checkout up (${lockPath})`, true)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return true
}

function unlock() {
  process.off('exit', unlock)
  rmSync(lockPath, { recursive: true, force: true })
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Runs a program without its output, and shows how long it has been at work. */
async function work(doing, command, commandArgs) {
  const started = Date.now()
  tell(doing, false)
  const timer = setInterval(() => tell(`${doing}, ${Math.round((Date.now() - started) / 1000)} s`, false), tellEveryMs)
  const { code, error } = await run(command, commandArgs, { shell: process.platform === 'win32' && command === 'npm' })
  clearInterval(timer)
  const seconds = Math.round((Date.now() - started) / 1000)
  if (code === 0) return tell(`${doing}: done in ${seconds} s`, true)
  if (!isEnding) tell(`${command} ${commandArgs.join(' ')} failed${error ? `: ${error.message}` : ''}`, true)
  process.exit(code)
}

/** Runs a program, hands on to it what this process is told, and resolves to its exit code. */
function run(command, commandArgs, options = {}) {
  if (isEnding) process.exit(EXIT_BY_SIGNAL + constants.signals.SIGTERM)
  return new Promise((resolve) => {
    const child = spawn(command, commandArgs, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], ...options })
    running.add(child)
    child.on('error', (error) => resolve({ code: 1, error }))
    child.on('exit', (code, signal) => {
      running.delete(child)
      resolve({ code: code ?? EXIT_BY_SIGNAL + constants.signals[signal] })
    })
  })
}

/** Ends the running programs. A terminal sends Ctrl-C to all of them. */
function end(signal) {
  isEnding = true
  if (signal !== 'SIGINT' || !process.stdin.isTTY) for (const child of running) child.kill(signal)
}

/**
 * Ends the running programs when this process is told to end, or when its parent goes away: npm puts a shell in between and ends only that.
 */
function endTogether() {
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => end(signal))
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    end('SIGTERM')
  }, LOOK_EVERY_MS)
  look.unref()
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
