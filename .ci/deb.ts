#!/usr/bin/env bun
/**
 * Makes `dist/doorstep_<version>_<arch>.deb`, by default for the architecture of this machine, with --all for every one.
 * Compiles what it packs, or with --built takes the files of a release that are in `dist`, and adds the packages to their SHA256SUMS.
 * Every file in it has the time of SOURCE_DATE_EPOCH, otherwise that of the commit.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { arch } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pkg from '../package.json' with { type: 'json' }
import { ARCHITECTURES, type Architecture, debianVersion, type Printed, packageOf } from './release/deb.ts'
import { ROOT } from './release/inventory.ts'
import { sha256Of } from './release/sbom.ts'

const DIST = join(ROOT, 'dist')

const { values: flags } = parseArgs({ options: { all: { type: 'boolean' }, built: { type: 'boolean' } } })
const architectures: Architecture[] = flags.all ? ['amd64', 'arm64'] : [arch() === 'arm64' ? 'arm64' : 'amd64']
const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? output('git', ['log', '-1', '--format=%ct']))
if (!flags.built) for (const each of architectures) output(process.execPath, ['.ci/build.ts', '--only', ARCHITECTURES[each]])
const printed = printedTexts()
const names = architectures.map((architecture) => {
  const name = `doorstep_${debianVersion(pkg.version)}_${architecture}.deb`
  const executable = readFileSync(join(DIST, ARCHITECTURES[architecture]))
  writeFileSync(join(DIST, name), packageOf({ executable, architecture, version: pkg.version, printed, seconds, isPacked: true }))
  console.error(`dist/${name}`)
  return name
})
if (flags.built) addSums(names)

/** Asks the sources, since the executable may be one of another platform. */
function printedTexts(): Printed {
  const said = (...args: string[]) => output(process.execPath, ['src/main.ts', ...args])
  return {
    manual: said('man'),
    koreanManual: said('man', '--lang', 'ko'),
    completions: { bash: said('completion', 'bash'), zsh: said('completion', 'zsh'), fish: said('completion', 'fish') },
    licences: readFileSync(join(DIST, 'LICENSES.txt'), 'utf8'),
  }
}

function output(program: string, args: readonly string[]): string {
  const env = { ...process.env, LANG: 'C', LC_ALL: 'C' }
  const { stdout, exitCode } = Bun.spawnSync([program, ...args], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
  return stdout.toString()
}

function addSums(added: readonly string[]): void {
  const file = join(DIST, 'SHA256SUMS')
  const lines = readFileSync(file, 'utf8').match(/^.+$/gm) ?? []
  const kept = lines.filter((line) => !added.some((name) => line.endsWith(`  ${name}`)))
  const sums = added.map((name) => `${sha256Of(join(DIST, name))}  ${name}`)
  writeFileSync(file, [...kept, ...sums].map((line) => `${line}\n`).join(''))
}
