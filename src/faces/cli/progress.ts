import type { Locale } from '../../contract/text.ts'
import type { NamedTool } from '../../operations/registry/tools.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import { renderEvent } from '../text/render.ts'
import { CutShort, endingsOf } from './endings.ts'
import { STDERR, writeWhole } from './output.ts'

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
