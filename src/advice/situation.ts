import { oneOf, orNull } from '../contract/schema.ts'

/** The situations of somebody who wants to be reached, each the cause that explains the rest: of several, the first of this list holds. */
export const SITUATIONS = [
  ...(['not-checked', 'not-needed', 'exposed', 'better-shut', 'filtered-by-origin'] as const),
  ...(['carrier-grade', 'shared-ports', 'two-routers', 'access-point', 'building'] as const),
  ...(['name-elsewhere', 'name-missing', 'name-private'] as const),
  ...(['provider-blocks', 'no-rule-seen', 'program-off', 'firewall', 'device-away', 'device-elsewhere', 'pinhole'] as const),
  ...(['other-answers', 'untrusted', 'open', 'unknown'] as const),
] as const
export type Situation = (typeof SITUATIONS)[number]

/** The situation as a field of a result, the first one: the answer has it right after `good`. */
export const SITUATION = orNull({
  ...oneOf(...SITUATIONS),
  description: 'the cause that explains the rest; null where none is told',
})

/** The clues to a situation, each judged by itself; null where nothing stands in the way, or nothing is known. */
export interface Clues {
  /** The openness that the service needs: none, that of a console's games, better none, or an open port. */
  readonly need: 'none' | 'console' | 'shut' | 'rule'
  /** The port as this server found it; `nobody`: it was not to be looked at; `failed`: this server could not. */
  readonly port: 'nobody' | 'failed' | 'open' | 'shut' | 'silent'
  /** The obstacle on the line to a connection from outside. */
  readonly line: Extract<Situation, 'carrier-grade' | 'shared-ports' | 'two-routers' | 'access-point' | 'building'> | null
  /** The fault of a name; null for one that leads here, and for none. */
  readonly name: Extract<Situation, `name-${string}`> | null
  /** The end of packets to a port that nobody answers; null where silence proves nothing. */
  readonly end: Extract<
    Situation,
    'provider-blocks' | 'no-rule-seen' | 'program-off' | 'firewall' | `device-${string}` | 'pinhole'
  > | null
  /** The fault of what answers; null if it is what was expected, or nobody said. */
  readonly answer: Extract<Situation, 'other-answers' | 'untrusted'> | null
  /** The cause that the device itself sees; null where nobody looked there. */
  readonly here?: Situation | null
  /** The cause that only several places together show; null where one looks alone. */
  readonly origin?: Extract<Situation, 'filtered-by-origin'> | null
}

/** Returns the situation, which has one name whoever asks. */
export function situationOf({ need, port, line, name, end, answer, here = null, origin = null }: Clues): Situation {
  if (port === 'failed' && need !== 'none') return 'not-checked'
  if (need === 'none') return 'not-needed'
  if (need === 'shut') return port === 'open' ? 'exposed' : 'better-shut'
  // A console listens only while a game runs.
  const seen = need === 'console' && port !== 'open' ? null : (end ?? answer)
  return origin ?? here ?? line ?? name ?? seen ?? (port === 'open' ? 'open' : 'unknown')
}

const WELL: readonly Situation[] = ['not-needed', 'better-shut', 'open']
const UNKNOWN: readonly Situation[] = ['not-checked', 'unknown']
/** The situations in which no rule on the line helps. */
const HOPELESS: readonly Situation[] = ['carrier-grade', 'building']

/** The situations in which silence over UDP leaves open whether anything has to be done. */
const DOUBTED: readonly Situation[] = ['better-shut', 'two-routers', 'shared-ports', 'access-point', 'provider-blocks']

/** Returns whether nothing has to be done; null where nothing could be said. */
export function goodOf(situation: Situation, port: Clues['port']): boolean | null {
  if (port === 'silent' && DOUBTED.includes(situation)) return null
  if (WELL.includes(situation)) return true
  return UNKNOWN.includes(situation) ? null : false
}

/** Returns the same for a tool that checks nothing: what is only planned is bad where no rule can help. */
export function goodOfPlan(situation: Situation | null): boolean | null {
  if (situation === null) return null
  return WELL.includes(situation) ? true : HOPELESS.includes(situation) ? false : null
}
