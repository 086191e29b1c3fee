import { cleanText, isRecord } from '../../contract/clean.ts'
import { goodIn, headlineIn, judgeResult, shortLines } from '../../contract/good.ts'
import { ForeignProblem, type ForeignProblemBody, problemOf, Refusal } from '../../contract/problem.ts'
import { RESULT_PREFIX, writeResult } from '../../contract/result-link.ts'
import type { Locale } from '../../contract/text.ts'
import { type NamedTool, verdictOf } from '../../operations/registry/tools.ts'
import type { Runnable } from '../../operations/run/run.ts'
import { isAboutOthers } from '../../policy/policies.ts'
import type { Config } from '../../settings/options.ts'
import { renderForeign, renderProblem, renderText } from '../text/render.ts'
import type { Written } from '../text/steps.ts'
import { cliText } from './cli.text.ts'
import { kebabCase } from './fields.ts'
import { EXIT_FAILED, EXIT_OK, EXIT_USAGE, jsonText, type Printed } from './output.ts'
import type { ToolLine } from './tool-line.ts'

/** The outcome of a run, here or on another doorstep. */
export type Ran = Awaited<ReturnType<Runnable['run']>>

/** Returns an answer as the line asks for it: in JSON, its one value, or what a person reads. One of another doorstep is `foreign`. */
export function printedAnswer(named: NamedTool, ran: Ran, line: ToolLine, isForeign: boolean): Printed {
  const code = exitOf(named, ran)
  if (line.on.has('short')) return { code, ...printedShort(named, ran) }
  if (line.on.has('json')) return { code, out: jsonText(ran.answer), err: '' }
  const text = (isForeign ? renderForeign : renderText)(named, ran, line.locale, {
    details: line.on.has('details'),
    written: flagOf,
  })
  // An answer that is a text has no line feed of its own.
  return { code, out: text.endsWith('\n') ? text : `${text}\n`, err: '' }
}

const flagOf: Written = (field, tool) => `${tool === null ? '' : `doorstep ${tool} `}--${kebabCase(field)}`

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
function printedShort({ tool }: NamedTool, { answer }: Ran): Pick<Printed, 'out' | 'err'> {
  const lines = shortLines(tool, answer)
  const why = lines.length === 0 ? cleanText(headlineIn(answer) ?? '') : ''
  return { out: lines.map((line) => `${line}\n`).join(''), err: why === '' ? '' : `doorstep: ${why}\n` }
}

interface Linked {
  readonly named: NamedTool
  readonly answer: unknown
  readonly line: ToolLine
  readonly config: Config
}

/** Adds the link to what is printed: below the result, or on standard error where standard output belongs to a script. */
export async function withLink(outcome: Printed, { named, answer, line, config: { server } }: Linked): Promise<Printed> {
  if (!line.on.has('link') || !server) return outcome
  const isOwn = !isAboutOthers(named.tool.policy)
  const data = typeof answer === 'object' && answer !== null ? writeResult(answer, { isOwn }) : null
  const text = (key: 'link-of-own' | 'link' | 'no-link') => cliText.say(line.locale, key, {})
  const url = new URL(`#${RESULT_PREFIX}${data}`, server)
  const lines = data === null ? text('no-link') : `${text(isOwn ? 'link-of-own' : 'link')}\n${url}`
  if (line.on.has('json') || line.on.has('short')) return { ...outcome, err: `${outcome.err}doorstep: ${lines}\n` }
  return { ...outcome, out: `${outcome.out}\n${lines}\n` }
}

/** Returns why a request was refused, here or by the server; null if something else went wrong. */
export function problemIn(thrown: unknown, locale: Locale): ForeignProblemBody | null {
  if (thrown instanceof Refusal) return problemOf(thrown, locale)
  return thrown instanceof ForeignProblem ? thrown.problem : null
}

/** Returns every mistake, and where to find help. `isHere`: whether this machine has refused it. */
export function sentenceOf(
  { title, detail, code, errors = [], ...problem }: ForeignProblemBody,
  { name }: NamedTool,
  { locale, isHere }: { locale: Locale; isHere: boolean },
): string {
  const whole = errors.length > 1 ? errors.map(({ message }) => message).join(' ') : detail
  const sentence = renderProblem({ ...problem, title, detail: whole }, locale)
  if (code === 'invalid-request') return cleanText(`${sentence} ${cliText.say(locale, 'see-help', { tool: name })}`)
  if (code === 'requester-not-public' && isHere) return cleanText(`${sentence} ${cliText.say(locale, 'name-a-server', {})}`)
  return sentence
}
