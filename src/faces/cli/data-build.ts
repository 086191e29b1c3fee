import type { KeyObject } from 'node:crypto'
import { type Built, buildDataset, DATABASE_OF, type Made } from '../../dataset/build.ts'
import { bundleParts } from '../../dataset/bundle/write.ts'
import { embeddedAsBuilt } from '../../dataset/embedded.ts'
import type { Credit } from '../../dataset/publishers.ts'
import { sourceFile } from '../../dataset/reading/files.ts'
import type { Kind } from '../../dataset/reading/rows.ts'
import { fingerprintOf, readSigningKey } from '../../ipdata/bundle/keys.ts'
import { dayOf, isLine, isLink } from '../../ipdata/bundle/manifest.ts'
import { readOperatorFile } from '../../platform/operator-file.ts'
import { writeWholeFile } from '../../platform/whole-file.ts'
import { readFlags } from '../../settings/command-line.ts'
import { ConfigError } from '../../settings/config-error.ts'
import { BUILD_FLAGS } from './data-flags.ts'
import { dataHelp } from './data-help.ts'
import { complain } from './output.ts'
import { PercentLine } from './percent.ts'
import { jsonText } from './switches.ts'
import { EXIT_FAILED, type Outcome, printed } from './verb.ts'

const SEE = 'doorstep data build --help'
const KINDS = ['city', 'asn', 'country'] as const
const KEY_MAX_BYTES = 16 * 1024

/** Options of the command line. */
interface Wanted {
  readonly files: Readonly<Record<Kind, readonly string[]>>
  readonly out: string
  readonly key: KeyObject | null
  readonly publisher: string | null
  readonly date: Date | null
  readonly credit: Credit
  readonly json: boolean
}

/** `doorstep data build`: makes a data file of source files. What they do not have is taken from the embedded data. */
export async function buildData(args: readonly string[]): Promise<Outcome> {
  if (args.some((word) => ['--help', '-h'].includes(word))) return printed(dataHelp('build'))
  const wanted = readWanted(args)
  try {
    const datasets: Built[] = []
    for (const kind of KINDS) datasets.push(await databaseOf(kind, wanted))
    const { manifest, parts } = bundleParts({ created: new Date(), publisher: wanted.publisher, datasets, key: wanted.key })
    writeOut(wanted.out, parts)
    return printed(wanted.json ? jsonText(manifest) : summaryOf(datasets, wanted, parts))
  } catch (error) {
    return { code: EXIT_FAILED, out: '', err: `doorstep: ${messageOf(error)}; nothing was written\n` }
  }
}

/** Builds one kind of data from the named files, or takes the embedded one. Its working memory is given back before the next is built. */
async function databaseOf(kind: Kind, { files, date, credit, json }: Wanted): Promise<Built> {
  if (files[kind].length === 0) return embeddedAsBuilt(DATABASE_OF[kind])
  const line = new PercentLine(`building the ${DATABASE_OF[kind]} data`, { isDataOnStdout: json })
  const order = { kind, files: files[kind].map(sourceFile), description: null, credit, date }
  const made = await buildDataset(order, (share) => line.show(share)).finally(() => line.end())
  warn(made, credit)
  const { bytes, dataset } = made
  Bun.gc(true)
  return { bytes, dataset }
}

function warn({ dataset, isKnown, caution, remarks }: Made, { licence }: Credit): void {
  for (const remark of remarks) complain(`${dataset.id}: ${remark}`)
  if (caution !== null) complain(`${dataset.id}: ${caution}`)
  if (!isKnown && licence === null)
    complain(`${dataset.id}: nobody is known to publish ${dataset.source}; name its licence with --licence and --attribution`)
}

function summaryOf(datasets: readonly Built[], { out, key }: Wanted, parts: readonly Buffer[]): string {
  const lines = datasets.map(({ dataset: { id, name, buildDate, records, licence } }) => {
    const terms = licence === null ? 'without a licence' : licence
    return `${id}: ${name}, ${buildDate}, ${records.toLocaleString('en')} ${records === 1 ? 'network' : 'networks'}, ${terms}`
  })
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  const signer = key ? `signed with the key ${fingerprintOf(key)}` : 'not signed'
  return [...lines, `${out}: ${bytes.toLocaleString('en')} bytes, ${signer}`].map((line) => `${line}\n`).join('')
}

function writeOut(out: string, parts: readonly Buffer[]): void {
  try {
    writeWholeFile(out, parts)
  } catch (error) {
    throw new Error(`${out} ${messageOf(error)}`, { cause: error })
  }
}

function readWanted(args: readonly string[]): Wanted {
  const { given, files, on } = readLine(args)
  const text = (flag: string, isGood: (value: string) => boolean, what: string) => {
    const value = given.get(flag)
    if (value !== undefined && !isGood(value)) throw new ConfigError(`--${flag}: ${JSON.stringify(value)} is not ${what}`)
    return value ?? null
  }
  const LINE = 'a line of 1 to 300 characters'
  const LINK = 'an http(s) address of at most 300 characters'
  const out = given.get('out')
  if (out === undefined) throw new ConfigError(`data build needs --out FILE: see ${SEE}`)
  if (KINDS.every((kind) => files[kind].length === 0))
    throw new ConfigError(`data build needs --city, --asn or --country: see ${SEE}`)
  const date = text('date', (value) => dayOf(value) !== null, 'a day such as 2026-11-01')
  return {
    files,
    out,
    key: keyIn(given.get('sign-key')),
    publisher: text('publisher', isLine, LINE),
    date: date === null ? null : dayOf(date),
    credit: {
      licence: text('licence', isLine, LINE),
      licenceUrl: text('licence-url', isLink, LINK),
      attribution: text('attribution', isLine, LINE),
      attributionUrl: text('attribution-url', isLink, LINK),
    },
    json: on.has('json'),
  }
}

/** Takes words behind the flag of a kind as more of its files: so shells expand `--city GeoLite2-City-*.csv`. */
function readLine(args: readonly string[]) {
  const options = Object.fromEntries(
    BUILD_FLAGS.map(({ flag, placeholder }) => [
      flag,
      { type: placeholder === '' ? ('boolean' as const) : ('string' as const), multiple: true },
    ]),
  )
  const { tokens } = readFlags(args, options, { see: SEE })
  const files: Record<Kind, string[]> = { city: [], asn: [], country: [] }
  const given = new Map<string, string>()
  const on = new Set<string>()
  let kind: Kind | undefined
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (!kind) throw new ConfigError(`unexpected argument ${JSON.stringify(token.value)} after "data build": see ${SEE}`)
      files[kind].push(token.value)
    }
    if (token.kind !== 'option') continue
    kind = KINDS.find((one) => one === token.name)
    if (token.value === undefined) on.add(token.name)
    else if (kind) files[kind].push(token.value)
    else if (given.has(token.name)) throw new ConfigError(`--${token.name} is given twice`)
    else given.set(token.name, token.value)
  }
  return { files, given, on }
}

function keyIn(path: string | undefined): KeyObject | null {
  if (path === undefined) return null
  try {
    return readSigningKey(readOperatorFile(path, KEY_MAX_BYTES).toString())
  } catch (error) {
    throw new ConfigError(`--sign-key: ${JSON.stringify(path)} ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown failure'
}
