import { isCode } from '../contract/result-link.ts'
import type { Locale } from '../contract/text.ts'
import type { Call } from './call.ts'

/** The longest wait for a second telling, which has nothing to wait for: longer only if it waits for something that is not of its net. */
const RETELLING_MS = 250

/** A call that asks for its answer in another language as well. */
export interface Retold extends Call {
  readonly alsoIn: Locale
}

export function isRetold(call: Call): call is Retold {
  return call.alsoIn !== undefined && call.alsoIn !== call.locale
}

/** Returns the finding of a run once more, in the other language; null where that is not the same finding. */
export async function retell<Finding>(
  call: Retold,
  first: Finding,
  tell: (call: Call) => Finding | Promise<Finding>,
): Promise<Finding | null> {
  const { alsoIn: locale, locale: _, ...rest } = call
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), RETELLING_MS)
  const silent = { ...rest, locale, report: () => {}, charge: () => {} }
  try {
    const second = await Promise.race([tell(silent), late.promise])
    // A seam: the same shape, and the numbers of the first.
    return second === null ? null : (inWordsOf(first, second) as Finding)
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Returns whether two values are of one kind: two numbers, two lists, two objects, or the same truth. */
function isAlike(first: unknown, second: unknown): boolean {
  if (typeof first !== typeof second || Array.isArray(first) !== Array.isArray(second)) return false
  return first === null || typeof first === 'boolean' ? first === second : second !== null
}

/**
 * Returns the first finding in the words of the second. Throws if they are two findings: shape, truths and codes have to be the same, and
 * only lists of sentences may be longer or shorter. Measured times are those of the first.
 */
export function inWordsOf(first: unknown, second: unknown): unknown {
  if (!isAlike(first, second)) throw new Error('another finding')
  if (typeof first === 'string') return wordsOf(first, String(second))
  if (typeof first !== 'object' || first === null || typeof second !== 'object' || second === null) return first
  const [here, there] = [Object.entries(first), new Map(Object.entries(second))]
  const areSentences = [...here, ...there].every(([, value]) => typeof value === 'string')
  if (Array.isArray(first) && areSentences) return second
  if (here.length !== there.size) throw new Error('another finding')
  const told = here.map(([name, value]) => [name, inWordsOf(value, there.get(name))] as const)
  return Array.isArray(first) ? told.map(([, value]) => value) : Object.fromEntries(told)
}

function wordsOf(first: string, second: string): string {
  if (first !== second && isCode(first) && isCode(second)) throw new Error('another finding')
  return second
}
