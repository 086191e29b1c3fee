import type { Locale } from '../../contract/text.ts'
import { SWITCHES } from '../../settings/command-line.ts'
import { defaultOf, GROUPS, NO_DEFAULT, type Option, ROWS } from '../../settings/options.ts'
import { section } from './columns.ts'
import { helpText, meaningOf } from './help.text.ts'
import type { Usage } from './verb.ts'

/** The lines of `--help` about everything that can be run. */
export interface Runs {
  readonly commands: readonly Usage[]
  readonly atHome: readonly Usage[]
  readonly tools: readonly Usage[]
}

/** Returns the output of `--help`: the commands, the tools and every setting. */
export function help({ commands, atHome, tools }: Runs, locale: Locale): string {
  const say = (key: Exclude<keyof typeof helpText.en, 'default'>) => helpText.say(locale, key, {})
  const groups = GROUPS.map((group) => ({
    title: say(group),
    rows: ROWS.filter((row) => row.group === group).map((row) => usageOf(row, locale)),
  }))
  const switches = Object.entries(SWITCHES).map(([flag, { short, meaning }]) => ({
    written: `-${short}, --${flag}`,
    meaning: meaningOf(flag, meaning, locale),
  }))
  const sections = [
    {
      title: say('Commands'),
      rows: commands.map(({ written, meaning }) => ({ written, meaning: meaningOf(written, meaning, locale) })),
    },
    { title: say('At home'), rows: atHome },
    { title: say('Tools'), rows: tools },
    ...groups,
    { title: say('Other flags'), rows: switches },
  ]
  const column = Math.max(...sections.flatMap(({ rows }) => rows.map(({ written }) => written.length)))
  return `${say('about')}

${say('usage')}

${sections.map(({ title, rows }) => section(title, rows, column)).join('\n')}
${say('tool-help')}

${say('variables')}

${say('signals')}
`
}

/** Returns a setting as a row: its flag, its meaning, its default. */
export function usageOf(option: Option, locale: Locale): Usage {
  const { flag, placeholder, meaning, words } = option
  const usual = defaultOf(option)
  const note = usual === NO_DEFAULT ? '' : ` [${helpText.say(locale, 'default', { value: usual })}]`
  return { written: `--${flag} ${placeholder}`, meaning: meaningOf(`--${flag}`, meaning, locale, words) + note }
}
