import { readFileSync } from 'node:fs'
import type { Locale } from '../../contract/text.ts'
import { describeData } from '../../ipdata/lookup.ts'
import { openData, openTools } from '../../operations/opening/files.ts'
import { describe } from '../../operations/registry/describe.ts'
import { readSettings } from '../../settings/read.ts'
import { renderLines } from '../text/render.ts'
import { cliText, listsText } from './cli.text.ts'
import { leftWidth, section } from './columns.ts'
import { DATA_FIELDS, koreanDataset } from './data.text.ts'
import licences from './licences.zst' with { type: 'file' }
import types from './types.zst' with { type: 'file' }
import { failed, jsonText, type Outcome, printed, type VerbLine } from './verb.ts'

/** `doorstep tools`: every tool with what it does; in JSON with its schemas, as `GET /api/tools` answers. */
export async function listTools({ locale, environment, ...line }: VerbLine): Promise<Outcome> {
  const source = await openTools(readSettings(line, environment).config, () => {})
  const tools = source.current().tools.map((named) => describe(named, locale))
  return printed(line.on.has('json') ? jsonText({ tools }) : textOf(tools, locale))
}

function textOf(tools: readonly ReturnType<typeof describe>[], locale: Locale): string {
  const rows = (group: string) =>
    tools.filter((tool) => tool.group === group).map(({ name, summary }) => ({ written: name, meaning: summary }))
  const groups = [...new Set(tools.map(({ group }) => group))]
  const left = leftWidth(groups.flatMap(rows))
  const headings: Readonly<Record<string, string>> = listsText[locale]
  const titleOf = (group: string) => tools.find((tool) => tool.group === group)?.groupTitle ?? headings[group] ?? group
  return groups.map((group) => section(titleOf(group), rows(group), left)).join('\n')
}

/** `doorstep data`: the data that answers come from, with their ages, as `GET /api/data` answers. */
export function listData({ locale, environment, ...line }: VerbLine): Outcome {
  const described = describeData(openData(readSettings(line, environment).config))
  if (line.on.has('json')) return printed(jsonText(described))
  const lines = described.datasets.map((one) =>
    locale === 'ko' ? renderLines(koreanDataset(one), DATA_FIELDS) : renderLines(one),
  )
  return printed(lines.join('\n'))
}

const EMBEDDED = {
  licences: { path: licences, command: 'licenses' },
  types: { path: types, command: 'tools --types' },
} as const

/** `doorstep licenses`, `doorstep tools --types`: prints a text that the build embeds; in a checkout its file is empty. */
export function printEmbedded(what: keyof typeof EMBEDDED, locale: Locale): Outcome {
  const { path, command } = EMBEDDED[what]
  const packed = readFileSync(path)
  if (packed.length > 0) return printed(Bun.zstdDecompressSync(packed).toString())
  return failed(cliText.say(locale, 'not-embedded', { what: cliText.say(locale, what, {}), command }))
}
