import { cleanText } from '../../contract/clean.ts'
import { type Locale, sayIn } from '../../contract/text.ts'
import { openCatalog } from '../../operations/opening/services.ts'
import { type CatalogueHit, LIST_NAMES, nameWithFacts, searchCatalogue } from '../../router/catalogue/search.ts'
import { readSettings } from '../../settings/read.ts'
import { catalogText } from './cli.text.ts'
import { leftWidth, type Row, section } from './columns.ts'
import { failed, jsonText, type Outcome, printed, type VerbLine } from './verb.ts'

/** `doorstep catalog [brands|services|providers] [WORDS]`: the routers, services and providers that words name, as the tools match them. */
export async function searchLists({ locale, environment, ...line }: VerbLine): Promise<Outcome> {
  const [first, ...rest] = line.words.map(({ text }) => text)
  const list = LIST_NAMES.find((name) => name === first)
  const words = (list || first === undefined ? rest : [first, ...rest]).join(' ')
  const catalogue = await openCatalog(readSettings(line, environment).config).read()
  const hits = searchCatalogue(catalogue, words, locale, list)
  const out = line.on.has('json') ? jsonText({ entries: hits }) : line.on.has('short') ? idsOf(hits) : textOf(hits, words, locale)
  if (hits.length > 0) return printed(out)
  return { ...failed(catalogText.say(locale, 'nothing', { words: JSON.stringify(cleanText(words)) })), out }
}

function idsOf(hits: readonly CatalogueHit[]): string {
  return hits.map(({ id }) => `${cleanText(id)}\n`).join('')
}

function textOf(hits: readonly CatalogueHit[], words: string, locale: Locale): string {
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
