import type { FlatRecord } from '../../ipdata/ranges/layout.ts'
import { type Ref, recordRef } from '../mmdb/trie.ts'

/** The records of one database, each kept once. */
export class Records {
  readonly values: FlatRecord[] = []
  readonly #known = new Map<string, Ref>()
  /** The length of all records, written as JSON. */
  characters = 0

  refOf(record: FlatRecord): Ref {
    const key = JSON.stringify(record)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const ref = recordRef(this.values.length)
    // A copy, because the texts of a row are parts of the many lines that were read with it, which would all stay in memory.
    this.values.push(JSON.parse(key))
    this.characters += key.length
    this.#known.set(key, ref)
    return ref
  }
}
