import { wordsOf } from '../catalogue/normalize.ts'
import { folded } from '../spoken.ts'
import { AROUND, LOGIN_STATES, STATE_WORDS, type State, TROUBLE } from './connection-words.ts'

const STATES = LOGIN_STATES.map((state) => ({ state, words: new Set([state, ...STATE_WORDS[state].split(',')].map(folded)) }))
const TROUBLES = TROUBLE.split(',').map(folded)

/** Returns the state that a text describes; null for a text that describes none. A hint never refuses. */
export function readState(text: string | undefined): State | null {
  if (text === undefined) return 'unknown'
  const around = wordsOf(text.replace(/['’]/g, '')).split(' ')
  const bare = around.filter((word) => !AROUND.has(word)).join('')
  const found = [folded(text), bare].map((word) => STATES.find(({ words }) => words.has(word))).find(Boolean)
  if (found) return found.state
  return TROUBLES.some((trouble) => folded(text).includes(trouble)) ? 'no' : null
}
