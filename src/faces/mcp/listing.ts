import { Type } from '@sinclair/typebox'
import type { Locale } from '../../contract/text.ts'
import { bodySchemaIn, guidanceOn, resultSchemaIn } from '../../operations/registry/describe.ts'
import { isBoundToRequester } from '../../operations/registry/tools.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { reachesOut } from '../../policy/policies.ts'
import { mcpText } from './mcp.text.ts'
import type { Offer } from './offer.ts'
import { hints, type ListedTool, NO_ARGUMENTS, ownTools } from './own-tools.ts'
import { argumentsSchema, echoesIn, type PlainSchema, schemaOf } from './schemas.ts'

/** The answers to `tools/list`, each made once, since no request changes them. */
export type Listing = ReturnType<typeof listingOf>

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
