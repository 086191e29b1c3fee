import type { Brand, Isp } from './schema.ts'

/** Returns whether nothing confirms an entry, so that what it says is not passed off as certain. */
export function isUnsure({ confidence, sources }: Pick<Brand | Isp, 'confidence' | 'sources'>): boolean {
  return confidence === 'low' || sources.length === 0
}
