import { Refusal } from '../../contract/problem.ts'
import { joined, wordsOf } from '../catalogue/normalize.ts'
import { shown } from '../catalogue/shown.ts'
import { inputText } from './input.text.ts'

/** A text in the form that is compared: one word of lowercase letters and digits, "don't know" as "dontknow". */
export function folded(text: string): string {
  return joined(wordsOf(text.replace(/['’]/g, '')))
}

/** The refusal of a text that does not name a value of the field. */
export function unknownValue(
  field: 'platform' | 'connectionState',
  text: string,
  supported: readonly string[],
  didYouMean: readonly string[],
): Refusal {
  const slots = { value: shown(text), supported: supported.join(', ') }
  return new Refusal('unknown-value', (locale) => inputText.say(locale, field, slots), { field, didYouMean, supported })
}
