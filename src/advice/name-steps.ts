import type { NextAction } from '../contract/next-action.ts'
import { ddnsStep } from '../router/index.ts'
import type { adviceText } from './advice.text.ts'
import type { Case, NameState } from './case.ts'

export type Sentence = keyof typeof adviceText.en
/** A step: a sentence of the table, or one that data make. */
export type Step = Sentence | NextAction

/** The steps for a name, by its state. */
const NAME_STEPS: Readonly<Record<NameState, readonly Step[]>> = {
  elsewhere: ['update-record', 'see-name'],
  off: ['update-record.off', 'see-name'],
  private: ['update-record.private', 'see-name'],
  inside: ['update-record.inside', 'see-name'],
  missing: ['create-record', 'see-name'],
  'no-record': ['create-record.type', 'see-name'],
  'behind-proxy': ['switch-proxy-off', 'see-name'],
  shared: ['see-name'],
  others: ['remove-other-records'],
  proxied: ['check-proxy-origin'],
  propagating: ['wait-for-caches', 'see-name'],
  split: ['find-dns-difference', 'see-name'],
  'other-family': ['ask-over-other-family', 'see-name'],
  unanswered: ['check-name-servers', 'see-name'],
  'other-stale': ['correct-other-family'],
  'other-unchecked': ['check-other-family'],
  here: [],
}

/** The states of a name that its dynamic DNS service has to mend. */
const LOST: Partial<Record<NameState, 'missing' | 'unanswered' | 'elsewhere'>> = {
  ...{ missing: 'missing', unanswered: 'unanswered', 'no-record': 'elsewhere', elsewhere: 'elsewhere', off: 'elsewhere' },
}

/** Returns what to do about a name: at its dynamic DNS service, whose record nobody can edit, otherwise where its records are. */
export function nameSteps({ name, facts, ip, requests }: Case): readonly Step[] {
  if (!name) return []
  const { state, ascii, hostname } = name
  const because = LOST[state]
  const lost = because && { hostname: ascii, name: hostname, ip: ip ?? '', because }
  const service = lost ? ddnsStep(lost, facts.known, facts.locale) : null
  const [usual, ...more] = NAME_STEPS[state]
  return service ? [{ ...service, ...requests.again }, ...more] : usual ? [usual, ...more] : []
}
