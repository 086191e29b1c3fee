// Writes the counts and tables of the catalogue into data/README.md: `npm run generate`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_NAMES } from '../../../src/router/catalogue/files.ts'
import type { Catalogue } from '../../../src/router/catalogue/index.ts'
import { openCatalogue } from '../../../src/router/catalogue/load.ts'
import { ROOT } from '../server.ts'
import { fieldTable, sharedTable } from './catalogue-fields.ts'
import { countryTable, shareTable } from './catalogue-shares.ts'

export const README_PATH = join(ROOT, 'data', 'README.md')

/** Returns the same text with the counts and tables of this catalogue. */
export function withCounts(readme: string, catalogue: Catalogue): string {
  const { brands, useCases, isps } = catalogue
  const tables = [shareTable(catalogue), countryTable(catalogue)].reduce((text, table) => withTable(text, table), readme)
  return tables.replace(
    /\d+ routers and providers' boxes, \d+ services, \d+ providers/,
    `${brands.length} routers and providers' boxes, ${useCases.length} services, ${isps.length} providers`,
  )
}

/** Puts a table in the place of the one with the same head. */
function withTable(text: string, table: string): string {
  const [head = ''] = table.split('\n', 1)
  const start = text.indexOf(`${head}\n`)
  if (start < 0) throw new Error(`data/README.md has no table ${head}`)
  return text.slice(0, start) + table + text.slice(text.indexOf('\n\n', start))
}

/** Returns the same text with the tables of the fields, each below the sentence that begins with the name of its file; that of all files is the last. */
function withFields(readme: string): string {
  const [before = '', fields = ''] = readme.split('### Every field')
  const filled = FILE_NAMES.reduce((text, name) => withTableAfter(text, `\n\`${name}\`, a list of`, fieldTable(name)), fields)
  return `${before}### Every field${withTableAfter(filled, '\n| `sources`', sharedTable(), -HEAD_LENGTH)}`
}

const HEAD_LENGTH = '\n| field | shape | if left out | meaning |\n| --- | --- | --- | --- |'.length

/** Puts a table in the place of the first one that starts after a mark, or that many characters before it. */
function withTableAfter(text: string, mark: string, table: string, offset = 0): string {
  const start = text.indexOf('\n| field |', text.indexOf(mark) + offset) + 1
  if (text.indexOf(mark) < 0 || start === 0) throw new Error(`data/README.md has no table after ${mark}`)
  return text.slice(0, start) + table + text.slice(text.indexOf('\n\n', start))
}

if (import.meta.main) {
  const catalogue = await openCatalogue(null).read()
  writeFileSync(README_PATH, withFields(withCounts(readFileSync(README_PATH, 'utf8'), catalogue)))
}
