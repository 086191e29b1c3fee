import type { Static, TObject } from '@sinclair/typebox'
import type { Locale } from '../contract/text.ts'
import type { Command } from './commands.ts'
import type { ISSUANCE_FIELDS, Method, ShownProblem } from './fields.ts'
import { printText } from './print.text.ts'
import { METHOD_NAMES } from './say.ts'

type Printed = Pick<Static<TObject<typeof ISSUANCE_FIELDS>>, 'methods' | 'best'> & { readonly commands: readonly Command[] }

const MARKS = { 'would-work': '✓', 'would-fail': '✗', 'cannot-tell': '?' } as const
const PROBLEM_MARKS = { error: '✗', warning: '!' } as const
const NAMES: Partial<Record<Command['program'], string>> = { caddy: 'Caddy', caddyfile: 'Caddyfile', apache: 'Apache' }

/**
 * Prints an answer for a terminal: a line for each method with what stands in its way below, what stands in the way of all of them once; then
 * the lines to type, each with what has to be known of it. Two programs are enough to choose from; `details` has all.
 */
export function printIssuance({ methods, best, commands }: Printed, locale: Locale, details: boolean): string {
  const [first, ...others] = methods
  const isShared = ({ text }: ShownProblem) =>
    others.length > 0 && others.every(({ problems }) => problems.some((problem) => problem.text === text))
  const shared = (first?.problems ?? []).filter(isShared)
  const common = shared.length === 0 ? [] : [printText.say(locale, 'all', {}), ...shared.map(problemLine)]
  const said = new Set(shared.map(({ text }) => text))
  const width = Math.max(...methods.map(({ method }) => namesOf(method).length))
  const lines = methods.flatMap(({ method, verdict, problems }) => [
    `${MARKS[verdict]} ${namesOf(method).padEnd(width)}  ${printText.say(locale, method === best ? 'best' : verdict, {})}`,
    // A method that need not be used is told by the first of its problems.
    ...problems
      .filter(({ text }) => !said.has(text))
      .slice(0, details || method === best || best === null ? undefined : 1)
      .map(problemLine),
  ])
  const blocks = (details ? commands : fewOf(commands)).map((command) => commandBlock(command, locale))
  return [common, lines, ...blocks]
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')
}

/** The part of a server that answers the authority. */
const PLACES = { 'http-01': 'TCP 80', 'tls-alpn-01': 'TCP 443', 'dns-01': 'TXT' } as const satisfies Record<Method, string>

function namesOf(method: Method): string {
  return `${METHOD_NAMES[method]} (${PLACES[method]})`
}

function problemLine({ severity, text }: ShownProblem): string {
  return `  ${PROBLEM_MARKS[severity]} ${text}`
}

/** Returns the lines of the first two programs that order, and all that are to be changed. */
function fewOf(commands: readonly Command[]): readonly Command[] {
  const programs = [...new Set(commands.flatMap(({ program }) => ORDERING[program] ?? []))].slice(0, 2)
  return commands.filter(({ program }) => ORDERING[program] === undefined || programs.includes(ORDERING[program]))
}

/** The programs that order, a file by the name of its program. */
const ORDERING: Partial<Record<Command['program'], string>> = {
  certbot: 'certbot',
  caddy: 'caddy',
  caddyfile: 'caddy',
  'acme.sh': 'acme.sh',
}

/** Returns the lines of a program below its name, as they can be copied. */
function commandBlock({ program, note, lines }: Command, locale: Locale): string[] {
  const name = program === 'zone-file' ? printText.say(locale, program, {}) : (NAMES[program] ?? program)
  const indented = lines.map((line) => `    ${line}`)
  return [note === null ? `${name}:` : `${name}: ${note}`, ...indented]
}
