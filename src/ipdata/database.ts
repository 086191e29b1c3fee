import { basename } from 'node:path'
import { Joined } from '../contract/joined.ts'
import { Misfit } from '../platform/misfit.ts'
import { readOperatorFile } from '../platform/operator-file.ts'
import { Recent } from '../platform/recent.ts'
import type { Address } from '../policy/address.ts'
import { lineFrom } from './bundle.ts'
import { type DatabaseId, type Dataset, embeddedBytes, embeddedDataset, fileBytes, filesInPlaceOf } from './embedded.ts'
import { Mmdb, MmdbFault } from './mmdb/file.ts'
import { RangeFile } from './ranges/open.ts'

/** The source of data: this executable, the folder of --data-dir, or a file of the operator's own. */
export type Origin = 'embedded' | 'data-dir' | 'file'

/** An open database: records by address, and a description of the data. */
export interface Database {
  readonly dataset: Dataset
  readonly origin: Origin
  /** Whether the bytes are mapped rather than copied. */
  readonly mapped: boolean
  /** The sum of what is in a range file, by which two that say the same are told; null for an MMDB. */
  readonly sum: string | null
  find(address: Address): FoundRecord | null
  /** The record that `find` named. */
  read(record: RecordName): unknown
}

/** The same for every address that has the same record. Never 0. */
export type RecordName = number

export interface FoundRecord {
  readonly record: RecordName
  /** The length of the block to which the record applies, in bits of the address. */
  readonly prefixLength: number
}

export function openEmbedded(id: DatabaseId): Database {
  const files = filesInPlaceOf(id)
  if (files !== null) return inPlaceOf(embeddedDataset(id), files)
  return databaseOf({ dataset: embeddedDataset(id), ...embeddedBytes(id), origin: 'embedded' })
}

/** Opens the files that a database is being built from: each is of one family, IPv4 first. */
function inPlaceOf(dataset: Dataset, files: readonly string[]): Database {
  const opened = files.map(fileBytes)
  const families = opened.map(({ bytes }) => mmdbIn(bytes))
  const familyOf = (index: number) => {
    const family = families[index]
    if (!family) throw new Error(`data/datasets.gen.json lacks the files of ${dataset.id}: run "npm run data"`)
    return family
  }
  return {
    dataset,
    origin: 'embedded',
    mapped: opened.every(({ mapped }) => mapped),
    sum: null,
    find({ version, words }) {
      const index = version === 4 ? 0 : 1
      const found = familyOf(index).find(words)
      return found && { ...found, record: found.record * families.length + index }
    },
    read: (record) => readable(familyOf(record % families.length), Math.floor(record / families.length)),
  }
}

interface RangeData extends Pick<Database, 'dataset' | 'origin' | 'mapped'> {
  readonly bytes: Buffer
}

/** Opens a range file as a database. Throws an Error that says what is wrong with the file. */
export function databaseOf({ bytes, ...description }: RangeData): Database {
  const file = new RangeFile(bytes)
  if (file.plan.id !== description.dataset.id) throw new Error('is damaged')
  return {
    ...description,
    sum: file.plan.sha256,
    find(address) {
      const located = file.locate(address.words)
      return located.record === 0 ? null : located
    },
    read: (record) => file.record(record),
  }
}

/** Far larger than any published file. The whole file is held in memory. */
const FILE_MAX_BYTES = 2 * 1024 ** 3

/**
 * Opens an operator's own MMDB. It is read into memory, not mapped: overwriting a mapped file would
 * crash the process. Throws an Error whose message says what is wrong with the file.
 */
export function openFile(id: DatabaseId, path: string): Database {
  const file = mmdbIn(readOperatorFile(path, FILE_MAX_BYTES))
  const { databaseType, buildEpoch } = file.metadata
  if (Number.isNaN(buildEpoch.getTime())) throw new Misfit('is damaged: it has no date', '손상된 파일입니다(날짜가 없습니다)')
  try {
    judge(file)
  } catch (cause) {
    throw new Misfit(`is damaged${cause instanceof MmdbFault ? `: ${cause.message}` : ''}`, '손상된 파일입니다')
  }
  const dataset: Dataset = {
    id,
    name: lineFrom(databaseType || basename(path)),
    source: basename(path),
    licence: null,
    licenceUrl: null,
    attribution: null,
    attributionUrl: null,
    buildDate: buildEpoch.toISOString().slice(0, 10),
    records: null,
  }
  return {
    dataset,
    origin: 'file',
    mapped: false,
    sum: null,
    find: ({ words }) => file.find(words),
    read: (record) => readable(file, record),
  }
}

/** Reads a record; null if it is damaged, so that answers about other addresses still work. */
function readable(file: Mmdb, record: RecordName): unknown {
  try {
    return file.record(record)
  } catch {
    return null
  }
}

function mmdbIn(bytes: Buffer): Mmdb {
  try {
    return new Mmdb(bytes)
  } catch (cause) {
    const why = cause instanceof MmdbFault ? `: it ${cause.message}` : ''
    throw new Misfit(`is not an MMDB file${why}`, 'MMDB 파일이 아닙니다')
  }
}

/** Looks up addresses all over the file. Serious damage makes at least one of them fail. */
function judge(file: Mmdb): void {
  const groups = Array.from({ length: 512 }, (_, index) => [((0x2000 + index * 0x10) << 16) >>> 0, 0, 0, 8])
  const octets = Array.from({ length: 256 }, (_, octet) => [((octet << 24) | 0x080808) >>> 0])
  const records = new Set([...octets, ...groups].map((words) => file.find(words)?.record))
  for (const record of records) if (record !== undefined) file.record(record)
}

/** A power of two. Each slot in use has 300 to 700 bytes. */
const SLOTS = 8192
/** Few, so that they are dropped before the collector thinks they will stay. */
const READ_KEPT = 512

/**
 * The records of an open database, read: as objects, and as the parts of answers. Most addresses share a record with others, so what was read is
 * kept. The part of a record has one slot, which it shares with few others: frequent records have low numbers, so that they do not meet. It is kept
 * when it is asked for twice in a row there: the many that come once neither displace what others need nor become old garbage.
 */
export class Facts<Fields extends object> {
  readonly #recent = new Recent<RecordName, Fields>(READ_KEPT)
  readonly #nonePart: Joined<Fields>
  #table: Table<Fields> | null = null

  /** `none` is what is said without a record. */
  constructor(
    readonly database: Database,
    private readonly read: (record: unknown) => Fields,
    private readonly none: Fields,
  ) {
    this.#nonePart = Joined.of(none)
  }

  /** The same object may be returned again: it is not to be changed. */
  of(found: FoundRecord | null): Fields {
    if (found === null) return this.none
    return this.#recent.get(found.record) ?? this.#recent.add(found.record, this.read(this.database.read(found.record)))
  }

  partAt(address: Address): Joined<Fields> {
    const record = this.database.find(address)?.record ?? null
    if (record === null) return this.#nonePart
    // A database without lookups needs no table.
    this.#table ??= { missed: new Int32Array(SLOTS), numbers: new Int32Array(SLOTS), parts: new Array(SLOTS) }
    const slot = record & (SLOTS - 1)
    const known = this.#table.parts[slot]
    if (known && this.#table.numbers[slot] === record) return known
    const fresh = Joined.of(this.read(this.database.read(record)))
    if (this.#table.missed[slot] === record) {
      this.#table.numbers[slot] = record
      this.#table.parts[slot] = fresh
    }
    this.#table.missed[slot] = record
    return fresh
  }
}

interface Table<Fields extends object> {
  /** The numbers that were last asked for in vain. */
  readonly missed: Int32Array
  readonly numbers: Int32Array
  readonly parts: Joined<Fields>[]
}
