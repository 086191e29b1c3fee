import { lineFrom } from '../ipdata/bundle.ts'
import type { DatabaseId, Dataset } from '../ipdata/embedded.ts'
import { type Both, both, Misfit } from '../platform/misfit.ts'
import { countNetworks, Records } from './mmdb/trie.ts'
import { checkRangeFile, writeRangeFile } from './packing/write.ts'
import { counted, type Progress, UNWATCHED, within } from './progress.ts'
import { type Credit, publisherOf } from './publishers.ts'
import { isMmdb, type SourceFile, startOf } from './reading/files.ts'
import type { Oddities } from './reading/ranges.ts'
import { readFiles } from './reading/reading.ts'
import { registryTree } from './reading/registry.ts'
import type { Kind } from './reading/tables.ts'

type Description = Credit & Pick<Dataset, 'name' | 'source'>

/** Files of one kind to build from, and their description. */
export interface Order {
  readonly kind: Kind
  readonly files: readonly SourceFile[]
  /** Null for what is known of the publisher of the files. */
  readonly description: Description | null
  /** The credit for files of a publisher that is not known. */
  readonly credit?: Credit
  /** Null for the date that the files have; then each has to have one. */
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
  /** A warning to those who pass the data on; null if there is none. */
  readonly caution: Both | null
  /** Oddities in the files, in sentences: lines that were left out, ranges that overlap. */
  readonly remarks: readonly Both[]
}

export const DATABASE_OF: Record<Kind, DatabaseId> = { city: 'city', asn: 'network', country: 'registry' }

const NO_CREDIT: Credit = { licence: null, licenceUrl: null, attribution: null, attributionUrl: null }

/**
 * Makes a range file of source files, and compares it with them. `progress` is told how much is done. Throws an Error that says which file cannot be
 * used, and why.
 */
export async function buildDataset(order: Order, progress: Progress = UNWATCHED): Promise<Made> {
  if (order.date === null) for (const file of order.files) await refuseUndated(file)
  const reading = await readFiles(order.kind, order.files, within(progress, 0, READ))
  const { trie, records } = reading
  const id = DATABASE_OF[order.kind]
  const registries = new Records()
  const source =
    order.kind === 'country'
      ? { id, trie, root: registryTree(trie, reading.root, records, registries), records: registries.values }
      : { id, trie, root: reading.root, records: records.values }
  const networks = countNetworks(trie, source.root)
  const bytes = writeRangeFile(source, within(progress, READ, WRITTEN))
  checkRangeFile(bytes, source, counted(within(progress, WRITTEN, 1), networks))
  progress(1)
  const date = order.date ?? reading.date
  if (date === null) throw undated(order.files)
  const publisher = publisherOf(order.kind, reading.recognised)
  const description =
    order.description ?? described(order, publisher?.name ?? null, publisher?.credit ?? order.credit ?? NO_CREDIT)
  const dataset = { id, ...description, buildDate: date.toISOString().slice(0, 10), records: networks }
  return {
    bytes,
    dataset,
    isKnown: publisher !== null,
    caution: publisher?.caution ?? null,
    remarks: remarksOf(reading.oddities),
  }
}

/** The shares of reading, and of reading and writing, in the time that a build takes. The rest is comparing. */
const READ = 0.4
const WRITTEN = 0.65

async function refuseUndated(file: SourceFile): Promise<void> {
  if (file.date === null && !isMmdb(await startOf(file))) throw undated([file])
}

export function undated(files: readonly SourceFile[]): Misfit {
  const names = files.map(({ name }) => name).join(', ')
  return new Misfit(
    `${names}: neither the name nor the file says of which day the data are; name it with --date YYYY-MM-DD`,
    `${names} - 파일 이름과 내용에 데이터의 날짜가 없습니다. --date YYYY-MM-DD 옵션으로 지정하십시오`,
  )
}

function remarksOf({ unreadable, overlapping }: Oddities): Both[] {
  const listed = ({ count, examples }: typeof unreadable) => `${examples.join('; ')}${count > examples.length ? '; ...' : ''}`
  const numberOf = ({ count }: typeof unreadable) => count.toLocaleString('en')
  const lines = unreadable.count === 1 ? 'line cannot be read and was' : 'lines cannot be read and were'
  const ranges = overlapping.count === 1 ? 'range overlaps' : 'ranges overlap'
  const leftOut = both(
    `${numberOf(unreadable)} ${lines} left out: ${listed(unreadable)}`,
    `읽을 수 없는 ${numberOf(unreadable)}줄을 뺐습니다: ${listed(unreadable)}`,
  )
  const narrowed = both(
    `${numberOf(overlapping)} ${ranges} another, and the narrower one counts: ${listed(overlapping)}`,
    `겹치는 범위 ${numberOf(overlapping)}개는 더 좁은 범위를 따릅니다: ${listed(overlapping)}`,
  )
  return [...(unreadable.count === 0 ? [] : [leftOut]), ...(overlapping.count === 0 ? [] : [narrowed])]
}

/** Returns the description of a database. Registries are always those of IANA, whichever publisher names the countries of blocks. */
function described({ kind, files }: Order, name: string | null, credit: Credit): Description {
  const source = lineFrom(files.map((file) => file.name).join(', '))
  const plain = { name: name ?? source, source, ...credit }
  if (kind !== 'country') return plain
  const attribution = ['IANA (iana.org)', ...(credit.attribution === null ? [] : [credit.attribution])].join(', ')
  return { ...plain, name: `IANA address registries; legacy blocks by ${plain.name}`, attribution }
}
