import { cleanText } from '../../contract/clean.ts'
import { goodIn, headlineIn } from '../../contract/envelope.ts'
import { judgeResult } from '../../contract/good.ts'
import { isRecord } from '../../contract/record.ts'
import { shortLines } from '../../contract/short.ts'
import { type NamedTool, verdictOf } from '../../registry/tools.ts'
import { renderForeign, renderText } from '../text/render.ts'
import type { Ran } from './local-tool.ts'
import { jsonText } from './switches.ts'
import type { ToolLine } from './tool-line.ts'
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, type Outcome } from './verb.ts'

/** Returns an answer as the line asks for it: in JSON, its one value, or what a person reads. One of another doorstep is `foreign`. */
export function printedAnswer(named: NamedTool, ran: Ran, line: ToolLine, isForeign: boolean): Outcome {
  const code = exitOf(named, ran)
  if (line.isShort) return { code, ...printedShort(named, ran) }
  if (line.isJson) return { code, out: jsonText(ran.answer), err: '' }
  const text = (isForeign ? renderForeign : renderText)(named, ran, line.locale, line.details)
  // An answer that is a text has no line feed of its own.
  return { code, out: text.endsWith('\n') ? text : `${text}\n`, err: '' }
}

/** Returns the exit code of an answer: 0 if it is good, 1 if it is not, 2 if nothing could be said. */
export function exitOf(named: NamedTool, ran: Ran): number {
  const good = verdictOf(named, goodOf(named, ran))
  if (good === null) return EXIT_USAGE
  return good ? EXIT_OK : EXIT_FAILED
}

/** Returns whether nothing has to be done: as the answer says, or as it is judged here if it comes from an earlier doorstep, which does not say. */
export function goodOf({ name, tool }: NamedTool, { answer, result }: Ran): boolean | null {
  if (!isRecord(answer) || !isRecord(result) || 'good' in answer || answer.tool !== name) return goodIn(answer)
  try {
    return judgeResult(tool, result)
  } catch {
    // It does not have the fields that tell.
    return null
  }
}

/** Returns the one value; where there is none, a script reads nothing, and a person why. */
function printedShort({ tool }: NamedTool, { answer }: Ran): Pick<Outcome, 'out' | 'err'> {
  const lines = shortLines(tool, answer)
  const why = lines.length === 0 ? cleanText(headlineIn(answer) ?? '') : ''
  return { out: lines.map((line) => `${line}\n`).join(''), err: why === '' ? '' : `doorstep: ${why}\n` }
}
