import { SWITCHES } from '../../settings/command-line.ts'
import { defaultOf, GROUPS, NO_DEFAULT, type Option, ROWS } from '../../settings/options.ts'
import type { Usage } from './verb.ts'

const WIDTH = 80
const INDENT = '  '
const GAP = '  '

/** The output of `--help`: the commands and every setting. */
export function helpText(usages: readonly Usage[]): string {
  const groups = GROUPS.map((group) => ({ title: group, usages: ROWS.filter((row) => row.group === group).map(usageOf) }))
  const switches = Object.entries(SWITCHES).map(([flag, { short, meaning }]) => ({ written: `-${short}, --${flag}`, meaning }))
  const sections = [{ title: 'Commands', usages }, ...groups, { title: 'Other flags', usages: switches }]
  const column = Math.max(...sections.flatMap((section) => section.usages.map(({ written }) => written.length)))
  return `Network diagnostics and router guidance over an HTTP API

Usage: doorstep [COMMAND] [FLAGS]

${sections.map((section) => sectionText(section.title, section.usages, column)).join('\n')}
Every flag can also be set by an environment variable: --city-db is
DOORSTEP_CITY_DB. A flag takes precedence.

SIGTERM stops the server gracefully. Ctrl-C stops it once running requests have
ended. SIGHUP reloads the files that the settings name.
`
}

function usageOf(option: Option): Usage {
  const usual = defaultOf(option)
  const note = usual === NO_DEFAULT ? '' : ` [default: ${usual}]`
  return { written: `--${option.flag} ${option.placeholder}`, meaning: option.meaning + note }
}

function sectionText(title: string, usages: readonly Usage[], column: number): string {
  const margin = INDENT.length + column + GAP.length
  const rows = usages.flatMap(({ written, meaning }) =>
    wrapped(meaning, WIDTH - margin).map((line, index) => {
      const left = index === 0 ? INDENT + written : ''
      return `${left.padEnd(margin)}${line}\n`
    }),
  )
  return `${title}:\n${rows.join('')}`
}

/** Wraps a text at `width` characters. A default is not split, unless it is a list too long for one line. */
function wrapped(text: string, width: number): string[] {
  const pieces = text.split(/(?<= )(?!\S+\]$)/).flatMap((piece) => (piece.length > width ? piece.split(/(?<=[ ,])/) : [piece]))
  const lines = ['']
  for (const piece of pieces) {
    const line = (lines.pop() ?? '') + piece
    if (line.trimEnd().length <= width) lines.push(line)
    else lines.push(line.slice(0, -piece.length), piece)
  }
  return lines.map((line) => line.trimEnd())
}
