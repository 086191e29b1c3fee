import type { Locale } from '../../contract/text.ts'
import { builtIn } from '../../platform/lazy-modules.ts'
import type { NamedTool } from '../../registry/tools.ts'
import { renderEvent } from '../text/render.ts'
import { STDERR, writeWhole } from './output.ts'
import { EXIT_BY_SIGNAL } from './verb.ts'

/** Events of a running tool, shown at a terminal. */
interface Progress {
  /** Null if no progress is shown. */
  readonly report: ((event: unknown) => void) | null
  /** Removes the shown events: the answer contains them. */
  end(): void
}

const NOBODY: Progress = { report: null, end() {} }

const COLUMNS_USUAL = 80
const ROWS_USUAL = 24

/** Shows the events of a tool on standard error as they come, if that is a terminal. */
export function openProgress(named: NamedTool, locale: Locale): Progress {
  if (!named.tool.event || !builtIn.tty().isatty(STDERR)) return NOBODY
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
    report(event) {
      // A line that is wider than the terminal would take two.
      lines.push(Bun.sliceAnsi(renderEvent(named, event, locale), 0, columns - 1))
      replace(lines.slice(1 - rows))
    },
    end: () => replace([]),
  }
}

/** Writes the events of a tool as lines that stay: for a command that runs for hours, perhaps without a terminal. */
export function lineByLine(named: NamedTool, locale: Locale): Progress {
  return { report: (event) => writeWhole(STDERR, `${renderEvent(named, event, locale)}\n`), end() {} }
}

/** Runs with progress at the terminal, which is gone when the run ends, also by Ctrl-C. */
export async function withProgress<Result>(
  { named, locale }: { named: NamedTool; locale: Locale },
  run: (report: Progress['report']) => Promise<Result>,
): Promise<Result> {
  const progress = openProgress(named, locale)
  const stop = () => {
    progress.end()
    process.exit(EXIT_BY_SIGNAL + 2)
  }
  process.once('SIGINT', stop)
  try {
    return await run(progress.report)
  } finally {
    process.off('SIGINT', stop)
    progress.end()
  }
}
