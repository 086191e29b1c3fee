import { createReadStream, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse'
import { importTree, MmdbSource } from '../mmdb/read.ts'
import { graft, lower, overlay, type Ref, recordRef, type Trie, upper } from '../mmdb/trie.ts'
import type { Value } from '../value.ts'
import { isLocations, type Kind, locationOf, readerFor } from './layouts.ts'
import { noOddities, noteOddity, type Oddities, type Range, treeOfRanges, untangle } from './ranges.ts'

const IPV4_LEVELS = 96
const GZIP_MAGIC = '1f8b'
const START_BYTES = 4096

/** The records of one database, each kept once. */
export class Records {
  readonly values: Value[] = []
  readonly #known = new Map<string, Ref>()

  refOf = (record: Value): Ref => {
    const key = JSON.stringify(record, distinct)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const ref = recordRef(this.values.length)
    this.values.push(record)
    this.#known.set(key, ref)
    return ref
  }
}

/** JSON cannot express these, and must not confuse two of them. */
function distinct(_: string, value: unknown): unknown {
  const isWordless = typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))
  return isWordless ? `\u0000${typeof value} ${value}` : value
}

/** A source file, on this machine or already fetched. */
export interface SourceFile {
  /** Its name without the folder, or the URL it came from. */
  name: string
  path: string
  date: Date
}

/** A file on this machine, dated by when it was written. Throws an Error that says what is wrong with it. */
export function sourceFile(path: string): SourceFile {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new Error(`${path} is not a file`)
  return { name: basename(path), path, date: stats.mtime }
}

/** What was read: one tree for all files (the later MMDB file wins, and CSV wins over MMDB), and the date of the oldest. */
export interface Reading {
  root: Ref
  date: Date
  oddities: Oddities
}

/** Reads files of one kind, MMDB or CSV, each plain or gzipped, in any layout of `layouts.ts`. */
export async function readSources(kind: Kind, files: readonly SourceFile[], trie: Trie, records: Records): Promise<Reading> {
  const oddities = noOddities()
  const tables: SourceFile[] = []
  let root: Ref = 0
  let date = new Date()
  for (const file of files) {
    if (!(await isMmdb(file))) {
      tables.push(file)
      continue
    }
    const source = new MmdbSource(await bytesOf(file))
    const tree = importTree(trie, source, records.refOf)
    root = overlay(trie, root, source.metadata.ipVersion === 4 ? lower(trie, tree, IPV4_LEVELS) : tree)
    date = earlier(date, source.metadata.buildEpoch)
  }
  if (tables.length > 0) {
    const { v4, v6 } = await readTables(kind, tables, records, oddities)
    const tree = (ranges: Range[]) => treeOfRanges(trie, untangle(ranges, oddities))
    // An IPv6 row for ::/96 does not apply to the IPv4 addresses that an MMDB keeps there.
    const v4Tree = upper(trie, tree(v4), IPV4_LEVELS)
    root = overlay(trie, root, graft(trie, tree(v6), v4Tree, IPV4_LEVELS))
    for (const table of tables) date = earlier(date, table.date)
  }
  return { root, date, oddities }
}

/** MaxMind's locations are in a separate file, which is read first wherever it is in the list. */
async function readTables(
  kind: Kind,
  tables: readonly SourceFile[],
  records: Records,
  oddities: Oddities,
): Promise<Record<'v4' | 'v6', Range[]>> {
  const places = new Map<string, Value>()
  const blocks: SourceFile[] = []
  for (const table of tables) {
    if (!isLocations(await firstLine(table))) blocks.push(table)
    else for await (const columns of lines(table)) places.set(...locationOf(columns))
  }
  const ranges: Record<'v4' | 'v6', Range[]> = { v4: [], v6: [] }
  for (const table of blocks) {
    const reader = readerFor(kind, await firstLine(table))
    if (!reader) throw new Error(`${table.name} does not have a known layout of the kind "${kind}"`)
    let number = 0
    for await (const columns of lines(table)) {
      if (++number === 1 && reader.hasHeader) continue
      const row = reader.read(columns, (id) => places.get(id) ?? null)
      if (row) ranges[row.family].push({ start: row.start, end: row.end, ref: records.refOf(row.record) })
      else noteOddity(oddities, 'malformed', `${table.name} line ${number}`)
    }
  }
  return ranges
}

async function* lines(file: SourceFile): AsyncGenerator<string[]> {
  for await (const columns of (await unpacked(file)).pipe(parse({ relax_column_count: true, bom: true }))) yield columns
}

async function firstLine(file: SourceFile): Promise<string[]> {
  for await (const columns of lines(file)) return columns
  return []
}

/** An MMDB starts with its tree, which is full of zero bytes; a CSV file has none. */
async function isMmdb(file: SourceFile): Promise<boolean> {
  for await (const chunk of await unpacked(file)) return Buffer.from(chunk).subarray(0, START_BYTES).includes(0)
  return false
}

async function unpacked(file: SourceFile): Promise<Readable> {
  const raw = createReadStream(file.path)
  return (await isGzip(file)) ? raw.pipe(createGunzip()) : raw
}

async function isGzip(file: SourceFile): Promise<boolean> {
  const start = await Bun.file(file.path).slice(0, 2).arrayBuffer()
  return Buffer.from(start).toString('hex') === GZIP_MAGIC
}

async function bytesOf(file: SourceFile): Promise<Buffer> {
  const bytes = readFileSync(file.path)
  return (await isGzip(file)) ? gunzipSync(bytes) : bytes
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
