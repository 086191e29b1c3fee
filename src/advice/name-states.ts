import type { NextAction } from '../contract/next-action.ts'
import type { adviceText } from './advice.text.ts'
import type { Clues } from './situation.ts'

export type Sentence = keyof typeof adviceText.en
/** A step: a sentence of the table, or one that data make. */
export type Step = Sentence | NextAction

interface Meaning {
  /** The clue to the situation; left out for a name that leads here as far as it can be told. */
  readonly clue?: Clues['name']
  /** Whether it cannot be told that the name leads here. */
  readonly isInDoubt?: true
  /** The reason for which the dynamic DNS service of the name has to mend it, if it has one. */
  readonly lost?: 'missing' | 'unanswered' | 'elsewhere'
  readonly steps: readonly Step[]
}

/** The states of a name that was compared with an address, and what each means and takes. */
export const NAME_STATES = {
  elsewhere: { clue: 'name-elsewhere', lost: 'elsewhere', steps: ['update-record', 'see-name'] },
  off: { clue: 'name-elsewhere', lost: 'elsewhere', steps: ['update-record.off', 'see-name'] },
  'behind-proxy': { clue: 'name-elsewhere', steps: ['switch-proxy-off', 'see-name'] },
  private: { clue: 'name-private', steps: ['update-record.private', 'see-name'] },
  shared: { steps: ['see-name'] },
  inside: { clue: 'name-private', steps: ['update-record.inside', 'see-name'] },
  missing: { clue: 'name-missing', lost: 'missing', steps: ['create-record', 'see-name'] },
  'no-record': { clue: 'name-missing', lost: 'elsewhere', steps: ['create-record.type', 'see-name'] },
  others: { steps: ['remove-other-records'] },
  proxied: { isInDoubt: true, steps: ['check-proxy-origin'] },
  propagating: { isInDoubt: true, steps: ['wait-for-caches', 'see-name'] },
  split: { isInDoubt: true, steps: ['find-dns-difference', 'see-name'] },
  'other-family': { isInDoubt: true, steps: ['ask-over-other-family', 'see-name'] },
  unanswered: { isInDoubt: true, lost: 'unanswered', steps: ['check-name-servers', 'see-name'] },
  'other-stale': { steps: ['correct-other-family'] },
  'other-unchecked': { steps: ['check-other-family'] },
  here: { steps: [] },
} as const satisfies Readonly<Record<string, Meaning>>
export type NameState = keyof typeof NAME_STATES

export function meaningOf(state: NameState): Meaning {
  return NAME_STATES[state]
}
