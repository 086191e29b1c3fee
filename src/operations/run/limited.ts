import { type Allowance, type Localized, Refusal } from '../../contract/problem.ts'
import { limitedText } from './run.text.ts'

/** The end of a check cannot be known; most end within this time. */
const CHECK_ENDS_S = 1

/** The rounding error of a difference between two times; a caller who waits that much less is let in. */
const ROUNDING_MS = 1e-4

/** Whole seconds after which a wait is over, at least one: HTTP knows no parts of a second. */
export function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil((milliseconds - ROUNDING_MS) / 1000))
}

const WINDOWS = { 1: 'window-s', 60: 'window-min', 3600: 'window-h' } as const

/** Returns the refusal for a client that has used up its allowance. */
export function againstClient(allowance: Allowance & { readonly windowS: keyof typeof WINDOWS }, waitMs: number): Refusal {
  const { quota, windowS } = allowance
  const seconds = secondsOf(waitMs)
  const detail: Localized = (locale) => {
    const window = limitedText.say(locale, WINDOWS[windowS], {})
    return limitedText.say(locale, 'client', { quota, window, seconds })
  }
  return new Refusal('rate-limited', detail, { retryAfterS: seconds, violated: [allowance] })
}

/** Returns the refusal for a client that sends more requests than anybody needs, whatever they ask. */
export function againstRequests(quota: number, windowS: number, waitMs: number): Refusal {
  const seconds = secondsOf(waitMs)
  const allowance: Allowance = { policy: 'requests', quota, windowS, remaining: 0, resetS: seconds }
  const detail: Localized = (locale) => limitedText.say(locale, 'requests', { quota, rate: quota / windowS, seconds })
  return new Refusal('rate-limited', detail, { retryAfterS: seconds, violated: [allowance] })
}

/** More requests wait on a connection than may; with this answer it ends. */
export function againstPipeline(limit: number): Refusal {
  const allowance: Allowance = { policy: 'pipeline', quota: limit, windowS: null, remaining: 0, resetS: null }
  const detail: Localized = (locale) => limitedText.say(locale, 'pipeline', { limit })
  return new Refusal('rate-limited', detail, { retryAfterS: 1, violated: [allowance], headers: { connection: 'close' } })
}

/** Returns the refusal for a target that gets as much as it may from all callers. */
export function againstTarget({ quota, windowS }: { readonly quota: number; readonly windowS: number }, waitMs: number): Refusal {
  const seconds = secondsOf(waitMs)
  const allowance: Allowance = { policy: 'target', quota, windowS, remaining: 0, resetS: seconds }
  const detail: Localized = (locale) => limitedText.say(locale, 'target', { rate: quota / windowS, seconds })
  return new Refusal('rate-limited', detail, { retryAfterS: seconds, violated: [allowance] })
}

/** Returns the refusal if as many checks run as may: of one client or its network, which is its own doing, of one tool, or in all. */
export function againstConcurrency(of: 'client' | 'tool' | 'all', limit: number): Refusal {
  const detail: Localized = (locale) => limitedText.say(locale, `${of}-concurrency`, { limit, seconds: CHECK_ENDS_S })
  return overConcurrency(of === 'client' ? 'rate-limited' : 'overloaded', detail, limit)
}

/** Returns the refusal for a check that was ended in favour of a client with fewer. */
export function cutShort(limit: number): Refusal {
  return overConcurrency('overloaded', (locale) => limitedText.say(locale, 'cut-short', { seconds: CHECK_ENDS_S }), limit)
}

function overConcurrency(code: 'rate-limited' | 'overloaded', detail: Localized, limit: number): Refusal {
  const allowance: Allowance = { policy: 'concurrency', quota: limit, windowS: null, remaining: 0, resetS: null }
  return new Refusal(code, detail, { retryAfterS: CHECK_ENDS_S, violated: [allowance] })
}
