import type { Locale } from '../contract/text.ts'
import { CONTINENTS } from './embedded.ts'

/** UN M49 area codes, under which Intl lists the continents. */
const CONTINENT_AREAS: Record<string, string> = { AF: '002', AN: 'AQ', AS: '142', EU: '150', NA: '003', OC: '009', SA: '005' }

/** CLDR's code for an unknown place. */
const UNKNOWN_REGION = 'ZZ'

/** Returns a country's name in a language, from the runtime's own CLDR data; null if the code is not a country. */
export function countryName(code: string, locale: Locale): string | null {
  return code === UNKNOWN_REGION ? null : regionName(code, locale)
}

/**
 * Corrections where the tables of `countries-list` differ from UN M49. The tables follow GeoNames for Antarctica, Taiwan and Kosovo,
 * which M49 does not place (AN, AS, EU), and for Cyprus (EU), which M49 puts in Western Asia; these are kept.
 */
const BY_M49 = { BV: 'SA', CC: 'OC', CX: 'OC', GS: 'SA', HM: 'OC', IO: 'AF', RU: 'EU', TF: 'AF', TL: 'AS' }

const CONTINENT_OF = new Map(Object.entries({ ...CONTINENTS, ...BY_M49 }))

/** Two letters: AF, AN, AS, EU, NA, OC or SA. */
export function continentOf(countryCode: string): string | null {
  return CONTINENT_OF.get(countryCode) ?? null
}

export function continentName(code: string, locale: Locale): string | null {
  const area = CONTINENT_AREAS[code]
  return area ? regionName(area, locale) : null
}

/** A CLDR lookup takes tens of microseconds, so each name is kept. */
const NAMES = { en: new Map<string, string | null>(), ko: new Map<string, string | null>() }
const DISPLAYS: Partial<Record<Locale, Intl.DisplayNames>> = {}

function regionName(code: string, locale: Locale): string | null {
  const known = NAMES[locale].get(code)
  if (known !== undefined) return known
  DISPLAYS[locale] ??= new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const name = DISPLAYS[locale].of(code) ?? null
  NAMES[locale].set(code, name)
  return name
}
