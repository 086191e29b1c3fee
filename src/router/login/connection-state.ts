import { wordsOf } from '../catalogue/normalize.ts'
import { AROUND, LOGIN_STATES, STATE_WORDS, type State } from './connection-words.ts'
import { folded, unknownValue } from './spoken.ts'

const STATES = LOGIN_STATES.map((state) => ({ state, words: new Set([state, ...STATE_WORDS[state].split(',')].map(folded)) }))

/** The state that a text describes; throws `unknown-value` for a text that describes none. */
export function readState(text: string | undefined): State {
  if (text === undefined) return 'unknown'
  const around = wordsOf(text.replace(/['’]/g, '')).split(' ')
  const bare = around.filter((word) => !AROUND.has(word)).join('')
  const found = [folded(text), bare].map((word) => STATES.find(({ words }) => words.has(word))).find(Boolean)
  if (found) return found.state
  throw unknownValue('connectionState', text, LOGIN_STATES, [])
}
