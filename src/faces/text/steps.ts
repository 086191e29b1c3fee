import { cleanText } from '../../contract/clean.ts'
import type { NextAction } from '../../contract/next-action.ts'

type StepText = Pick<NextAction, 'text' | 'url' | 'asks' | 'tool'>
/** Returns the name of a field as a face writes it; the tool is null where it is the one that answered. */
export type Written = (field: string, tool: string | null) => string

/** Returns the steps, numbered, each on a line of its own. `tell`: returns the sentence of a step, by default with what to open. */
export function stepLines<Step extends StepText>(steps: readonly Step[], tell: (step: Step) => string = openingLast): string {
  return steps.map((step, index) => `${index + 1}. ${cleanText(tell(step))}`).join('\n')
}

/** Returns the text of a step with the field that takes what it finds, before its full stop. */
export function asking({ text, asks, tool }: StepText, own: string, written: Written): string {
  if (asks === undefined) return text
  const name = written(asks, tool === undefined || tool === own ? null : tool)
  return text.replace(/(?<hangul>[가-힣])?\.$/, (_, hangul = '') => `${hangul}${hangul === '' ? ' ' : ''}(${name}).`)
}

/** Returns the text of a step with what to open. */
export function openingLast({ text, url }: StepText): string {
  return ending(text, url)
}

/** Returns the text of a step with what follows it, unless it says that itself. */
export function ending(text: string, end: string | undefined): string {
  return end === undefined || text.includes(end) ? text : `${text} ${end}`
}
