import { type Locale, sayIn } from '../../contract/text.ts'
import { type Built, buildDataset, DATABASE_OF, type Made } from '../../dataset/build.ts'
import { bundleParts } from '../../dataset/bundle.ts'
import type { Credit } from '../../dataset/publishers.ts'
import { sourceFile } from '../../dataset/reading/files.ts'
import type { Kind } from '../../dataset/reading/tables.ts'
import { dayOf, isLine, isLink } from '../../ipdata/bundle.ts'
import { type DatabaseId, embeddedBytes, embeddedDataset } from '../../ipdata/embedded.ts'
import { writeWholeFile } from '../../platform/operator-file.ts'
import { readFlags } from '../../settings/command-line.ts'
import { Misfit, saidBy, saidOf } from '../../settings/config-error.ts'
import type { Environment } from '../../settings/read.ts'
import { cliText } from './cli.text.ts'
import { dataText } from './data.text.ts'
import { complain, failed, jsonText, type Printed, printed } from './output.ts'
import { PercentLine } from './percent.ts'
import { usageError } from './usage-error.ts'
import { type Flag, localeOfLine, optionsOf } from './verb.ts'

const SEE = 'doorstep data build --help'
const KINDS = ['city', 'asn', 'country'] as const

interface Wanted {
  readonly files: Readonly<Record<Kind, readonly string[]>>
  readonly out: string
  readonly date: Date | null
  readonly credit: Credit
  readonly json: boolean
}

/** `doorstep data build`: makes a data file of source files. What they do not have is taken from the embedded data. */
export async function buildData(args: readonly string[], flags: readonly Flag[], environment: Environment): Promise<Printed> {
  const locale = localeOfLine(args, environment)
  const wanted = readWanted(args, flags)
  try {
    const datasets: Built[] = []
    for (const kind of KINDS) datasets.push(await databaseOf(kind, wanted, locale))
    const { manifest, parts } = bundleParts({ created: new Date(), datasets })
    writeOut(wanted.out, parts)
    return printed(wanted.json ? jsonText(manifest) : summaryOf(datasets, wanted, parts, locale))
  } catch (error) {
    return failed(dataText.say(locale, 'nothing-written', { why: saidBy(error)[locale] }))
  }
}

/** Builds one kind of data from the named files, or takes the embedded one. Its working memory is given back before the next is built. */
async function databaseOf(kind: Kind, { files, date, credit, json }: Wanted, locale: Locale): Promise<Built> {
  if (files[kind].length === 0) return embeddedAsBuilt(DATABASE_OF[kind])
  const line = new PercentLine(dataText.say(locale, 'building', { id: DATABASE_OF[kind] }), { isDataOnStdout: json })
  const order = { kind, files: files[kind].map(sourceFile), description: null, credit, date }
  const made = await buildDataset(order, (share) => line.show(share)).finally(() => line.end())
  warn(made, credit, locale)
  const { bytes, dataset } = made
  Bun.gc(true)
  return { bytes, dataset }
}

function warn({ dataset, isKnown, caution, remarks }: Made, { licence }: Credit, locale: Locale): void {
  for (const remark of remarks) complain(`${dataset.id}: ${remark[locale]}`)
  if (caution !== null) complain(`${dataset.id}: ${caution[locale]}`)
  if (!isKnown && licence === null)
    complain(dataText.say(locale, 'unknown-publisher', { id: dataset.id, source: dataset.source }))
}

function summaryOf(datasets: readonly Built[], { out }: Wanted, parts: readonly Buffer[], locale: Locale): string {
  const say = sayIn(dataText, locale)
  const lines = datasets.map(({ dataset: { id, name, buildDate, records, licence } }) => {
    const networks = say(records === 1 ? 'network' : 'networks')
    const terms = licence ?? say('without-licence')
    return say('built', { id, name, date: buildDate, count: records.toLocaleString('en'), networks, terms })
  })
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return [...lines, say('written', { file: out, bytes: bytes.toLocaleString('en') })].map((line) => `${line}\n`).join('')
}

function writeOut(out: string, parts: readonly Buffer[]): void {
  try {
    writeWholeFile(out, parts)
  } catch (error) {
    const { en, ko } = saidOf(out, error)
    throw new Misfit(en, ko)
  }
}

function readWanted(args: readonly string[], flags: readonly Flag[]): Wanted {
  const { given, files } = readLine(args, flags)
  const text = (flag: Flag, isGood: (value: string) => boolean, fault: 'not-a-line' | 'not-a-link' | 'not-a-day') => {
    const value = given.get(flag)
    if (value !== undefined && !isGood(value)) throw usageError(dataText, fault, { flag, value: JSON.stringify(value) })
    return value ?? null
  }
  const out = given.get('out')
  if (out === undefined) throw usageError(dataText, 'needs-out', { see: SEE })
  if (KINDS.every((kind) => files[kind].length === 0)) throw usageError(dataText, 'needs-source', { see: SEE })
  return {
    files,
    out,
    date: dayOf(text('date', (value) => dayOf(value) !== null, 'not-a-day') ?? ''),
    credit: {
      licence: text('licence', isLine, 'not-a-line'),
      licenceUrl: text('licence-url', isLink, 'not-a-link'),
      attribution: text('attribution', isLine, 'not-a-line'),
      attributionUrl: text('attribution-url', isLink, 'not-a-link'),
    },
    json: given.has('json'),
  }
}

/** Takes words behind the flag of a kind as more of its files: so shells expand `--city GeoLite2-City-*.csv`. */
function readLine(args: readonly string[], flags: readonly Flag[]) {
  const { tokens } = readFlags(args, optionsOf(['lang', ...flags]), { see: SEE })
  const files: Record<Kind, string[]> = { city: [], asn: [], country: [] }
  const given = new Map<string, string>()
  let kind: Kind | undefined
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (!kind) throw usageError(dataText, 'unexpected-file', { word: JSON.stringify(token.value), see: SEE })
      files[kind].push(token.value)
    }
    if (token.kind !== 'option') continue
    const { name, value = '' } = token
    kind = KINDS.find((one) => one === name)
    if (kind) files[kind].push(value)
    else if (given.has(name) && token.value !== undefined) throw usageError(cliText, 'given-twice', { flag: `--${name}` })
    else given.set(name, value)
  }
  return { files, given }
}

/** Returns the embedded data as they are, with their description. The build of the embedded data cannot load this. */
export function embeddedAsBuilt(id: DatabaseId): Built {
  const dataset = embeddedDataset(id)
  return { bytes: embeddedBytes(id).bytes, dataset: { ...dataset, id, records: dataset.records ?? 0 } }
}
