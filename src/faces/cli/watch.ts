import { cleanText, isRecord, jsonOf } from '../../contract/clean.ts'
import { ENVELOPE_FIELDS, headlineIn } from '../../contract/good.ts'
import { writeSpan } from '../../contract/span.ts'
import type { Locale } from '../../contract/text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { sameFileWith } from '../../platform/compiled.ts'
import { pause } from '../../platform/deadline.ts'
import { patient } from '../../platform/testing.ts'
import type { Environment } from '../../settings/read.ts'
import { type Child, type Ended, inShell, runChild } from './child.ts'
import { watchText } from './cli.text.ts'
import { complain, EXIT_USAGE, jsonText, type Printed, printed, STDERR, STDOUT, writeWhole } from './output.ts'
import { endingsOf } from './progress.ts'
import type { ToolLine, Watched } from './tool-line.ts'

/** Three times what the longest check takes. */
const CHECK_MAX_MS = 300_000
const COMMAND_MAX_MS = 60_000

/**
 * `doorstep port-check 25565 --server URL --watch 10m`: repeats a check until a signal comes or nobody reads what it prints, and says what changed.
 * Each check ends before the next one begins, and begins in a process of its own: nothing adds up over months, and what hangs can be ended.
 */
export async function watchHere(
  named: NamedTool,
  { rest, intervalMs, onChange }: Watched,
  { locale, on }: ToolLine,
  environment: Environment,
): Promise<Printed> {
  const isJson = on.has('json')
  using ending = endingsOf(false)
  const { signal } = ending
  const command = sameFileWith([named.name, '--json', ...rest])
  complain(watchText.say(locale, 'started', { span: writeSpan(intervalMs) }))
  let memory = NOTHING_YET
  while (!signal.aborted) {
    const ended = await runChild({ command, input: null, output: 'kept', environment, timeoutMs: CHECK_MAX_MS, signal })
    if (signal.aborted) break
    const checked = readCheck(named, ended, locale)
    // A first check that fails is a mistake on the line, or a server that is not there: somebody is still looking.
    if ('failure' in checked && memory === NOTHING_YET) return { code: EXIT_USAGE, out: isJson ? ended.out : '', err: ended.err }
    const step = stepAfter(memory, checked, intervalMs)
    memory = step.memory
    const at = `${new Date().toISOString().slice(0, 19)}Z`
    if ('failure' in checked) {
      const slots = { at, why: checked.failure, span: writeSpan(step.waitMs) }
      if (step.isNews) complain(watchText.say(locale, 'not-checked', slots))
    } else {
      const json = jsonText(checked.answer, 0)
      if (step.isNews && !writeWhole(STDOUT, isJson ? json : `${at}  ${findingLine(checked.answer)}\n`)) break
      if (step.hasChanged && onChange !== null) await actOn(onChange, json, { isJson, environment, locale, signal })
    }
    await pause(patient(step.waitMs), signal)
  }
  return printed('')
}

type Read = { readonly news: string; readonly answer: unknown } | { readonly failure: string; readonly retryAfterMs: number }

/** Returns the finding of a check that ran, whether good or bad; otherwise why there is none. */
export function readCheck(named: NamedTool, { code, out, err, isOverdue }: Ended, locale: Locale): Read {
  const answer = jsonOf(out)
  if (!isOverdue && code !== EXIT_USAGE && answer !== undefined) return { news: newsIn(named, answer), answer }
  const retryAfterMs = 1000 * retryAfterIn(answer)
  if (isOverdue) return { failure: watchText.say(locale, 'no-end', { seconds: CHECK_MAX_MS / 1000 }), retryAfterMs }
  const [last = ''] = err.trim().split('\n').slice(-1)
  return { failure: cleanText(last.replace(/^doorstep: /, '')) || watchText.say(locale, 'no-answer', { code }), retryAfterMs }
}

const RETRY_MAX_S = 3600

function retryAfterIn(problem: unknown): number {
  const { retryAfterS } = isRecord(problem) ? problem : {}
  return typeof retryAfterS === 'number' && retryAfterS > 0 ? Math.min(RETRY_MAX_S, retryAfterS) : 0
}

/** Runs the command of the user. What a server or a host wrote is on its standard input alone, never a part of the command. */
export async function actOn(
  onChange: string,
  json: string,
  { isJson, locale, ...how }: { isJson: boolean; locale: Locale } & Pick<Child, 'environment' | 'signal'>,
  timeoutMs = COMMAND_MAX_MS,
) {
  // Standard output belongs to the findings if they are for a script.
  const output = { out: isJson ? STDERR : STDOUT, err: STDERR }
  const ended = await runChild({ command: inShell(onChange), input: json, output, timeoutMs, ...how })
  if (how.signal.aborted) return
  if (ended.isOverdue) complain(watchText.say(locale, 'command-hung', { seconds: timeoutMs / 1000 }))
  else if (ended.code !== 0) complain(watchText.say(locale, 'command-failed', { code: ended.code }))
}

/** The characters of a finding that are printed: what a server sends may be of any length. */
const SHOWN_MAX = 500

/** Returns the line for an answer: its finding in one sentence, otherwise all of it. */
export function findingLine(answer: unknown): string {
  const line = headlineIn(answer) ?? (typeof answer === 'string' ? answer.trim() : jsonText(answer, 0).trim())
  return cleanText(line.slice(0, SHOWN_MAX))
}

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
