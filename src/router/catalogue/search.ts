import type { Locale } from '../../contract/text.ts'
import { providerNamed } from '../providers.ts'
import type { Catalogue } from './index.ts'
import { type Match, matchName } from './match.ts'
import { joined, type Named, namesOf, wordsOf } from './names.ts'
import { neededOf, servicesOn } from './ports.ts'
import type { Localized } from './schema.ts'

/** The lists that people search, each with the field of a request that takes its entries. */
export const CATALOGUE_LISTS = { brands: 'routerBrand', services: 'useCase', providers: 'isp' } as const
export type CatalogueList = keyof typeof CATALOGUE_LISTS
// A seam: the keys of the table above.
export const LIST_NAMES = Object.keys(CATALOGUE_LISTS) as readonly CatalogueList[]

/** An entry that was found, with what tells it from others: the ports that a service needs, the addresses of a router, the country of a provider. */
export interface CatalogueHit {
  readonly list: CatalogueList
  readonly id: string
  readonly name: string
  /** Whether the tools take the words for this entry. */
  readonly taken: boolean
  readonly ports?: readonly string[]
  readonly gateways?: readonly string[]
  readonly country?: string
}

/** The country of a provider that is in all of them. */
const EVERYWHERE = 'GLOBAL'

/** Returns the name of an entry, with what tells it from others in brackets. */
export function nameWithFacts({ name, ports = [], gateways = [], country = EVERYWHERE }: CatalogueHit): string {
  const facts = [...ports, ...gateways, ...(country === EVERYWHERE ? [] : [country])]
  return facts.length > 0 ? `${name} (${facts.join(', ')})` : name
}

/** The longest text that is searched for; no name is longer. */
export const SEARCH_MAX = 100
/** Places in the answer: what the tools take, what they would suggest (up to ten), names that begin with the words, that have words beginning with them all. */
const [TAKEN, NEAR, BEGINS, CONTAINS, ABSENT] = [0, 1, 11, 12, 13]

/** Returns the entries of one list or of all: what the tools take a text for, what they suggest, names with words that begin like it. A port finds its services; without words, everything is listed. */
export function searchCatalogue(catalogue: Catalogue, text: string, locale: Locale, list?: CatalogueList): CatalogueHit[] {
  const words = wordsOf(text.slice(0, SEARCH_MAX))
  if (words === '' && text.trim() !== '') return []
  const placed = (list ? [list] : LIST_NAMES).flatMap((one) => SEARCHES[one](catalogue, words, locale))
  return placed.toSorted((one, other) => one.place - other.place).map(({ hit }) => hit)
}

type Placed = { readonly place: number; readonly hit: CatalogueHit }

const SEARCHES: Record<CatalogueList, (catalogue: Catalogue, words: string, locale: Locale) => Placed[]> = {
  brands({ brands }, words, locale) {
    return found(brands, words, matchName(brands, words), ({ id, name, gateways }, taken) => {
      return { list: 'brands', id, name: name[locale], taken, gateways }
    })
  },
  services({ useCases, portUses }, words, locale) {
    const isPort = /^\d{1,5}$/.test(words)
    const match = isPort ? { found: null, near: servicesOn(portUses, Number(words)) } : matchName(useCases, words)
    return found(useCases, words, match, ({ id, name, ports }, taken) => {
      const shown = neededOf(ports.filter(({ forward }) => forward)).map(({ external, protocol }) => `${external}/${protocol}`)
      return { list: 'services', id, name: name[locale], taken, ports: shown }
    })
  },
  providers(catalogue, words, locale) {
    return found(catalogue.isps, words, providerNamed(words, catalogue), ({ id, name, country }, taken) => {
      return { list: 'providers', id, name: name[locale], taken, country }
    })
  },
}

function found<Entry extends Named & { readonly name: Localized }>(
  entries: readonly Entry[],
  words: string,
  match: Match<Entry>,
  show: (entry: Entry, taken: boolean) => CatalogueHit,
): Placed[] {
  const placeOf = placesBy(entries, words)
  return entries
    .map((entry) => {
      const near = match.near.indexOf(entry)
      const isTaken = words === '' || entry === match.found
      const place = isTaken ? TAKEN : near >= 0 ? Math.min(NEAR + near, BEGINS - 1) : placeOf(entry)
      return { place, hit: show(entry, entry === match.found) }
    })
    .filter(({ place }) => place < ABSENT)
}

/** Returns a function that places an entry by its spellings alone. They are those that are compared, which are prepared once per list. */
function placesBy<Entry extends Named>(entries: readonly Entry[], words: string): (entry: Entry) => number {
  const [whole, parts] = [joined(words), words.split(' ')]
  const places = new Map<Entry, number>()
  for (const { entry, full, words: spelling } of namesOf(entries).keys) {
    const place = full.startsWith(whole) ? BEGINS : parts.every((part) => isIn(spelling, part)) ? CONTAINS : ABSENT
    places.set(entry, Math.min(places.get(entry) ?? ABSENT, place))
  }
  return (entry) => places.get(entry) ?? ABSENT
}

/** Tests whether a word of a name begins with a text; a Korean word is often written without the space before it. */
function isIn(spelling: string, part: string): boolean {
  return /[가-힣]/.test(part) ? spelling.includes(part) : ` ${spelling}`.includes(` ${part}`)
}
