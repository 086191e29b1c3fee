import { ConfigError, saidBy } from '../../settings/config-error.ts'
import type { Environment } from '../../settings/read.ts'
import { localeOfLine } from './locale.ts'

/** The end of a command: its exit code, and what is printed. */
export interface Printed {
  readonly code: number
  readonly out: string
  readonly err: string
}

export const EXIT_OK = 0
/** The exit code if the finding of a check is bad, or the command has failed. */
export const EXIT_FAILED = 1
/** The exit code if nothing was checked, or nothing could be said: the command line, a setting or the request cannot be used. */
export const EXIT_USAGE = 2
/** A shell shows this plus the number of the signal for a process that a signal has ended. */
export const EXIT_BY_SIGNAL = 128

export function printed(out: string): Printed {
  return { code: EXIT_OK, out, err: '' }
}

export function failed(why: string): Printed {
  return { code: EXIT_FAILED, out: '', err: `doorstep: ${why}\n` }
}

/** Returns what is printed of a command line that ended with an error: a line for whoever typed it. */
export function printedError(error: unknown, args: readonly string[], environment: Environment): Printed {
  const said = error instanceof Error ? saidBy(error)[localeOfLine(args, environment)] : 'unknown failure'
  return { code: error instanceof ConfigError ? EXIT_USAGE : EXIT_FAILED, out: '', err: `doorstep: ${said}\n` }
}

/** Returns a value as JSON for a script, or for a terminal: what could move its cursor is escaped, wherever it comes from. */
export function jsonText(value: unknown, indent = 2): string {
  const json = JSON.stringify(value, null, indent)
  return `${json.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`
}

function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join('')
}
