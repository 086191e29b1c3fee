import type { Locale } from '../../contract/text.ts'
import { openTools } from '../../operations/opening/files.ts'
import { manifest } from '../../operations/registry/manifest.gen.ts'
import { type NamedTool, toolsOf } from '../../operations/registry/tools.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { defaultOf, GROUPS, NO_DEFAULT, type Option, ROWS } from '../../settings/options.ts'
import { type Row, section } from './columns.ts'
import { summaryOf, wordsAfter } from './fields.ts'
import { commandsText, helpText } from './help.text.ts'
import type { Printed } from './output.ts'
import { homeCommands } from './outside.ts'
import type { Verb } from './verb.ts'

/** `doorstep --help`: the commands, the tools with the plug-ins of a folder, and every setting. */
export async function printHelp(verbs: readonly Verb[], toolsDir: string, locale: Locale): Promise<Printed> {
  const say = (key: Exclude<keyof typeof helpText.en, 'default'>) => helpText.say(locale, key, {})
  const { tools, err } = await toolsWith(toolsDir, locale)
  const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    [say('Commands'), verbs.flatMap((verb) => usagesOf(verb, locale))],
    [say('At home'), homeCommands().map((named) => ({ ...summaryOf(named, locale), written: named.name + wordsAfter(named) }))],
    [say('Tools'), tools.map((named) => summaryOf(named, locale))],
    ...GROUPS.map((group) => [say(group), settingsIn(group, locale)] as const),
    [
      say('Other flags'),
      [
        { written: '-h, --help', meaning: commandsText.say(locale, 'help', {}) },
        { written: '-v, --version', meaning: commandsText.say(locale, 'version', {}) },
      ],
    ],
  ]
  const column = Math.max(...sections.flatMap(([, rows]) => rows.map(({ written }) => written.length)))
  const listed = sections.map(([title, rows]) => section(title, rows, column)).join('\n')
  const paragraphs = [say('about'), say('usage'), `${listed}${say('tool-help')}`, say('variables'), `${say('signals')}\n`]
  return { code: 0, out: paragraphs.join('\n\n'), err }
}

/** Returns the tools that `--help` lists, and why those of a folder are not among them: help is what an operator reads to mend it. */
async function toolsWith(toolsDir: string, locale: Locale): Promise<{ tools: readonly NamedTool[]; err: string }> {
  try {
    const own = toolsDir === '' ? null : await openTools({ toolsDir }, () => {})
    own?.close()
    return { tools: own?.current().tools ?? toolsOf(manifest), err: '' }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { tools: toolsOf(manifest), err: `doorstep: ${error.in(locale)}\n` }
  }
}

/** Returns the lines of a verb, each with its meaning. */
export function usagesOf({ usages }: Verb, locale: Locale): readonly Row[] {
  return usages.map((written) => ({ written, meaning: commandsText.say(locale, written, {}) }))
}

/** Returns the settings of a group as rows: the flag, its meaning, its default. */
export function settingsIn(group: Option['group'], locale: Locale): readonly Row[] {
  return ROWS.filter((row) => row.group === group).map((option) => {
    const usual = defaultOf(option)
    const note = usual === NO_DEFAULT ? '' : ` [${helpText.say(locale, 'default', { value: usual })}]`
    return { written: `--${option.flag} ${option.placeholder}`, meaning: option.meaning[locale] + note }
  })
}
