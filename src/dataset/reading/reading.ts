import { Mmdb, MmdbFault, type Value } from '../../ipdata/mmdb/file.ts'
import { Misfit } from '../../platform/misfit.ts'
import { importTree, ownRecord, withoutAliases } from '../mmdb/read.ts'
import { countNetworks, EMPTY, graft, lower, overlay, Records, type Ref, Trie, upper } from '../mmdb/trie.ts'
import { type Progress, UNWATCHED, within } from '../progress.ts'
import { bytesOf, damaged, isMmdb, type SourceFile, startOf } from './files.ts'
import { noOddities, noteOddity, type Oddities, RangeList, treeOfRanges, untangle } from './ranges.ts'
import { isLocations, type Kind, layoutOf, locationOf, type Place, rowReader, rowsOf, type Table, tableOf } from './tables.ts'

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

/** All that was read of files of one kind: one tree for all of them (the later MMDB file wins, and a table wins over MMDB). */
class Reading {
  readonly trie = new Trie()
  readonly records = new Records()
  readonly oddities = noOddities()
  readonly recognised: Recognised[] = []
  root: Ref = EMPTY
  /** The date of the oldest file; null if one has none. */
  date: Date | null = new Date()

  constructor(private readonly kind: Kind) {}

  async readMmdb(file: SourceFile, progress: Progress): Promise<void> {
    const bytes = await bytesOf(file)
    const before = this.records.characters
    try {
      const source = new Mmdb(bytes)
      const leaf = (record: Value) => {
        const own = ownRecord(this.kind, record)
        const ref = own === null ? EMPTY : this.records.refOf(own)
        if (this.records.characters - before > KEPT_MIN + bytes.length * KEPT_PER_BYTE)
          throw new MmdbFault(`its records have more than ${KEPT_PER_BYTE} characters for each of its bytes`)
        return ref
      }
      const { ipVersion, nodeCount, databaseType } = source.metadata
      const tree = importTree(this.trie, source, leaf, progress)
      const root = ipVersion === 4 ? lower(this.trie, tree, IPV4_LEVELS) : withoutAliases(this.trie, tree)
      if (countNetworks(this.trie, root) > NETWORKS_MIN + nodeCount * NETWORKS_PER_NODE)
        throw new MmdbFault(`its tree stands for more than ${NETWORKS_PER_NODE} networks for each of its nodes`)
      if (root === EMPTY) throw withoutData(file, this.kind, databaseType)
      this.root = overlay(this.trie, this.root, root)
      this.recognised.push({ name: file.name, type: databaseType })
      this.dateBy(source)
    } catch (error) {
      throw error instanceof Misfit ? error : damaged(file, error)
    }
  }

  async readTables(tables: readonly Table[], progress: Progress): Promise<void> {
    const { trie, oddities } = this
    // MaxMind's locations are in a separate file, which is read first wherever it is in the list.
    const lists = tables.filter(({ firstLine }) => isLocations(firstLine))
    const places = await placesIn(lists)
    for (const { file } of lists) this.dateBy(file)
    const ranges = { v4: new RangeList(), v6: new RangeList() }
    const ofRanges = tables.filter(({ firstLine }) => !isLocations(firstLine))
    for (const [index, table] of ofRanges.entries())
      await this.readTable(
        table,
        places,
        ranges,
        within(progress, (0.6 * index) / ofRanges.length, (0.6 * (index + 1)) / ofRanges.length),
      )
    if (ranges.v4.length + ranges.v6.length === 0) throw withoutRows(this.kind, tables)
    const tree = (list: RangeList, own: Progress) =>
      treeOfRanges(trie, untangle(list, oddities, within(own, 0, 0.5)), within(own, 0.5, 1))
    // An IPv6 row for ::/96 does not apply to the IPv4 addresses that an MMDB keeps there.
    const v4Tree = upper(trie, tree(ranges.v4, within(progress, 0.6, 0.8)), IPV4_LEVELS)
    this.root = overlay(trie, this.root, graft(trie, tree(ranges.v6, within(progress, 0.8, 1)), v4Tree, IPV4_LEVELS))
  }

  private async readTable(
    table: Table,
    places: ReadonlyMap<string, Place>,
    ranges: Readonly<Record<'v4' | 'v6', RangeList>>,
    progress: Progress,
  ): Promise<void> {
    const { name } = table.file
    const layout = layoutOf(table.firstLine, table.separator)
    if (!layout?.kinds.includes(this.kind)) throw unsuited(name, this.kind, layout?.by ?? null)
    const read = rowReader(this.kind, layout, places)
    let [number, unreadable] = [0, 0]
    for await (const rows of rowsOf(table, progress))
      for (const columns of rows) {
        if (++number === 1 && layout.hasHeader && table.separator !== 'json') continue
        // A line that was cut may look like a row that says less.
        const row = columns.length < table.firstLine.length ? null : read(columns)
        if (row === null) {
          unreadable++
          noteOddity(this.oddities.unreadable, `${name} line ${number}`)
        } else if (row !== 'nothing')
          ranges[row.family].push({ start: row.start, end: row.end, ref: this.records.refOf(row.record) })
      }
    refuseUnreadable(name, number, unreadable, this.oddities)
    this.recognised.push({ name, type: layout.by })
    this.dateBy(table.file)
  }

  private dateBy({ date }: { readonly date: Date | null }): void {
    if (this.date !== null && (date === null || date < this.date)) this.date = date
  }
}

/** Reads files of one kind, MMDB or tables, each plain or gzipped, in any layout of `rows.ts`. Throws a Misfit that says which cannot be used, and why. */
export async function readFiles(kind: Kind, files: readonly SourceFile[], progress = UNWATCHED): Promise<Reading> {
  const reading = new Reading(kind)
  const tables: Table[] = []
  for (const [index, file] of files.entries()) {
    const start = await startOf(file)
    if (isMmdb(start)) await reading.readMmdb(file, within(progress, index / files.length, (index + 1) / files.length))
    else tables.push(tableOf(file, start))
  }
  if (tables.length > 0) await reading.readTables(tables, progress)
  return reading
}

async function placesIn(tables: readonly Table[]): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>()
  for (const table of tables)
    for await (const rows of rowsOf(table))
      for (const columns of rows) {
        const [id, place] = locationOf(columns) ?? []
        if (id && place) places.set(id, place)
      }
  return places
}

function withoutData({ name }: SourceFile, kind: Kind, type: string): Misfit {
  return new Misfit(
    `${name} has no data of the kind "${kind}"; it is a database of the type "${type}"`,
    `${name} - "${kind}" 데이터가 없습니다. 데이터베이스 종류: "${type}"`,
  )
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

function unsuited(name: string, kind: Kind, by: string | null): Misfit {
  return by === null
    ? new Misfit(
        `${name} does not have a known layout of the kind "${kind}"`,
        `${name} - "${kind}" 데이터로 알려진 형식이 아닙니다`,
      )
    : new Misfit(
        `${name} has the layout of ${by}, but no data of the kind "${kind}"`,
        `${name} - ${by} 형식이지만 "${kind}" 데이터가 없습니다`,
      )
}
