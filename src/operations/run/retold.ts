/** A result told in a second language: the tool runs once more, with the record of a tape in place of its net. */
import { isCode } from '../../contract/result-link.ts'
import type { Locale } from '../../contract/text.ts'
import type { Net } from '../../net/index.ts'
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

interface Recorded {
  readonly result: unknown
  readonly reports: (readonly [callback: string, args: readonly unknown[]])[]
}

type Callbacks = Map<string, (...args: unknown[]) => unknown>
type Answer = (of: string, args: readonly unknown[], go: (args: readonly unknown[]) => unknown) => unknown

/**
 * The record of a net of one request, with which a tool can run once more, to say the same in another language: nothing is sent, waited
 * for, or spent. Asked for anything that was not asked for the first time, it never answers, and `lacking` rejects: thrown there, it could end
 * the process, where a tool is at work on something else as well.
 */
export class Tape {
  readonly #recorded = new Map<string, Recorded[]>()
  readonly #lacks = Promise.withResolvers<never>()

  constructor() {
    this.lacking.catch(() => {})
  }

  get lacking(): Promise<never> {
    return this.#lacks.promise
  }

  /** Returns a net that does what the given one does, and is recorded. */
  recording(net: Net): Net {
    const within: Net['within'] = (milliseconds, run) => net.within(milliseconds, (limited) => run(this.recording(limited)))
    return netOf(net, within, (of, args, go) => {
      const reports: Recorded['reports'] = []
      const heard = args.map((arg, at) => listened(arg, (name, told) => reports.push([`${at}${name}`, told])))
      const result = go(heard)
      const recorded = this.#recorded.get(of)
      if (recorded) recorded.push({ result, reports })
      else this.#recorded.set(of, [{ result, reports }])
      return result
    })
  }

  /** Returns a net that answers from the record alone. */
  replaying(net: Net): Net {
    const left = new Map([...this.#recorded].map(([of, recorded]) => [of, recorded.values()]))
    const replayed: Net = netOf(
      net,
      (_, run) => run(replayed),
      (of, args) => {
        const recorded = left.get(of)?.next().value
        if (!recorded) {
          this.#lacks.reject(new Error('not recorded'))
          return new Promise(() => {})
        }
        const callbacks: Callbacks = new Map()
        args.forEach((arg, at) => {
          for (const [name, callback] of callbacksIn(arg)) callbacks.set(`${at}${name}`, callback)
        })
        for (const [name, told] of recorded.reports) callbacks.get(name)?.(...told)
        return recorded.result
      },
    )
    return replayed
  }
}

/** Returns a net whose parts answer a call as given: `of` tells calls apart, and `go` makes the real one. */
function netOf(net: Net, within: Net['within'], answer: Answer): Net {
  const parts = Object.entries(net).map(([name, part]) => [name, part instanceof AbortSignal ? part : partOf(name, part, answer)])
  // A seam: each part is the one of that name, with its methods in between.
  return { ...(Object.fromEntries(parts) as Net), within }
}

function partOf(name: string, part: object, answer: Answer): object {
  return new Proxy(part, {
    get(target, member) {
      const value: unknown = Reflect.get(target, member, target)
      if (typeof value !== 'function') return value
      return (...args: readonly unknown[]) =>
        answer(`${name}.${String(member)} ${written(args)}`, args, (heard) => Reflect.apply(value, target, heard))
    },
  })
}

/** Returns arguments as a text that tells calls apart; those that JSON cannot hold, as a plug-in may pass, are told apart by their order. */
function written(args: readonly unknown[]): string {
  try {
    return JSON.stringify(args)
  } catch {
    return ''
  }
}

function listened(arg: unknown, hear: (name: string, told: readonly unknown[]) => void): unknown {
  const callbacks = callbacksIn(arg).map(([name, callback]) => {
    const heard = (...told: unknown[]) => {
      hear(name, told)
      return callback(...told)
    }
    return [name, heard] as const
  })
  if (callbacks.length === 0) return arg
  return typeof arg === 'object' ? { ...arg, ...Object.fromEntries(callbacks) } : callbacks[0]?.[1]
}

/** Returns the callbacks in an argument by their names: itself, or the members of a plain object. */
function callbacksIn(arg: unknown): [string, (...args: unknown[]) => unknown][] {
  if (isCallback(arg)) return [['', arg]]
  if (typeof arg !== 'object' || arg === null || Object.getPrototypeOf(arg) !== Object.prototype) return []
  return Object.entries(arg).flatMap(([name, value]) => (isCallback(value) ? [[name, value]] : []))
}

function isCallback(value: unknown): value is (...args: unknown[]) => unknown {
  return typeof value === 'function'
}
