#!/usr/bin/env bun
/**
 * Makes `dist/doorstep_<version>_<arch>.deb`, by default for the architecture of this machine, with --all for every one, and the index with
 * which `dist` is a repository for apt.
 * Compiles what it packs, or with --built takes the files of a release that are in `dist`, and adds what it makes to their SHA256SUMS: also
 * the image of this machine's architecture, and with --from URL, where the files will be, a formula for Homebrew and a flake for Nix.
 * Every file has the time of SOURCE_DATE_EPOCH, otherwise that of the commit.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pkg from '../package.json' with { type: 'json' }
import { aptIndex, homebrewFormula, nixFlake } from './release/channels.ts'
import { ARCHITECTURES, type Architecture, debianVersion, type Printed, packageOf } from './release/deb.ts'
import { ROOT } from './release/inventory.ts'
import { ociArchive } from './release/oci.ts'
import { sha256Of } from './release/sbom.ts'

const DIST = join(ROOT, 'dist')

const { values: flags } = parseArgs({
  options: { all: { type: 'boolean' }, built: { type: 'boolean' }, from: { type: 'string' } },
})
const own: Architecture = arch() === 'arm64' ? 'arm64' : 'amd64'
const architectures: Architecture[] = flags.all ? ['amd64', 'arm64'] : [own]
const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? output('git', ['log', '-1', '--format=%ct']))
if (!flags.built) for (const each of architectures) output(process.execPath, ['.ci/build.ts', '--only', ARCHITECTURES[each]])
const printed = printedTexts()
const packages = architectures.map((architecture) => {
  const name = `doorstep_${debianVersion(pkg.version)}_${architecture}.deb`
  const executable = readFileSync(join(DIST, ARCHITECTURES[architecture]))
  return {
    name,
    architecture,
    ...packageOf({ executable, architecture, version: pkg.version, printed, seconds, isPacked: true }),
  }
})
const made: Record<string, string | Uint8Array> = {
  ...Object.fromEntries(packages.map(({ name, content }) => [name, content])),
  ...aptIndex(packages, seconds),
  ...(flags.built && { [`doorstep-image-${own}.tar`]: image() }),
  ...(flags.from && channels(flags.from)),
}
for (const [name, content] of Object.entries(made)) {
  writeFileSync(join(DIST, name), content)
  console.error(`dist/${name}`)
}
if (flags.built) addSums(Object.keys(made))

function channels(from: string) {
  const released = { version: pkg.version, from, sumOf: (name: string) => sha256Of(join(DIST, name)) }
  return { 'doorstep.rb': homebrewFormula(released), 'flake.nix': nixFlake(released) }
}

/** Returns the image of this machine's architecture: the libraries are those of the machine. */
function image(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-image-'))
  try {
    const root = join(folder, 'root')
    output('sh', ['deploy/docker/assemble.sh', join(DIST, ARCHITECTURES[own]), root])
    const dockerfile = readFileSync(join(ROOT, 'deploy', 'docker', 'Dockerfile'), 'utf8')
    return ociArchive({ root, dockerfile, architecture: own, version: pkg.version, seconds })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

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
