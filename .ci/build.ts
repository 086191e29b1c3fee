#!/usr/bin/env bun
/**
 * Compiles doorstep into one executable: `dist/doorstep`, with --only NAME that of one platform, with --only NAME,NAME,... or
 * --all those of several or of every platform and their SHA256SUMS. The licences of its parts and their SBOM lie beside it.
 * With --if-stale it does nothing when `dist/doorstep` is built of the sources as they are. One build runs at a time; others wait.
 */
import { Database } from 'bun:sqlite'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPage } from '../src/faces/web/bundle.ts'
import { writeManifest } from '../src/operations/registry/discover.ts'
import { inventory, ROOT } from './release/inventory.ts'
import { licencesText } from './release/licences.ts'
import { type ReleaseFile, SBOM_FILE, sbomOf, sha256Of } from './release/sbom.ts'
import { isBuilt, keepStamp, stampOfSources } from './release/sources.ts'
import { isReleaseName, TARGETS } from './release/targets.ts'
import { kitTypes } from './release/types.ts'

const DIST = join(ROOT, 'dist')
const PLACES_FILE = join(ROOT, 'src', 'ipdata', 'places.txt')
const DATABASES = ['city', 'network', 'registry'] as const

const LICENCES_FILE = 'LICENSES.txt'
const ZSTD_LEVEL = 19
const LOCK_WAIT_MS = 10 * 60_000

const { values: flags } = parseArgs({
  options: { all: { type: 'boolean' }, only: { type: 'string' }, 'if-stale': { type: 'boolean' } },
})

mkdirSync(DIST, { recursive: true })
writeManifest()
using _ = lock()
if (!flags['if-stale'] || !isBuilt()) await build()

async function build(): Promise<void> {
  const parts = await inventory()
  const content = { licences: licencesText(parts), types: kitTypes(), page: await buildPage() }
  const wanted = flags.all ? Object.keys(TARGETS) : (flags.only?.split(',') ?? [])
  const names = wanted.filter(isReleaseName)
  if (names.length < wanted.length)
    throw new Error(`--only: ${flags.only} has other names than ${Object.keys(TARGETS).join(', ')}`)
  for (const name of names) await compile(join(DIST, name), TARGETS[name], content)
  const stamp = stampOfSources()
  if (names.length === 0) {
    keepStamp(null)
    await compile(join(DIST, 'doorstep'), null, content)
  }
  const released = names.length > 1 ? names.map(releaseFile) : []
  writeFileSync(join(DIST, LICENCES_FILE), content.licences)
  writeFileSync(join(DIST, SBOM_FILE), sbomOf(parts, released))
  if (names.length === 0) keepStamp(stamp)
  if (released.length === 0) return
  const summed = [...released, releaseFile(LICENCES_FILE), releaseFile(SBOM_FILE)]
  writeFileSync(join(DIST, 'SHA256SUMS'), summed.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
}

function releaseFile(name: string): ReleaseFile {
  return { name, sha256: sha256Of(join(DIST, name)) }
}

/** The files and texts that are the same in every executable. */
interface Content {
  readonly licences: string
  readonly types: string
  readonly page: Uint8Array
}

/**
 * Compiles twice: the first run shows where the data end up in the file, and the second embeds those offsets. They are as long
 * as the blanks that they replace, so nothing moves. If the data are not where the offsets say, the build fails.
 */
async function compile(
  outfile: string,
  target: Bun.Build.CompileTarget | null,
  { licences, types, page }: Content,
): Promise<void> {
  const started = performance.now()
  const blank = readFileSync(PLACES_FILE, 'utf8')
  const parts = {
    licences: Bun.zstdCompressSync(licences, { level: ZSTD_LEVEL }),
    types: Bun.zstdCompressSync(types, { level: ZSTD_LEVEL }),
    page,
  }
  await bundle(outfile, target, { ...parts, places: blank })
  const places = placesIn(outfile)
  await bundle(outfile, target, { ...parts, places: places.padEnd(blank.length) })
  if (placesIn(outfile) !== places) throw new Error('the data moved between two compilations')
  const megabytes = (statSync(outfile).size / 1e6).toFixed(1)
  console.error(`${outfile.slice(ROOT.length + 1)}  ${megabytes} MB  ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** The values that a compilation embeds in place of the blanks in `src/`. */
interface Embedded {
  readonly places: string
  readonly licences: Uint8Array
  readonly types: Uint8Array
  readonly page: Uint8Array
}

async function bundle(outfile: string, target: Bun.Build.CompileTarget | null, embedded: Embedded): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, 'src', 'main.ts')],
    minify: true,
    bytecode: true,
    // Modules that are imported while the server runs are not read at the start; only this format can be split.
    splitting: true,
    format: 'esm',
    sourcemap: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: { outfile, autoloadBunfig: false, autoloadDotenv: false, ...(target ? { target } : {}) },
    plugins: [
      {
        name: 'embedded',
        setup(build) {
          // Not files of another name: names of parts follow from the paths of what is in them, and two builds have to be equal.
          build.onLoad({ filter: /\/places\.txt$/ }, () => ({ contents: embedded.places, loader: 'text' }))
          build.onLoad({ filter: /\/licences\.zst$/ }, () => ({ contents: embedded.licences, loader: 'file' }))
          build.onLoad({ filter: /\/types\.zst$/ }, () => ({ contents: embedded.types, loader: 'file' }))
          build.onLoad({ filter: /\/page\.pack$/ }, () => ({ contents: embedded.page, loader: 'file' }))
        },
      },
    ],
  })
}

/** Returns the position of each database in an executable: `id offset length`, separated by semicolons. */
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

/** Held until this process ends, however it ends. */
function lock(): Disposable {
  const file = new Database(join(DIST, '.lock'))
  file.run(`PRAGMA busy_timeout = ${LOCK_WAIT_MS}`)
  file.run('BEGIN EXCLUSIVE')
  return file
}
