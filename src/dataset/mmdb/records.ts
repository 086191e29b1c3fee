import { readNetwork, readPlace } from '../../ipdata/layouts.ts'
import type { Mmdb } from '../../ipdata/mmdb/file.ts'
import type { Value } from '../reading/records.ts'
import { type Kind, networkRecord } from '../reading/rows.ts'
import { readerOf } from './read.ts'

/**
 * Converts a record of any layout that the server understands into ours: fields that it does not read take no space, and names are those in
 * English. Null if the record has nothing of this kind.
 */
export function ownRecord(kind: Kind, record: Value): Value | null {
  const ours = oursIn(kind, record)
  if (ours) return ours
  if (kind === 'asn') {
    const { asn, organization } = readNetwork(record)
    return asn === null ? null : networkRecord(asn, organization ?? '')
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

/** The fields of ip-location-db, in whose layout data are embedded; the first tells it from others. */
const OURS: Record<Kind, readonly string[]> = {
  city: ['state1', 'state2', 'city', 'postcode', 'country_code', 'latitude', 'longitude', 'timezone'],
  asn: ['autonomous_system_organization', 'autonomous_system_number'],
  country: ['country_code'],
}
/** As long as a name may be that a server reads. */
const TEXT_MAX = 1024

/** Returns a record of our layout without any other field; null if it has another layout. */
function oursIn(kind: Kind, record: Value): Value | null {
  if (typeof record !== 'object' || Array.isArray(record) || Buffer.isBuffer(record)) return null
  const [mark = '', ...more] = OURS[kind]
  // IPinfo has a country code as well, and more.
  if (!(mark in record) || (kind !== 'city' && Object.keys(record).length > 2)) return null
  const isOurs = ([name, value]: [string, Value]) => (name === mark || more.includes(name)) && isPlain(value)
  const ours = Object.fromEntries(Object.entries(record).filter(isOurs))
  return mark in ours ? ours : null
}

function isPlain(value: Value): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value.length <= TEXT_MAX)
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
