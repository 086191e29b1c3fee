import { control, list, map, mmdbOf, pointer, Section, text } from '../data/mmdb.ts'

/** MMDB files that expand to more than anybody has memory or time for. */

export const claimedList = (size: number) => control('list', size)
export const claimedMap = (size: number) => control('map', size)
export const claimedText = (size: number) => control('text', size)

/** Returns the record of a city database, with hostile additions. */
export const place = (extra: Record<string, Buffer>) =>
  map({ country: map({ iso_code: text('US') }), city: map({ names: map({ en: text('Example') }) }), ...extra })

/** Returns a file with one record for every address. */
export function mmdbWith(fill: (section: Section) => Buffer): Buffer {
  const section = new Section()
  const record = section.put(fill(section))
  return mmdbOf([[{ record }, { record }]], section.bytes)
}

/** Writes lists of pointers to the list before, each `width` wide: as many values as `width` to the power of `depth`. */
export function nested(section: Section, depth: number, width: number, beside: readonly Buffer[] = []): Buffer {
  let at = section.put(text('x'))
  for (let level = 0; level < depth; level++)
    at = section.put(list(pointer(at), ...beside, ...Array.from({ length: width - 1 }, () => pointer(at))))
  return pointer(at)
}

/** Returns a file in which every address has a place with one more field. */
export const mmdbWithField = (fill: (section: Section) => Buffer): Buffer =>
  mmdbWith((section) => place({ extra: fill(section) }))
