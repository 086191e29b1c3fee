import { SWITCHES } from '../../settings/command-line.ts'
import { defaultOf, GROUPS, NO_DEFAULT, type Option, ROWS } from '../../settings/options.ts'
import { section } from './columns.ts'
import type { Usage } from './verb.ts'

export const ABOUT = 'Network diagnostics and router guidance over an HTTP API'
export const VARIABLES = `Every flag can also be set by an environment variable: --city-db is
DOORSTEP_CITY_DB. A flag takes precedence.
`
export const SIGNALS = `SIGTERM stops the server gracefully. Ctrl-C stops it once running requests have
ended. SIGHUP reloads the files that the settings name.
`

/** Returns the output of `--help`: the commands, the tools and every setting. */
export function helpText(usages: readonly Usage[], tools: readonly Usage[]): string {
  const groups = GROUPS.map((group) => ({ title: group, rows: ROWS.filter((row) => row.group === group).map(usageOf) }))
  const switches = Object.entries(SWITCHES).map(([flag, { short, meaning }]) => ({ written: `-${short}, --${flag}`, meaning }))
  const sections = [
    { title: 'Commands', rows: usages },
    { title: 'Tools', rows: tools },
    ...groups,
    { title: 'Other flags', rows: switches },
  ]
  const column = Math.max(...sections.flatMap(({ rows }) => rows.map(({ written }) => written.length)))
  return `${ABOUT}

Usage: doorstep [COMMAND or TOOL] [FLAGS]

${sections.map(({ title, rows }) => section(title, rows, column)).join('\n')}
doorstep TOOL --help shows what a tool takes.

${VARIABLES}
${SIGNALS}`
}

/** Returns a setting as a row: its flag, its meaning, its default. */
export function usageOf(option: Option): Usage {
  const usual = defaultOf(option)
  const note = usual === NO_DEFAULT ? '' : ` [default: ${usual}]`
  return { written: `--${option.flag} ${option.placeholder}`, meaning: option.meaning + note }
}
