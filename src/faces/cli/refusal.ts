import { cleanText } from '../../contract/clean.ts'
import { ForeignProblem, type ForeignProblemBody, problemOf, Refusal } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { renderProblem } from '../text/render.ts'
import { cliText } from './cli.text.ts'

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
