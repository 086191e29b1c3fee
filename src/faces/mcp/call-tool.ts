import { type CallToolResult, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import type { Allowance } from '../../contract/allowance.ts'
import { cleanText } from '../../contract/clean.ts'
import type { NextAction } from '../../contract/next-action.ts'
import { ForeignProblem, Refusal } from '../../contract/problem.ts'
import { foreignFieldsIn } from '../../contract/schema.ts'
import { type Locale, negotiateLocale } from '../../contract/text.ts'
import type { Caller } from '../../policy/caller.ts'
import { type Call, NO_BODY, type Outcome } from '../../run/call.ts'
import { isBoundToRequester } from '../../run/requester.ts'
import type { Runnable } from '../../run/run.ts'
import { validatorOf } from '../../run/validate.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { ending, renderText } from '../text/render.ts'
import { ownTools } from './listing.ts'
import { mcpText } from './mcp.text.ts'
import type { McpExchange, Offer } from './offer.ts'
import { reporterOf } from './progress.ts'
import { refusalOf } from './refusal.ts'
import { NO_ARGUMENTS } from './schemas.ts'

/** In the `_meta` of a result: the remaining allowance. */
const ALLOWANCE_KEY = 'doorstep/allowance'
/** In the `_meta` of a result: the fields whose values were written by the checked hosts. */
const FOREIGN_KEY = 'doorstep/foreign'
const SHOWN_NAME_MAX = 100
/** In the `_meta` of a message: the language of its answer, as Accept-Language writes it. It comes before that header. */
export const LANGUAGE_KEY = 'doorstep/language'
/** In the `_meta` of `tools/list`: "full" for the schemas of whole answers. */
const SCHEMAS_KEY = 'doorstep/schemas'
/** Longer than any list of languages that a person reads. */
const LANGUAGE_MAX = 100

const takesNothing = validatorOf(NO_ARGUMENTS)

/** Call of a tool by its name, with its body. */
interface ToolCall {
  readonly name: string
  readonly arguments?: Record<string, unknown> | undefined
}

/** Runs a tool for a message. Its refusals are results for the model to read, as the protocol demands; only an unknown tool is an error. */
export async function callTool(
  offer: Offer,
  exchange: McpExchange,
  asked: ToolCall,
  { mcpReq }: ServerContext,
): Promise<CallToolResult> {
  const locale = localeOf(mcpReq._meta, exchange.locale)
  const runnable = offer.tools.get(asked.name)
  const left: { allowance?: Allowance } = { ...(exchange.allowance && { allowance: exchange.allowance }) }
  const tested = runnable ? addressTested(runnable, exchange.caller, locale) : null
  try {
    if (!runnable) return await answerOther(offer, exchange, asked, locale)
    exchange.runs?.(runnable.name)
    const body = asked.arguments ?? {}
    if (!runnable.tool.body) takesNothing(body)
    const call: Call = {
      body: runnable.tool.body ? body : NO_BODY,
      caller: exchange.caller,
      locale,
      signal: mcpReq.signal,
      face: 'mcp',
      ...(exchange.prepaid !== undefined && { prepaid: exchange.prepaid }),
      ...(exchange.requestId && { requestId: exchange.requestId }),
      ...reporterOf(mcpReq, runnable, locale),
      counted(allowance) {
        left.allowance = allowance
      },
    }
    return resultOf(runnable, await runnable.run(call), { tested, locale, body, ...left })
  } catch (thrown) {
    if (thrown instanceof ProtocolError) throw thrown
    // Only a forwarded tool throws one: the other doorstep cannot be reached.
    if (thrown instanceof ConfigError) return { isError: true, content: [textBlock(thrown.message)] }
    if (!(thrown instanceof Refusal || thrown instanceof ForeignProblem)) offer.fail(thrown, exchange.requestId?.() ?? null)
    return refusalOf(thrown, { offer, exchange, asked, locale }, tested)
  }
}

/** Answers a call of a name that is not in the registry. */
async function answerOther(offer: Offer, exchange: McpExchange, { name, arguments: body = {} }: ToolCall, locale: Locale) {
  const own = ownTools(offer).find((tool) => tool.name === name)
  const answer = await own?.answer(offer, exchange, body, locale)
  if (answer) return answer
  const tool = cleanText(name).slice(0, SHOWN_NAME_MAX)
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, mcpText.say(locale, 'unknown-tool', { tool }))
}

interface Around {
  readonly tested: string | null
  readonly locale: Locale
  readonly body: object
  readonly allowance?: Allowance
}

function resultOf(runnable: Runnable, outcome: Outcome, { tested, locale, body, allowance }: Around): CallToolResult {
  const { answer } = outcome
  const fields = typeof answer === 'object' && answer !== null ? answer : { text: answer }
  const foreign = foreignFieldsIn(runnable.tool.result)
  // The warning comes first: a model that has read the values may have obeyed them already.
  const warning = foreign.length > 0 ? [mcpText.say(locale, 'foreign-values', {})] : []
  const again = `${runnable.name} ${JSON.stringify(body)}`
  const tell = (step: NextAction) => ending(withoutLine(step.text), step.code === 'check-again' ? again : callFor(step))
  const paragraphs = [...(tested === null ? [] : [tested]), ...warning, renderText(runnable, outcome, locale, false, tell)]
  const meta = { ...(allowance && { [ALLOWANCE_KEY]: allowance }), ...(foreign.length > 0 && { [FOREIGN_KEY]: foreign }) }
  return {
    content: [textBlock(paragraphs.join('\n\n'))],
    structuredContent: { ...(tested !== null && { addressTested: tested }), ...fields },
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  }
}

/** Returns the call that does what a step says, otherwise what to open. */
function callFor({ tool, request, url }: NextAction): string | undefined {
  return tool && request ? `${tool} ${JSON.stringify(request)}` : url
}

/** Returns the sentence of a step without the line to type at the end of it: whoever reads this calls tools. */
export function withoutLine(text: string): string {
  return text.replace(/ ?\(`doorstep [^`]*`\)/, '').replace(/: doorstep .*$/, '.')
}

function textBlock(text: string): { type: 'text'; text: string } {
  return { type: 'text', text: text.trimEnd() }
}

/** Returns the language that a message names, otherwise the given one. */
export function localeOf(meta: unknown, otherwise: Locale): Locale {
  const wanted = typeof meta === 'object' && meta !== null && LANGUAGE_KEY in meta ? meta[LANGUAGE_KEY] : null
  return typeof wanted === 'string' && wanted.length <= LANGUAGE_MAX ? negotiateLocale(wanted) : otherwise
}

/** Tests whether a message asks for the schemas of whole answers. */
export function wantsWhole(meta: unknown): boolean {
  return typeof meta === 'object' && meta !== null && SCHEMAS_KEY in meta && meta[SCHEMAS_KEY] === 'full'
}

/**
 * Returns the address that an answer is about, if that is the requester's: behind a hosted agent it is that of the agent's cloud, and the model
 * would take it for the user's. Null for all other tools, and if the tool refuses because the address is not known.
 */
function addressTested(named: Runnable, caller: Caller, locale: Locale): string | null {
  if (caller.kind === 'local' || !caller.known || !isBoundToRequester(named)) return null
  const slots = { ip: caller.known.text }
  if (caller.requester) return mcpText.say(locale, 'about-requester', slots)
  return named.tool.body ? null : mcpText.say(locale, 'about-proxy', slots)
}
