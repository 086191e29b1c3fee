/** The course of a run at a terminal: its progress, and the signals of the system that end it. */

import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { Locale } from '../../contract/text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import { renderEvent } from '../text/render.ts'
import { EXIT_BY_SIGNAL, STDERR, writeWhole } from './output.ts'

export interface ToolRun {
  /** Receives the events of the tool; null if they are not shown. */
  readonly report: ((event: unknown) => void) | null
  readonly signal: AbortSignal
}

const COLUMNS_USUAL = 80
const ROWS_USUAL = 24

/**
 * Runs something with its progress on standard error, until it is done, or until a signal of the system ends it. A command that changes something
 * then takes it back, and still says what became of it; all others are cut short. Throws a CutShort.
 */
export async function withProgress<Result>(
  named: NamedTool & { readonly takesBack?: boolean },
  locale: Locale,
  run: (running: ToolRun) => Promise<Result>,
): Promise<Result> {
  const { takesBack = false } = named
  using ending = endingsOf(!takesBack)
  const { report, end } = takesBack ? lineByLine(named, locale) : atTerminal(named, locale)
  // Also where it is not waited for.
  process.once('exit', end)
  try {
    const result = await run({ report, signal: ending.signal })
    if (takesBack || ending.code() === null) return result
  } catch (thrown) {
    if (ending.code() === null) throw thrown
  } finally {
    process.off('exit', end)
    end()
  }
  throw new CutShort(ending.code() ?? 0)
}

/** Shows events as they come, if standard error is a terminal; at the end they make room for the answer, which contains them. */
function atTerminal(named: NamedTool, locale: Locale) {
  if (!named.tool.event || !builtIn.tty().isatty(STDERR)) return { report: null, end() {} }
  // The last line of the terminal is for its cursor.
  const { columns = COLUMNS_USUAL, rows = ROWS_USUAL } = process.stderr
  const lines: string[] = []
  let shown = 0
  const replace = (next: readonly string[]) => {
    const back = shown === 0 ? '' : `\u001b[${shown}A\r\u001b[J`
    writeWhole(STDERR, back + next.map((line) => `${line}\n`).join(''))
    shown = next.length
  }
  return {
    report(event: unknown) {
      // A line that is wider than the terminal would take two.
      lines.push(Bun.sliceAnsi(renderEvent(named, event, locale), 0, columns - 1))
      replace(lines.slice(1 - rows))
    },
    end: () => replace([]),
  }
}

/** Writes events as lines that stay: for a command that runs for hours, perhaps without a terminal. */
function lineByLine(named: NamedTool, locale: Locale) {
  return { report: (event: unknown) => void writeWhole(STDERR, `${renderEvent(named, event, locale)}\n`), end() {} }
}

/** The signals that end a command: Ctrl-C, a service manager, and the end of the terminal. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** The time that a command has to end that has nothing to take back. */
const GRACE_MS = 1000

/** A signal of the system has ended a command, which then says nothing. */
export class CutShort extends Error {
  constructor(readonly code: number) {
    super('cut short')
  }
}

interface Ending extends Disposable {
  /** Fires at the first one; a second one ends the process at once. */
  readonly signal: AbortSignal
  code(): number | null
}

/** Turns the signals of the system into one that a run can end by. `isHasty`: whether the run has nothing to take back, and is not waited for. */
export function endingsOf(isHasty: boolean): Ending {
  const controller = new AbortController()
  let first: number | null = null
  const heard = ENDING.filter((name) => name !== 'SIGHUP' || !isIgnored(constants.signals.SIGHUP))
  const end = (name: NodeJS.Signals) => {
    const code = EXIT_BY_SIGNAL + constants.signals[name]
    if (first !== null) process.exit(code)
    first = code
    controller.abort()
    if (isHasty) setTimeout(() => process.exit(code), GRACE_MS).unref()
  }
  for (const name of heard) process.on(name, end)
  return {
    signal: controller.signal,
    code: () => first,
    [Symbol.dispose]() {
      for (const name of heard) process.off(name, end)
    },
  }
}

/** Returns whether the parent has a signal ignored, as `nohup` has the end of the terminal: to listen to it would undo that. */
function isIgnored(signal: number): boolean {
  try {
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    return ((BigInt(`0x${mask}`) >> BigInt(signal - 1)) & 1n) === 1n
  } catch {
    return false
  }
}
