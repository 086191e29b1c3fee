import { readBundle } from '../ipdata/bundle/read.ts'
import { type Database, databaseOf, openEmbedded } from '../ipdata/database.ts'
import type { DatabaseId } from '../ipdata/embedded.ts'
import type { Dates } from './dates.ts'
import { type Judgement, judge } from './judge.ts'

/** A dataset that replaces another. */
export interface Replacement extends Judgement {
  readonly id: DatabaseId
  readonly buildDate: string
  /** The date of the data that it replaces. */
  readonly before: string
  readonly records: number | null
}

/** The datasets of a data file that may replace those in use, and those that are the same. */
export interface Candidates {
  readonly replacements: readonly Replacement[]
  /** Those that are in use already, whatever date they are given here. */
  readonly identical: readonly DatabaseId[]
}

export interface Judges {
  readonly inFolder: Readonly<Partial<Record<DatabaseId, Database>>>
  readonly dates: Dates
  /** Whether the word of a publisher is taken, who may date the same data anew. */
  readonly isPublished: boolean
}

/**
 * Selects the datasets of a data file that may replace those in use. Datasets that are older than those in use are left out; all others
 * have to pass, or none is taken. Throws an UpdateRefusal.
 */
export function candidatesIn(bytes: Buffer, { inFolder, dates, isPublished }: Judges): Candidates {
  const bundle = readBundle(bytes)
  const identical: DatabaseId[] = []
  const replacements = bundle.manifest.datasets.flatMap(({ id, sha256: _, offset: __, length: ___, ...dataset }) => {
    const range = bundle.bytesOf(id)
    if (!range) return []
    const candidate = databaseOf({ dataset: { id, ...dataset }, bytes: range, mapped: false, origin: 'data-dir', signedBy: null })
    const embedded = openEmbedded(id)
    const inUse = inFolder[id] ?? embedded
    const { buildDate, records } = candidate.dataset
    if (!dates.admit(id, buildDate)) return []
    if (!isPublished && candidate.sum === inUse.sum) {
      identical.push(id)
      return []
    }
    return { id, buildDate, before: dates.inUse(id), records, ...judge(id, { candidate, inUse, embedded }) }
  })
  if (replacements.length + identical.length === 0) throw dates.refusal()
  return { replacements, identical }
}
