import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { knownWordsOf, oneOf } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { OVERVIEW } from '../../limits/limits.ts'
import { bodySchemaIn, guidanceOn, resultSchemaIn } from '../../operations/registry/describe.ts'
import { isBoundToRequester } from '../../operations/registry/tools.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { validatorOf } from '../../operations/run/validate.ts'
import { reachesOut } from '../../policy/policies.ts'
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

/** The answers to `tools/list`, each made once, since no request changes them. */
export type Listing = ReturnType<typeof listingOf>

/** A tool as the protocol lists it. */
type ListedTool = ListToolsResult['tools'][number]

/** Lists the tools of an offer. */
export function listingOf(offer: Offer) {
  const lists = new Map<string, ListedTool[]>()
  const listIn = (locale: Locale, isWhole: boolean) => [
    ...[...offer.tools.values()].map((runnable) => listed(runnable, offer, locale, isWhole)),
    ...ownTools(offer).map((own) => own.list(locale, isWhole)),
  ]
  const bound = [...offer.tools.values()].filter(isBoundToRequester)
  return {
    /** Returns the tools, with the schemas of whole answers or of their main fields. */
    toolsIn(locale: Locale, isWhole: boolean): ListedTool[] {
      const key = `${locale} ${isWhole}`
      const list = lists.get(key) ?? listIn(locale, isWhole)
      lists.set(key, list)
      return list
    },
    /** The names of the tools that test the requester's own address, for the instructions. */
    aboutRequester: bound.map(({ name }) => name).join(', '),
  }
}

function listed(runnable: Runnable, { forwarding }: Offer, locale: Locale, isWhole: boolean): ListedTool {
  const { name, tool } = runnable
  const [title, summary] = [tool.text.say(locale, 'title', {}), tool.text.say(locale, 'summary', {})]
  const { useWhen, notFor } = guidanceOn(tool, locale)
  const isBound = isBoundToRequester(runnable)
  const whose = mcpText.say(locale, forwarding ? 'forwarded-tool' : 'requester-tool', {})
  const note = isBound ? [whose] : []
  return {
    name,
    title,
    description: [`${summary}.`, useWhen, notFor, ...note].filter((part) => part !== null).join(' '),
    inputSchema: argumentsSchema(bodySchemaIn(tool, locale) ?? NO_ARGUMENTS),
    outputSchema: outputSchema(runnable, locale, { isAboutRequester: isBound && forwarding === null, isWhole }),
    annotations: hints(reachesOut(tool.policy)),
  }
}

/**
 * Returns the schema of `structuredContent`. Several clients hand a model nothing else, so it also begins with whose address was tested. A text
 * becomes an object, because clients of 2025 take no other.
 */
function outputSchema(
  { tool }: Runnable,
  locale: Locale,
  { isAboutRequester, isWhole }: { readonly isAboutRequester: boolean; readonly isWhole: boolean },
): PlainSchema {
  const { result, details } = tool
  const text = { text: Type.String({ description: mcpText.say(locale, 'text-field', {}) }) }
  const about = mcpText.say(locale, 'address-tested-field', {})
  const tested = isAboutRequester ? { addressTested: Type.String({ description: about }) } : {}
  const own = result.type === 'object' ? (isWhole ? resultSchemaIn(tool, locale) : result).properties : text
  const answer = Type.Object({ ...tested, ...own })
  return schemaOf(answer, isWhole, [...details, ...echoesIn(answer, tool.body)])
}

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
function hints(isOpen: boolean): NonNullable<ListedTool['annotations']> {
  return { readOnlyHint: true, destructiveHint: false, openWorldHint: isOpen }
}

/** Returns a tool that reaches nobody, as it is listed. */
function listedOwn(words: Pick<ListedTool, 'name' | 'title' | 'description'>, body: TObject, answer: PlainSchema): ListedTool {
  return { ...words, inputSchema: argumentsSchema(body), outputSchema: answer, annotations: hints(false) }
}

/** The arguments of a tool that takes nothing. */
const NO_ARGUMENTS = Type.Object({}, { additionalProperties: false })

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

/** A schema as the protocol sends it. */
interface PlainSchema extends Record<string, unknown> {
  readonly type: 'object'
}

/** Fields of every answer that say nothing about what was found: they are sent, and not described. */
const ALONGSIDE = ['tool', 'checkedAt', 'elapsedMs', 'understood']

/** The most words of a field of an answer that are listed: longer lists are reasons, which the texts explain. */
const WORDS_MAX = 10

/**
 * Returns the schema of arguments. An agent reads every schema before it asks anything, so a choice of words is one list; the label of a
 * field, which is for forms, stands in only where there is no sentence; and what only a machine reads (the length and the pattern of a text,
 * an example of a number) is left out: the server checks it.
 */
function argumentsSchema(body: TObject): PlainSchema {
  return { ...reduced(body), type: 'object' }
}

function reduced(schema: TSchema): Record<string, unknown> {
  const { title, description = title, properties, items, examples, maxLength: _length, pattern, ...rest } = schema
  const words = wordsIn(schema) ?? knownWordsOf(schema)
  const isTelling = !words && pattern === undefined && schema.type !== 'integer'
  const { anyOf: _, ...others } = rest
  return {
    ...(words ? { ...others, type: 'string', enum: words } : rest),
    ...(description !== undefined && { description }),
    ...(examples !== undefined && isTelling && { examples }),
    ...(items && { items: reduced(items) }),
    ...(properties && { properties: mapped(properties, reduced) }),
  }
}

/** Returns the schema of a tool's answer: of the whole, or of its main fields. */
function schemaOf(answer: TObject, isWhole: boolean, details: readonly string[] = []): PlainSchema {
  return isWhole ? { ...whole(answer), type: 'object' } : answerSchema(answer, details)
}

/**
 * Returns the schema of what most readers need of an answer, one level deep: every answer fits it, since it closes nothing and requires
 * nothing. `details` are fields that it leaves out.
 */
function answerSchema({ properties }: TObject, details: readonly string[]): PlainSchema {
  const out = new Set([...ALONGSIDE, ...details])
  const main = Object.entries(properties).filter(([name]) => !out.has(name))
  return { type: 'object', properties: mapped(Object.fromEntries(main), shallow) }
}

/** Returns the fields of an answer that only repeat an argument: the caller has sent it, or left it to the tool. */
function echoesIn(answer: TObject, body: TObject | null): string[] {
  return Object.entries(body?.properties ?? {}).flatMap(([name, asked]) => {
    const field = answer.properties[name]
    const type = valueTypeOf(asked)
    return field && type !== null && type === valueTypeOf(field) ? [name] : []
  })
}

/** Returns the type of a text or a number, whether or not it may be null; null for anything else. */
function valueTypeOf({ type, anyOf }: TSchema): string | null {
  const options: readonly TSchema[] = anyOf ?? [{ type }]
  const types = new Set(options.map((option) => option.type).filter((one) => one !== 'null'))
  const [only] = types
  return types.size === 1 && ['string', 'integer', 'number'].includes(only) ? only : null
}

/** Returns a schema at every depth, as clients make types of it. */
function whole(schema: TSchema): Record<string, unknown> {
  const { properties, items, anyOf, ...rest } = schema
  const words = wordsIn(schema)
  if (words) return { ...rest, type: 'string', enum: words }
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map(whole) }),
    ...(items && { items: whole(items) }),
    ...(properties && { properties: mapped(properties, whole) }),
  }
}

function shallow({ type, anyOf, const: only, items }: TSchema): Record<string, unknown> {
  if (anyOf) return united(anyOf.map(shallow))
  if (only !== undefined) return { enum: [only] }
  return items?.type && items.type !== 'object' ? { type, items: { type: items.type } } : { type }
}

/** Returns one schema for all of these: one list of words, otherwise one list of types. */
function united(options: readonly Record<string, unknown>[]): Record<string, unknown> {
  const isNull = ({ type }: Record<string, unknown>) => type === 'null'
  const others = options.filter((option) => !isNull(option))
  const nothing = options.some(isNull)
  if (others.length > 0 && others.every((option) => Array.isArray(option.enum))) {
    const words = [...others.flatMap((option) => option.enum), ...(nothing ? [null] : [])]
    return words.length > WORDS_MAX ? {} : { enum: words }
  }
  const types = [...new Set(options.flatMap(({ type }) => type))]
  const [only, another] = others
  return types.includes(undefined) ? {} : { ...(another ? {} : only), type: types }
}

function wordsIn({ anyOf }: TSchema): readonly string[] | null {
  const words: unknown[] = anyOf?.map((option: TSchema) => option.const) ?? []
  return words.length > 0 && words.every((word) => typeof word === 'string') ? words : null
}

function mapped(schemas: Record<string, TSchema>, map: (schema: TSchema) => object): Record<string, object> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, map(schema)]))
}
