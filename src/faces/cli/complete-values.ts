import type { Locale } from '../../contract/text.ts'
import { openCatalog } from '../../opening/services.ts'
import { localise } from '../../router/catalogue/localise.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { OPTIONS, type Option, variableOf } from '../../settings/options.ts'
import type { Environment } from '../../settings/read.ts'
import type { Row } from './columns.ts'
import { type Field, wordsOf } from './fields.ts'

/** Completions at the cursor: words with their meanings, or the names of files. */
export type Candidates = readonly Row[] | 'files'

/** The catalogue, loaded only for fields that take a name from it. */
export type Catalogued = () => Promise<ReturnType<typeof localise>>

/** The list of the catalogue from which a field takes its names. */
const LISTS = {
  useCase: 'useCases',
  routerBrand: 'routerBrands',
  isp: 'isps',
  platform: 'platforms',
  recordType: 'recordTypes',
} as const

/** Returns the catalogue with the operator's folder, if the line or the environment names one that can be used. */
export function catalogueFor(words: readonly string[], environment: Environment, locale: Locale): Catalogued {
  const flag = `--${OPTIONS.catalogDir.flag}`
  const folder = words[words.indexOf(flag) + 1] ?? ''
  const catalogDir = words.includes(flag) ? folder : (environment[variableOf(OPTIONS.catalogDir)] ?? '')
  return async () => localise(await open(catalogDir).read(), locale)
}

function open(catalogDir: string) {
  try {
    return openCatalog({ catalogDir: catalogDir === '' ? null : catalogDir })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return openCatalog({ catalogDir: null })
  }
}

/** Returns the values that a field is known to take: its own words, or the ids of the catalogue. */
export async function valuesOfField({ name, schema }: Field, catalogue: Catalogued): Promise<readonly Row[]> {
  const words = wordsOf(schema)
  if (words.length > 0) return words.map(bare)
  const list = Object.entries(LISTS).find(([field]) => field === name)?.[1]
  if (list === undefined) return []
  const entries = (await catalogue())[list].map(({ id, name: meaning }) => ({ written: id, meaning }))
  // Record types differ between tools: the examples of a tool are those that it takes.
  const taken = schema.examples ?? []
  return list === 'recordTypes' ? entries.filter(({ written }) => taken.includes(written)) : entries
}

const FILES = ['FILE', 'FOLDER']

/** Returns the values of a setting: its words, or files. */
export function valuesOfSetting({ placeholder, words }: Pick<Option, 'placeholder' | 'words'>): Candidates {
  if (placeholder.split('|').some((word) => FILES.includes(word))) return 'files'
  return (words ?? placeholder.split('|').filter((word) => /^[a-z]+$/.test(word))).map(bare)
}

function bare(written: string): Row {
  return { written, meaning: '' }
}
