import { isRecord } from '../contract/clean.ts'
import type { Locale } from '../contract/text.ts'

/** A record of a city database, in any layout. */
interface RawPlace {
  countryCode: string | null
  region: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  timezone: string | null
}

/** A record of a network database. */
interface RawNetwork {
  asn: number | null
  organization: string | null
}

/** Names of places and organisations are far shorter. What is longer is not kept for every address that has it. */
const NAME_MAX = 1024

const DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * Reads a place from any layout in use: ip-location-db is flat (`country_code`, `state1`, `city` ...), MaxMind and DB-IP nest
 * (`country.iso_code`, `subdivisions[0].names.en` ...), IPinfo is flat with other names and numbers as text.
 */
export function readPlace(record: unknown, locale: Locale): RawPlace {
  const fields = fieldsOf(record)
  const location = fieldsOf(fields.location)
  const subdivisions = fields.subdivisions
  const place = {
    countryCode:
      countryCode(fields.country_code) ?? countryCode(fieldsOf(fields.country).iso_code) ?? countryCode(fields.country),
    region: text(fields.state1) ?? name(Array.isArray(subdivisions) ? subdivisions[0] : null, locale) ?? text(fields.region),
    city: text(fields.city) ?? name(fields.city, locale),
    latitude: coordinate(fields.latitude ?? location.latitude ?? fields.lat, 90),
    longitude: coordinate(fields.longitude ?? location.longitude ?? fields.lng, 180),
    timezone: text(fields.timezone) ?? text(location.time_zone),
  }
  return isNowhere(place) ? NOWHERE : place
}

const NOWHERE: RawPlace = { countryCode: null, region: null, city: null, latitude: null, longitude: null, timezone: null }

/** Returns whether a record means "unknown": the country is ZZ (as in CLDR), or the coordinates are 0°N 0°E without any name. */
function isNowhere({ countryCode, region, city, latitude, longitude }: RawPlace): boolean {
  const isNameless = countryCode === null && region === null && city === null
  return countryCode === 'ZZ' || (isNameless && latitude === 0 && longitude === 0)
}

export function readNetwork(record: unknown): RawNetwork {
  const fields = fieldsOf(record)
  return {
    asn: asNumber(fields.autonomous_system_number ?? fields.asn),
    organization: text(fields.autonomous_system_organization) ?? text(fields.as_name) ?? text(fields.name) ?? text(fields.org),
  }
}

/** Returns the fields of any object, whose types are not known. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function name(value: unknown, locale: Locale): string | null {
  const names = fieldsOf(fieldsOf(value).names)
  return text(names[locale]) ?? text(names.en)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= NAME_MAX ? value : null
}

function countryCode(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : null
}

/** Reads a coordinate: a number, or a decimal number as text, as in IPinfo's files. */
function coordinate(value: unknown, limit: number): number | null {
  if (typeof value !== 'number' && !(typeof value === 'string' && DECIMAL.test(value))) return null
  const degrees = Number(value)
  return Math.abs(degrees) <= limit ? shortest(degrees) : null
}

/** Returns the shortest decimal that is the same float32: 37.422, which would otherwise be shown as 37.422000885009766. */
function shortest(degrees: number): number {
  if (Math.fround(degrees) !== degrees) return degrees
  const quick = toSixDigits(degrees)
  if (Math.fround(quick) === degrees) return quick
  // A float32 preserves every decimal of up to six digits, so there is no need to try fewer.
  for (let digits = 7; digits < 9; digits++) {
    const rounded = Number(degrees.toPrecision(digits))
    if (Math.fround(rounded) === degrees) return rounded
  }
  return degrees
}

/** Rounds like the detour over text, many times as fast, if the number is far enough from zero. */
function toSixDigits(degrees: number): number {
  const size = Math.abs(degrees)
  if (size < 1) return Number(degrees.toPrecision(6))
  const scale = size >= 100 ? 1e3 : size >= 10 ? 1e4 : 1e5
  return Math.round(degrees * scale) / scale
}

/** 4766, or `AS4766` with or without a name after it. */
function asNumber(value: unknown): number | null {
  const digits =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? /^(?:AS)?(\d+)\b/i.exec(value)?.[1] : undefined
  const number = Number(digits)
  return Number.isInteger(number) && number > 0 && number <= 0xffff_ffff ? number : null
}
