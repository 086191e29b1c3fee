import type { Catalogue } from '../../../src/router/catalogue/index.ts'
import type { Brand, Isp, UseCase } from '../../../src/router/catalogue/schema.ts'

type Entry = Pick<Brand | UseCase | Isp, 'sources' | 'confidence'>

/** Returns whether an entry was read in a source: a bare address says where to look; only a source that says what was read there counts. */
export const wasRead = ({ sources }: Pick<Entry, 'sources'>): boolean => sources.some((source) => typeof source !== 'string')

/** The table that names a network: it says nothing about the lines of its provider. */
const NETWORKS = 'https://www.npmjs.com/package/@ip-location-db/asn'

const beyondNetworks = ({ sources }: Pick<Entry, 'sources'>): boolean =>
  sources.some((source) => typeof source !== 'string' && source.url !== NETWORKS)

/** Returns how much of the catalogue was read in sources, as data/README.md shows it. */
export function shareTable({ brands, useCases, isps }: Catalogue): string {
  const row = (name: string, entries: readonly Entry[]) => {
    const read = entries.filter(wasRead).length
    const certain = ['high', 'medium', 'low'].map((one) => entries.filter(({ confidence }) => confidence === one).length)
    return [name, entries.length, `${read} (${Math.floor((100 * read) / entries.length)} %)`, ...certain]
  }
  return tableOf([
    ['entries', 'all', 'with a source that was read', 'high', 'medium', 'low'],
    row('routers and boxes', brands),
    row('services', useCases),
    row('providers', isps),
  ])
}

/** Returns the countries with several providers, by what is known of them. */
export function countryTable({ brands, isps }: Catalogue): string {
  const countries = [...new Set(isps.map(({ country }) => country))]
    .map((country) => ({ country, of: isps.filter((isp) => isp.country === country) }))
    .filter(({ of }) => of.length > 2)
    .sort((one, other) => one.country.localeCompare(other.country))
  const rows = countries.map(({ country, of }) => {
    const boxes = brands.filter(({ id }) => of.some(({ equipment }) => equipment === id))
    const networks = of.reduce((sum, { asns = [] }) => sum + asns.length, 0)
    return [country, of.length, networks, of.filter(beyondNetworks).length, boxes.length, boxes.filter(wasRead).length]
  })
  return tableOf([
    ['country', 'providers', 'networks', 'providers with a source beyond their networks', 'boxes', 'boxes with a source'],
    ...rows,
  ])
}

function tableOf([head = [], ...rows]: readonly (readonly (string | number)[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
