import { cleanText } from '../../contract/clean.ts'
import { guidanceIn } from '../../contract/next-action.ts'
import type { NamedTool } from '../../registry/tools.ts'
import type { Outcome } from '../../run/call.ts'

/** An outcome for a terminal: what the tool prints or a field a line, and how to go on. A text stands for itself. */
export function renderText({ tool: { print } }: NamedTool, { result, answer }: Outcome): string {
  if (typeof result === 'string') return result
  const text = print ? renderWith(print, answer) : renderLines(withoutGuidance(result))
  return withGuidance(text, guidanceIn(result))
}

function withoutGuidance(result: unknown): unknown {
  const isRecord = typeof result === 'object' && result !== null && 'nextActions' in result
  return isRecord ? { ...result, nextActions: null } : result
}

/** Below what was found, behind one empty line, what can be done about it: marked, a line each. */
function withGuidance(text: string, guidance: readonly string[]): string {
  if (guidance.length === 0) return text
  const above = text.trimEnd()
  const lines = guidance.map((sentence) => `> ${cleanText(sentence)}\n`)
  return [above, above === '' ? '' : '\n\n', ...lines].join('')
}

/**
 * What a tool prints for a terminal. It makes its lines of values in which nothing ends one, so that every line is its own;
 * values are cleaned where they are read, and here whatever they are.
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
 * A result for a terminal, as whois prints a record: a field a line, lists one line an item, unknown fields left out.
 */
export function renderLines(result: unknown): string {
  const lines = linesOf('', result)
  const width = Math.max(...lines.map(([name]) => name.length), 0) + 2
  return lines.map(([name, value]) => `${`${name}:`.padEnd(width)} ${value}\n`).join('')
}

function linesOf(name: string, value: unknown): [name: string, value: string][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(name, item))
  if (typeof value !== 'object') return [[name, cleanText(String(value))]]
  return Object.entries(value).flatMap(([key, item]) => linesOf(name === '' ? key : `${name}.${key}`, item))
}
