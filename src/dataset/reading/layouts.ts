import type { Value } from '../value.ts'
import { addressNumber, cidrBounds } from './ranges.ts'

/** One row of a file of ranges: its addresses and their record. */
export interface Row {
  family: 'v4' | 'v6'
  start: bigint
  end: bigint
  record: Value
}

/** What a CSV row means. `place` looks up a MaxMind location by its geoname id. */
type Reader = (columns: readonly string[], place: (geonameId: string) => Value | null) => Row | null

export type Kind = 'city' | 'asn' | 'country'

const IPV4_END = 1n << 32n
const DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * The layouts of range files, by kind and number of columns (files without a header line) or first header names (MaxMind).
 * Files of ip-location-db and DB-IP do not have a header line; their network and country files have the same layout.
 */
const HEADERLESS: Record<Kind, Record<number, Reader>> = {
  asn: { 4: ([start, end, asn, organization]) => network(start, end, asn, organization) },
  country: { 3: ([start, end, code]) => row(start, end, { country_code: code ?? '' }) },
  city: {
    10: ([start, end, country, state1, state2, name, postcode, latitude, longitude, timezone]) =>
      city(start, end, { country, state1, state2, city: name, postcode, latitude, longitude, timezone }),
    8: ([start, end, , country, state1, name, latitude, longitude]) =>
      city(start, end, { country, state1, city: name, latitude, longitude }),
  },
}

const MAXMIND: Record<Kind, Reader> = {
  asn: ([cidr, asn, organization]) => network(...ends(cidr), asn, organization),
  country: ([cidr, geonameId, registeredId], place) => located(cidr, place(geonameId || registeredId || ''), {}),
  city: ([cidr, geonameId, registeredId, , , , postcode, latitude, longitude], place) =>
    located(cidr, place(geonameId || registeredId || ''), { postcode, latitude, longitude }),
}

/** The reader for a file, chosen by its first line; null if the layout is unknown. */
export function readerFor(kind: Kind, firstLine: readonly string[]): { read: Reader; hasHeader: boolean } | null {
  if (firstLine[0] === 'network') return { read: MAXMIND[kind], hasHeader: true }
  const read = HEADERLESS[kind][firstLine.length]
  return read ? { read, hasHeader: false } : null
}

/** MaxMind's list of places: geoname_id, locale_code, continent_code, continent_name, country_iso_code, ... */
export function isLocations(firstLine: readonly string[]): boolean {
  return firstLine[0] === 'geoname_id' && firstLine[1] === 'locale_code'
}

export function locationOf(columns: readonly string[]): [geonameId: string, place: Value] {
  const [geonameId = '', , , , country, , , state1, , state2, name, , timezone] = columns
  return [geonameId, placeRecord({ country, state1, state2, city: name, timezone })]
}

interface CityFields {
  country?: string | undefined
  state1?: string | undefined
  state2?: string | undefined
  city?: string | undefined
  postcode?: string | undefined
  latitude?: string | undefined
  longitude?: string | undefined
  timezone?: string | undefined
}

/** A place in the layout of ip-location-db, the one that is embedded. */
function placeRecord(fields: CityFields): { [key: string]: Value } {
  const coordinates =
    DECIMAL.test(fields.latitude ?? '') && DECIMAL.test(fields.longitude ?? '')
      ? { latitude: Math.fround(Number(fields.latitude)), longitude: Math.fround(Number(fields.longitude)) }
      : {}
  return {
    city: fields.city ?? '',
    country_code: fields.country ?? '',
    ...coordinates,
    postcode: fields.postcode ?? '',
    state1: fields.state1 ?? '',
    state2: fields.state2 ?? '',
    timezone: fields.timezone ?? '',
  }
}

function city(start: string | undefined, end: string | undefined, fields: CityFields): Row | null {
  return row(start, end, placeRecord(fields))
}

function located(cidr: string | undefined, place: Value | null, own: CityFields): Row | null {
  if (place === null || typeof place !== 'object') return null
  const { postcode, latitude, longitude } = placeRecord(own)
  const coordinates = latitude === undefined || longitude === undefined ? {} : { latitude, longitude }
  return row(...ends(cidr), { ...place, ...coordinates, postcode: postcode ?? '' })
}

function network(
  start: string | undefined,
  end: string | undefined,
  asn: string | undefined,
  organization: string | undefined,
): Row | null {
  const number = /^(AS)?\d+$/i.test(asn ?? '') ? Number((asn ?? '').replace(/^AS/i, '')) : 0
  if (number < 1 || number > 0xffff_ffff) return null
  return row(start, end, { autonomous_system_number: number, autonomous_system_organization: organization ?? '' })
}

function row(start: string | undefined, end: string | undefined, record: Value): Row | null {
  const [first, last] = [addressNumber(start ?? ''), addressNumber(end ?? '')]
  if (first === null || last === null || first > last) return null
  const isV4 = last < IPV4_END && !(end ?? '').includes(':')
  return { family: isV4 ? 'v4' : 'v6', start: first, end: last, record }
}

function ends(cidr: string | undefined): [string | undefined, string | undefined] {
  const bounds = cidrBounds(cidr ?? '')
  return bounds ? [String(bounds[0]), String(bounds[1])] : [undefined, undefined]
}
