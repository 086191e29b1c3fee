import { type Built, buildDataset } from '../dataset/build.ts'
import { dateIn, type SourceFile, sourceFile } from '../dataset/reading/files.ts'
import { sortFiles } from '../dataset/sort.ts'
import type { Obtained } from './obtain.ts'
import { UpdateRefusal } from './refusal.ts'

/** Builds data of source files, whatever kinds they are of. Throws an UpdateRefusal. */
export async function buildFrom(files: readonly Obtained[], report: (line: string) => void): Promise<Built[]> {
  try {
    const { city, asn, country } = await sortFiles(files.map(sourceOf))
    const named = [{ kind: 'city', files: city } as const, { kind: 'asn', files: asn } as const]
    const wanted = named.filter((one) => one.files.length > 0)
    // Countries that come along with networks are not what anybody wants registries from.
    const orders = wanted.length > 0 ? wanted : [{ kind: 'country', files: country } as const]
    const built: Built[] = []
    for (const order of orders) built.push(await buildDataset({ ...order, description: null, date: null }, report))
    return built
  } catch (error) {
    throw new UpdateRefusal(error instanceof Error ? error.message : 'the files cannot be read', { cause: error })
  }
}

/** What was fetched is as old as its name says or, if that has no date, its server. */
function sourceOf({ name, path, isLocal, fetched }: Obtained): SourceFile {
  if (isLocal) return sourceFile(path)
  const changed = new Date(fetched.lastModified ?? Number.NaN)
  return { name, path, date: dateIn(name) ?? (Number.isNaN(changed.getTime()) ? new Date() : changed) }
}
