import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { jsonOf } from '../contract/clean.ts'
import { orNull } from '../contract/schema.ts'
import { type Both, both, codeOf, Misfit, saidOf } from '../platform/misfit.ts'
import { distrust, distrustAbove, readOperatorFile } from '../platform/operator-file.ts'
import { type Bundle, DATABASE_IDS, FILE_MAX_BYTES, readBundle } from './bundle.ts'
import { type Database, databaseOf } from './database.ts'
import { type DatabaseId, embeddedDataset } from './embedded.ts'

/** The file of a data folder that says what is in use. It is replaced as a whole, so that a reader sees one state or the next. */
export const STATE_FILE = 'in-use.json'
const STATE_FORMAT = 1
const STATE_MAX_BYTES = 64 * 1024
/** A bundle is named by its content, written once and never changed. */
export const BUNDLE_NAME = /^data-[0-9a-f]{32}\.bundle$/

const PART = Type.Object({ file: Type.String({ pattern: BUNDLE_NAME.source }) })
type Part = Static<typeof PART>

const VERSION = Type.Partial(Type.Object({ city: PART, network: PART, registry: PART }, { additionalProperties: false }))
/** Which bundle each dataset is read from; the embedded data serve for those that are missing. */
export type Version = Static<typeof VERSION>

const FETCHED = Type.Object({
  ...PART.properties,
  sha256: Type.String(),
  etag: orNull(Type.String()),
  lastModified: orNull(Type.String()),
})
/** A source of a bundle, `file`. */
export type Fetched = Static<typeof FETCHED>

const STATE = Type.Object({
  inUse: VERSION,
  /** The version that `doorstep data rollback` returns to; null if there is none. */
  previous: orNull(VERSION),
  /** Whether `previous` was rolled back: then it is not taken again. */
  isRolledBack: Type.Boolean(),
  /** By a digest of where each is from: a source that has not changed is not fetched again. */
  fetched: Type.Record(Type.String(), FETCHED, { additionalProperties: false }),
})
export type State = Readonly<Static<typeof STATE>>
const STATE_IN_FILE = Type.Object({ format: Type.Literal(STATE_FORMAT), ...STATE.properties })

export const EMPTY_STATE: State = { inUse: {}, previous: null, isRolledBack: false, fetched: {} }

/** The contents of a data folder. `faults` says, a sentence each, what cannot be used. */
interface DataDir {
  readonly databases: Readonly<Partial<Record<DatabaseId, Database>>>
  readonly faults: readonly Both[]
}

/** Reads the state of a data folder; it is empty before the first update. Throws an Error that says what is wrong. */
export function readState(folder: string): State {
  const path = join(folder, STATE_FILE)
  if (!existsSync(path)) return EMPTY_STATE
  const state = jsonOf(readOperatorFile(path, STATE_MAX_BYTES).toString())
  if (!Value.Check(STATE_IN_FILE, state)) throw new Misfit('is damaged', '손상된 파일입니다')
  return state
}

export function stateText(state: State): string {
  return `${JSON.stringify({ format: STATE_FORMAT, ...state }, null, 2)}\n`
}

/** Opens what a data folder has. What cannot be used is left out, and said. */
export function openDataDir(folder: string): DataDir {
  const faults = distrustedIn(folder)
  if (faults.length > 0) return { databases: {}, faults }
  const databases: Partial<Record<DatabaseId, Database>> = {}
  const inUse = attempt(() => readState(folder).inUse, STATE_FILE, faults) ?? {}
  const open = openerIn(folder)
  for (const id of DATABASE_IDS) {
    const part = inUse[id]
    const database = part && attempt(() => open(id, part), part.file, faults)
    // A newer doorstep uses its own data.
    if (database && database.dataset.buildDate >= embeddedDataset(id).buildDate) databases[id] = database
  }
  return { databases, faults }
}

/** Returns a sentence for everyone else who could change what a folder has in use. */
export function distrustedIn(folder: string): Both[] {
  if (!existsSync(folder)) return []
  try {
    const own = [folder, join(folder, STATE_FILE)].filter(existsSync).map((path) => ({ path, says: distrust(path) }))
    return [...distrustAbove(folder), ...own].flatMap(({ path, says }) =>
      says === null ? [] : [both(`${path} ${says.en}`, `${path} - ${says.ko}`)],
    )
  } catch (error) {
    const code = codeOf(error)
    return [both(`${folder} cannot be looked at (${code})`, `${folder} 폴더를 볼 수 없습니다(${code})`)]
  }
}

function attempt<Result>(act: () => Result, file: string, faults: Both[]): Result | null {
  try {
    return act()
  } catch (error) {
    faults.push(saidOf(file, error))
    return null
  }
}

/**
 * Opens datasets of bundles in a folder, each bundle once. Throws an Error whose message continues a sentence that begins with the name of
 * the file.
 */
export function openerIn(folder: string): (id: DatabaseId, part: Part) => Database {
  const opened = new Map<string, Bundle>()
  return (id, { file }) => {
    const bundle = opened.get(file) ?? openBundle(join(folder, file))
    opened.set(file, bundle)
    const bytes = bundle.wholeOf(id)
    const entry = bundle.entryOf(id)
    if (!bytes || !entry) throw new Misfit(`does not have the dataset "${id}"`, `"${id}" 데이터가 없습니다`)
    const { sha256: _, offset: __, length: ___, ...dataset } = entry
    return databaseOf({ dataset, bytes, mapped: false, origin: 'data-dir' })
  }
}

/** It is read, not mapped: a mapped file that is cut, on whatever disk, ends the process. */
function openBundle(path: string): Bundle {
  const bytes = readOperatorFile(path, FILE_MAX_BYTES)
  const says = distrust(path)
  if (says !== null) throw new Misfit(says.en, says.ko)
  return readBundle(bytes)
}
