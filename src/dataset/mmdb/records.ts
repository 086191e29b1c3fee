import { fieldsOf, readNetwork, readPlace } from '../../ipdata/layouts.ts'
import type { Mmdb, Value } from '../../ipdata/mmdb/file.ts'
import { type FlatRecord, TEXT_MAX } from '../../ipdata/ranges/layout.ts'
import { FIELDS, type Kind } from '../reading/rows.ts'
import { readerOf } from './read.ts'

/**
 * Converts a record of any layout that the server understands into ours: fields that it does not read take no space, and names are those in
 * English. Null if the record has nothing of this kind.
 */
export function ownRecord(kind: Kind, record: Value): FlatRecord | null {
  const ours = oursIn(kind, record)
  if (ours) return ours
  if (kind === 'asn') {
    const { asn, organization } = readNetwork(record)
    return asn === null ? null : { autonomous_system_number: asn, autonomous_system_organization: organization ?? '' }
  }
  const { countryCode, region, city, latitude, longitude, timezone } = readPlace(record, 'en')
  if (kind === 'country') return countryCode === null ? null : { country_code: countryCode }
  if ([countryCode, region, city, latitude, longitude, timezone].every((value) => value === null)) return null
  return {
    city: city ?? '',
    country_code: countryCode ?? '',
    ...(latitude !== null && longitude !== null && { latitude: Math.fround(latitude), longitude: Math.fround(longitude) }),
    postcode: '',
    state1: region ?? '',
    state2: '',
    timezone: timezone ?? '',
  }
}

/** The field that tells our layout from others. */
const MARKS: Readonly<Record<Kind, string>> = {
  city: 'state1',
  asn: 'autonomous_system_organization',
  country: 'country_code',
}

/** Returns a record of our layout without any other field; null if it has another layout. */
function oursIn(kind: Kind, record: Value): FlatRecord | null {
  const entries = Object.entries(fieldsOf(record))
  // IPinfo has a country code as well, and more.
  if (kind !== 'city' && entries.length > 2) return null
  const ours = entries.flatMap(([name, value]) => (FIELDS[kind].includes(name) && isPlain(value) ? [[name, value] as const] : []))
  return ours.some(([name]) => name === MARKS[kind]) ? Object.fromEntries(ours) : null
}

/** Tests whether a record may have a value. */
function isPlain(value: unknown): value is string | number {
  return Number.isFinite(value) || (typeof value === 'string' && value.length <= TEXT_MAX)
}

/** Some records of a database, the first by address, one at a time: all of them may be large. */
export function firstRecords(source: Mmdb, wanted: number): Iterable<Value> {
  const { nodeCount } = source.metadata
  const places = new Set<number>()
  const open = [0]
  for (let seen = 0; open.length > 0 && places.size < wanted && seen <= nodeCount; ) {
    const at = open.pop() ?? nodeCount
    if (at > nodeCount) places.add(at)
    if (at >= nodeCount) continue
    seen++
    open.push(source.child(at, 1), source.child(at, 0))
  }
  return places.values().map(readerOf(source))
}
