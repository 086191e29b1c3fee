import { Database, SQLiteError } from 'bun:sqlite'
import { closeSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { FILE_MAX_BYTES, MAGIC } from '../../ipdata/bundle.ts'
import { distrustedIn, EMPTY_STATE, openDataDir, openerIn, readState, type State, type Version } from '../../ipdata/data-dir.ts'
import { type DatabaseId, embeddedDataset } from '../../ipdata/embedded.ts'
import { type Both, both, saidBy, saidOf } from '../../platform/misfit.ts'
import { readOperatorFile } from '../../platform/operator-file.ts'
import { buildDataset, DATABASE_OF, type Made, undated } from '../build.ts'
import { bundleParts, verifyBundle } from '../bundle.ts'
import type { Progress } from '../progress.ts'
import { dateIn, type SourceFile, sourceFile } from '../reading/files.ts'
import { sortFiles } from '../sort.ts'
import { candidatesIn, Dates, type Replacement } from './candidates.ts'
import { type Fetching, nameOfBundle, type Obtained, obtain, prune, putBundle, putState, UpdateRefusal } from './obtain.ts'

interface Order extends Fetching {
  readonly folder: string
  readonly from: readonly string[]
  /** The date of the sources; null for the one that they have. */
  readonly date: Date | null
  watch(id: DatabaseId): { readonly show: Progress; end(): void }
}

/** "rolled-back": what there is to take was taken before, and rolled back. */
export interface Updated {
  readonly outcome: 'updated' | 'unchanged' | 'rolled-back'
  readonly replaced: readonly Replacement[]
  /** Datasets that are the same as those in use, byte for byte, whatever day they are said to be of. */
  readonly identical: readonly DatabaseId[]
  /** Oddities in the sources, in sentences. */
  readonly remarks: readonly Both[]
}

/** The mode of the folder: only its owner writes to it, whatever the umask. */
const FOLDER_MODE = 0o755

/** Puts newer data into a folder, if they can be what they say. Throws an UpdateRefusal; then nothing has changed. */
export async function update(order: Order): Promise<Updated> {
  try {
    mkdirSync(order.folder, { recursive: true, mode: FOLDER_MODE })
  } catch {
    throw new UpdateRefusal(
      `${order.folder} is not a folder, and cannot be made one`,
      `${order.folder} 폴더가 없고, 만들 수도 없습니다`,
    )
  }
  return alone(order.folder, async (state) => {
    const files = await obtainAll(order, state)
    const [known] = files.map(({ key, isUnchanged }) => (isUnchanged ? state.fetched[key] : undefined))
    if (known && files.every(({ isUnchanged }) => isUnchanged)) return notAgain(state, known.file)
    const inFolder = openDataDir(order.folder).databases
    const prepared = await prepare(files, order, new Dates(order.folder, inFolder))
    const name = nameOfBundle(prepared.bytes)
    if (isKnown(state, name)) return notAgain(state, name)
    const { bytes, isPublished, remarks } = prepared
    const { replacements: replaced, identical } = candidatesIn(bytes, new Dates(order.folder, inFolder), isPublished)
    if (replaced.length === 0) return { outcome: 'unchanged', replaced, identical, remarks }
    putBundle(order.folder, name, bytes)
    putState(order.folder, stateAfter(state, name, replaced, files))
    return { outcome: 'updated', replaced, identical, remarks }
  })
}

function isPartOf(version: Version | null, name: string): boolean {
  return Object.values(version ?? {}).some(({ file }) => file === name)
}

function isKnown({ inUse, previous, isRolledBack }: State, name: string): boolean {
  return isPartOf(inUse, name) || (isRolledBack && isPartOf(previous, name))
}

function notAgain({ inUse }: State, name: string): Updated {
  return { outcome: isPartOf(inUse, name) ? 'unchanged' : 'rolled-back', replaced: [], identical: [], remarks: [] }
}

function stateAfter(state: State, name: string, replaced: readonly Replacement[], files: readonly Obtained[]): State {
  const inUse = { ...state.inUse, ...Object.fromEntries(replaced.map(({ id }) => [id, { file: name }])) }
  const kept = Object.entries(state.fetched).filter(([, { file }]) => isPartOf(inUse, file) || isPartOf(state.inUse, file))
  const taken = files.map(({ key, fetched }) => [key, { file: name, ...fetched }] as const)
  return { inUse, previous: state.inUse, isRolledBack: false, fetched: Object.fromEntries([...kept, ...taken]) }
}

/** Finds or fetches all files; if only some have changed, the others are fetched as well, since they belong together. */
async function obtainAll({ folder, from, ...how }: Order, state: State): Promise<Obtained[]> {
  const wanted = from.map((location) => {
    const key = new Bun.CryptoHasher('sha256').update(location).digest('hex')
    const before = state.fetched[key]
    return { location, key, before: before && isKnown(state, before.file) ? before : null }
  })
  const files: Obtained[] = []
  for (const one of wanted) files.push(await obtain(one, folder, how))
  const isChanged = files.some(({ isUnchanged }) => !isUnchanged)
  for (const [index, one] of wanted.entries())
    if (isChanged && files[index]?.isUnchanged) files[index] = await obtain({ ...one, before: null }, folder, how)
  return files
}

/** A dataset that was returned to, and its date. */
export interface Restored {
  readonly id: DatabaseId
  readonly origin: 'embedded' | 'data-dir'
  readonly buildDate: string
}

/** Returns to the version before, and makes this one the version to return to. Throws an UpdateRefusal. */
export async function rollBack(folder: string): Promise<Restored[]> {
  return alone(folder, (state) => {
    const { inUse, previous } = state
    if (previous === null)
      throw new UpdateRefusal(`${folder} does not hold previous data`, `${folder} 폴더에 이전 데이터가 없습니다`)
    const open = openerIn(folder)
    for (const id of idsOf(previous)) {
      const part = previous[id]
      try {
        if (part) open(id, part)
      } catch (error) {
        const { en, ko } = saidOf(part?.file ?? '', error)
        throw new UpdateRefusal(`the previous data cannot be used: ${en}`, `이전 데이터를 사용할 수 없습니다: ${ko}`)
      }
    }
    putState(folder, { ...state, inUse: previous, previous: inUse, isRolledBack: !state.isRolledBack })
    const { databases } = openDataDir(folder)
    return [...new Set([...idsOf(inUse), ...idsOf(previous)])].map((id) => {
      const dataset = databases[id]?.dataset
      return { id, origin: dataset ? 'data-dir' : 'embedded', buildDate: (dataset ?? embeddedDataset(id)).buildDate }
    })
  })
}

function idsOf(version: Version): DatabaseId[] {
  // A seam: the keys of a version are these.
  return Object.keys(version) as DatabaseId[]
}

/** Runs something on a folder under a lock, so that no other process changes it in the meantime. */
async function alone<Result>(folder: string, act: (state: State) => Result | Promise<Result>): Promise<Result> {
  const [open] = distrustedIn(folder)
  if (open !== undefined) throw new UpdateRefusal(open.en, `폴더를 신뢰할 수 없습니다: ${open.ko}`)
  using lock = lockFolder(folder)
  if (!lock) throw new UpdateRefusal(`another update is at work in ${folder}`, `${folder} 폴더에서 다른 갱신이 진행 중입니다`)
  const state = stateOf(folder)
  prune(folder, state)
  try {
    return await act(state)
  } finally {
    prune(folder, stateOf(folder))
  }
}

/** Reads the state of a folder. One that cannot be read is empty, since a server then uses the embedded data. */
function stateOf(folder: string): State {
  try {
    return readState(folder)
  } catch {
    return EMPTY_STATE
  }
}

const LOCK_FILE = 'update.lock'

/**
 * Keeps a second update out of a folder while one is at work; null if one is. The library locks as its databases do, on every system, and
 * the system itself takes the lock back from a process that ends, however it ends.
 */
export function lockFolder(folder: string): Disposable | null {
  const file = new Database(join(folder, LOCK_FILE))
  try {
    file.run('BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof SQLiteError && error.code === 'SQLITE_BUSY') return null
    throw error
  }
  return { [Symbol.dispose]: () => file.close() }
}

/** Makes one data file of what an update is given: either one that somebody has built, or sources, which are built here. Throws an UpdateRefusal. */
async function prepare(files: readonly Obtained[], order: Order, dates: Dates) {
  const [first, ...rest] = files
  if (!first) throw new UpdateRefusal('no file is named: --from FILE|URL', '파일을 지정하십시오: --from FILE|URL')
  const built = files.filter(({ path }) => isBundle(path))
  if (built.length > 0 && rest.length > 0)
    throw new UpdateRefusal(
      'a data file is taken alone: name it once with --from',
      '데이터 파일은 하나만 지정할 수 있습니다. --from 옵션을 한 번만 쓰십시오',
    )
  if (built.length > 0 && order.date !== null)
    throw new UpdateRefusal(
      'a data file has its date; --date is for sources',
      '데이터 파일에는 날짜가 들어 있습니다. --date 옵션은 원본 파일에만 씁니다',
    )
  if (built.length > 0) return taken(first)
  const datasets = await buildFrom(files, order, dates)
  return {
    bytes: Buffer.concat(bundleParts({ created: new Date(), datasets }).parts),
    isPublished: false,
    remarks: datasets.flatMap(({ dataset, remarks }) =>
      remarks.map(({ en, ko }) => both(`${dataset.id}: ${en}`, `${dataset.id}: ${ko}`)),
    ),
  }
}

function isBundle(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(MAGIC.length)
    readSync(file, start)
    return start.toString('latin1') === MAGIC
  } finally {
    closeSync(file)
  }
}

function taken({ name, path }: Obtained) {
  try {
    const bytes = readOperatorFile(path, FILE_MAX_BYTES)
    verifyBundle(bytes)
    // Others have built and dated it.
    return { bytes, isPublished: true, remarks: [] }
  } catch (error) {
    throw UpdateRefusal.saying(saidOf(name, error))
  }
}

/** Builds data of source files, whatever kinds they are of, and leaves out those that are older than what is in use. Throws an UpdateRefusal. */
async function buildFrom(files: readonly Obtained[], { date, watch }: Order, dates: Dates): Promise<Made[]> {
  try {
    const { city, asn, country } = await sortFiles(files.map(sourceOf))
    const named = [{ kind: 'city', files: city } as const, { kind: 'asn', files: asn } as const]
    const wanted = named.filter((one) => one.files.length > 0)
    // Countries that come along with networks are not what anybody wants registries from.
    const orders = wanted.length > 0 ? wanted : [{ kind: 'country', files: country } as const]
    const newer = orders.filter((order) => dates.admit(DATABASE_OF[order.kind], dayOf(order.files, date)))
    if (newer.length === 0) throw dates.refusal()
    const made: Made[] = []
    for (const order of newer) {
      const watching = watch(DATABASE_OF[order.kind])
      made.push(await buildDataset({ ...order, description: null, date }, watching.show).finally(() => watching.end()))
    }
    return made
  } catch (error) {
    throw error instanceof UpdateRefusal ? error : UpdateRefusal.saying(saidBy(error))
  }
}

/** Returns the day of the oldest file, which is judged before work begins. */
function dayOf(files: readonly SourceFile[], date: Date | null): string {
  const days = files.map((file) => date ?? file.date)
  const unknown = files.filter((_, index) => days[index] === null)
  if (unknown.length > 0) throw undated(unknown)
  return new Date(Math.min(...days.map(Number))).toISOString().slice(0, 10)
}

/** Returns a source with its date: that in its name or, if the name has none, that of its server. */
function sourceOf({ name, path, isLocal, fetched }: Obtained): SourceFile {
  if (isLocal) return sourceFile(path)
  const changed = fetched.lastModified === null ? null : new Date(fetched.lastModified)
  return { name, path, date: dateIn(name) ?? (changed === null || Number.isNaN(changed.getTime()) ? null : changed) }
}
