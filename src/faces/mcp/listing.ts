import type { ListToolsResult } from '@modelcontextprotocol/server'
import { type TObject, Type } from '@sinclair/typebox'
import { orNull } from '../../contract/schema.ts'
import { LOCALES, type Locale } from '../../contract/text.ts'
import { reachesOut } from '../../policy/policies.ts'
import { guidanceOn } from '../../registry/describe.ts'
import { bodySchemaIn } from '../../registry/schemas-in.ts'
import { isBoundToRequester } from '../../run/requester.ts'
import type { Runnable } from '../../run/run.ts'
import { mcpText } from './mcp.text.ts'
import type { Offer } from './offer.ts'

/** The name of `GET /api/limits` as a tool. */
export const LIMITS_TOOL = 'limits'

/** Answer of `GET /api/limits`. */
const LIMITS_SCHEMA = Type.Object({
  policy: orNull(Type.Object({ name: Type.String(), quota: Type.Number(), windowS: Type.Number() })),
  remaining: orNull(Type.Number()),
  resetS: orNull(Type.Number()),
  weights: Type.Record(Type.String(), Type.Number()),
  concurrency: Type.Object({ limit: Type.Integer() }),
})

/** The body of an operation that takes nothing. */
export const NO_ARGUMENTS = Type.Object({}, { additionalProperties: false })

/** A tool as the protocol lists it. */
type ListedTool = ListToolsResult['tools'][number]

/** The answers to `tools/list`, made once, since no request changes them. */
export interface Listing {
  readonly tools: Readonly<Record<Locale, ListedTool[]>>
  /** Names of the tools that test the requester's own address, for the instructions. */
  readonly aboutRequester: string
}

/** Lists the tools of an offer, in each language. */
export function listingOf(offer: Offer): Listing {
  const lists = LOCALES.map((locale) => {
    const tools = [...offer.tools.values()].map((runnable) => listed(runnable, offer, locale))
    const limits = offer.limitsOf && !offer.tools.has(LIMITS_TOOL) ? [listedLimits(locale)] : []
    return [locale, [...tools, ...limits]] as const
  })
  const bound = [...offer.tools.values()].filter(isBoundToRequester)
  return {
    // A seam: the entries are those of every language.
    tools: Object.fromEntries(lists) as Record<Locale, ListedTool[]>,
    aboutRequester: bound.map(({ name }) => name).join(', '),
  }
}

function listed(runnable: Runnable, { forwarding }: Offer, locale: Locale): ListedTool {
  const { name, tool } = runnable
  const [title, summary] = [tool.text.say(locale, 'title', {}), tool.text.say(locale, 'summary', {})]
  const { useWhen, notFor } = guidanceOn(tool, locale)
  const isBound = isBoundToRequester(runnable)
  const whose = forwarding
    ? mcpText.say(locale, 'forwarded-tool', { server: forwarding.server })
    : mcpText.say(locale, 'requester-tool', {})
  const note = isBound ? [whose] : []
  return {
    name,
    title,
    description: [`${summary}.`, useWhen, notFor, ...note].filter((part) => part !== null).join(' '),
    inputSchema: plain(bodySchemaIn(tool, locale) ?? NO_ARGUMENTS),
    outputSchema: plain(outputSchema(runnable, locale, isBound && forwarding === null)),
    annotations: hints(title, reachesOut(tool.policy)),
  }
}

function listedLimits(locale: Locale): ListedTool {
  const summary = mcpText.say(locale, 'limits-summary', {})
  return {
    name: LIMITS_TOOL,
    title: summary,
    description: `${summary}.`,
    inputSchema: plain(NO_ARGUMENTS),
    outputSchema: plain(LIMITS_SCHEMA),
    annotations: hints(summary, false),
  }
}

function hints(title: string, isOpen: boolean): NonNullable<ListedTool['annotations']> {
  return { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: isOpen }
}

/**
 * Returns the schema of `structuredContent`. Several clients hand a model nothing else, so it also begins with whose address was tested. A text
 * becomes an object, because clients of 2025 take no other.
 */
function outputSchema({ tool: { result } }: Runnable, locale: Locale, isAboutRequester: boolean): TObject {
  const own = result.type === 'object' ? result.properties : { text: Type.String({ description: say(locale, 'text-field') }) }
  const tested = isAboutRequester ? { addressTested: Type.String({ description: say(locale, 'address-tested-field') }) } : {}
  return Type.Object({ ...tested, ...own })
}

function say(locale: Locale, key: 'text-field' | 'address-tested-field'): string {
  return mcpText.say(locale, key, {})
}

/** A seam: without what TypeBox keeps in symbols, a schema is the JSON Schema that the protocol sends. */
function plain(schema: TObject): ListedTool['inputSchema'] {
  return JSON.parse(JSON.stringify(schema), (_, part) => asEnum(part))
}

/** Returns a choice of words as one list, a third as long: an agent reads every schema before it asks anything. */
function asEnum(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || !('anyOf' in part) || !Array.isArray(part.anyOf)) return part
  const { anyOf, ...rest } = part
  const words = anyOf.flatMap((one: unknown) => {
    return typeof one === 'object' && one !== null && 'const' in one && typeof one.const === 'string' ? [one.const] : []
  })
  return words.length === anyOf.length ? { ...rest, type: 'string', enum: words } : part
}
