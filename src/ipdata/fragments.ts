import { Joined } from '../contract/joined.ts'
import type { Address } from '../policy/address.ts'
import type { Database, RecordName } from './database.ts'

/** A power of two. Each slot in use has 300 to 700 bytes. */
const SLOTS = 8192

/**
 * A cache of answers to the records of a database, as JSON: most addresses share a record with others. A record has one slot, which it
 * shares with few others: frequent records have low numbers, so that they do not meet. It is kept when it is asked for twice in a row
 * there: the many that come once neither displace what others need nor become old garbage. It ends with the open database.
 */
export class Fragments<Fields extends object> {
  readonly #database: Database
  readonly #read: (record: unknown) => Fields
  readonly #none: Joined<Fields>
  #table: Table<Fields> | null = null

  constructor(database: Database, read: (record: unknown) => Fields, none: Fields) {
    this.#database = database
    this.#read = read
    this.#none = Joined.of(none)
  }

  at(address: Address): Joined<Fields> {
    const record = this.#database.find(address)?.record ?? null
    if (record === null) return this.#none
    // A database without lookups needs no table.
    this.#table ??= { missed: new Int32Array(SLOTS), numbers: new Int32Array(SLOTS), parts: new Array(SLOTS) }
    const slot = record & (SLOTS - 1)
    const known = this.#table.parts[slot]
    if (known && this.#table.numbers[slot] === record) return known
    const fresh = this.#write(record)
    if (this.#table.missed[slot] === record) {
      this.#table.numbers[slot] = record
      this.#table.parts[slot] = fresh
    }
    this.#table.missed[slot] = record
    return fresh
  }

  #write(record: RecordName): Joined<Fields> {
    return Joined.of(this.#read(this.#database.read(record)))
  }
}

interface Table<Fields extends object> {
  /** The numbers that were last asked for in vain. */
  readonly missed: Int32Array
  readonly numbers: Int32Array
  readonly parts: Joined<Fields>[]
}
