import { isRecord } from '../../contract/clean.ts'
import { ENVELOPE_FIELDS } from '../../contract/good.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'

/** The end of one check: its finding as a text to compare, or why there is none. */
export type Checked = { readonly news: string } | { readonly failure: string; readonly retryAfterMs: number }

/** The memory of a watch: a few texts, and nothing of it is stored. */
interface Memory {
  /** The finding that holds; null before the first. */
  readonly holds: string | null
  /** A finding that was seen once and differs from the one that holds. */
  readonly seenOnce: string | null
  readonly said: string | null
  readonly failures: number
}

export const NOTHING_YET: Memory = { holds: null, seenOnce: null, said: null, failures: 0 }

interface Step {
  readonly memory: Memory
  readonly isNews: boolean
  /** Whether the finding has changed for good: it was seen twice in a row. */
  readonly hasChanged: boolean
  readonly waitMs: number
}

/** After failures, the longest wait between two checks, in intervals. */
const BACK_OFF_MAX = 8

/** Judges one check. A single finding may be chance, such as a lost packet: only the second in a row counts as a change. */
export function stepAfter(memory: Memory, checked: Checked, intervalMs: number): Step {
  if ('failure' in checked) return stepAfterFailure(memory, checked, intervalMs)
  const { news } = checked
  const { holds, seenOnce } = memory
  const hasChanged = holds !== null && news !== holds && news === seenOnce
  const next = { holds: holds === null || hasChanged ? news : holds, said: news, failures: 0 }
  const isOpen = news !== next.holds
  return {
    memory: { ...next, seenOnce: isOpen ? news : null },
    isNews: memory.said !== news,
    hasChanged,
    waitMs: intervalMs,
  }
}

/** Judges a failure, which says nothing about what is watched: two equal findings with failures between them are still in a row. */
function stepAfterFailure(
  memory: Memory,
  { failure, retryAfterMs }: Extract<Checked, { failure: string }>,
  intervalMs: number,
): Step {
  const said = `failure ${failure}`
  const failures = memory.failures + 1
  const waitMs = Math.max(retryAfterMs, intervalMs * Math.min(BACK_OFF_MAX, 2 ** (failures - 1)))
  return { memory: { ...memory, said, failures }, isNews: memory.said !== said, hasChanged: false, waitMs }
}

type Fields = Readonly<Record<string, unknown>>

/** Returns the part of an answer whose change is news, as a text to compare: without times, and without what changes with every check. */
export function newsIn({ tool }: NamedTool, answer: unknown): string {
  if (!isRecord(answer)) return JSON.stringify(answer)
  const { places } = answer
  // Each of several places counts; one that cannot be asked counts with the reason.
  if (Array.isArray(places)) return JSON.stringify(places.map((view) => (isRecord(view) ? seenFrom(tool, view) : null)))
  return JSON.stringify(newsOf(tool, answer))
}

function seenFrom(tool: NamedTool['tool'], { url, answer, error }: Fields): readonly unknown[] {
  return [url, isRecord(answer) ? newsOf(tool, answer) : (answer ?? error)]
}

function newsOf({ good, reach, news = [] }: NamedTool['tool'], answer: Fields): Fields {
  const wanted = [...(good ? [good.field] : []), ...(reach?.address.slice(0, 1) ?? []), ...news]
  const all = Object.entries(answer)
  if (wanted.length > 0) return Object.fromEntries(all.filter(([name]) => wanted.includes(name)))
  return Object.fromEntries(all.filter(([name]) => !ENVELOPE.has(name)))
}

const ENVELOPE: ReadonlySet<string> = new Set(ENVELOPE_FIELDS)
