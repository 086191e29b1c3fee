import { Mmdb, MmdbFault, type Value } from '../../ipdata/mmdb/file.ts'
import { type Both, both, Misfit } from '../../platform/misfit.ts'
import { importTree, withoutAliases } from '../mmdb/read.ts'
import { ownRecord } from '../mmdb/records.ts'
import { countNetworks, EMPTY, graft, lower, overlay, type Ref, type Trie, upper } from '../mmdb/trie.ts'
import { type Progress, UNWATCHED, within } from '../progress.ts'
import { bytesOf, damaged, isMmdb, type SourceFile, startOf } from './files.ts'
import { noOddities, noteOddity, type Oddities, RangeList, treeOfRanges, untangle } from './ranges.ts'
import type { Records } from './records.ts'
import { isLocations, type Kind, layoutOf, locationOf, type Place, rowReader } from './rows.ts'
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

/** The format of a file: the type that an MMDB names, or the layout of a table. */
export interface Recognised {
  readonly name: string
  readonly type: string
}

/**
 * All that was read: one tree for all files (the later MMDB file wins, and CSV wins over MMDB), and the date of the oldest. It is null if a
 * table has no date.
 */
export interface Reading {
  readonly root: Ref
  readonly date: Date | null
  readonly oddities: Oddities
  readonly recognised: readonly Recognised[]
}

/** Reads files of one kind, MMDB or tables, each plain or gzipped, in any layout of `layouts.ts`. Throws an Error that says which cannot be used, and why. */
export async function readFiles(
  kind: Kind,
  files: readonly SourceFile[],
  trie: Trie,
  records: Records,
  progress = UNWATCHED,
): Promise<Reading> {
  const oddities = noOddities()
  const tables: Table[] = []
  const recognised: Recognised[] = []
  let root: Ref = EMPTY
  let date: Date | null = new Date()
  for (const [index, file] of files.entries()) {
    const start = await startOf(file)
    if (!isMmdb(start)) {
      tables.push(tableOf(file, start))
      continue
    }
    const mmdb = await readMmdb(kind, file, {
      trie,
      records,
      progress: within(progress, index / files.length, (index + 1) / files.length),
    })
    recognised.push({ name: file.name, type: mmdb.type })
    root = overlay(trie, root, mmdb.root)
    date = earlier(date, mmdb.date)
  }
  if (tables.length > 0) {
    const { v4, v6, types } = await readTables(kind, tables, { records, oddities, progress: within(progress, 0, 0.6) })
    recognised.push(...types)
    const tree = (ranges: RangeList, own: Progress) =>
      treeOfRanges(trie, untangle(ranges, oddities, within(own, 0, 0.5)), within(own, 0.5, 1))
    // An IPv6 row for ::/96 does not apply to the IPv4 addresses that an MMDB keeps there.
    const v4Tree = upper(trie, tree(v4, within(progress, 0.6, 0.8)), IPV4_LEVELS)
    root = overlay(trie, root, graft(trie, tree(v6, within(progress, 0.8, 1)), v4Tree, IPV4_LEVELS))
    for (const { file } of tables) date = earlier(date, file.date)
  }
  return { root, date, oddities, recognised }
}

async function readMmdb(
  kind: Kind,
  file: SourceFile,
  { trie, records, progress }: Into,
): Promise<{ root: Ref; date: Date | null; type: string }> {
  const bytes = await bytesOf(file)
  const before = records.characters
  let source: Mmdb
  let root: Ref
  try {
    source = new Mmdb(bytes)
    const leaf = (record: Value) => {
      const own = ownRecord(kind, record)
      const ref = own === null ? EMPTY : records.refOf(own)
      if (records.characters - before > KEPT_MIN + bytes.length * KEPT_PER_BYTE)
        throw new MmdbFault(`its records have more than ${KEPT_PER_BYTE} characters for each of its bytes`)
      return ref
    }
    root = importTree(trie, source, leaf, progress)
    if (source.metadata.ipVersion === 4) root = lower(trie, root, IPV4_LEVELS)
    else root = withoutAliases(trie, root)
    if (countNetworks(trie, root) > NETWORKS_MIN + source.metadata.nodeCount * NETWORKS_PER_NODE)
      throw new MmdbFault(`its tree stands for more than ${NETWORKS_PER_NODE} networks for each of its nodes`)
  } catch (error) {
    throw damaged(file, error)
  }
  const { databaseType } = source.metadata
  if (root === EMPTY)
    throw new Misfit(
      `${file.name} has no data of the kind "${kind}"; it is a database of the type "${databaseType}"`,
      `${file.name} - "${kind}" 데이터가 없습니다. 데이터베이스 종류: "${databaseType}"`,
    )
  return { root, date: source.date, type: databaseType }
}

/** The tree and records that a file is read into, and the progress that is reported. */
interface Into {
  readonly trie: Trie
  readonly records: Records
  readonly progress: Progress
}

interface TableRanges {
  readonly v4: RangeList
  readonly v6: RangeList
  readonly types: readonly Recognised[]
}

/** MaxMind's locations are in a separate file, which is read first wherever it is in the list. */
async function readTables(
  kind: Kind,
  tables: readonly Table[],
  { records, oddities, progress }: Omit<Into, 'trie'> & { readonly oddities: Oddities },
): Promise<TableRanges> {
  const places = new Map<string, Place>()
  for (const table of tables.filter(({ firstLine }) => isLocations(firstLine)))
    for await (const rows of rowsOf(table))
      for (const columns of rows) {
        const [id, place] = locationOf(columns) ?? []
        if (id && place) places.set(id, place)
      }
  const ranges = { v4: new RangeList(), v6: new RangeList() }
  const types: Recognised[] = []
  const ofRanges = tables.filter(({ firstLine }) => !isLocations(firstLine))
  for (const [index, table] of ofRanges.entries()) {
    const { name } = table.file
    const layout = layoutOf(table.firstLine, table.separator)
    if (!layout?.kinds.includes(kind)) {
      const { en, ko } = complaint(kind, layout?.by ?? null)
      throw new Misfit(`${name} ${en}`, `${name} - ${ko}`)
    }
    types.push({ name, type: layout.by })
    const read = rowReader(kind, layout, places)
    let [number, unreadable] = [0, 0]
    for await (const rows of rowsOf(table, within(progress, index / ofRanges.length, (index + 1) / ofRanges.length)))
      for (const columns of rows) {
        if (++number === 1 && layout.hasHeader && table.separator !== 'json') continue
        // A line that was cut may look like a row that says less.
        const row = columns.length < table.firstLine.length ? null : read(columns)
        if (row === null) {
          unreadable++
          noteOddity(oddities.unreadable, `${name} line ${number}`)
        } else if (row !== 'nothing') ranges[row.family].push({ start: row.start, end: row.end, ref: records.refOf(row.record) })
      }
    refuseUnreadable(name, number, unreadable, oddities)
  }
  if (ranges.v4.length + ranges.v6.length === 0) throw withoutRows(kind, tables)
  return { ...ranges, types }
}

function withoutRows(kind: Kind, tables: readonly Table[]): Misfit {
  const names = tables.map(({ file }) => file.name).join(', ')
  return new Misfit(`${names}: there is no row of the kind "${kind}" in it`, `${names} - "${kind}" 데이터가 있는 줄이 없습니다`)
}

/** The number of unreadable lines that is accepted: a few are a slip of the publisher, more mean that the file was cut or is about something else. */
const UNREADABLE_MAX = 10
const UNREADABLE_MAX_SHARE = 0.01

function refuseUnreadable(name: string, lines: number, count: number, { unreadable }: Oddities): void {
  if (count <= Math.max(UNREADABLE_MAX, lines * UNREADABLE_MAX_SHARE)) return
  const [first] = unreadable.examples.filter((example) => example.startsWith(`${name} `))
  const [bad, all, line] = [count.toLocaleString('en'), lines.toLocaleString('en'), first?.split(' ').at(-1)]
  throw new Misfit(
    `${name} cannot be used: ${bad} of its ${all} lines cannot be read${line ? `, the first of them line ${line}` : ''}`,
    `${name} 파일을 사용할 수 없습니다. 전체 ${all}줄 중 ${bad}줄을 읽을 수 없습니다${line ? `(처음은 ${line}번째 줄)` : ''}`,
  )
}

function complaint(kind: Kind, by: string | null): Both {
  if (by === null) return both(`does not have a known layout of the kind "${kind}"`, `"${kind}" 데이터로 알려진 형식이 아닙니다`)
  return both(`has the layout of ${by}, but no data of the kind "${kind}"`, `${by} 형식이지만 "${kind}" 데이터가 없습니다`)
}

/** Returns the earlier of two dates; null if one of them is not known. */
function earlier(a: Date | null, b: Date | null): Date | null {
  return a === null || b === null ? null : a < b ? a : b
}
