/** The lists of the catalogue for people and programs: searched, and as a whole. */
import { defineText, inBoth, type Locale } from '../../contract/text.ts'
import { RECORD_TYPES } from '../../net/dns/rdata.ts'
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

/** The purpose of each type of DNS record. */
const recordTypesText = defineText(
  inBoth({
    A: ['IPv4 address', 'IPv4 주소'],
    NS: ['Name servers', '네임서버'],
    CNAME: ['Alias of another name', '다른 이름의 별칭'],
    SOA: ['Start of authority: basic data of the zone', '존(zone)의 기본 정보'],
    PTR: ['Host name of an address', 'IP 주소의 이름(역방향)'],
    MX: ['Mail servers', '메일 서버'],
    TXT: ['Text (SPF, proof of ownership)', '텍스트(SPF, 소유 확인 등)'],
    AAAA: ['IPv6 address', 'IPv6 주소'],
    SRV: ['Host and port of a service', '서비스의 호스트와 포트'],
    NAPTR: ['Rewriting rules (telephony)', '이름 변환 규칙(전화 서비스)'],
    DS: ['DNSSEC: fingerprint of a zone key', 'DNSSEC: 존 키의 지문'],
    DNSKEY: ['DNSSEC: public keys of a zone', 'DNSSEC: 존의 공개 키'],
    TLSA: ['Certificates of a service (DANE)', '서비스에 쓰이는 인증서(DANE)'],
    SVCB: ['How to reach a service', '서비스 접속 방법'],
    HTTPS: ['How to reach a website', '웹사이트 접속 방법'],
    CAA: ['Who may issue certificates', '인증서를 발급할 수 있는 기관'],
  }),
)

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
export function shortLists(catalogue: Catalogue, locale: Locale) {
  const lists = Object.entries(localise(catalogue, locale))
  return Object.fromEntries(lists.map(([list, entries]) => [list, entries.map(({ id, name }) => ({ id, name }))]))
}

function listed({ id, name, aliases }: Named & { readonly name: Localized }, locale: Locale) {
  return { id, name: name[locale], aliases: aliasesIn(aliases, locale) }
}

/** Returns the aliases for a reader: in Korean those in both scripts, Korean first; in English those in Latin script. */
function aliasesIn(aliases: readonly string[], locale: Locale): string[] {
  const isKorean = (alias: string) => /\p{Script=Hangul}/u.test(alias)
  const latin = aliases.filter((alias) => !isKorean(alias))
  return locale === 'ko' ? [...aliases.filter(isKorean), ...latin] : latin
}
