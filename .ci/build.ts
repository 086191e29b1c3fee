#!/usr/bin/env bun
/**
 * Compiles doorstep into one executable: `dist/doorstep`, with --only NAME that of one platform, with --all those of every platform and
 * their SHA256SUMS. The licences of its parts and their SBOM lie beside it.
 * With --if-stale it does nothing when `dist/doorstep` is newer than everything that goes into it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeManifest } from '../src/registry/discover.ts'
import { inventory, ROOT } from './release/inventory.ts'
import { licencesText } from './release/licences.ts'
import { type ReleaseFile, sbomOf, sha256Of } from './release/sbom.ts'
import { isReleaseName, TARGETS } from './release/targets.ts'

const DIST = join(ROOT, 'dist')
const PLACES_FILE = join(ROOT, 'src', 'ipdata', 'places.txt')
const DATABASES = ['city', 'network', 'registry'] as const

const LICENCES_FILE = 'LICENSES.txt'
const SBOM_FILE = 'doorstep.cdx.json'
const ZSTD_LEVEL = 19

const { values: flags } = parseArgs({
  options: { all: { type: 'boolean' }, only: { type: 'string' }, 'if-stale': { type: 'boolean' } },
})

mkdirSync(DIST, { recursive: true })
writeManifest()
if (!flags['if-stale'] || isStale()) await build()

async function build(): Promise<void> {
  const parts = await inventory()
  const licences = licencesText(parts)
  const { only = '' } = flags
  if (only !== '' && !isReleaseName(only)) throw new Error(`--only: ${only} is not one of ${Object.keys(TARGETS).join(', ')}`)
  const names = flags.all ? Object.keys(TARGETS).filter(isReleaseName) : isReleaseName(only) ? [only] : []
  for (const name of names) await compile(join(DIST, name), TARGETS[name], licences)
  if (names.length === 0) await compile(join(DIST, 'doorstep'), null, licences)
  const released = flags.all ? names.map(releaseFile) : []
  writeFileSync(join(DIST, LICENCES_FILE), licences)
  writeFileSync(join(DIST, SBOM_FILE), sbomOf(parts, released))
  if (!flags.all) return
  const summed = [...released, releaseFile(LICENCES_FILE), releaseFile(SBOM_FILE)]
  writeFileSync(join(DIST, 'SHA256SUMS'), summed.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
}

function releaseFile(name: string): ReleaseFile {
  return { name, sha256: sha256Of(join(DIST, name)) }
}

/**
 * Compiles twice: the first run shows where the data end up in the file, and the second embeds those offsets. They are as long
 * as the blanks that they replace, so nothing moves. If the data are not where the offsets say, the build fails.
 */
async function compile(outfile: string, target: Bun.Build.CompileTarget | null, licences: string): Promise<void> {
  const started = performance.now()
  const scratch = mkdtempSync(join(tmpdir(), 'doorstep-build-'))
  try {
    const placesFile = join(scratch, 'places.txt')
    const licencesFile = join(scratch, 'licences.zst')
    writeFileSync(licencesFile, Bun.zstdCompressSync(licences, { level: ZSTD_LEVEL }))
    const embedded = { placesFile, licencesFile }
    const blank = readFileSync(PLACES_FILE, 'utf8')
    writeFileSync(placesFile, blank)
    await bundle(outfile, target, embedded)
    const places = placesIn(outfile)
    writeFileSync(placesFile, places.padEnd(blank.length))
    await bundle(outfile, target, embedded)
    if (placesIn(outfile) !== places) throw new Error('the data moved between two compilations')
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  const megabytes = (statSync(outfile).size / 1e6).toFixed(1)
  console.error(`${outfile.slice(ROOT.length + 1)}  ${megabytes} MB  ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** What is written for one compilation, in place of the blanks that stand in `src/`. */
interface Embedded {
  readonly placesFile: string
  readonly licencesFile: string
}

async function bundle(outfile: string, target: Bun.Build.CompileTarget | null, embedded: Embedded): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, 'src', 'main.ts')],
    minify: true,
    bytecode: true,
    sourcemap: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: { outfile, autoloadBunfig: false, autoloadDotenv: false, ...(target ? { target } : {}) },
    plugins: [
      {
        name: 'embedded',
        setup(build) {
          build.onResolve({ filter: /\/places\.txt$/ }, () => ({ path: embedded.placesFile }))
          build.onResolve({ filter: /\/licences\.zst$/ }, () => ({ path: embedded.licencesFile }))
        },
      },
    ],
  })
}

/** Where each database is in an executable: `id offset length`, separated by semicolons. */
function placesIn(executable: string): string {
  const bytes = readFileSync(executable)
  return DATABASES.map((id) => {
    const data = readFileSync(join(ROOT, 'data', `${id}.ranges`))
    const offset = bytes.indexOf(data.subarray(0, 4096))
    if (offset < 0 || !bytes.subarray(offset, offset + data.length).equals(data))
      throw new Error(`${id}.ranges is not in ${executable}`)
    return `${id} ${offset} ${data.length}`
  }).join(';')
}

function isStale(): boolean {
  const built = modified(join(DIST, 'doorstep'))
  const sources = [
    'package.json',
    'package-lock.json',
    '.ci/build.ts',
    ...new Bun.Glob('.ci/release/*.ts').scanSync({ cwd: ROOT, dot: true }),
    ...new Bun.Glob('{src,tools,data}/**/*.{ts,txt,json,ranges}').scanSync(ROOT),
  ]
  return sources.some((path) => modified(join(ROOT, path)) > built)
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
