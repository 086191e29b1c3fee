import { cleanText } from '../../../contract/clean.ts'
import { writeSpan } from '../../../contract/span.ts'
import type { Locale } from '../../../contract/text.ts'
import { sameFileWith } from '../../../platform/compiled.ts'
import { pause } from '../../../platform/deadline.ts'
import type { NamedTool } from '../../../registry/tools.ts'
import { endingSignals } from '../endings.ts'
import { complain, STDERR, STDOUT, writeWhole } from '../output.ts'
import { beforeDashes, jsonText, localeOfLine } from '../switches.ts'
import { EXIT_OK, EXIT_USAGE, type Outcome, type World } from '../verb.ts'
import { type Ended, inShell, runChild } from './child.ts'
import type { Watched } from './flags.ts'
import { lineOf, newsIn } from './news.ts'
import { NOTHING_YET, stepAfter } from './steps.ts'
import { watchText } from './watch.text.ts'

/** The surroundings of a watch, which tests replace. */
export interface Surroundings {
  /** Runs the check once. */
  check(signal: AbortSignal): Promise<Ended>
  /** Hands a changed finding to the command of the user. */
  act(json: string, signal: AbortSignal): Promise<void>
  /** Prints a line about a finding; false if nobody reads it any more. */
  say(line: string): boolean
  complain(line: string): void
  wait(ms: number, signal: AbortSignal): Promise<void>
  now(): Date
}

export interface Watching {
  readonly named: NamedTool
  readonly intervalMs: number
  readonly isJson: boolean
  readonly locale: Locale
}

/**
 * Repeats a check until the signal fires or nobody reads what it prints, and says what changed. Each check ends before the next one begins, and
 * begins in a process of its own: nothing adds up over months, and what hangs can be ended.
 */
export async function watch(watching: Watching, around: Surroundings, signal: AbortSignal): Promise<Outcome> {
  const { named, intervalMs, isJson, locale } = watching
  let memory = NOTHING_YET
  while (!signal.aborted) {
    const ended = await around.check(signal)
    if (signal.aborted) break
    const checked = readCheck(named, ended, locale)
    // A first check that fails is a mistake on the line, or a server that is not there: somebody is still looking.
    if ('failure' in checked && memory === NOTHING_YET) return { code: EXIT_USAGE, out: isJson ? ended.out : '', err: ended.err }
    const step = stepAfter(memory, checked, intervalMs)
    memory = step.memory
    const at = `${around.now().toISOString().slice(0, 19)}Z`
    if ('failure' in checked) {
      const slots = { at, why: checked.failure, span: writeSpan(step.waitMs) }
      if (step.isNews) around.complain(watchText.say(locale, 'not-checked', slots))
    } else {
      const json = jsonText(checked.answer, 0)
      if (step.isNews && !around.say(isJson ? json : `${at}  ${lineOf(checked.answer)}\n`)) break
      if (step.hasChanged) await around.act(json, signal)
    }
    await around.wait(step.waitMs, signal)
  }
  return { code: EXIT_OK, out: '', err: '' }
}

type Read = { readonly news: string; readonly answer: unknown } | { readonly failure: string; readonly retryAfterMs: number }

/** Returns the finding of a check that ran, whether good or bad; otherwise why there is none. */
function readCheck(named: NamedTool, { code, out, err, isOverdue }: Ended, locale: Locale): Read {
  const answer = parsed(out)
  if (!isOverdue && code !== EXIT_USAGE && answer !== undefined) return { news: newsIn(named, answer), answer }
  const retryAfterMs = 1000 * retryAfterIn(answer)
  if (isOverdue) return { failure: watchText.say(locale, 'no-end', { seconds: CHECK_MAX_MS / 1000 }), retryAfterMs }
  const last =
    err
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^doorstep: /, '') ?? ''
  return { failure: cleanText(last) || watchText.say(locale, 'no-answer', { code }), retryAfterMs }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The longest wait that a server can ask for. */
const RETRY_MAX_S = 3600

function retryAfterIn(problem: unknown): number {
  if (typeof problem !== 'object' || problem === null || !('retryAfterS' in problem)) return 0
  const { retryAfterS } = problem
  return typeof retryAfterS === 'number' && retryAfterS > 0 ? Math.min(RETRY_MAX_S, retryAfterS) : 0
}

/** Three times what the longest check takes. */
const CHECK_MAX_MS = 300_000
const COMMAND_MAX_MS = 60_000

/** `doorstep port-check 25565 --server URL --watch 10m`: watches with the programs and the clock of this machine, until a signal. */
export async function watchHere(named: NamedTool, watched: Watched, { environment }: World): Promise<Outcome> {
  const { rest, intervalMs, onChange } = watched
  const locale = localeOfLine(rest, environment)
  const isJson = beforeDashes(rest).includes('--json')
  const controller = new AbortController()
  const stop = () => controller.abort()
  const signals = endingSignals()
  for (const name of signals) process.on(name, stop)
  const command = sameFileWith([named.name, '--json', ...rest])
  const kept = { input: null, output: 'kept', environment, timeoutMs: CHECK_MAX_MS } as const
  const around: Surroundings = {
    check: (signal) => runChild({ ...kept, command, signal }),
    act: async (json, signal) => {
      if (onChange !== null) await actOn({ onChange, json, isJson, environment, locale, signal })
    },
    say: (line) => writeWhole(STDOUT, line),
    complain,
    wait: pause,
    now: () => new Date(),
  }
  complain(watchText.say(locale, 'started', { span: writeSpan(intervalMs) }))
  try {
    return await watch({ named, intervalMs, isJson, locale }, around, controller.signal)
  } finally {
    for (const name of signals) process.off(name, stop)
  }
}

interface Acting {
  readonly onChange: string
  readonly json: string
  readonly isJson: boolean
  readonly environment: World['environment']
  readonly locale: Locale
  readonly signal: AbortSignal
}

/** Runs the command of the user. What a server or a host wrote is on its standard input alone, never a part of the command. */
export async function actOn({ onChange, json, isJson, environment, locale, signal }: Acting, timeoutMs = COMMAND_MAX_MS) {
  // Standard output belongs to the findings if they are for a script.
  const output = { out: isJson ? STDERR : STDOUT, err: STDERR }
  const ended = await runChild({ command: inShell(onChange), input: json, output, environment, timeoutMs, signal })
  if (signal.aborted) return
  if (ended.isOverdue) complain(watchText.say(locale, 'command-hung', { seconds: timeoutMs / 1000 }))
  else if (ended.code !== 0) complain(watchText.say(locale, 'command-failed', { code: ended.code }))
}
