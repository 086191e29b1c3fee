import type { Value } from './records.ts'
import {
  type CityFields,
  city,
  country,
  ends,
  type Layout,
  type Meaning,
  network,
  placeRecord,
  type Reader,
  row,
} from './rows.ts'

const DBIP_CITY_COLUMNS = 8

/** Files of ip-location-db and DB-IP do not have a header line; their network and country files have the same layout. By number of columns. */
const HEADERLESS: Readonly<Record<number, Layout['readers']>> = {
  3: { country: ([start, end, code]) => country(start, end, code) },
  4: { asn: ([start, end, asn, organization]) => network(start, end, asn, organization) },
  [DBIP_CITY_COLUMNS]: {
    city: ([start, end, , country, state1, name, latitude, longitude]) =>
      city(start, end, { country, state1, city: name, latitude, longitude }),
  },
  10: {
    city: ([start, end, country, state1, state2, name, postcode, latitude, longitude, timezone]) =>
      city(start, end, { country, state1, state2, city: name, postcode, latitude, longitude, timezone }),
  },
}

/** MaxMind's blocks, by what their header has. */
const MAXMIND: readonly { readonly column: string; readonly readers: Layout['readers'] }[] = [
  { column: 'autonomous_system_number', readers: { asn: ([cidr, asn, name]) => network(...ends(cidr), asn, name) } },
  {
    column: 'latitude',
    readers: {
      city: ([cidr, geonameId, registeredId, , , , postcode, latitude, longitude], place) =>
        located(cidr, place(geonameId || registeredId || ''), { postcode, latitude, longitude }),
      country: readCountry,
    },
  },
  { column: 'geoname_id', readers: { country: readCountry } },
]

/** iptoasn.com: start, end, AS number, country, description, separated by tabs. What is not routed has the number 0. */
const IPTOASN: Layout['readers'] = {
  asn: ([start, end, asn, , description]) => (asn === '0' ? 'nothing' : network(start, end, asn, description)),
  country: ([start, end, , code]) => (isCode(code) ? country(start, end, code) : 'nothing'),
  city: ([start, end, , code]) => (isCode(code) ? city(start, end, { country: code }) : 'nothing'),
}

/** Returns the layout of a table, by its first line; null if it is unknown. */
export function layoutOf(firstLine: readonly string[], separator: ',' | '\t' | 'json'): Layout | null {
  if (separator === '\t') return firstLine.length === 5 ? { by: 'iptoasn', hasHeader: false, readers: IPTOASN } : null
  if (isNamed(firstLine)) return { by: 'IPinfo', hasHeader: true, readers: namedReaders(firstLine) }
  if (separator === 'json') return null
  const blocks = firstLine[0] === 'network' ? MAXMIND.find(({ column }) => firstLine.includes(column)) : undefined
  if (blocks) return { by: 'MaxMind', hasHeader: true, readers: blocks.readers }
  const readers = HEADERLESS[firstLine.length]
  if (!readers || !/^[0-9a-f.:]+$/i.test(firstLine[0] ?? '')) return null
  return { by: firstLine.length === DBIP_CITY_COLUMNS ? 'DB-IP' : 'ip-location-db or DB-IP', hasHeader: false, readers }
}

/** MaxMind's list of places: geoname_id, locale_code, continent_code, continent_name, country_iso_code, ... */
export function isLocations(firstLine: readonly string[]): boolean {
  return firstLine[0] === 'geoname_id' && firstLine[1] === 'locale_code'
}

/** Returns an entry of a list of places; null for the header and for names in other languages than English. */
export function locationOf(columns: readonly string[]): [geonameId: string, place: Value] | null {
  const [geonameId = '', locale, , , country, , , state1, , state2, name, , timezone] = columns
  return locale === 'en' ? [geonameId, placeRecord({ country, state1, state2, city: name, timezone })] : null
}

function located(cidr: string | undefined, place: Value | null, own: CityFields): Meaning {
  if (place === null || typeof place !== 'object') return null
  const { postcode, latitude, longitude } = placeRecord(own)
  const coordinates = latitude === undefined || longitude === undefined ? {} : { latitude, longitude }
  return row(...ends(cidr), { ...place, ...coordinates, postcode: postcode ?? '' })
}

function readCountry(...[[cidr, geonameId, registeredId], place]: Parameters<Reader>): Meaning {
  return located(cidr, place(geonameId || registeredId || ''), {})
}

function isCode(code: string | undefined): boolean {
  return /^[A-Z]{2}$/.test(code ?? '')
}

/**
 * IPinfo's files say in a header line, or in each line of JSON, which column is which: `network` and `country_code` in IPinfo Lite, `start_ip`, `end_ip` and
 * `country` in the files before it.
 */
function isNamed(names: readonly string[]): boolean {
  const isPlaced = names.includes('network') || (names.includes('start_ip') && names.includes('end_ip'))
  return isPlaced && (names.includes('asn') || names.includes(codeIn(names)))
}

/** Returns the column with the code of the country: `country` holds its name if there is a `country_code`. */
function codeIn(names: readonly string[]): string {
  return names.includes('country_code') || names.includes('network') ? 'country_code' : 'country'
}

function namedReaders(names: readonly string[]): Layout['readers'] {
  const at = new Map(names.map((name, index) => [name, index]))
  const valueIn = (columns: readonly string[], name: string) => columns[at.get(name) ?? -1]
  const endsIn = (columns: readonly string[]) =>
    at.has('network') ? ends(valueIn(columns, 'network')) : ([valueIn(columns, 'start_ip'), valueIn(columns, 'end_ip')] as const)
  const code = codeIn(names)
  const ifCode =
    (read: (columns: readonly string[], code: string) => Meaning): Reader =>
    (columns) => {
      const value = valueIn(columns, code) ?? ''
      return /^[A-Z]{2}$/.test(value) ? read(columns, value) : 'nothing'
    }
  const organization = names.includes('as_name') ? 'as_name' : 'name'
  return {
    ...(at.has('asn') && {
      asn: (columns) => {
        const asn = valueIn(columns, 'asn')
        return asn === '' || asn === undefined ? 'nothing' : network(...endsIn(columns), asn, valueIn(columns, organization))
      },
    }),
    ...(at.has(code) && {
      country: ifCode((columns, value) => country(...endsIn(columns), value)),
      city: ifCode((columns, value) => city(...endsIn(columns), { country: value })),
    }),
  }
}
