import type { Locale } from '../../contract/text.ts'
import { RECORD_TYPES } from '../../net/dns/index.ts'
import type { Catalogue } from './index.ts'
import type { Named } from './keys.ts'
import { recordTypesText } from './record-types.text.ts'
import type { Localized } from './schema.ts'

interface Listed {
  readonly id: string
  readonly name: string
  readonly aliases: readonly string[]
}

/** Returns the answer of `GET /api/catalog`: everything that a caller can name, in the language of the reader. */
export function localise(catalogue: Catalogue, locale: Locale) {
  const { useCases, brands, isps, platforms } = catalogue
  return {
    services: useCases.map((entry) => ({ ...listed(entry, locale), category: entry.category })),
    brands: brands.map((entry) => ({ ...listed(entry, locale), kind: entry.kind })),
    providers: isps.map((entry) => ({ ...listed(entry, locale), country: entry.country })),
    recordTypes: RECORD_TYPES.map((id) => ({ id, name: recordTypesText.say(locale, id, {}), aliases: [] })),
    platforms: platforms.map((entry) => listed(entry, locale)),
  }
}

/** Returns the same lists with no more than id and name. */
export function namesIn(catalogue: Catalogue, locale: Locale) {
  const lists = Object.entries(localise(catalogue, locale))
  return Object.fromEntries(lists.map(([list, entries]) => [list, entries.map(({ id, name }) => ({ id, name }))]))
}

function listed({ id, name, aliases }: Named & { readonly name: Localized }, locale: Locale): Listed {
  return { id, name: name[locale], aliases: aliasesIn(aliases, locale) }
}

/**
 * Returns the aliases for a reader. Korean readers use names in both scripts, so they get all, Korean first; English readers get those in
 * Latin script.
 */
function aliasesIn(aliases: readonly string[], locale: Locale): string[] {
  const isKorean = (alias: string) => /\p{Script=Hangul}/u.test(alias)
  const latin = aliases.filter((alias) => !isKorean(alias))
  return locale === 'ko' ? [...aliases.filter(isKorean), ...latin] : latin
}
