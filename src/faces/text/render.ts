import { cleanText, cleanTexts } from '../../contract/clean.ts'
import { headlineIn, understoodIn } from '../../contract/good.ts'
import { actionsIn, type NextAction } from '../../contract/next-action.ts'
import type { ForeignProblemBody } from '../../contract/problem.ts'
import type { Locale } from '../../contract/text.ts'
import { resultLabelsText } from '../../operations/registry/result-labels.text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import type { Outcome } from '../../operations/run/call.ts'
import { blocksOf } from './answer-blocks.ts'
import { renderBlocks } from './blocks.ts'
import { asking, openingLast, stepLines, type Written } from './steps.ts'
import { readText } from './text.text.ts'

/** The choices of a face. */
interface Rendering {
  /** Whether everything is shown, also what most readers do not need. */
  readonly details?: boolean
  /** Returns the sentence of a step; by default with what to open. */
  readonly tell?: (step: NextAction) => string
  readonly written?: Written
}

const asInJson: Written = (field, tool) => (tool === null ? field : `${tool}: ${field}`)

/**
 * Returns an outcome for a terminal: the headline; what the tool draws or prints; the next actions as numbered steps, and
 * at most one warning. A text is left as it is.
 */
export function renderText(
  named: NamedTool,
  { result, answer }: Outcome,
  locale: Locale,
  { details = false, tell = openingLast, written = asInJson }: Rendering = {},
): string {
  if (typeof result === 'string') return result
  const { print, steps, warning, method } = named.tool
  // Values are cleaned where they are read; this covers those that were missed.
  const text = print
    ? print(cleanTexts(answer), locale, details)
    : method === 'GET'
      ? renderLines(result)
      : renderBlocks(blocksOf(named, answer, locale), details)
  const shown = steps && !details ? steps(result) : actionsIn(result)
  const caution = warning?.(result, locale) ?? null
  const headline = cleanText(headlineIn(answer) ?? '')
  const parts = [
    headline,
    readLines(named, answer, locale),
    text.trimEnd(),
    stepLines(shown, (step) => tell({ ...step, text: asking(step, named.name, written) })),
    cleanText(caution ?? ''),
  ].filter((part) => part !== '')
  return `${parts.join('\n\n')}\n`
}

/** Returns what was read from what was pasted, and what of it the tool has no use for. */
function readLines({ tool: { text, body } }: NamedTool, answer: unknown, locale: Locale): string {
  const parts = Object.groupBy(understoodIn(answer), ({ field }) =>
    Object.hasOwn(body?.properties ?? {}, field) ? 'read' : 'unused',
  )
  const lines = (['read', 'unused'] as const).flatMap((key) => {
    const shown = (parts[key] ?? []).map(
      ({ field, value }) => `${text[locale][`label.${field}`] ?? resultLabelsText[locale][field] ?? field}: ${value}`,
    )
    return shown.length === 0 ? [] : [cleanText(readText.say(locale, key, { parts: shown.join(', ') }))]
  })
  return lines.join('\n')
}

/** Returns the same for an outcome of another doorstep: one of another version may answer with fields that are not known here, so that it is printed field by field. */
export function renderForeign(...shown: Parameters<typeof renderText>): string {
  const [, outcome] = shown
  try {
    return renderText(...shown)
  } catch {
    const headline = headlineIn(outcome.answer)
    return `${headline === null ? '' : `${cleanText(headline)}\n\n`}${renderLines(outcome.result)}`
  }
}

/** Returns a refusal in a line: why, and what may have been meant. */
export function renderProblem(
  { title, detail, didYouMean = [] }: Pick<ForeignProblemBody, 'title' | 'detail' | 'didYouMean'>,
  locale: Locale,
): string {
  const sentence = `${title}: ${detail}`
  const values = didYouMean.join(', ')
  return cleanText(values === '' ? sentence : readText.say(locale, 'did-you-mean', { sentence, values }))
}

/** Returns an event of a running tool for a terminal, in one line. */
export function renderEvent({ tool: { printEvent } }: NamedTool, event: unknown, locale: Locale): string {
  try {
    if (printEvent) return printEvent(cleanTexts(event), locale)
  } catch {
    // The event came from a doorstep of another version.
  }
  return linesOf('', event)
    .map(([, value]) => value)
    .join('  ')
}

/** The most columns of names; a longer one moves its own value only. */
const NAME_COLUMNS_MAX = 60

/**
 * Returns a result for a terminal, in the style of whois: one line for each field, one for each item of a list, none for unknown values.
 * `names` are what fields are called if not as in JSON.
 */
export function renderLines(result: unknown, names: Readonly<Record<string, string>> = {}): string {
  const own = (name: string) => (Object.hasOwn(names, name) ? names[name] : null) ?? cleanText(name)
  const lines = linesOf('', result).map(([name, value]) => [own(name), value] as const)
  // Another doorstep may send any name, and that one would fill every line.
  const width = Math.min(NAME_COLUMNS_MAX, Math.max(0, ...lines.map(([name]) => Bun.stringWidth(name)))) + 2
  return lines.map(([name, value]) => `${name}:${' '.repeat(Math.max(2, width - Bun.stringWidth(name)))}${value}\n`).join('')
}

function linesOf(name: string, value: unknown): [name: string, value: string][] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(name, item))
  if (typeof value !== 'object') return [[name, cleanText(String(value))]]
  return Object.entries(value).flatMap(([key, item]) => linesOf(name === '' ? key : `${name}.${key}`, item))
}
