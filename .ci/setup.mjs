#!/usr/bin/env node
/**
 * Sets up what a checkout needs before its commands can run: the packages of the lock file, then the IP data.
 * Runs under Node (with npm) or Bun, and does nothing if everything is in place.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recipeOfData } from '../data/recipe.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const underBun = 'Bun' in globalThis
const stampPath = join(root, 'node_modules', '.doorstep-packages')
const summaryPath = join(root, 'data', 'datasets.gen.json')

installPackages()
const bun = localBun()
if (!process.argv.includes('--no-data')) buildData()

function installPackages() {
  const wanted = sha256(readFileSync(join(root, 'package-lock.json')), readFileSync(join(root, 'package.json')))
  if (readText(stampPath) === wanted) return
  say('installing packages')
  // Bun also reads package-lock.json. With --no-save it does not write a lock file of its own.
  if (underBun) run(process.execPath, ['install', '--no-save', '--ignore-scripts'])
  else
    run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { shell: process.platform === 'win32' })
  writeFileSync(stampPath, wanted)
}

/** The Bun of the lock file. Its package links the binary in an install script, which was skipped above. */
function localBun() {
  const path = join(root, 'node_modules', 'bun', 'bin', 'bun.exe')
  if (spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0) return path
  run(process.execPath, [join(root, 'node_modules', 'bun', 'install.js')])
  return path
}

/** Builds the data, unless they are current or were built from an operator's own files. */
function buildData() {
  const recipe = recipeOfData(root)
  const summary = readText(summaryPath)
  const built = summary === null ? null : JSON.parse(summary).recipe
  const files = ['city.ranges', 'network.ranges', 'registry.ranges', 'continents.gen.json']
  const whole = files.every((name) => existsSync(join(root, 'data', name)))
  if (whole && (built === recipe || built === 'custom')) return
  say('building the IP data (about a minute, once)')
  run(bun, [join(root, 'data', 'build.ts')])
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
  if (status === 0) return
  say(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`)
  process.exit(1)
}

function readText(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

function sha256(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

function say(line) {
  console.error(`doorstep: ${line}`)
}
