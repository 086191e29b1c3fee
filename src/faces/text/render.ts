import { cleanText } from '../../contract/clean.ts'
import { headlineIn } from '../../contract/envelope.ts'
import { guidanceIn } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import type { NamedTool } from '../../registry/tools.ts'
import type { Outcome } from '../../run/call.ts'

/** Returns an outcome for a terminal: the headline; what the tool prints, or one line for each field; the next actions. A text is left as it is. */
export function renderText({ tool: { print } }: NamedTool, { result, answer }: Outcome, locale: Locale): string {
  if (typeof result === 'string') return result
  const text = print ? renderWith((cleaned) => print(cleaned, locale), answer) : renderLines(withoutGuidance(result))
  return withGuidance(withHeadline(answer, text), guidanceIn(result))
}

/** Returns the same for an outcome of another doorstep: one of another version may answer with fields that are not known here, so that it is printed field by field. */
export function renderForeign(named: NamedTool, outcome: Outcome, locale: Locale): string {
  try {
    return renderText(named, outcome, locale)
  } catch {
    return withHeadline(outcome.answer, renderLines(outcome.result))
  }
}

/** Returns an event of a running tool for a terminal, in one line. */
export function renderEvent({ tool: { printEvent } }: NamedTool, event: unknown): string {
  try {
    if (printEvent) return renderWith(printEvent, event)
  } catch {
    // The event came from a doorstep of another version.
  }
  return linesOf('', event)
    .map(([, value]) => value)
    .join('  ')
}

function withoutGuidance(result: unknown): unknown {
  const isRecord = typeof result === 'object' && result !== null && 'nextActions' in result
  return isRecord ? { ...result, nextActions: null } : result
}

/** Puts the finding first, and an empty line after it. */
function withHeadline(answer: unknown, text: string): string {
  const headline = headlineIn(answer)
  return headline === null ? text : `${cleanText(headline)}\n\n${text}`
}

/** Appends the next actions after an empty line, each on a marked line of its own. */
function withGuidance(text: string, guidance: readonly string[]): string {
  if (guidance.length === 0) return text
  const above = text.trimEnd()
  const lines = guidance.map((sentence) => `> ${cleanText(sentence)}\n`)
  return [above, above === '' ? '' : '\n\n', ...lines].join('')
}

/**
 * Returns what a tool prints for a terminal. Values are cleaned before the tool sees them, so that only the tool can end a line. They are
 * also cleaned where they are read; this covers those that were missed.
 */
function renderWith(print: (answer: unknown) => string, answer: unknown): string {
  return print(cleaned(answer))
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleaned(item)]))
}

/**
 * Returns a result for a terminal, in the style of whois: one line for each field, one for each item of a list, none for unknown values.
 */
export function renderLines(result: unknown): string {
  const lines = linesOf('', result)
  const width = lines.reduce((widest, [name]) => Math.max(widest, name.length), 0) + 2
  return lines.map(([name, value]) => `${`${name}:`.padEnd(width)} ${value}\n`).join('')
}

function linesOf(name: string, value: unknown): [name: string, value: string][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(name, item))
  if (typeof value !== 'object') return [[name, cleanText(String(value))]]
  return Object.entries(value).flatMap(([key, item]) => linesOf(name === '' ? key : `${name}.${key}`, item))
}
