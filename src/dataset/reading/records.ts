import type { Value } from '../../ipdata/mmdb/file.ts'
import { type Ref, recordRef } from '../mmdb/trie.ts'

export type { Value }

/** The records of one database, each kept once. */
export class Records {
  readonly values: Value[] = []
  readonly #known = new Map<string, Ref>()
  /** The length of all records, written as JSON. */
  characters = 0

  /** The same for a record of a table. Its texts are parts of the many lines that were read with it, which would all stay in memory with them. */
  refOfRow(record: Value): Ref {
    return this.refOf(record, (key): Value => JSON.parse(key))
  }

  refOf = (record: Value, keep = (_: string): Value => record): Ref => {
    const key = isWordy(record) ? JSON.stringify(record) : JSON.stringify(record, distinct)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const ref = recordRef(this.values.length)
    this.values.push(keep(key))
    this.characters += key.length
    this.#known.set(key, ref)
    return ref
  }
}

/** Tests whether a record consists of texts and plain numbers, as most do: a function that sees every value makes JSON take three times as long. */
function isWordy(record: Value): boolean {
  if (typeof record !== 'object' || Array.isArray(record) || Buffer.isBuffer(record)) return false
  for (const name in record) {
    const value = record[name]
    if (typeof value !== 'string' && !Number.isFinite(value)) return false
  }
  return true
}

/** JSON cannot express these, and must not confuse two of them. */
function distinct(_: string, value: unknown): unknown {
  const isWordless = typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))
  return isWordless ? `\u0000${typeof value} ${value}` : value
}
