import { buildDataset, DATABASE_OF, type Made, undated } from '../dataset/build.ts'
import type { Progress } from '../dataset/progress.ts'
import { dateIn, type SourceFile, sourceFile } from '../dataset/reading/files.ts'
import type { Kind } from '../dataset/reading/rows.ts'
import { sortFiles } from '../dataset/sort.ts'
import type { DatabaseId } from '../ipdata/embedded.ts'
import { saidBy } from '../platform/misfit.ts'
import type { Dates } from './dates.ts'
import type { Obtained } from './obtain.ts'
import { UpdateRefusal } from './refusal.ts'

/** The means to build data from sources. */
export interface Building {
  /** The date of the sources; null for the one that they have. */
  readonly date: Date | null
  /** Is told how far the data of a kind are. */
  watch(id: DatabaseId): Watching
}

export interface Watching {
  readonly show: Progress
  end(): void
}

/** Builds data of source files, whatever kinds they are of, and leaves out those that are older than what is in use. Throws an UpdateRefusal. */
export async function buildFrom(files: readonly Obtained[], { date, watch }: Building, dates: Dates): Promise<Made[]> {
  try {
    const { city, asn, country } = await sortFiles(files.map(sourceOf))
    const named = [{ kind: 'city', files: city } as const, { kind: 'asn', files: asn } as const]
    const wanted = named.filter((one) => one.files.length > 0)
    // Countries that come along with networks are not what anybody wants registries from.
    const orders = wanted.length > 0 ? wanted : [{ kind: 'country', files: country } as const]
    const newer = orders.filter((order) => dates.admit(DATABASE_OF[order.kind], dayOf(order.files, date)))
    if (newer.length === 0) throw dates.refusal()
    const made: Made[] = []
    for (const order of newer) made.push(await buildOne(order, date, watch))
    return made
  } catch (error) {
    if (error instanceof UpdateRefusal) throw error
    const { en, ko } = saidBy(error)
    throw new UpdateRefusal(en, ko)
  }
}

async function buildOne(
  order: { readonly kind: Kind; readonly files: readonly SourceFile[] },
  date: Date | null,
  watch: Building['watch'],
): Promise<Made> {
  const watching = watch(DATABASE_OF[order.kind])
  try {
    return await buildDataset({ ...order, description: null, date }, watching.show)
  } finally {
    watching.end()
  }
}

/** Returns the day of the oldest file, which is judged before work begins. */
function dayOf(files: readonly SourceFile[], date: Date | null): string {
  const days = files.map((file) => date ?? file.date)
  const unknown = files.filter((_, index) => days[index] === null)
  if (unknown.length > 0) throw undated(unknown)
  return new Date(Math.min(...days.map(Number))).toISOString().slice(0, 10)
}

/** Returns a source with its date: that in its name or, if the name has none, that of its server. */
function sourceOf({ name, path, isLocal, fetched }: Obtained): SourceFile {
  if (isLocal) return sourceFile(path)
  const changed = fetched.lastModified === null ? null : new Date(fetched.lastModified)
  return { name, path, date: dateIn(name) ?? (changed === null || Number.isNaN(changed.getTime()) ? null : changed) }
}
