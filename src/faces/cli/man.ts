import pkg from '../../../package.json' with { type: 'json' }
import { type Locale, sayIn } from '../../contract/text.ts'
import { manifest } from '../../operations/registry/manifest.gen.ts'
import { type NamedTool, toolsOf } from '../../operations/registry/tools.ts'
import { GROUPS } from '../../settings/options.ts'
import type { Row } from './columns.ts'
import { fieldsOf, summaryOf, wordsAfter } from './fields.ts'
import { helpText, manText, toolHelpText } from './help.text.ts'
import { settingsIn, usagesOf } from './help.ts'
import { type Printed, printed } from './output.ts'
import { homeCommands } from './outside.ts'
import { examplesOf, exitRows, flagRows, rowOf } from './tool-help.ts'
import type { Verb } from './verb.ts'

/** `doorstep man`: the manual, as man(7) wants it, made of the texts of the help. */
export function printManual(verbs: readonly Verb[], locale: Locale): Printed {
  const [say, head] = [sayIn(toolHelpText, locale), sayIn(manText, locale)]
  const settings = GROUPS.flatMap((group) => [`.SS ${helpText.say(locale, group, {})}`, ...list(settingsIn(group, locale))])
  const lines = [
    `.TH DOORSTEP 1 "" "doorstep ${pkg.version}" "${head('title')}"`,
    `.SH ${head('name')}`,
    `doorstep \\- ${escaped(lowerFirst(helpText.say(locale, 'about', {})))}`,
    `.SH ${head('synopsis')}`,
    '.B doorstep',
    `[\\fI${head('command')}\\fR|\\fI${head('tool')}\\fR] [\\fI${head('flags')}\\fR]`,
    `.SH ${head('commands')}`,
    ...list(verbs.flatMap((verb) => usagesOf(verb, locale))),
    `.SH ${head('at-home')}`,
    ...homeCommands().flatMap((named) => toolLines(named, locale)),
    `.SH ${head('tools')}`,
    ...toolsOf(manifest).flatMap((named) => toolLines(named, locale)),
    `.SH ${head('flags-of-tools')}`,
    ...list(flagRows(null, say)),
    `.SH ${head('settings')}`,
    paragraph(helpText.say(locale, 'variables', {})),
    ...settings,
    `.SH ${head('exit-status')}`,
    ...list(exitRows(null, say)),
    `.SH ${head('signals')}`,
    paragraph(helpText.say(locale, 'signals', {})),
  ]
  return printed(lines.map((line) => `${line}\n`).join(''))
}

function toolLines(named: NamedTool, locale: Locale): string[] {
  const say = sayIn(toolHelpText, locale)
  const fields = fieldsOf(named, locale)
  return [
    `.SS ${escaped(`${named.name}${wordsAfter(named)}`)}`,
    escaped(`${summaryOf(named, locale).meaning}.`),
    ...list(fields.map((field) => rowOf(field, say))),
    '.PP',
    '.EX',
    ...examplesOf(named).map(escaped),
    '.EE',
  ]
}

function list(rows: readonly Row[]): string[] {
  return rows.flatMap(({ written, meaning }) => ['.TP', `\\fB${escaped(written)}\\fR`, escaped(meaning)])
}

function paragraph(text: string): string {
  return escaped(text.replaceAll('\n', ' ').trim())
}

/** Escapes a text for troff: its escape character, hyphens that are to be copied, and characters that would begin a request. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replace(/^(?=[.'])/, '\\&')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
