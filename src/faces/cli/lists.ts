import { readFileSync } from 'node:fs'
import { cleanText } from '../../contract/clean.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { describeData } from '../../ipdata/lookup.ts'
import { openData, openTools } from '../../operations/opening/files.ts'
import { catalogueOf } from '../../operations/opening/services.ts'
import { describe } from '../../operations/registry/describe.ts'
import { type CatalogueHit, LIST_NAMES, nameWithFacts, searchCatalogue } from '../../router/catalogue/search.ts'
import { renderLines } from '../text/render.ts'
import { catalogText, cliText, listsText } from './cli.text.ts'
import { leftWidth, type Row, section } from './columns.ts'
import { DATA_FIELDS, koreanDataset } from './data.text.ts'
import licences from './licences.zst' with { type: 'file' }
import { failed, jsonText, type Printed, printed } from './output.ts'
import types from './types.zst' with { type: 'file' }
import type { VerbLine } from './verb.ts'

/** `doorstep tools`: every tool with what it does; in JSON with its schemas, as `GET /api/tools` answers. */
export async function listTools({ locale, ...line }: VerbLine): Promise<Printed> {
  const source = await openTools(line.settings().config, () => {})
  const tools = source.current().tools.map((named) => describe(named, locale))
  return printed(line.on.has('json') ? jsonText({ tools }) : toolsText(tools, locale))
}

function toolsText(tools: readonly ReturnType<typeof describe>[], locale: Locale): string {
  const rows = (group: string) =>
    tools.filter((tool) => tool.group === group).map(({ name, summary }) => ({ written: name, meaning: summary }))
  const groups = [...new Set(tools.map(({ group }) => group))]
  const left = leftWidth(groups.flatMap(rows))
  const headings: Readonly<Record<string, string>> = listsText[locale]
  const titleOf = (group: string) => tools.find((tool) => tool.group === group)?.groupTitle ?? headings[group] ?? group
  return groups.map((group) => section(titleOf(group), rows(group), left)).join('\n')
}

/** `doorstep data`: the data that answers come from, with their ages, as `GET /api/data` answers. */
export function listData({ locale, ...line }: VerbLine): Printed {
  const described = describeData(openData(line.settings().config))
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
export function printEmbedded(what: keyof typeof EMBEDDED, locale: Locale): Printed {
  const { path, command } = EMBEDDED[what]
  const packed = readFileSync(path)
  if (packed.length > 0) return printed(Bun.zstdDecompressSync(packed).toString())
  return failed(cliText.say(locale, 'not-embedded', { what: cliText.say(locale, what, {}), command }))
}

/** `doorstep catalog [brands|services|providers] [WORDS]`: the routers, services and providers that words name, as the tools match them. */
export async function searchLists({ locale, ...line }: VerbLine): Promise<Printed> {
  const [first, ...rest] = line.words.map(({ text }) => text)
  const list = LIST_NAMES.find((name) => name === first)
  const words = (list || first === undefined ? rest : [first, ...rest]).join(' ')
  const catalogue = await catalogueOf(line.settings().config).read()
  const hits = searchCatalogue(catalogue, words, locale, list)
  const out = line.on.has('json')
    ? jsonText({ entries: hits })
    : line.on.has('short')
      ? idsOf(hits)
      : hitsText(hits, words, locale)
  if (hits.length > 0) return printed(out)
  return { ...failed(catalogText.say(locale, 'nothing', { words: JSON.stringify(cleanText(words)) })), out }
}

function idsOf(hits: readonly CatalogueHit[]): string {
  return hits.map(({ id }) => `${cleanText(id)}\n`).join('')
}

function hitsText(hits: readonly CatalogueHit[], words: string, locale: Locale): string {
  const say = sayIn(catalogText, locale)
  const lists = [...new Set(hits.map(({ list }) => list))]
  const left = leftWidth(hits.map(rowOf))
  const sections = lists.map((list) => section(say(list), hits.filter((hit) => hit.list === list).map(rowOf), left))
  const taken = hits.filter((hit) => hit.taken && hit.id !== words)
  const notes = taken.map(({ id }) => `${say('taken', { words: cleanText(words), id: cleanText(id) })}\n`)
  return [...sections, ...(notes.length > 0 ? [notes.join('')] : [])].join('\n')
}

function rowOf(hit: CatalogueHit): Row {
  return { written: cleanText(hit.id), meaning: cleanText(nameWithFacts(hit)) }
}
