import pkg from '../../../package.json' with { type: 'json' }
import { sayIn } from '../../contract/text.ts'
import { manifest } from '../../registry/manifest.gen.ts'
import { type NamedTool, toolsOf } from '../../registry/tools.ts'
import { GROUPS, ROWS } from '../../settings/options.ts'
import type { Row } from './columns.ts'
import { examplesOf } from './examples.ts'
import { fieldsOf, wordsAfter } from './fields.ts'
import { helpText } from './help.text.ts'
import { usageOf } from './help.ts'
import { homeCommands } from './home-commands.ts'
import { toolHelpText } from './tool-help.text.ts'
import { exitRows, flagRows, rowOf } from './tool-help.ts'
import { type Outcome, printed, type Usage } from './verb.ts'

/** `doorstep man`: the manual, as man(7) wants it, made of the texts of the help. */
export function printManual(usages: readonly Usage[]): Outcome {
  const say = sayIn(toolHelpText, 'en')
  const tools = toolsOf(manifest)
  const settings = GROUPS.flatMap((group) => [
    `.SS ${group}`,
    ...list(ROWS.filter((row) => row.group === group).map((row) => usageOf(row, 'en'))),
  ])
  const lines = [
    `.TH DOORSTEP 1 "" "doorstep ${pkg.version}" "User Commands"`,
    ...['.SH NAME', `doorstep \\- ${escaped(lowerFirst(helpText.en.about))}`],
    ...['.SH SYNOPSIS', '.B doorstep', '[\\fICOMMAND\\fR|\\fITOOL\\fR] [\\fIFLAGS\\fR]'],
    ...['.SH COMMANDS', ...list(usages)],
    ...['.SH COMMANDS AT HOME', ...homeCommands().flatMap(toolLines)],
    ...['.SH TOOLS', ...tools.flatMap(toolLines)],
    ...['.SH FLAGS OF TOOLS', ...list(flagRows(null, say))],
    ...['.SH SETTINGS', paragraph(helpText.en.variables), ...settings],
    ...['.SH EXIT STATUS', ...list(exitRows(null, say))],
    ...['.SH SIGNALS', paragraph(helpText.en.signals)],
  ]
  return printed(lines.map((line) => `${line}\n`).join(''))
}

function toolLines(named: NamedTool): string[] {
  const say = sayIn(toolHelpText, 'en')
  const fields = fieldsOf(named)
  return [
    `.SS ${escaped(`${named.name}${wordsAfter(named)}`)}`,
    escaped(`${named.tool.text.say('en', 'summary', {})}.`),
    ...list(fields.map((field) => rowOf(field, say))),
    '.PP',
    '.EX',
    ...examplesOf(named).map(escaped),
    '.EE',
  ]
}

/** Words in bold, each with its meaning below it. */
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
