import type { CallToolResult } from '@modelcontextprotocol/server'
import { cleanText } from '../../contract/clean.ts'
import { ForeignProblem } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { CATALOGUE_LISTS, LIST_NAMES, searchCatalogue } from '../../router/catalogue/search.ts'
import { explain } from '../http/reply.ts'
import { renderLines } from '../text/render.ts'
import { mcpText } from './mcp.text.ts'
import type { McpExchange, Offer } from './offer.ts'

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
export async function refusalOf(thrown: unknown, call: Refused): Promise<CallToolResult> {
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
