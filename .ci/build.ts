#!/usr/bin/env bun
/**
 * Compiles doorstep into one executable, `dist/doorstep`, or with --all one for every platform, with SHA256SUMS.
 * With --if-stale it does nothing if `dist/doorstep` is newer than everything that goes into it.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeManifest } from '../src/registry/discover.ts'

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const PLACES_FILE = join(ROOT, 'src', 'ipdata', 'places.txt')
const DATABASES = ['city', 'network', 'registry'] as const

const TARGETS = {
  'doorstep-linux-x64': 'bun-linux-x64',
  'doorstep-linux-arm64': 'bun-linux-arm64',
  'doorstep-linux-x64-musl': 'bun-linux-x64-musl',
  'doorstep-darwin-arm64': 'bun-darwin-arm64',
  'doorstep-windows-x64.exe': 'bun-windows-x64',
} as const

const { values: flags } = parseArgs({ options: { all: { type: 'boolean' }, 'if-stale': { type: 'boolean' } } })

mkdirSync(DIST, { recursive: true })
writeManifest()
if (flags.all) await buildAll()
else if (!flags['if-stale'] || isStale()) await compile(join(DIST, 'doorstep'), null)

async function buildAll(): Promise<void> {
  const sums: string[] = []
  for (const [name, target] of Object.entries(TARGETS)) {
    await compile(join(DIST, name), target)
    sums.push(
      `${createHash('sha256')
        .update(readFileSync(join(DIST, name)))
        .digest('hex')}  ${name}\n`,
    )
  }
  writeFileSync(join(DIST, 'SHA256SUMS'), sums.join(''))
}

/**
 * Compiles twice: the first run shows where the data end up in the file, and the second embeds those offsets. They are as long
 * as the blanks that they replace, so nothing moves. If the data are not where the offsets say, the build fails.
 */
async function compile(outfile: string, target: Bun.Build.CompileTarget | null): Promise<void> {
  const started = performance.now()
  const scratch = mkdtempSync(join(tmpdir(), 'doorstep-build-'))
  try {
    const placesFile = join(scratch, 'places.txt')
    const blank = readFileSync(PLACES_FILE, 'utf8')
    writeFileSync(placesFile, blank)
    await bundle(outfile, target, placesFile)
    const places = placesIn(outfile)
    writeFileSync(placesFile, places.padEnd(blank.length))
    await bundle(outfile, target, placesFile)
    if (placesIn(outfile) !== places) throw new Error('the data moved between two compilations')
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  const megabytes = (statSync(outfile).size / 1e6).toFixed(1)
  console.error(`${outfile.slice(ROOT.length + 1)}  ${megabytes} MB  ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function bundle(outfile: string, target: Bun.Build.CompileTarget | null, placesFile: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, 'src', 'main.ts')],
    minify: true,
    bytecode: true,
    sourcemap: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: { outfile, autoloadBunfig: false, autoloadDotenv: false, ...(target ? { target } : {}) },
    plugins: [
      {
        name: 'places',
        setup(build) {
          build.onResolve({ filter: /\/places\.txt$/ }, () => ({ path: placesFile }))
        },
      },
    ],
  })
}

/** Where each database is in an executable: `id offset length`, separated by semicolons. */
function placesIn(executable: string): string {
  const bytes = readFileSync(executable)
  return DATABASES.map((id) => {
    const data = readFileSync(join(ROOT, 'data', `${id}.mmdb`))
    const offset = bytes.indexOf(data.subarray(0, 4096))
    if (offset < 0 || !bytes.subarray(offset, offset + data.length).equals(data))
      throw new Error(`${id}.mmdb is not in ${executable}`)
    return `${id} ${offset} ${data.length}`
  }).join(';')
}

function isStale(): boolean {
  const built = modified(join(DIST, 'doorstep'))
  const sources = [
    'package.json',
    'package-lock.json',
    '.ci/build.ts',
    ...new Bun.Glob('{src,tools,data}/**/*.{ts,txt,json,mmdb}').scanSync(ROOT),
  ]
  return sources.some((path) => modified(join(ROOT, path)) > built)
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
