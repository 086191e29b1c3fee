import type { Static, TObject } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import type { Command } from './commands.ts'
import type { ISSUANCE_FIELDS, ShownProblem } from './fields.ts'
import { printText } from './print.text.ts'
import { METHOD_NAMES } from './say.ts'

type Printed = Pick<Static<TObject<typeof ISSUANCE_FIELDS>>, 'methods' | 'best'> & { readonly commands: readonly Command[] }

const MARKS = { 'would-work': '✓', 'would-fail': '✗', 'cannot-tell': '?' } as const
const PROBLEM_MARKS = { error: '✗', warning: '!' } as const
const NAMES: Partial<Record<Command['program'], string>> = { caddy: 'Caddy', caddyfile: 'Caddyfile', apache: 'Apache' }

/**
 * Prints an answer for a terminal: a line for each method with what stands in its way below, what stands in the way of all of them once; then
 * the lines to type. Notes about lines come with `details`, except for the one that nothing renews what was ordered by hand.
 */
export function printIssuance({ methods, best, commands }: Printed, locale: Locale, details: boolean): string {
  const [first, ...others] = methods
  const isShared = ({ text }: ShownProblem) =>
    others.length > 0 && others.every(({ problems }) => problems.some((problem) => problem.text === text))
  const shared = (first?.problems ?? []).filter(isShared)
  const common = shared.length === 0 ? [] : [printText.say(locale, 'all', {}), ...shared.map(problemLine)]
  const said = new Set(shared.map(({ text }) => text))
  const width = Math.max(...methods.map(({ method }) => METHOD_NAMES[method].length))
  const lines = methods.flatMap(({ method, verdict, problems }) => [
    `${MARKS[verdict]} ${METHOD_NAMES[method].padEnd(width)}  ${printText.say(locale, method === best ? 'best' : verdict, {})}`,
    ...problems.filter(({ text }) => !said.has(text)).map(problemLine),
  ])
  const blocks = commands.map((command) => commandBlock(command, locale, details))
  return [common, lines, ...blocks]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

function problemLine({ severity, text }: ShownProblem): string {
  return `  ${PROBLEM_MARKS[severity]} ${text}`
}

/** Returns the lines of a program below its name, as they can be copied. */
function commandBlock({ program, note, lines }: Command, locale: Locale, details: boolean): string[] {
  const name = program === 'zone-file' ? printText.say(locale, program, {}) : (NAMES[program] ?? program)
  const indented = lines.map((line) => `    ${line}`)
  const isNoted = details || lines.some((line) => line.includes(' --manual '))
  return [`${name}:`, ...indented, ...(isNoted && note !== null ? [`  ${note}`] : [])]
}
