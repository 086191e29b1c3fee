// Writes the table of docs/settings.md, as the settings are now: `npm run generate`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultOf, ROWS, variableOf } from '../../../src/settings/options.ts'
import { ROOT } from '../server.ts'
import { readPage } from './pages.ts'

export const SETTINGS_PAGE = 'docs/settings.md'
const HEAD = '| flag | variable | default | meaning | more |\n| --- | --- | --- | --- | --- |\n'

/** Returns the same page with a row for every setting; the last column, written by hand, stays. */
export function withSettings(page: string): string {
  const more = new Map(
    [...page.matchAll(/^\| `--([a-z-]+)` \|.*\| ([^|]*) ?\|$/gm)].map(([, flag = '', text = '']) => [flag, text.trim()]),
  )
  const rows = ROWS.map((row) => {
    const usual = row.fallback === '' ? defaultOf(row) : `\`${row.fallback}\``
    return `| \`--${row.flag}\` | \`${variableOf(row)}\` | ${usual} | ${row.meaning.en} | ${more.get(row.flag) ?? ''} |\n`
  })
  return page.slice(0, page.indexOf(HEAD)) + HEAD + rows.join('')
}

if (import.meta.main) writeFileSync(join(ROOT, SETTINGS_PAGE), withSettings(readPage(SETTINGS_PAGE)))
