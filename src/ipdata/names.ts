import type { Locale } from '../contract/text.ts'
import { CONTINENTS } from './embedded.ts'

/** UN M49 area codes, under which Intl lists the continents. */
const CONTINENT_AREAS: Record<string, string> = { AF: '002', AN: 'AQ', AS: '142', EU: '150', NA: '003', OC: '009', SA: '005' }

const REGION_NAMES = new Map<Locale, (code: string) => string | null>()

/** CLDR's code for an unknown place. */
const UNKNOWN_REGION = 'ZZ'

/** Returns a country's name in a language, from the runtime's own CLDR data; null if the code is not a country. */
export function countryName(code: string, locale: Locale): string | null {
  return code === UNKNOWN_REGION ? null : regionNames(locale)(code)
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
  return area ? regionNames(locale)(area) : null
}

/** Returns a function that names regions. A CLDR lookup takes tens of microseconds, so each name is cached. */
function regionNames(locale: Locale): (code: string) => string | null {
  const known = REGION_NAMES.get(locale)
  if (known) return known
  const display = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const names = new Map<string, string | null>()
  const nameOf = (code: string) => {
    const name = names.get(code) ?? display.of(code) ?? null
    names.set(code, name)
    return name
  }
  REGION_NAMES.set(locale, nameOf)
  return nameOf
}
