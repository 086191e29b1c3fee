import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Both, both, saidBy } from '../../platform/misfit.ts'
import { readOperatorFile } from '../../platform/operator-file.ts'
import { defaultsOf, type FileName, judgeEntries, type Sound } from './entries.ts'
import { type Fault, saidAt } from './faults.ts'
import { readJsonText } from './json-text.ts'
import { MISTAKES_MAX, type Mistake } from './mistakes.ts'

/** The largest built-in file has 310 KB. */
const MAX_BYTES = 2 * 1024 * 1024

/** The author of a file: an operator may leave out fields that have a default. */
export type Author = 'operator' | 'us'

/** A file of the catalogue. */
export interface CatalogueFile {
  /** As it is called in its folder. */
  readonly name: string
  /** The entries, those of an operator with defaults filled in; they match the schema of the file if there are no mistakes. */
  readonly entries: readonly unknown[]
  readonly sound: readonly Sound[]
  readonly mistakes: readonly Mistake[]
  /** Locates a fault that shows only in comparison with the other files. */
  mistakeOf(fault: Fault): Mistake
}

/** Reads a file, by its name in the folder, and lists everything that is wrong with it. Never throws. */
export function readCatalogueFile(folder: string, name: string, kind: FileName, author: Author): CatalogueFile {
  const whole = (says: Both) => withoutEntries(name, [{ file: name, id: null, line: null, column: null, says }])
  const path = join(folder, name)
  let bytes: Buffer
  try {
    bytes = readOperatorFile(path, MAX_BYTES)
  } catch (error) {
    return whole(saidBy(error))
  }
  const text = textOf(bytes)
  if (text === null) return whole(notUtf8(foreignLine(bytes)))
  const json = readJsonText(text)
  if (!('value' in json))
    return withoutEntries(
      name,
      json.map((fault) => ({ file: name, id: null, ...fault })),
    )
  const entries = author === 'operator' ? filled(kind, json.value, dayOf(path)) : json.value
  const { sound, faults } = judgeEntries(kind, entries)
  const mistakeOf = (fault: Fault): Mistake => {
    const id = sound[Number(fault.path[0])]?.id ?? null
    return { file: name, id, line: json.placeOf(fault.path).line, column: null, says: saidAt(fault) }
  }
  const mistakes = [...firstOf(json.twice, MISTAKES_MAX), ...faults].map(mistakeOf)
  return { name, entries: Array.isArray(entries) ? entries : [], sound, mistakes, mistakeOf }
}

function notUtf8(line: number): Both {
  return both(
    `is not UTF-8 (line ${line}): to convert it from EUC-KR, run ${ICONV}`,
    `UTF-8이 아닙니다(${line}번째 줄). EUC-KR 파일은 다음 명령으로 바꾸십시오: ${ICONV}`,
  )
}

const ICONV = 'iconv -f EUC-KR -t UTF-8'

function withoutEntries(name: string, mistakes: readonly Mistake[]): CatalogueFile {
  const mistakeOf = (fault: Fault): Mistake => ({ file: name, id: null, line: 1, column: null, says: saidAt(fault) })
  return { name, entries: [], sound: [], mistakes, mistakeOf }
}

/** Decodes without the byte order mark that editors on Windows add; null if the file is not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the first line that is not UTF-8, counted from 1. In UTF-8 the byte of a line feed is never part of another character. */
function foreignLine(bytes: Buffer): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf('\n', start)
    if (textOf(bytes.subarray(start, end < 0 ? bytes.length : end)) === null) break
    start = end < 0 ? bytes.length : end + 1
  }
  return line
}

/** Returns the date of the file, taken for the date of the last check; today if the file is dated before 1970 or in the future. */
function dayOf(path: string): string {
  const now = Date.now()
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now
  return new Date(changed >= 0 && changed <= now ? changed : now).toISOString().slice(0, 10)
}

function filled(name: FileName, value: unknown, day: string): unknown {
  if (!Array.isArray(value)) return value
  const defaults = { ...defaultsOf(name), lastVerified: day }
  const isObject = (entry: unknown): entry is object => typeof entry === 'object' && entry !== null && !Array.isArray(entry)
  return value.map((entry: unknown) => (isObject(entry) ? { ...defaults, ...entry } : entry))
}

function firstOf(faults: Iterable<Fault>, limit: number): Fault[] {
  const first: Fault[] = []
  for (const fault of faults) {
    if (first.push(fault) === limit) break
  }
  return first
}
