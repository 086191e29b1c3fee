/** When each hop of a trace is asked, and how long it is waited for. Routers answer such probes by the way: they are asked seldom. */

export const PROBES_PER_HOP = 3
/** Nearer hops are asked first; whoever stands where the path ends is spared most of the probes that would go further. */
const STAGGER_MS = 50
/** Nobody is asked more than twice a second; whoever is silent, not before two of the longest round trips are over. */
const AGAIN_MS = 500
const AGAIN_ROUND_TRIPS = 2
/** While nothing at all is known of a hop it gets longer to answer. */
const SILENT_AGAIN_MS = 1000
/** When it is asked for the last time: a router that looks for a neighbour gives up after three seconds, and says so of this one, too. */
const SILENT_LAST_MS = 2500
/** How long such a hop is waited for. */
const SILENCE_MS = 3500
/** Once it or something behind it has answered: so long at least, or so many times the longest round trip, but no longer than the above. */
const ANSWER_MS = 1000
const ANSWER_ROUND_TRIPS = 5

/** What is known of a hop. */
export interface Asked {
  /** When its probes left. */
  readonly sentMs: readonly number[]
  /** Whether the last of them has been answered. */
  readonly isAnswered: boolean
  /** Whether the hop or something behind it has answered. */
  readonly isPassed: boolean
  /** The longest round trip of all hops. */
  readonly longestMs: number
}

/** When a hop is asked for the first time, counted from the start of the trace. Hops are counted from one. */
export function firstAskMs(hop: number): number {
  return (hop - 1) * STAGGER_MS
}

/** When a hop that was asked is to be asked again. */
export function askAgainMs({ sentMs, isAnswered, isPassed, longestMs }: Asked): number {
  const [first = 0] = sentMs
  const last = sentMs.at(-1) ?? first
  if (isAnswered) return last + AGAIN_MS
  if (isPassed) return last + between(AGAIN_MS, AGAIN_ROUND_TRIPS * longestMs, SILENT_AGAIN_MS)
  return sentMs.length < PROBES_PER_HOP - 1 ? last + SILENT_AGAIN_MS : first + SILENT_LAST_MS
}

/** When a hop that will not be asked again has been waited for long enough. */
export function giveUpMs({ sentMs, isPassed, longestMs }: Asked): number {
  const [first = 0] = sentMs
  const last = sentMs.at(-1) ?? first
  if (isPassed) return last + between(ANSWER_MS, ANSWER_ROUND_TRIPS * longestMs, SILENCE_MS)
  return Math.max(first + SILENCE_MS, last + ANSWER_MS)
}

function between(least: number, milliseconds: number, most: number): number {
  return Math.min(Math.max(least, milliseconds), most)
}
