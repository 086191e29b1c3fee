import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { type TObject, Type } from '@sinclair/typebox'
import { oneOf } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { OVERVIEW } from '../../limits/limits.ts'
import { validatorOf } from '../../operations/run/validate.ts'
import { safeText } from '../../router/catalogue/labels.ts'
import {
  CATALOGUE_LISTS,
  type CatalogueHit,
  type CatalogueList,
  nameWithFacts,
  SEARCH_MAX,
  searchCatalogue,
} from '../../router/catalogue/search.ts'
import { renderLines } from '../text/render.ts'
import { mcpText } from './mcp.text.ts'
import type { McpExchange, Offer } from './offer.ts'
import { argumentsSchema, type PlainSchema, schemaOf } from './schemas.ts'

/** A tool as the protocol lists it. */
export type ListedTool = ListToolsResult['tools'][number]

/** A tool of this face alone: elsewhere the same is a path or a command. */
interface OwnTool {
  readonly name: string
  /** Whether a server of the protocol has it. */
  isIn(offer: Offer): boolean
  list(locale: Locale, isWhole: boolean): ListedTool
  /** Answers a call; null if this caller does not have it. */
  answer(offer: Offer, exchange: McpExchange, body: unknown, locale: Locale): Promise<CallToolResult | null>
}

/** Returns what clients ask before they run a tool. Whether repeating it adds something matters only for tools that change something. */
export function hints(isOpen: boolean): NonNullable<ListedTool['annotations']> {
  return { readOnlyHint: true, destructiveHint: false, openWorldHint: isOpen }
}

/** Returns a tool that reaches nobody, as it is listed. */
function listedOwn(words: Pick<ListedTool, 'name' | 'title' | 'description'>, body: TObject, answer: PlainSchema): ListedTool {
  return { ...words, inputSchema: argumentsSchema(body), outputSchema: answer, annotations: hints(false) }
}

/** The arguments of a tool that takes nothing. */
export const NO_ARGUMENTS = Type.Object({}, { additionalProperties: false })

export const takesNothing = validatorOf(NO_ARGUMENTS)

const limits: OwnTool = {
  name: 'limits',
  isIn: ({ limitsOf }) => limitsOf !== null,
  list(locale, isWhole) {
    const [title, description] = [mcpText.say(locale, 'limits-title', {}), mcpText.say(locale, 'limits-description', {})]
    return listedOwn({ name: 'limits', title, description }, NO_ARGUMENTS, schemaOf(OVERVIEW, isWhole))
  },
  async answer({ limitsOf }, { caller }, body) {
    if (!limitsOf || caller.kind === 'local') return null
    takesNothing(body)
    const left = await limitsOf(caller)
    return { content: [{ type: 'text', text: renderLines(left).trimEnd() }], structuredContent: { ...left } }
  },
}

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
const SEARCH_ANSWER = Type.Object({ headline: Type.String(), matches: Type.Array(MATCH), omitted: Type.Integer() })

function searchBodyIn(locale: Locale) {
  const words = Type.String({
    maxLength: SEARCH_MAX,
    examples: ['minecraft', 'RT-AX86U', '25565'],
    description: mcpText.say(locale, 'catalog-words', {}),
  })
  const list = { ...oneOf('brands', 'services', 'providers'), description: mcpText.say(locale, 'catalog-list', {}) }
  return Type.Object({ words: Type.Optional(words), list: Type.Optional(list) }, { additionalProperties: false })
}

const takesSearch = validatorOf(searchBodyIn('en'))

/** The search in the catalogue, which spares an agent to learn names by refusals. */
const catalog: OwnTool = {
  name: 'catalog',
  isIn: () => true,
  list(locale, isWhole) {
    const [title, description] = [mcpText.say(locale, 'catalog-title', {}), mcpText.say(locale, 'catalog-description', {})]
    return listedOwn({ name: 'catalog', title, description }, searchBodyIn(locale), schemaOf(SEARCH_ANSWER, isWhole))
  },
  async answer({ catalogue }, _, body, locale) {
    takesSearch(body)
    // A seam: the line above has checked it.
    const { words = '', list } = body as { words?: string; list?: CatalogueList }
    const hits = searchCatalogue(await catalogue(), words, locale, list)
    const matches = hits.slice(0, MATCHES_MAX)
    const answer = {
      headline: searchHeadline(hits, safeText(words.trim()), locale),
      matches: matches.map(({ list: of, ...match }) => ({ field: CATALOGUE_LISTS[of], ...match })),
      omitted: hits.length - matches.length,
    }
    const more = answer.omitted > 0 ? [mcpText.say(locale, 'catalog-more', { count: answer.omitted })] : []
    const text = [answer.headline, '', ...matches.map(hitText), ...more].join('\n').trimEnd()
    return { content: [{ type: 'text', text }], structuredContent: answer }
  },
}

function searchHeadline(hits: readonly CatalogueHit[], words: string, locale: Locale): string {
  const taken = hits.filter((hit) => hit.taken).map(({ name }) => name)
  if (words === '') return mcpText.say(locale, 'catalog-all', { count: hits.length })
  if (hits.length === 0) return mcpText.say(locale, 'catalog-none', { words })
  if (taken.length === 0) return mcpText.say(locale, 'catalog-near', { words })
  return mcpText.say(locale, 'catalog-taken', { words, names: taken.join(', ') })
}

function hitText(hit: CatalogueHit): string {
  return `${CATALOGUE_LISTS[hit.list]}: ${hit.id} - ${nameWithFacts(hit)}`
}

/** The tools of this face alone. */
const OWN: readonly OwnTool[] = [catalog, limits]

/** Returns the tools of this face that an offer has. A plug-in of the same name comes before them. */
export function ownTools(offer: Offer): OwnTool[] {
  return OWN.filter((own) => own.isIn(offer) && !offer.tools.has(own.name))
}
