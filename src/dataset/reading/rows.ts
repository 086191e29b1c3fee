import { addressNumber, cidrBounds } from './ranges.ts'
import type { Value } from './records.ts'

/** One row of a file of ranges: its addresses and their record. */
interface Row {
  readonly family: 'v4' | 'v6'
  readonly start: bigint
  readonly end: bigint
  readonly record: Value
}

/** The meaning of a row: null if it is malformed, 'nothing' if it says that nothing is known. */
export type Meaning = Row | 'nothing' | null

export type Kind = 'city' | 'asn' | 'country'

/** A function that reads a row. `place` looks up a MaxMind location by its geoname id. */
export type Reader = (columns: readonly string[], place: (geonameId: string) => Value | null) => Meaning

/** The way to read a file, for the kinds of data that it has. */
export interface Layout {
  readonly by: 'ip-location-db or DB-IP' | 'DB-IP' | 'MaxMind' | 'IPinfo' | 'iptoasn'
  readonly hasHeader: boolean
  readonly readers: Readonly<Partial<Record<Kind, Reader>>>
}

type Text = string | undefined

const IPV4_END = 1n << 32n
const DECIMAL = /^-?\d+(\.\d+)?$/
const ASN_MAX = 0xffff_ffff

export interface CityFields {
  country?: Text
  state1?: Text
  state2?: Text
  city?: Text
  postcode?: Text
  latitude?: Text
  longitude?: Text
  timezone?: Text
}

/** Returns a place in the layout of ip-location-db, the one that is embedded. */
export function placeRecord(fields: CityFields): { [key: string]: Value } {
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

export function city(start: Text, end: Text, fields: CityFields): Row | null {
  return row(start, end, placeRecord(fields))
}

export function country(start: Text, end: Text, code: Text): Row | null {
  return row(start, end, { country_code: code ?? '' })
}

/** Returns the row of a network. Its AS number may have `AS` before the digits. */
export function network(start: Text, end: Text, asn: Text, organization: Text): Row | null {
  const number = /^(AS)?\d+$/i.test(asn ?? '') ? Number((asn ?? '').replace(/^AS/i, '')) : 0
  if (number < 1 || number > ASN_MAX) return null
  return row(start, end, networkRecord(number, organization ?? ''))
}

export function networkRecord(asn: number, organization: string): Value {
  return { autonomous_system_number: asn, autonomous_system_organization: organization }
}

export function row(start: Text, end: Text, record: Value): Row | null {
  const [first, last] = [addressNumber(start ?? ''), addressNumber(end ?? '')]
  if (first === null || last === null || first > last) return null
  const isV4 = last < IPV4_END && !(end ?? '').includes(':')
  return { family: isV4 ? 'v4' : 'v6', start: first, end: last, record }
}

/** Returns both ends of a block, or of a single address. */
export function ends(cidr: Text): [Text, Text] {
  const text = cidr ?? ''
  if (!text.includes('/')) return [text, text]
  const bounds = cidrBounds(text)
  if (!bounds) return [undefined, undefined]
  return [String(bounds[0]), String(bounds[1])]
}
