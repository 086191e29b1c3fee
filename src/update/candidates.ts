import { readBundle } from '../ipdata/bundle/read.ts'
import { type Database, databaseOf, openEmbedded } from '../ipdata/database.ts'
import type { DatabaseId } from '../ipdata/embedded.ts'
import { type Judgement, judge } from './judge.ts'
import { UpdateRefusal } from './refusal.ts'

/** A dataset that replaces another. */
export interface Replacement extends Judgement {
  readonly id: DatabaseId
  readonly buildDate: string
  /** The date of the data that it replaces. */
  readonly before: string
  readonly records: number | null
}

/**
 * What a data file has that may replace what is in use. Datasets that are older than what is in use stay out; all others have to pass, or
 * none is taken. Throws an UpdateRefusal.
 */
export function candidatesIn(
  bytes: Buffer,
  inFolder: Readonly<Partial<Record<DatabaseId, Database>>>,
  now: number,
): Replacement[] {
  const older: string[] = []
  const bundle = readBundle(bytes)
  const replacements = bundle.manifest.datasets.flatMap(({ id, sha256: _, offset: __, length: ___, ...dataset }) => {
    const range = bundle.bytesOf(id)
    if (!range) return []
    const candidate = databaseOf({ dataset: { id, ...dataset }, bytes: range, mapped: false, origin: 'data-dir', signedBy: null })
    const embedded = openEmbedded(id)
    const inUse = inFolder[id] ?? embedded
    const { buildDate, records } = candidate.dataset
    const before = inUse.dataset.buildDate
    if (buildDate < before) {
      older.push(`${id} of ${buildDate}, and in use is ${before}`)
      return []
    }
    return { id, buildDate, before, records, ...judge(id, { candidate, inUse, embedded }, now) }
  })
  if (replacements.length === 0) throw new UpdateRefusal(`the data are older than those in use: ${older.join('; ')}`)
  return replacements
}
