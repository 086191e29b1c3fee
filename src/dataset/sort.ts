import { MmdbSource } from './mmdb/read.ts'
import { firstRecords, ownRecord } from './mmdb/records.ts'
import { bytesOf, damaged, isMmdb, type SourceFile, startOf } from './reading/files.ts'
import { isLocations, layoutOf } from './reading/layouts.ts'
import type { Kind } from './reading/rows.ts'
import { tableOf } from './reading/tables.ts'
import type { Value } from './value.ts'

export type Sorted = Readonly<Record<Kind, readonly SourceFile[]>>

/** Records to look at in an MMDB whose type says nothing. */
const RECORDS_LOOKED_AT = 1000

interface Found {
  readonly file: SourceFile
  readonly kinds: readonly Kind[] | 'locations'
}

/**
 * Which data each file is good for, where nobody says: cities if it has any, otherwise networks and countries. MaxMind's locations go with their blocks.
 * An MMDB has its own date from here on. Throws an Error
 * that names the first file that is good for nothing.
 */
export async function sortFiles(files: readonly SourceFile[]): Promise<Sorted> {
  const found = await Promise.all(files.map(lookInto))
  const named = new Set(found.flatMap(({ kinds }) => (kinds === 'locations' ? [] : kinds)))
  const of = (kind: Kind) =>
    named.has(kind) ? found.filter(({ kinds }) => (kinds === 'locations' ? kind !== 'asn' : kinds.includes(kind))) : []
  const filesOf = (kind: Kind) => of(kind).map(({ file }) => file)
  return { city: filesOf('city'), asn: filesOf('asn'), country: filesOf('country') }
}

async function lookInto(file: SourceFile): Promise<Found> {
  const start = await startOf(file)
  const found = isMmdb(start) ? lookIntoMmdb(file) : { file, kinds: kindsOfTable(file, start) }
  if (found.kinds.length === 0) throw new Error(`${file.name} does not have a known layout`)
  return found
}

function kindsOfTable(file: SourceFile, start: Buffer): readonly Kind[] | 'locations' {
  const { firstLine, separator } = tableOf(file, start)
  if (isLocations(firstLine)) return 'locations'
  const layout = layoutOf(firstLine, separator)
  const { city, asn, country } = layout?.readers ?? {}
  const others: Kind[] = [...(asn ? ['asn' as const] : []), ...(country ? ['country' as const] : [])]
  // IPinfo Lite and iptoasn have countries, but no cities.
  return city && !asn ? ['city'] : others
}

function lookIntoMmdb(file: SourceFile): Found {
  const { records, date } = recordsOf(file)
  return { file: { ...file, date }, kinds: kindsOfRecords(records) }
}

function kindsOfRecords(records: readonly Value[]): readonly Kind[] {
  const has = (kind: Kind, judge = (_: unknown) => true) =>
    records.some((record) => {
      const own = ownRecord(kind, record)
      return own !== null && judge(own)
    })
  if (has('city', (own) => typeof own === 'object' && own !== null && 'city' in own && (own.city !== '' || 'latitude' in own)))
    return ['city']
  return [...(has('asn') ? ['asn' as const] : []), ...(has('country') ? ['country' as const] : [])]
}

function recordsOf(file: SourceFile) {
  const bytes = bytesOf(file)
  try {
    const source = new MmdbSource(bytes)
    return { records: firstRecords(source, RECORDS_LOOKED_AT), date: source.metadata.buildEpoch }
  } catch (error) {
    throw damaged(file, error)
  }
}
