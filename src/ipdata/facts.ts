import { Joined } from '../contract/joined.ts'
import { Recent } from '../platform/recent.ts'
import type { Address } from '../policy/address.ts'
import type { Database, FoundRecord, RecordName } from './database.ts'

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
