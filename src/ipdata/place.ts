import tzLookup from '@photostructure/tz-lookup'
import pkg from '../../package.json' with { type: 'json' }
import type { Locale } from '../contract/text.ts'
import type { Dataset } from './embedded.ts'
import { readPlace } from './layouts.ts'
import { continentName, continentOf, countryName } from './names.ts'

/** The source of time zones that are derived from coordinates. */
export const TIMEZONES: Dataset = {
  id: 'timezone',
  name: 'Time zone boundaries (timezone-boundary-builder, simplified by tz-lookup)',
  source: `npm:@photostructure/tz-lookup@${pkg.dependencies['@photostructure/tz-lookup']}`,
  licence: 'ODbL 1.0',
  licenceUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
  attribution: '© OpenStreetMap contributors',
  attributionUrl: 'https://www.openstreetmap.org/copyright',
  buildDate: '2026-09-16',
  records: null,
}

/** The place of an address. A field is null if the data do not have it. */
export interface Place {
  country: string | null
  countryCode: string | null
  continent: string | null
  continentCode: string | null
  region: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  /** An IANA time zone: from the data, otherwise from the coordinates. */
  timezone: string | null
}

/** Returns the place in a record, in a language. A record without a place is the same in all languages. */
export function placeOf(record: unknown, locale: Locale): Place {
  const raw = readPlace(record, locale)
  const country = raw.countryCode === null ? null : countryName(raw.countryCode, locale)
  const countryCode = country === null ? null : raw.countryCode
  const continentCode = countryCode === null ? null : continentOf(countryCode)
  const { region, city, latitude, longitude } = raw
  return {
    country,
    countryCode,
    continent: continentCode === null ? null : continentName(continentCode, locale),
    continentCode,
    region,
    city,
    latitude: longitude === null ? null : latitude,
    longitude: latitude === null ? null : longitude,
    timezone: raw.timezone ?? (latitude === null || longitude === null ? null : tzLookup(latitude, longitude)),
  }
}

export const NOWHERE = placeOf(null, 'en')
