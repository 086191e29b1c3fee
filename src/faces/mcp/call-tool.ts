import { type CallToolResult, ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server'
import { cleanText, isRecord } from '../../contract/clean.ts'
import { actionsIn, type NextAction } from '../../contract/next-action.ts'
import { type Allowance, ForeignProblem, Refusal } from '../../contract/problem.ts'
import { foreignFieldsIn } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { isBoundToRequester, type NamedTool } from '../../operations/registry/tools.ts'
import { type Call, NO_BODY, type Outcome } from '../../operations/run/call.ts'
import type { Runnable } from '../../operations/run/run.ts'
import type { Caller } from '../../policy/caller.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { CATALOGUE_LISTS, LIST_NAMES, searchCatalogue } from '../../router/catalogue/search.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { explain } from '../http/reply.ts'
import { renderEvent, renderLines, renderText } from '../text/render.ts'
import { ending } from '../text/steps.ts'
import { ownTools, takesNothing } from './listing.ts'
import { mcpText } from './mcp.text.ts'
import { localeIn, type McpExchange, type Offer } from './offer.ts'

/** In the `_meta` of a result: the remaining allowance. */
const ALLOWANCE_KEY = 'doorstep/allowance'
/** In the `_meta` of a result: the fields whose values were written by the checked hosts. */
const FOREIGN_KEY = 'doorstep/foreign'
const SHOWN_NAME_MAX = 100
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
  const locale = localeIn(mcpReq._meta, exchange.locale)
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
    return refusalOf(thrown, { offer, exchange, arguments: asked.arguments ?? {}, locale, opening: tested })
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

/** The rest of an answer, beside the outcome of the run. */
interface Beside {
  readonly tested: string | null
  readonly locale: Locale
  readonly body: object
  readonly allowance?: Allowance
}

function resultOf(runnable: Runnable, outcome: Outcome, { tested, locale, body, allowance }: Beside): CallToolResult {
  const { answer } = outcome
  const fields = typeof answer === 'object' && answer !== null ? answer : { text: answer }
  const foreign = foreignFieldsIn(runnable.tool.result)
  // The warning comes first: a model that has read the values may have obeyed them already.
  const warning = foreign.length > 0 ? [mcpText.say(locale, 'foreign-values', {})] : []
  const again = `${runnable.name} ${JSON.stringify(body)}`
  const steps = actionsIn(answer).map((step) => ({ ...step, text: withoutLine(step.text) }))
  const tell = (step: NextAction) => ending(withoutLine(step.text), step.code === 'check-again' ? again : callFor(step))
  const paragraphs = [...(tested === null ? [] : [tested]), ...warning, renderText(runnable, outcome, locale, { tell })]
  const meta = { ...(allowance && { [ALLOWANCE_KEY]: allowance }), ...(foreign.length > 0 && { [FOREIGN_KEY]: foreign }) }
  return {
    content: [textBlock(paragraphs.join('\n\n'))],
    structuredContent: {
      ...(tested !== null && { addressTested: tested }),
      ...fields,
      ...('nextActions' in fields && { nextActions: steps }),
    },
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

/** Bounds the memory for a client that does not read: no built-in tool reports more, and the answer contains everything. */
const EVENTS_MAX = 200
const MESSAGE_MAX = 500

/** Sends the events of a run as progress, if the message asks for it. Their number is not known beforehand. */
function reporterOf({ _meta, notify }: ServerContext['mcpReq'], named: NamedTool, locale: Locale): Pick<Call, 'report'> {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return {}
  let progress = 0
  return {
    report(event) {
      if (progress === EVENTS_MAX) return
      progress += 1
      const params = { progressToken, progress, message: eventText(named, event, locale).slice(0, MESSAGE_MAX) }
      // The client may have gone.
      notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

/** Returns an event in one line: its own summary, otherwise as a terminal shows it, otherwise its fields. */
function eventText(named: NamedTool, event: unknown, locale: Locale): string {
  if (isRecord(event) && typeof event.summary === 'string') return cleanText(event.summary)
  const line = named.tool.printEvent ? renderEvent(named, event, locale) : renderLines(event).trimEnd().replaceAll('\n', ', ')
  return line.trim().replaceAll(/\s+/g, ' ')
}

/** In the `_meta` of a result: the problem body of a refusal. */
const PROBLEM_KEY = 'doorstep/problem'
/** The longest list of values that a refusal repeats: more are searched by the tool `catalog`. */
const SUPPORTED_MAX = 20
const NEAREST_MAX = 5
/** The shortest word of a name that is compared by itself. */
const WORD_MIN = 4
const WORDS_MAX = 10

type Problem = ReturnType<typeof explain> | ForeignProblem['problem']

/** A call that was refused. */
interface Refused {
  readonly offer: Offer
  readonly exchange: McpExchange
  readonly arguments: Readonly<Record<string, unknown>>
  readonly locale: Locale
  /** The sentence that comes first, if there is one. */
  readonly opening: string | null
}

/** Returns a refusal. It has no structured content: clients would check that against the schema of the result. */
async function refusalOf(thrown: unknown, call: Refused): Promise<CallToolResult> {
  const { exchange, locale, opening } = call
  const whole = thrown instanceof ForeignProblem ? thrown.problem : explain(thrown, locale)
  if (whole.code === 'internal' && exchange.requestId) whole.requestId = exchange.requestId()
  exchange.refused?.(whole.code)
  const { problem, pointer } = await shortened(whole, call)
  const { code, title, detail, field, errors = [], didYouMean, supported, retryAfterS, requestId } = problem
  const lines = [
    ...(opening === null ? [] : [opening, '']),
    cleanText(`${title}: ${detail}`),
    ...errors.slice(1).map(({ message }) => cleanText(message)),
    ...pointer,
    renderLines({ code, field, didYouMean, supported, retryAfterS, requestId }),
  ]
  return { isError: true, content: [{ type: 'text', text: lines.join('\n').trimEnd() }], _meta: { [PROBLEM_KEY]: problem } }
}

/** Returns a problem without the long list of everything that would be understood, and where to search that instead. */
async function shortened(
  problem: Problem,
  { offer, arguments: given, locale }: Refused,
): Promise<{ readonly problem: Problem; readonly pointer: readonly string[] }> {
  const { supported = [], field = '', didYouMean = [], ...rest } = problem
  if (supported.length <= SUPPORTED_MAX) return { problem, pointer: [] }
  const near = didYouMean.length > 0 ? didYouMean : nearestIn(await offer.catalogue(), field, given[field], locale)
  const nearest = near.slice(0, NEAREST_MAX)
  const pointer = mcpText.say(locale, 'search-catalog', { count: supported.length })
  return { problem: { ...rest, field, ...(nearest.length > 0 && { didYouMean: nearest }) }, pointer: [pointer] }
}

/** Returns the entries that single words of a value name, or nearly name. */
function nearestIn(catalogue: Catalogue, field: string, value: unknown, locale: Locale): string[] {
  const list = LIST_NAMES.find((name) => CATALOGUE_LISTS[name] === field)
  if (!list || typeof value !== 'string') return []
  const words = value.split(/\s+/).slice(0, WORDS_MAX)
  const isTelling = (word: string) => word.length >= WORD_MIN || /[가-힣]{2}/.test(word)
  return [
    ...new Set(words.filter(isTelling).flatMap((word) => searchCatalogue(catalogue, word, locale, list).map(({ id }) => id))),
  ]
}
