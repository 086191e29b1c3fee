import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import pkg from '../../../package.json' with { type: 'json' }
import { cleanText } from '../../contract/clean.ts'
import { actionsIn, type NextAction } from '../../contract/next-action.ts'
import { type Allowance, ForeignProblem, Refusal } from '../../contract/problem.ts'
import { foreignFieldsIn } from '../../contract/schema.ts'
import { type Locale, negotiateLocale } from '../../contract/text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { type Call, NO_BODY, type Outcome } from '../../operations/run/call.ts'
import { isBoundToRequester } from '../../operations/run/requester.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { validatorOf } from '../../operations/run/validate.ts'
import type { Caller } from '../../policy/caller.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { CATALOGUE_LISTS, LIST_NAMES, searchCatalogue } from '../../router/catalogue/search.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { explain } from '../http/reply.ts'
import { renderEvent, renderLines, renderText } from '../text/render.ts'
import { ending } from '../text/steps.ts'
import { type Listing, listingOf, type McpExchange, NO_ARGUMENTS, type Offer, ownTools } from './listing.ts'
import { mcpText } from './mcp.text.ts'

/** Time for which a client may keep the list of tools, which only another version of doorstep changes. */
const LIST_TTL_MS = 3_600_000

/** A validator of answers to questions that this server never asks; otherwise the library would make one for every server. */
const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'nothing was asked' }) as const,
}

/** Returns a server of the protocol: over HTTP for one message, over standard input for as long as that is open. */
export function protocolServer(offer: Offer, listing: Listing, exchange: McpExchange): Server {
  const server = new Server(
    { name: pkg.name, title: pkg.name, version: pkg.version, description: pkg.description },
    {
      capabilities: { tools: {} },
      instructions: instructionsFor(offer, listing, exchange),
      jsonSchemaValidator: NO_VALIDATOR,
      // Private, because the language may be that of a header.
      cacheHints: { 'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' } },
    },
  )
  server.setRequestHandler('tools/list', (_, { mcpReq: { _meta } }) => {
    return { tools: listing.toolsIn(localeOf(_meta, exchange.locale), wantsWhole(_meta)) }
  })
  server.setRequestHandler('tools/call', ({ params }, context) => callTool(offer, exchange, params, context))
  return server
}

/** Returns what the tools are for, where they run, and whose address is tested. */
function instructionsFor(
  { isHome, forwarding, tools }: Offer,
  { aboutRequester }: Listing,
  { caller, locale }: McpExchange,
): string {
  const isHere = caller.kind === 'local' && forwarding?.names.length !== tools.size
  return [
    mcpText.say(locale, 'instructions', {}),
    ...(caller.kind === 'local' ? [] : [mcpText.say(locale, 'instructions-requester', { tools: aboutRequester })]),
    ...(isHere ? [mcpText.say(locale, 'instructions-local', {})] : []),
    ...(isHere && !forwarding ? [mcpText.say(locale, 'instructions-alone', {})] : []),
    ...(forwarding
      ? [mcpText.say(locale, 'instructions-forwarded', { server: forwarding.server, tools: forwarding.names.join(', ') })]
      : []),
    ...(isHome ? [mcpText.say(locale, 'instructions-home', {})] : []),
    mcpText.say(locale, 'instructions-foreign', {}),
    mcpText.say(locale, 'instructions-language', { key: LANGUAGE_KEY }),
  ].join('\n\n')
}

/** In the `_meta` of a result: the remaining allowance. */
const ALLOWANCE_KEY = 'doorstep/allowance'
/** In the `_meta` of a result: the fields whose values were written by the checked hosts. */
const FOREIGN_KEY = 'doorstep/foreign'
const SHOWN_NAME_MAX = 100
/** In the `_meta` of a message: the language of its answer, as Accept-Language writes it. It comes before that header. */
const LANGUAGE_KEY = 'doorstep/language'
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
async function callTool(
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
    if (thrown instanceof ConfigError) return { isError: true, content: [textBlock(thrown.in(locale))] }
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

/** Returns the language that a message names, otherwise the given one. */
function localeOf(meta: unknown, otherwise: Locale): Locale {
  const wanted = typeof meta === 'object' && meta !== null && LANGUAGE_KEY in meta ? meta[LANGUAGE_KEY] : null
  return typeof wanted === 'string' && wanted.length <= LANGUAGE_MAX ? negotiateLocale(wanted) : otherwise
}

/** Tests whether a message asks for the schemas of whole answers. */
function wantsWhole(meta: unknown): boolean {
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
      const params = { progressToken, progress, message: messageOf(named, event, locale).slice(0, MESSAGE_MAX) }
      // The client may have gone.
      notify({ method: 'notifications/progress', params }).catch(() => {})
    },
  }
}

/** Returns an event in one line: its own summary, otherwise as a terminal shows it, otherwise its fields. */
function messageOf(named: NamedTool, event: unknown, locale: Locale): string {
  const isTelling = typeof event === 'object' && event !== null && 'summary' in event && typeof event.summary === 'string'
  if (isTelling) return cleanText(String(event.summary))
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

/** Call that was refused. */
interface Refused {
  readonly arguments?: Record<string, unknown> | undefined
}

/** Returns a refusal. It has no structured content: clients would check that against the schema of the result. `opening` comes first. */
async function refusalOf(
  thrown: unknown,
  { offer, exchange, asked, locale }: { offer: Offer; exchange: McpExchange; asked: Refused; locale: Locale },
  opening: string | null,
): Promise<CallToolResult> {
  const whole = thrown instanceof ForeignProblem ? thrown.problem : explain(thrown, locale)
  if (whole.code === 'internal' && exchange.requestId) whole.requestId = exchange.requestId()
  exchange.refused?.(whole.code)
  const { problem, pointer } = await shortened(whole, offer, asked, locale)
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
  offer: Offer,
  asked: Refused,
  locale: Locale,
): Promise<{ readonly problem: Problem; readonly pointer: readonly string[] }> {
  const { supported = [], field = '', didYouMean = [], ...rest } = problem
  if (supported.length <= SUPPORTED_MAX) return { problem, pointer: [] }
  const value = asked.arguments?.[field]
  const near = didYouMean.length > 0 ? didYouMean : nearestIn(await offer.catalogue(), field, value, locale)
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

/**
 * Returns a function that answers a message which came over HTTP, already read and parsed: without sessions, for clients of 2025 and 2026.
 * This file loads the library, so it is imported with the first request that needs it.
 */
export function respondWith(offer: Offer): (request: Request, message: unknown, exchange: McpExchange) => Promise<Response> {
  const listing = listingOf(offer)
  const exchanges = new WeakMap<Request, McpExchange>()
  const { fetch: answer } = createMcpHandler(({ requestInfo }) => {
    const exchange = requestInfo && exchanges.get(requestInfo)
    if (!exchange) throw new Error('a message without its request')
    return protocolServer(offer, listing, exchange)
  })
  return (request, message, exchange) => {
    exchanges.set(request, exchange)
    return answer(request, { parsedBody: message })
  }
}
