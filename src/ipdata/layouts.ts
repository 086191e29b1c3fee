import type { Locale } from '../text.ts'

/** What a city database says of an address, whichever layout it has. */
export interface RawPlace {
  countryCode: string | null
  region: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  timezone: string | null
}

/** What a network database says of an address. */
export interface RawNetwork {
  asn: number | null
  organization: string | null
}

type Fields = Record<string, unknown>

/**
 * The layouts in use: ip-location-db is flat (`country_code`, `state1`, `city` ...), MaxMind and DB-IP nest
 * (`country.iso_code`, `subdivisions[0].names.en` ...), IPinfo is flat with other names and numbers as text.
 */
export function readPlace(record: unknown, locale: Locale): RawPlace {
  const fields = fieldsOf(record)
  const location = fieldsOf(fields.location)
  const subdivisions = fields.subdivisions
  return {
    countryCode:
      countryCode(fields.country_code) ?? countryCode(fieldsOf(fields.country).iso_code) ?? countryCode(fields.country),
    region: text(fields.state1) ?? name(Array.isArray(subdivisions) ? subdivisions[0] : null, locale) ?? text(fields.region),
    city: text(fields.city) ?? name(fields.city, locale),
    latitude: coordinate(fields.latitude ?? location.latitude ?? fields.lat, 90),
    longitude: coordinate(fields.longitude ?? location.longitude ?? fields.lng, 180),
    timezone: text(fields.timezone) ?? text(location.time_zone),
  }
}

export function readNetwork(record: unknown): RawNetwork {
  const fields = fieldsOf(record)
  return {
    asn: asNumber(fields.autonomous_system_number ?? fields.asn),
    organization: text(fields.autonomous_system_organization) ?? text(fields.as_name) ?? text(fields.name) ?? text(fields.org),
  }
}

function fieldsOf(value: unknown): Fields {
  // A seam: any object may be read as fields of unknown type.
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function name(value: unknown, locale: Locale): string | null {
  const names = fieldsOf(fieldsOf(value).names)
  return text(names[locale]) ?? text(names.en)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function countryCode(value: unknown): string | null {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value) ? value : null
}

function coordinate(value: unknown, limit: number): number | null {
  if (value === null || value === undefined || value === '') return null
  const degrees = Number(value)
  return Number.isFinite(degrees) && Math.abs(degrees) <= limit ? shortest(degrees) : null
}

/** 37.422 for the float32 nearest to it, which reads as 37.422000885009766: the shortest decimal that is the same float32. */
function shortest(degrees: number): number {
  if (Math.fround(degrees) !== degrees) return degrees
  // Every decimal of up to six digits comes back from a float32 unchanged, so shorter ones need no try of their own.
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(degrees.toPrecision(digits))
    if (Math.fround(rounded) === degrees) return rounded
  }
  return degrees
}

function asNumber(value: unknown): number | null {
  const number = Number(typeof value === 'string' ? value.replace(/^AS/i, '') : value)
  return Number.isInteger(number) && number > 0 ? number : null
}
