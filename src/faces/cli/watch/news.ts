import { cleanText } from '../../../contract/clean.ts'
import { ENVELOPE_FIELDS, headlineIn } from '../../../contract/envelope.ts'
import type { NamedTool } from '../../../registry/tools.ts'
import { jsonText } from '../switches.ts'

/** The characters of a finding that are printed: what a server sends may be of any length. */
const SHOWN_MAX = 500

type Fields = Readonly<Record<string, unknown>>

/** Returns the part of an answer whose change is news, as a text to compare: without times, and without what changes with every check. */
export function newsIn({ tool }: NamedTool, answer: unknown): string {
  if (!isFields(answer)) return JSON.stringify(answer)
  const { places } = answer
  // Each of several places counts; one that cannot be asked counts with the reason.
  if (Array.isArray(places)) return JSON.stringify(places.map((view) => (isFields(view) ? seenFrom(tool, view) : null)))
  return JSON.stringify(newsOf(tool, answer))
}

function seenFrom(tool: NamedTool['tool'], { url, answer, error }: Fields): readonly unknown[] {
  return [url, isFields(answer) ? newsOf(tool, answer) : (answer ?? error)]
}

function newsOf({ good, reach, news = [] }: NamedTool['tool'], answer: Fields): Fields {
  const wanted = [...(good ? [good.field] : []), ...(reach?.address.slice(0, 1) ?? []), ...news]
  const all = Object.entries(answer)
  if (wanted.length > 0) return Object.fromEntries(all.filter(([name]) => wanted.includes(name)))
  return Object.fromEntries(all.filter(([name]) => !ENVELOPE.has(name)))
}

const ENVELOPE: ReadonlySet<string> = new Set(ENVELOPE_FIELDS)

/** Returns the line for an answer: its finding in one sentence, otherwise all of it. */
export function lineOf(answer: unknown): string {
  const line = headlineIn(answer) ?? (typeof answer === 'string' ? answer.trim() : jsonText(answer, 0).trim())
  return cleanText(line.slice(0, SHOWN_MAX))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
