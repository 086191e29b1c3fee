import type { Built } from '../dataset/build.ts'
import type { Obtained } from './obtain.ts'
import { UpdateRefusal } from './refusal.ts'

/** Builds data of source files. */
export async function buildFrom(files: readonly Obtained[], _report: (line: string) => void): Promise<Built[]> {
  throw new UpdateRefusal(`${files.map(({ name }) => name).join(', ')}: not a data file`)
}
