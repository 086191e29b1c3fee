import { readNetwork, readPlace } from '../../ipdata/layouts.ts'
import { type Kind, networkRecord } from '../reading/rows.ts'
import type { Value } from '../value.ts'
import type { MmdbSource } from './read.ts'

/**
 * A record of any layout that the server understands, in ours: what it does not read takes no space, and names are those in English. Null if the
 * record says nothing of this kind.
 */
export function ownRecord(kind: Kind, record: Value): Value | null {
  if (isOurs(kind, record)) return record
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

/** Fields of ip-location-db, in whose layout data are embedded. */
const OURS: Record<Kind, string> = { city: 'state1', asn: 'autonomous_system_organization', country: 'country_code' }

function isOurs(kind: Kind, record: Value): boolean {
  if (typeof record !== 'object' || Array.isArray(record) || Buffer.isBuffer(record) || !(OURS[kind] in record)) return false
  // IPinfo has a country code as well, and more.
  return kind === 'city' || Object.keys(record).length <= 2
}

/** Some records of a database, the first by address. */
export function firstRecords(source: MmdbSource, wanted: number): Value[] {
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
  return [...places].map((place) => source.record(place))
}
