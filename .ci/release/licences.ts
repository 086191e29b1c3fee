/** The licences of every part with their full texts: `doorstep licenses` prints them, and they are next to the release files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './inventory.ts'
import type { LicenceText, Part } from './runtime-parts.ts'

const RULE = '='.repeat(80)
const TITLES: Readonly<Record<Part['kind'], string>> = {
  own: 'doorstep',
  package: 'npm packages',
  data: 'Data',
  runtime: 'Runtime',
  'runtime-part': 'Parts of the runtime',
}

export function licencesText(parts: readonly Part[]): string {
  const groups = Object.entries(TITLES).map(([kind, title]) => {
    const rows = parts.filter((part) => part.kind === kind).map(summaryOf)
    return `${title}\n${'-'.repeat(title.length)}\n\n${rows.join('\n')}\n`
  })
  const texts = textsOf(parts).map(
    ({ from, text, parts: names }) => `${RULE}\n${from}\nfor: ${names.join(', ')}\n${RULE}\n\n${text}\n`,
  )
  return `What this executable is made of, and the licences of its parts. Their texts follow below.\n\n${[...groups, ...texts].join('\n')}`
}

function summaryOf({ name, version, licence, source, remark }: Part): string {
  const head = `${[name, version].filter((word) => word !== null).join(' ')}: ${licence ?? 'licence not known'}`
  return [head, source, remark]
    .filter((line) => line !== null)
    .map((line, index) => (index === 0 ? line : `    ${line}`))
    .join('\n')
}

/** Returns each text once, with the parts that it is for. */
function textsOf(parts: readonly Part[]): (LicenceText & { readonly parts: string[] })[] {
  const known = new Map<string, LicenceText & { readonly parts: string[] }>()
  for (const part of parts) {
    for (const { from, text } of [...part.texts, ...missingTexts(part)]) {
      const plain = text.replaceAll('\r\n', '\n').trim()
      const entry = known.get(plain)
      if (!entry) known.set(plain, { from, text: plain, parts: [part.name] })
      else if (!entry.parts.includes(part.name)) entry.parts.push(part.name)
    }
  }
  return [...known.values()]
}

/** Returns the texts that SPDX keeps, for parts that ship none. Data ship an attribution, and the runtime a page: neither is the licence itself. */
function missingTexts({ kind, licence, texts }: Part): LicenceText[] {
  const isShipped = texts.length > 0 && kind !== 'data' && kind !== 'runtime-part'
  return licence === null || isShipped ? [] : identifiersOf(licence).map(spdxText)
}

/** Returns the identifiers of an SPDX expression. */
export function identifiersOf(expression: string): string[] {
  return expression.split(/ (?:AND|OR|WITH) |[()]/).filter((word) => word !== '')
}

function spdxText(identifier: string): LicenceText {
  const file = join(ROOT, 'node_modules', 'spdx-license-list', 'licenses', `${identifier}.json`)
  const { name, licenseText }: { name: string; licenseText: string } = JSON.parse(readFileSync(file, 'utf8'))
  return { from: `${name} (${identifier}), as SPDX has it`, text: licenseText }
}
