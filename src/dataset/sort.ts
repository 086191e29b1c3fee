import { Mmdb } from '../ipdata/mmdb/file.ts'
import type { FlatRecord } from '../ipdata/ranges/layout.ts'
import { Misfit } from '../platform/misfit.ts'
import { firstRecords, ownRecord } from './mmdb/read.ts'
import { bytesOf, damaged, isMmdb, type SourceFile, startOf } from './reading/files.ts'
import { isLocations, type Kind, layoutOf, tableOf } from './reading/tables.ts'

type Sorted = Readonly<Record<Kind, readonly SourceFile[]>>

/** Records to look at in an MMDB whose type says nothing. */
const RECORDS_LOOKED_AT = 1000

interface Contents {
  readonly file: SourceFile
  readonly kinds: readonly Kind[] | 'locations'
}

/**
 * Which data each file is good for, where nobody says: cities if it has any, otherwise networks and countries. MaxMind's locations go with their blocks.
 * An MMDB has its own date from here on. Throws an Error that names the first file that is good for nothing.
 */
export async function sortFiles(files: readonly SourceFile[]): Promise<Sorted> {
  const found: Contents[] = []
  // One at a time, because each MMDB is held in memory.
  for (const file of files) found.push(await lookInto(file))
  const named = new Set(found.flatMap(({ kinds }) => (kinds === 'locations' ? [] : kinds)))
  const of = (kind: Kind) =>
    named.has(kind) ? found.filter(({ kinds }) => (kinds === 'locations' ? kind !== 'asn' : kinds.includes(kind))) : []
  const filesOf = (kind: Kind) => of(kind).map(({ file }) => file)
  return { city: filesOf('city'), asn: filesOf('asn'), country: filesOf('country') }
}

async function lookInto(file: SourceFile): Promise<Contents> {
  const start = await startOf(file)
  const found = isMmdb(start) ? await lookIntoMmdb(file) : { file, kinds: kindsOfTable(file, start) }
  if (found.kinds.length === 0)
    throw new Misfit(`${file.name} does not have a known layout`, `${file.name} - 알려진 형식이 아닙니다`)
  return found
}

function kindsOfTable(file: SourceFile, start: Buffer): readonly Kind[] | 'locations' {
  const { firstLine, separator } = tableOf(file, start)
  if (isLocations(firstLine)) return 'locations'
  const kinds = layoutOf(firstLine, separator)?.kinds ?? []
  // IPinfo Lite and iptoasn have countries, but no cities.
  return kinds.includes('city') && !kinds.includes('asn') ? ['city'] : kinds.filter((kind) => kind !== 'city')
}

async function lookIntoMmdb(file: SourceFile): Promise<Contents> {
  const found = new Set<Kind>()
  const bytes = await bytesOf(file)
  try {
    const source = new Mmdb(bytes)
    for (const record of firstRecords(source, RECORDS_LOOKED_AT))
      for (const kind of KINDS) if (isGoodFor(kind, ownRecord(kind, record))) found.add(kind)
    const kinds = found.has('city') ? ['city' as const] : KINDS.filter((kind) => found.has(kind))
    return { file: { ...file, date: source.date }, kinds }
  } catch (error) {
    throw damaged(file, error)
  }
}

const KINDS: readonly Kind[] = ['city', 'asn', 'country']

/** Tests whether a record is of that kind. One of a country is also one of a city without a name and a place. */
function isGoodFor(kind: Kind, own: FlatRecord | null): boolean {
  return own !== null && (kind !== 'city' || ('city' in own && (own.city !== '' || 'latitude' in own)))
}
