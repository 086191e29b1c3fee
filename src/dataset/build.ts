import { lineFrom } from '../ipdata/bundle/manifest.ts'
import type { DatabaseId, Dataset } from '../ipdata/embedded.ts'
import { countNetworks, Trie } from './mmdb/trie.ts'
import { type Credit, originOf } from './origins.ts'
import { checkRangeFile } from './packing/check.ts'
import { type Source, writeRangeFile } from './packing/write.ts'
import type { SourceFile } from './reading/files.ts'
import { readBlocks, readServedCountries, registryTree } from './reading/registry.ts'
import { IANA_IPV4, IANA_IPV6, SERVED } from './reading/registry-tables.ts'
import type { Kind } from './reading/rows.ts'
import { type Reading, Records, readSources } from './reading/sources.ts'

/** Where data come from, and what their licence asks for. */
export type Description = Credit & Pick<Dataset, 'name' | 'source'>

/** What to build: files of one kind, and what is said of them. */
export interface Order {
  readonly kind: Kind
  readonly files: readonly SourceFile[]
  /** Null for what is known of the publisher of the files. */
  readonly description: Description | null
  /** The credit for files of a publisher that is not known. */
  readonly credit?: Credit
  /** Null for the date that the files have. */
  readonly date: Date | null
}

export interface Built {
  readonly bytes: Buffer
  readonly dataset: Dataset & { readonly id: DatabaseId; readonly records: number }
}

/** Made of files. */
export interface Made extends Built {
  /** Whether somebody is known to publish files like these. */
  readonly isKnown: boolean
  /** What somebody who passes the data on has to know; null if there is nothing. */
  readonly caution: string | null
}

export const DATABASE_OF: Record<Kind, DatabaseId> = { city: 'city', asn: 'network', country: 'registry' }

const NO_CREDIT: Credit = { licence: null, licenceUrl: null, attribution: null, attributionUrl: null }

/**
 * Makes a range file of source files, and compares it with them. `report` is told what happens, line by line. Throws an Error that says which file cannot be
 * used, and why.
 */
export async function buildDataset(order: Order, report: (line: string) => void): Promise<Made> {
  report(`reading ${order.kind}: ${order.files.map((file) => file.name).join(', ')}`)
  const trie = new Trie()
  const records = new Records()
  const reading = await readSources(order.kind, order.files, trie, records)
  const { malformed, outOfOrder, overlapping, examples } = reading.oddities
  report(`  odd: ${malformed} malformed, ${outOfOrder} out of order, ${overlapping} overlapping (the narrower wins)`)
  for (const example of examples) report(`    ${example}`)
  const id = DATABASE_OF[order.kind]
  const source =
    order.kind === 'country' ? registrySource(trie, reading, records) : { id, trie, root: reading.root, records: records.values }
  const bytes = writeRangeFile(source)
  checkRangeFile(bytes, source)
  const networks = countNetworks(trie, source.root)
  const counted = `${networks.toLocaleString('en')} networks, ${bytes.length.toLocaleString('en')} bytes`
  report(`  ${id}: ${counted}, read again and compared`)
  const buildDate = (order.date ?? reading.date).toISOString().slice(0, 10)
  const origin = originOf(order.kind, reading.recognised)
  const description = order.description ?? described(order, origin?.name ?? null, origin?.credit ?? order.credit ?? NO_CREDIT)
  const dataset = { id, ...description, buildDate, records: networks }
  return { bytes, dataset, isKnown: origin !== null, caution: origin?.caution ?? null }
}

/** The registries are those of IANA, whoever says which country a block is in. */
function described({ kind, files }: Order, name: string | null, credit: Credit): Description {
  const source = lineFrom(files.map((file) => file.name).join(', '))
  const plain = { name: name ?? source, source, ...credit }
  if (kind !== 'country') return plain
  const attribution = ['IANA (iana.org)', ...(credit.attribution === null ? [] : [credit.attribution])].join(', ')
  return { ...plain, name: `IANA address registries; legacy blocks by ${plain.name}`, attribution }
}

/** The country of each block says which registry it belongs to. */
function registrySource(trie: Trie, reading: Reading, countries: Records): Source {
  const registries = new Records()
  const blocks = [...readBlocks(IANA_IPV4), ...readBlocks(IANA_IPV6)]
  const root = registryTree(trie, blocks, readServedCountries(SERVED), reading, countries, registries)
  return { id: DATABASE_OF.country, trie, root, records: registries.values }
}
