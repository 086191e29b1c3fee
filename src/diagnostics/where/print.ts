import type { Locale } from '../../contract/text.ts'
import type { ShownSighting } from './fields.ts'
import { printText } from './print.text.ts'

/** Prints one probe and what came back, in one line. */
export function printSighting({ hopLimit, from, reason }: ShownSighting, locale: Locale): string {
  const who = printText.say(locale, from ?? 'nothing', {})
  const what = reason === null ? who : printText.say(locale, 'because', { from: who, reason })
  return printText.say(locale, 'sighting', { hopLimit, from: what })
}
