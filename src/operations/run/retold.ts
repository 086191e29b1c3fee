import { isCode } from '../../contract/result-link.ts'
import type { Locale } from '../../contract/text.ts'
import { afterwards, type Call, type Eventually } from './call.ts'

/** The finding of a run of a tool with a body, in words and as data. */
export interface ToolFinding {
  readonly result: object
  readonly headline: string
  /** The same in the second language of its call. */
  readonly retold?: ToolFinding
}

/** The longest wait for a second telling, which has nothing to wait for: longer only if it waits for something that is not of its net. */
const RETELLING_MS = 250

/** A call that asks for its answer in another language as well. */
export interface Retold extends Call {
  readonly alsoIn: Locale
}

export function isRetold(call: Call): call is Retold {
  return call.alsoIn !== undefined && call.alsoIn !== call.locale
}

/** Runs a tool that sends nothing, and once more where a second language is wanted. */
export function toldTwice(call: Call, tell: (call: Call) => unknown): Eventually<unknown> {
  return isRetold(call) ? afterwards(tell(call), (found) => withRetold(call, found, tell)) : tell(call)
}

/**
 * Adds what a run says once more, in the second language of its call; nothing where that fails, waits, or is not the same finding. The second run reports
 * to nobody and pays nothing.
 */
export async function withRetold(call: Retold, first: unknown, tell: (call: Call) => unknown): Promise<unknown> {
  const { alsoIn: locale, locale: _, ...rest } = call
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), RETELLING_MS)
  try {
    const second = await Promise.race([tell({ ...rest, locale, report: () => {}, charge: () => {} }), late.promise])
    // A seam: the tools that have a second language have a body.
    return second === null ? first : { ...(first as ToolFinding), retold: inWordsOf(first, second) }
  } catch {
    return first
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the first finding in the words of the second. Throws if they are two findings: shape, truths and codes have to be the same, and
 * only lists of sentences may be longer or shorter. Measured times are those of the first.
 */
export function inWordsOf(first: unknown, second: unknown): unknown {
  const isSame = typeof first === 'boolean' || first === null ? first === second : second !== null
  if (!isSame || typeof first !== typeof second || Array.isArray(first) !== Array.isArray(second))
    throw new Error('another finding')
  if (typeof first === 'string' && first !== second && isCode(first) && isCode(String(second))) throw new Error('another code')
  if (typeof first === 'string') return second
  if (typeof first !== 'object' || first === null || typeof second !== 'object' || second === null) return first
  const [here, there] = [Object.entries(first), new Map(Object.entries(second))]
  const areSentences = [...here, ...there].every(([, value]) => typeof value === 'string')
  if (Array.isArray(first) && areSentences) return second
  if (here.length !== there.size) throw new Error('another finding')
  const told = here.map(([name, value]) => [name, inWordsOf(value, there.get(name))] as const)
  return Array.isArray(first) ? told.map(([, value]) => value) : Object.fromEntries(told)
}
