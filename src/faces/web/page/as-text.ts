import { cleanText } from '../../../contract/clean.ts'
import type { ToolAnswer } from './answers.ts'
import { isRecord } from './stored.ts'

interface Words {
  readonly next: string
  readonly rules: string
  /** The server and the time. */
  readonly from: string
  status(status: unknown): string
}

/** Returns a result as text, in the order in which it is drawn. `rows` are those of its drawing, for what has no order of its own here. */
export function asText(answer: ToolAnswer, rows: readonly string[], words: Words): string {
  const { headline, cause, nextActions, nextStep } = answer
  const steps = recordsIn(answer.steps)
  const actions = [...(nextActions ?? []), ...(nextActions || !isRecord(nextStep) ? [] : [nextStep])]
  const plans = [answer, ...steps.map(({ result }) => result)].filter(isRecord)
  const parts = [
    [headline, cause],
    steps.map(({ label, status, summary }) => `${label}: ${words.status(status)}. ${summary}`),
    rows,
    [actions.length === 0 ? '' : words.next, ...actions.map(({ text, url }, at) => `${at + 1}. ${text}${urlAfter(text, url)}`)],
    entered(plans, words.rules),
    [words.from],
  ]
  return parts
    .map((lines) => lines.filter((line) => typeof line === 'string' && line !== '').map((line) => cleanText(String(line)).trim()))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function urlAfter(text: unknown, url: unknown): string {
  return typeof url !== 'string' || String(text).includes(url) ? '' : ` ${url}`
}

/** Returns the form of each rule in the words of the router. */
function entered(plans: readonly Record<string, unknown>[], title: string): readonly string[] {
  const plan = plans.find(({ rules }) => recordsIn(rules).length > 0)
  if (!plan) return []
  const menu = Array.isArray(plan.menuPath) ? plan.menuPath.join(' > ') : ''
  const rules = recordsIn(plan.rules).map(({ form }) =>
    recordsIn(form)
      .map(({ label, value }) => `${label}: ${value}`)
      .join(', '),
  )
  return [title, menu, ...rules.map((rule) => `- ${rule}`)]
}

function recordsIn(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** Rows of drawings: of tables, of lists of values, and of the stations of a path. */
const ROWS = 'tr, dl > div, .stop'
const ELSEWHERE = '.foot, .next, .actions, .steps, .router, details:not([open])'

/** Returns what is drawn in rows, one line for each, without what is drawn for the eye or the mouse. */
export function drawnRows(outcome: Element): readonly string[] {
  const rows = [...outcome.querySelectorAll(ROWS)].filter((row) => !row.querySelector(ROWS) && !row.closest(ELSEWHERE))
  return rows.map((row) => {
    const cells = [...row.children].map((cell) => wordsOf(cell)).filter((text) => text !== '')
    return cells.join(row.matches('tr') ? ' | ' : ': ')
  })
}

function wordsOf(node: Node): string {
  if (node instanceof Element && node.matches('button, svg, .hidden')) return ''
  if (!node.hasChildNodes()) return (node.textContent ?? '').trim()
  return [...node.childNodes]
    .map(wordsOf)
    .filter((text) => text !== '')
    .join(' ')
}
