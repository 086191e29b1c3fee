import { mkdirSync } from 'node:fs'
import { fingerprintOf, keyText } from '../ipdata/bundle/keys.ts'
import { distrustedIn, EMPTY_STATE, openDataDir, openerIn, readState, type State, type Version } from '../ipdata/data-dir.ts'
import { type DatabaseId, embeddedDataset } from '../ipdata/embedded.ts'
import { type Both, saidOf } from '../platform/misfit.ts'
import { candidatesIn, type Replacement } from './candidates.ts'
import { Dates } from './dates.ts'
import { nameOfBundle, prune, putBundle, putState } from './folder.ts'
import { lockFolder } from './lock.ts'
import { type Fetching, type Obtained, obtain } from './obtain.ts'
import { type Prepared, prepare, type Trust } from './prepare.ts'
import type { Building } from './raw.ts'
import { UpdateRefusal } from './refusal.ts'

export interface Order extends Trust, Building, Omit<Fetching, 'signedOnly'> {
  readonly folder: string
  /** Files and addresses. */
  readonly from: readonly string[]
}

/** "rolled-back": what there is to take was taken before, and rolled back. */
export interface Updated {
  readonly outcome: 'updated' | 'unchanged' | 'rolled-back'
  readonly signedBy: string | null
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
    const { isPublished, remarks } = prepared
    const dates = new Dates(order.folder, inFolder)
    const { replacements: replaced, identical } = candidatesIn(prepared.bytes, { inFolder, dates, isPublished })
    if (replaced.length === 0) return { outcome: 'unchanged', signedBy: null, replaced, identical, remarks }
    putBundle(order.folder, name, prepared.bytes)
    putState(order.folder, stateAfter(state, { name, prepared, replaced, files }))
    const signedBy = prepared.signer && fingerprintOf(prepared.signer)
    return { outcome: 'updated', signedBy, replaced, identical, remarks }
  })
}

function isPartOf(version: Version | null, name: string): boolean {
  return Object.values(version ?? {}).some(({ file }) => file === name)
}

/** Tests whether a bundle is in use, or was rolled back. */
function isKnown({ inUse, previous, isRolledBack }: State, name: string): boolean {
  return isPartOf(inUse, name) || (isRolledBack && isPartOf(previous, name))
}

function notAgain({ inUse }: State, name: string): Updated {
  return {
    outcome: isPartOf(inUse, name) ? 'unchanged' : 'rolled-back',
    signedBy: null,
    replaced: [],
    identical: [],
    remarks: [],
  }
}

interface Taken {
  readonly name: string
  readonly prepared: Prepared
  readonly replaced: readonly Replacement[]
  readonly files: readonly Obtained[]
}

function stateAfter(state: State, { name, prepared, replaced, files }: Taken): State {
  const part = { file: name, signedBy: prepared.signer && keyText(prepared.signer) }
  const inUse = { ...state.inUse, ...Object.fromEntries(replaced.map(({ id }) => [id, part])) }
  const kept = Object.entries(state.fetched).filter(([, { file }]) => isPartOf(inUse, file) || isPartOf(state.inUse, file))
  const taken = files.map(({ key, fetched }) => [key, { file: name, ...fetched }] as const)
  return { inUse, previous: state.inUse, isRolledBack: false, fetched: Object.fromEntries([...kept, ...taken]) }
}

/** Finds or fetches all files; if only some have changed, the others are fetched as well, since they belong together. */
async function obtainAll({ folder, from, keys, ...fetching }: Order, state: State): Promise<Obtained[]> {
  // Other keys require the data that were taken before to be checked again.
  const salt = keys.map(fingerprintOf).sort().join(' ')
  const wanted = from.map((location) => {
    const key = new Bun.CryptoHasher('sha256').update(`${salt}\n${location}`).digest('hex')
    const before = state.fetched[key]
    return { location, key, before: before && isKnown(state, before.file) ? before : null }
  })
  const how = { ...fetching, signedOnly: keys.length > 0 }
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
      if (part) orRefuse(() => open(id, part), part.file)
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

function orRefuse(open: () => unknown, file: string): void {
  try {
    open()
  } catch (error) {
    const { en, ko } = saidOf(file, error)
    throw new UpdateRefusal(`the previous data cannot be used: ${en}`, `이전 데이터를 사용할 수 없습니다: ${ko}`)
  }
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
