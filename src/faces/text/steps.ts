import { cleanText } from '../../contract/clean.ts'
import type { NextAction } from '../../contract/next-action.ts'

type Told = Pick<NextAction, 'text' | 'url'>

/** Returns the steps, numbered, each on a line of its own. `tell`: returns the sentence of a step, by default with what to open. */
export function stepLines<Step extends Told>(
  steps: readonly Step[],
  tell: (step: Step) => string = ({ text, url }) => ending(text, url),
): string {
  return steps.map((step, index) => `${index + 1}. ${cleanText(tell(step))}`).join('\n')
}

/** Returns the text of a step with what follows it, unless it says that itself. */
export function ending(text: string, end: string | undefined): string {
  return end === undefined || text.includes(end) ? text : `${text} ${end}`
}
