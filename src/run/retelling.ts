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

class Differs extends Error {}

/** Returns the first finding in the words of the second. Numbers, codes and shape have to be those of the first; only lists of texts may be longer or shorter. */
export function inWordsOf(first: unknown, second: unknown): unknown {
  if (typeof first === 'string' && typeof second === 'string') {
    if (first !== second && isCode(first) && isCode(second)) throw new Differs()
    return second
  }
  if (Array.isArray(first) && Array.isArray(second)) {
    if ([...first, ...second].every((item) => typeof item === 'string')) return second
    if (first.length !== second.length) throw new Differs()
    return first.map((item, at) => inWordsOf(item, second[at]))
  }
  if (typeof first === 'object' && first !== null && typeof second === 'object' && second !== null) {
    const known = new Map(Object.entries(second))
    if (Object.keys(first).length !== known.size) throw new Differs()
    return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, inWordsOf(value, known.get(name))]))
  }
  if (typeof first !== typeof second || (first === null) !== (second === null)) throw new Differs()
  if (typeof first === 'boolean' && first !== second) throw new Differs()
  return first
}
