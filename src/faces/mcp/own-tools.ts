import type { CallToolResult, ListToolsResult } from '@modelcontextprotocol/server'
import { type TObject, Type } from '@sinclair/typebox'
import { orNull } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { validatorOf } from '../../run/validate.ts'
import { renderLines } from '../text/render.ts'
import { mcpText } from './mcp.text.ts'
import type { McpExchange, Offer } from './offer.ts'
import { answerSchema, argumentsSchema, NO_ARGUMENTS, type PlainSchema, wholeAnswerSchema } from './schemas.ts'

/** A tool as the protocol lists it. */
export type ListedTool = ListToolsResult['tools'][number]

/** A tool of this face alone: elsewhere the same is a path or a command. */
export interface OwnTool {
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
export function listedOwn(
  words: Pick<ListedTool, 'name' | 'title' | 'description'>,
  body: TObject,
  answer: PlainSchema,
): ListedTool {
  return { ...words, inputSchema: argumentsSchema(body), outputSchema: answer, annotations: hints(false) }
}

/** Returns the schema of a tool's answer: of the whole, or of its main fields. */
export function schemaOf(answer: TObject, isWhole: boolean, details: readonly string[] = []): PlainSchema {
  return isWhole ? wholeAnswerSchema(answer) : answerSchema(answer, details)
}

/** The answer of `GET /api/limits`. */
const LIMITS_ANSWER = Type.Object({
  policy: orNull(Type.Object({ name: Type.String(), quota: Type.Number(), windowS: Type.Number() })),
  remaining: orNull(Type.Number()),
  resetS: orNull(Type.Number()),
  weights: Type.Record(Type.String(), Type.Number()),
  concurrency: Type.Object({ limit: Type.Integer() }),
})
const takesNothing = validatorOf(NO_ARGUMENTS)

export const limits: OwnTool = {
  name: 'limits',
  isIn: ({ limitsOf }) => limitsOf !== null,
  list(locale, isWhole) {
    const [title, description] = [mcpText.say(locale, 'limits-title', {}), mcpText.say(locale, 'limits-description', {})]
    return listedOwn({ name: 'limits', title, description }, NO_ARGUMENTS, schemaOf(LIMITS_ANSWER, isWhole))
  },
  async answer({ limitsOf }, { caller }, body) {
    if (!limitsOf || caller.kind === 'local') return null
    takesNothing(body)
    const left = await limitsOf(caller)
    return { content: [{ type: 'text', text: renderLines(left).trimEnd() }], structuredContent: { ...left } }
  },
}
