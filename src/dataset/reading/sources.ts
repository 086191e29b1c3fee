import { MmdbFault } from '../../ipdata/mmdb/decode.ts'
import { Mmdb } from '../../ipdata/mmdb/file.ts'
import { withoutAliases } from '../mmdb/aliases.ts'
import { importTree } from '../mmdb/read.ts'
import { ownRecord } from '../mmdb/records.ts'
import { countNetworks, EMPTY, graft, lower, overlay, type Ref, recordRef, type Trie, upper } from '../mmdb/trie.ts'
import type { Value } from '../value.ts'
import { bytesOf, damaged, type SourceFile, startOf } from './files.ts'
import { isLocations, layoutOf, locationOf } from './layouts.ts'
import { RangeList } from './range-list.ts'
import { noOddities, noteOddity, type Oddities, treeOfRanges, untangle } from './ranges.ts'
import type { Kind } from './rows.ts'
import { rowsOf, type Table, tableOf } from './tables.ts'

const IPV4_LEVELS = 96
/**
 * Pointers and shared nodes let a small file stand for more than there is memory. Publishers share names, which is worth a few characters for
 * each byte, and nodes only where all of IPv4 is repeated, which is left out.
 */
const KEPT_PER_BYTE = 16
const KEPT_MIN = 64 * 1024 * 1024
const NETWORKS_PER_NODE = 16
const NETWORKS_MIN = 1_000_000

/** The records of one database, each kept once. */
export class Records {
  readonly values: Value[] = []
  readonly #known = new Map<string, Ref>()
  /** Of all records, written as JSON. */
  characters = 0

  /** The same for a record of a table. Its texts are parts of the many lines that were read with it, which would all stay in memory with them. */
  refOfRow(record: Value): Ref {
    return this.refOf(record, (key): Value => JSON.parse(key))
  }

  refOf = (record: Value, keep = (_: string): Value => record): Ref => {
    const key = JSON.stringify(record, distinct)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const ref = recordRef(this.values.length)
    this.values.push(keep(key))
    this.characters += key.length
    this.#known.set(key, ref)
    return ref
  }
}

/** JSON cannot express these, and must not confuse two of them. */
function distinct(_: string, value: unknown): unknown {
  const isWordless = typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))
  return isWordless ? `\u0000${typeof value} ${value}` : value
}

/** What a file was recognised as: the type that an MMDB names, or whose layout a table has. */
export interface Recognised {
  readonly name: string
  readonly type: string
}

/** What was read: one tree for all files (the later MMDB file wins, and CSV wins over MMDB), and the date of the oldest. */
export interface Reading {
  readonly root: Ref
  readonly date: Date
  readonly oddities: Oddities
  readonly recognised: readonly Recognised[]
}

/** Reads files of one kind, MMDB or tables, each plain or gzipped, in any layout of `layouts.ts`. Throws an Error that says which cannot be used, and why. */
export async function readSources(kind: Kind, files: readonly SourceFile[], trie: Trie, records: Records): Promise<Reading> {
  const oddities = noOddities()
  const tables: Table[] = []
  const recognised: Recognised[] = []
  let root: Ref = EMPTY
  let date = new Date()
  for (const file of files) {
    const start = await startOf(file)
    // An MMDB starts with its tree, which is full of zero bytes; a table has none.
    if (!start.includes(0)) {
      tables.push(tableOf(file, start))
      continue
    }
    const mmdb = await readMmdb(kind, file, trie, records)
    recognised.push({ name: file.name, type: mmdb.type })
    root = overlay(trie, root, mmdb.root)
    date = earlier(date, mmdb.date)
  }
  if (tables.length > 0) {
    const { v4, v6, types } = await readTables(kind, tables, records, oddities)
    recognised.push(...types)
    const tree = (ranges: RangeList) => treeOfRanges(trie, untangle(ranges, oddities))
    // An IPv6 row for ::/96 does not apply to the IPv4 addresses that an MMDB keeps there.
    const v4Tree = upper(trie, tree(v4), IPV4_LEVELS)
    root = overlay(trie, root, graft(trie, tree(v6), v4Tree, IPV4_LEVELS))
    for (const { file } of tables) date = earlier(date, file.date)
  }
  return { root, date, oddities, recognised }
}

async function readMmdb(
  kind: Kind,
  file: SourceFile,
  trie: Trie,
  records: Records,
): Promise<{ root: Ref; date: Date; type: string }> {
  const bytes = await bytesOf(file)
  const before = records.characters
  let source: Mmdb
  let root: Ref
  try {
    source = new Mmdb(bytes)
    root = importTree(trie, source, (record) => {
      const own = ownRecord(kind, record)
      const ref = own === null ? EMPTY : records.refOf(own)
      if (records.characters - before > KEPT_MIN + bytes.length * KEPT_PER_BYTE)
        throw new MmdbFault(`its records have more than ${KEPT_PER_BYTE} characters for each of its bytes`)
      return ref
    })
    if (source.metadata.ipVersion === 4) root = lower(trie, root, IPV4_LEVELS)
    else root = withoutAliases(trie, root)
    if (countNetworks(trie, root) > NETWORKS_MIN + source.metadata.nodeCount * NETWORKS_PER_NODE)
      throw new MmdbFault(`its tree stands for more than ${NETWORKS_PER_NODE} networks for each of its nodes`)
  } catch (error) {
    throw damaged(file, error)
  }
  const { buildEpoch, databaseType } = source.metadata
  if (root === EMPTY)
    throw new Error(`${file.name} has no data of the kind "${kind}"; it is a database of the type "${databaseType}"`)
  return { root, date: buildEpoch, type: databaseType }
}

interface TableRanges {
  readonly v4: RangeList
  readonly v6: RangeList
  readonly types: readonly Recognised[]
}

/** MaxMind's locations are in a separate file, which is read first wherever it is in the list. */
async function readTables(kind: Kind, tables: readonly Table[], records: Records, oddities: Oddities): Promise<TableRanges> {
  const places = new Map<string, Value>()
  for (const table of tables.filter(({ firstLine }) => isLocations(firstLine)))
    for await (const rows of rowsOf(table)) for (const columns of rows) addPlace(places, columns)
  const ranges = { v4: new RangeList(), v6: new RangeList() }
  const types: Recognised[] = []
  for (const table of tables.filter(({ firstLine }) => !isLocations(firstLine))) {
    const { name } = table.file
    const layout = layoutOf(table.firstLine, table.separator)
    const read = layout?.readers[kind]
    if (!layout || !read) throw new Error(`${name} ${complaint(kind, layout?.by ?? null)}`)
    types.push({ name, type: layout.by })
    let number = 0
    for await (const rows of rowsOf(table))
      for (const columns of rows) {
        if (++number === 1 && layout.hasHeader && table.separator !== 'json') continue
        const row = read(columns, (id) => places.get(id) ?? null)
        if (row === null) noteOddity(oddities, 'malformed', `${name} line ${number}`)
        else if (row !== 'nothing') ranges[row.family].push({ start: row.start, end: row.end, ref: records.refOfRow(row.record) })
      }
  }
  if (ranges.v4.length + ranges.v6.length === 0)
    throw new Error(`${tables.map(({ file }) => file.name).join(', ')}: there is no row of the kind "${kind}" in it`)
  return { ...ranges, types }
}

function complaint(kind: Kind, by: string | null): string {
  if (by === null) return `does not have a known layout of the kind "${kind}"`
  return `has the layout of ${by}, but no data of the kind "${kind}"`
}

function addPlace(places: Map<string, Value>, columns: readonly string[]): void {
  const place = locationOf(columns)
  if (place) places.set(...place)
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
