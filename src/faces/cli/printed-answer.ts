import { cleanText } from '../../contract/clean.ts'
import { headlineIn } from '../../contract/envelope.ts'
import { isGood } from '../../contract/good.ts'
import { shortLines } from '../../contract/short.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { renderForeign, renderText } from '../text/render.ts'
import type { Ran } from './local-tool.ts'
import { jsonText } from './switches.ts'
import type { ToolLine } from './tool-line.ts'
import { EXIT_FAILED, EXIT_OK, type Outcome } from './verb.ts'

/** Returns an answer as the line asks for it: in JSON, its one value, or what a person reads. One of another doorstep is `foreign`. */
export function printedAnswer(named: NamedTool, ran: Ran, line: ToolLine, isForeign: boolean): Outcome {
  const code = isGood(named.tool.good, ran.answer) === false ? EXIT_FAILED : EXIT_OK
  if (line.isShort) return { code, ...printedShort(named, ran) }
  if (line.isJson) return { code, out: jsonText(ran.answer), err: '' }
  const text = (isForeign ? renderForeign : renderText)(named, ran, line.locale, line.details)
  // An answer that is a text has no line feed of its own.
  return { code, out: text.endsWith('\n') ? text : `${text}\n`, err: '' }
}

/** Returns the one value; where there is none, a script reads nothing, and a person why. */
function printedShort({ tool }: NamedTool, { answer }: Ran): Pick<Outcome, 'out' | 'err'> {
  const lines = shortLines(tool, answer)
  const why = lines.length === 0 ? cleanText(headlineIn(answer) ?? '') : ''
  return { out: lines.map((line) => `${line}\n`).join(''), err: why === '' ? '' : `doorstep: ${why}\n` }
}
