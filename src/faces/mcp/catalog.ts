import { Type } from '@sinclair/typebox'
import { oneOf } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import {
  CATALOGUE_LISTS,
  type CatalogueHit,
  type CatalogueList,
  nameWithFacts,
  SEARCH_MAX,
  searchCatalogue,
} from '../../router/catalogue/search.ts'
import { shown } from '../../router/catalogue/shown.ts'
import { validatorOf } from '../../run/validate.ts'
import { mcpText } from './mcp.text.ts'
import { listedOwn, type OwnTool, schemaOf } from './own-tools.ts'

const NAME = 'catalog'
/** The most entries of an answer: no agent reads more, and more words find fewer. */
const MATCHES_MAX = 20

const MATCH = Type.Object({
  field: Type.String(),
  id: Type.String(),
  name: Type.String(),
  taken: Type.Boolean(),
  ports: Type.Optional(Type.Array(Type.String())),
  gateways: Type.Optional(Type.Array(Type.String())),
  country: Type.Optional(Type.String()),
})
const ANSWER = Type.Object({ headline: Type.String(), matches: Type.Array(MATCH), omitted: Type.Integer() })

function bodyIn(locale: Locale) {
  const words = Type.String({
    maxLength: SEARCH_MAX,
    examples: ['minecraft', 'RT-AX86U', '25565'],
    description: mcpText.say(locale, 'catalog-words', {}),
  })
  const list = { ...oneOf('brands', 'services', 'providers'), description: mcpText.say(locale, 'catalog-list', {}) }
  return Type.Object({ words: Type.Optional(words), list: Type.Optional(list) }, { additionalProperties: false })
}

const takesSearch = validatorOf(bodyIn('en'))

/** The search in the catalogue, which spares an agent to learn names by refusals. */
export const catalog: OwnTool = {
  name: NAME,
  isIn: () => true,
  list(locale, isWhole) {
    const [title, description] = [mcpText.say(locale, 'catalog-title', {}), mcpText.say(locale, 'catalog-description', {})]
    return listedOwn({ name: NAME, title, description }, bodyIn(locale), schemaOf(ANSWER, isWhole))
  },
  async answer({ catalogue }, _, body, locale) {
    takesSearch(body)
    // A seam: the line above has checked it.
    const { words = '', list } = body as { words?: string; list?: CatalogueList }
    const hits = searchCatalogue(await catalogue(), words, locale, list)
    const matches = hits.slice(0, MATCHES_MAX)
    const answer = {
      headline: headlineOf(hits, shown(words.trim()), locale),
      matches: matches.map(({ list: of, ...match }) => ({ field: CATALOGUE_LISTS[of], ...match })),
      omitted: hits.length - matches.length,
    }
    const more = answer.omitted > 0 ? [mcpText.say(locale, 'catalog-more', { count: answer.omitted })] : []
    const text = [answer.headline, '', ...matches.map(lineOf), ...more].join('\n').trimEnd()
    return { content: [{ type: 'text', text }], structuredContent: answer }
  },
}

function headlineOf(hits: readonly CatalogueHit[], words: string, locale: Locale): string {
  const taken = hits.filter((hit) => hit.taken).map(({ name }) => name)
  if (words === '') return mcpText.say(locale, 'catalog-all', { count: hits.length })
  if (hits.length === 0) return mcpText.say(locale, 'catalog-none', { words })
  if (taken.length === 0) return mcpText.say(locale, 'catalog-near', { words })
  return mcpText.say(locale, 'catalog-taken', { words, names: taken.join(', ') })
}

function lineOf(hit: CatalogueHit): string {
  return `${CATALOGUE_LISTS[hit.list]}: ${hit.id} - ${nameWithFacts(hit)}`
}
