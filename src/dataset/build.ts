import type { DatabaseId, Dataset } from '../ipdata/embedded.ts'
import { countNetworks, Trie } from './mmdb/trie.ts'
import { checkRangeFile } from './packing/check.ts'
import { type Source, writeRangeFile } from './packing/write.ts'
import type { Kind } from './reading/layouts.ts'
import { readBlocks, readServedCountries, registryTree } from './reading/registry.ts'
import { IANA_IPV4, IANA_IPV6, SERVED } from './reading/registry-tables.ts'
import { type Reading, Records, readSources, type SourceFile } from './reading/sources.ts'

/** Where data come from, and what their licence asks for. */
export type Description = Pick<Dataset, 'name' | 'source' | 'licence' | 'licenceUrl' | 'attribution' | 'attributionUrl'>

/** What to build: files of one kind, and what is said of them. */
export interface Order {
  readonly kind: Kind
  readonly files: readonly SourceFile[]
  readonly description: Description
  /** Null for the date that the files have. */
  readonly date: Date | null
}

export interface Built {
  readonly bytes: Buffer
  readonly dataset: Dataset & { readonly id: DatabaseId; readonly records: number }
}

export const DATABASE_OF: Record<Kind, DatabaseId> = { city: 'city', asn: 'network', country: 'registry' }

/** Makes a range file of source files, and compares it with them. `report` is told what happens, line by line. */
export async function buildDataset(order: Order, report: (line: string) => void): Promise<Built> {
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
  return { bytes, dataset: { id, ...order.description, buildDate, records: networks } }
}

/** The country of each block says which registry it belongs to. */
function registrySource(trie: Trie, reading: Reading, countries: Records): Source {
  const registries = new Records()
  const blocks = [...readBlocks(IANA_IPV4), ...readBlocks(IANA_IPV6)]
  const root = registryTree(trie, blocks, readServedCountries(SERVED), reading, countries, registries)
  return { id: DATABASE_OF.country, trie, root, records: registries.values }
}
