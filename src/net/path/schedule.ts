// The schedule of a trace: when to probe each hop, and how long to wait for it. Routers answer such probes only in passing, so they get few.

export const PROBES_PER_HOP = 3
/** Nearer hops are probed first; the machine at the end of the path is spared most of the probes that would go further. */
export const STAGGER_MS = 50
/** No hop is probed more than twice a second; a silent one, not before two of the longest round trips have passed. */
const AGAIN_MS = 500
const AGAIN_ROUND_TRIPS = 2
/** The pause before probing again a hop that nothing is known of yet. */
const SILENT_AGAIN_MS = 1000
/** The time of the last probe: a router that looks for a neighbour gives up after three seconds, and reports this probe as well. */
const SILENT_LAST_MS = 2500
/** The wait for the answer of such a hop. */
const SILENCE_MS = 3500
/** The wait once it or a later hop has answered: at least this long, or this many times the longest round trip, but no longer than the above. */
const ANSWER_MS = 1000
const ANSWER_ROUND_TRIPS = 5

export interface HopSoFar {
  readonly sentMs: readonly number[]
  readonly isAnswered: boolean
  /** Whether the hop or a later one has answered. */
  readonly isPassed: boolean
  readonly longestMs: number
}

/** Returns when to probe a hop again that has been probed. */
export function askAgainMs({ sentMs, isAnswered, isPassed, longestMs }: HopSoFar): number {
  const [first = 0] = sentMs
  const last = sentMs.at(-1) ?? first
  if (isAnswered) return last + AGAIN_MS
  if (isPassed) return last + between(AGAIN_MS, AGAIN_ROUND_TRIPS * longestMs, SILENT_AGAIN_MS)
  return sentMs.length < PROBES_PER_HOP - 1 ? last + SILENT_AGAIN_MS : first + SILENT_LAST_MS
}

/** Returns when to stop waiting for a hop that has had all its probes. */
export function giveUpMs({ sentMs, isPassed, longestMs }: HopSoFar): number {
  const [first = 0] = sentMs
  const last = sentMs.at(-1) ?? first
  if (isPassed) return last + between(ANSWER_MS, ANSWER_ROUND_TRIPS * longestMs, SILENCE_MS)
  return Math.max(first + SILENCE_MS, last + ANSWER_MS)
}

function between(least: number, milliseconds: number, most: number): number {
  return Math.min(Math.max(least, milliseconds), most)
}
