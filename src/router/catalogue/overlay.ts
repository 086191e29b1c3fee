import { readdirSync, statSync } from 'node:fs'
import { lettersOf, slipsBetween } from '../../platform/edit-distance.ts'
import { codeOf } from '../../platform/error-code.ts'
import { type Both, both, Misfit } from '../../platform/misfit.ts'
import { type TakenName, takenNames } from './checks.ts'
import type { FileName } from './entries.ts'
import { shown } from './faults.ts'
import { type Author, type CatalogueFile, readCatalogueFile } from './file.ts'
import type { Catalogue } from './index.ts'
import { CatalogueError, type Mistake } from './mistakes.ts'
import { portUsesOf } from './ports.ts'

const LISTS = {
  'brands.json': 'brands',
  'use-cases.json': 'useCases',
  'isps.json': 'isps',
  'platforms.json': 'platforms',
  'ddns.json': 'ddns',
} as const
// A seam: the keys of the table above.
const FILE_NAMES = Object.keys(LISTS) as readonly FileName[]

/** The catalogue with an operator's folder merged over it. */
export interface Overlay {
  readonly folder: string
  readonly catalogue: Catalogue
  /** For each file in the folder: "2 added, 1 replaced". */
  readonly counts: Readonly<Record<string, string>>
  /** Things that are allowed but may not be intended. */
  readonly warnings: readonly Both[]
}

type Files = Partial<Record<FileName, CatalogueFile>>

/** Puts a folder in front of the catalogue: an entry with a known id replaces the built-in one. Throws a CatalogueError that lists all mistakes. */
export function layOver(base: Catalogue, folder: string, author: Author = 'operator'): Overlay {
  const names = namesIn(folder)
  const present = FILE_NAMES.filter((name) => names.includes(name))
  const files: Files = Object.fromEntries(present.map((name) => [name, readCatalogueFile(folder, name, author)]))
  const mistakes = inOrder([...present.flatMap((name) => files[name]?.mistakes ?? []), ...acrossFiles(files, base)])
  if (mistakes.length > 0) throw new CatalogueError(folder, mistakes)
  const useCases = merged(files['use-cases.json'], base.useCases)
  return {
    folder,
    catalogue: {
      brands: merged(files['brands.json'], base.brands),
      useCases,
      portUses: portUsesOf(useCases),
      isps: merged(files['isps.json'], base.isps),
      platforms: merged(files['platforms.json'], base.platforms),
      ddns: merged(files['ddns.json'], base.ddns),
    },
    counts: Object.fromEntries(present.map((name) => [name, countOf(files[name], base[LISTS[name]])])),
    warnings: [...unreadFiles(names), ...(present.length === 0 ? [NOTHING] : []), ...takenOver(files, base)],
  }
}

/** Returns the files that have one of the names above; the rest of the folder (version control, licences, backups) is ignored. */
function namesIn(folder: string): string[] {
  try {
    if (!statSync(folder).isDirectory())
      throw new CatalogueError(folder, new Misfit('is a file, not a folder', '폴더가 아니라 파일입니다'))
    return readdirSync(folder).toSorted()
  } catch (error) {
    if (error instanceof CatalogueError) throw error
    const code = codeOf(error) || 'unknown'
    const isMissing = code === 'ENOENT'
    throw new CatalogueError(
      folder,
      isMissing
        ? new Misfit('does not exist', '폴더가 없습니다')
        : new Misfit(`cannot be read (${code})`, `읽을 수 없습니다(${code})`),
    )
  }
}

function merged<Entry extends { id: string }>(file: CatalogueFile | undefined, ours: readonly Entry[]): readonly Entry[] {
  if (!file || file.entries.length === 0) return ours
  // A seam: the file has no mistakes, so its entries match their schema.
  const theirs = file.entries as readonly Entry[]
  const replaced = new Set(theirs.map(({ id }) => id))
  return [...theirs, ...ours.filter(({ id }) => !replaced.has(id))]
}

function countOf(file: CatalogueFile | undefined, ours: readonly { id: string }[]): string {
  const known = new Set<string | undefined>(ours.map(({ id }) => id))
  const replaced = file?.sound.filter(({ id }) => known.has(id)).length ?? 0
  return `${(file?.sound.length ?? 0) - replaced} added, ${replaced} replaced`
}

/** Yields the mistakes that show only in comparison with the other files and the built-in entries. */
function* acrossFiles(files: Files, base: Catalogue): Generator<Mistake> {
  const { 'brands.json': brands } = files
  yield* saferUseMistakes(files['use-cases.json'], base)
  const brandIds = new Set<string | undefined>([...base.brands.map(({ id }) => id), ...idsIn(brands)])
  // If no brand could be read, that is reported already: their ids are not missing.
  const areUnread = brands !== undefined && brands.mistakes.length > 0 && brands.sound.length === 0
  if (!areUnread) yield* brandMistakes(files['isps.json'], 'equipment', brandIds)
  if (!areUnread) yield* brandMistakes(files['ddns.json'], 'brand', brandIds)
  const kept = base.brands.filter(({ kind, id }) => kind === 'generic' && !idsIn(brands).includes(id))
  if (kept.length > 0 || !brands || brands.sound.some(({ kind }) => kind === 'generic')) return
  const index = brands.sound.findIndex(
    ({ id, kind }) => kind && base.brands.some((brand) => brand.id === id && brand.kind === 'generic'),
  )
  if (index >= 0) yield brands.mistakeOf({ path: [`${index}`, 'kind'], says: NO_GENERIC })
}

/** Yields the ids of brands that no brand has. */
function* brandMistakes(
  file: CatalogueFile | undefined,
  field: 'equipment' | 'brand',
  ids: ReadonlySet<string | undefined>,
): Generator<Mistake> {
  for (const [index, entry] of file?.sound.entries() ?? []) {
    const id = entry[field]
    if (!file || !id || ids.has(id)) continue
    yield file.mistakeOf({
      path: [`${index}`, field],
      says: both(`is ${shown(id)}, which is not the id of a brand`, `없는 제조사 id입니다: ${shown(id)}`),
    })
  }
}

const NO_GENERIC = both(
  'leaves no brand of kind "generic", which is used for unknown routers',
  '알 수 없는 공유기에 쓰는 "generic" 종류의 항목이 하나도 남지 않습니다',
)

/** Yields the plans for a safer way that lead nowhere, or back to the service itself. */
function* saferUseMistakes(file: CatalogueFile | undefined, base: Catalogue): Generator<Mistake> {
  const ids = new Set<string | undefined>([...base.useCases.map(({ id }) => id), ...idsIn(file)])
  for (const [index, { id, saferUse }] of file?.sound.entries() ?? []) {
    if (!file || !saferUse) continue
    const path = [`${index}`, 'saferUse']
    const use = shown(saferUse)
    if (!ids.has(saferUse))
      yield file.mistakeOf({ path, says: both(`is ${use}, which is not the id of a service`, `없는 서비스 id입니다: ${use}`) })
    else if (saferUse === id)
      yield file.mistakeOf({ path, says: both(`is ${use}, which is this service itself`, `이 서비스 자신을 가리킵니다: ${use}`) })
  }
}

/** Returns the ids of a file, including those of entries with mistakes in other fields. */
function idsIn(file: CatalogueFile | undefined): (string | undefined)[] {
  return file?.sound.map(({ id }) => id) ?? []
}

/** Returns the mistakes file by file, in the order of their lines. */
function inOrder(mistakes: readonly Mistake[]): Mistake[] {
  // A seam: the names of the table above.
  const place = ({ file }: Mistake) => FILE_NAMES.indexOf(file as FileName)
  return mistakes.toSorted((one, other) => place(one) - place(other) || (one.line ?? 0) - (other.line ?? 0))
}

const NOTHING = both(
  `the catalogue folder contains none of ${FILE_NAMES.join(', ')}, so only the built-in catalogue is used`,
  `목록 폴더에 ${FILE_NAMES.join(', ')} 파일이 하나도 없으므로 내장된 목록만 사용합니다`,
)
const SLIPS_MAX = 2

/** Returns the files with a typing error in their name, which their author expects to be read. */
function unreadFiles(names: readonly string[]): Both[] {
  return names.flatMap((name) => {
    const near = FILE_NAMES.find(
      (known) => known !== name && slipsBetween(lettersOf(name.toLowerCase()), lettersOf(known)) <= SLIPS_MAX,
    )
    return near && name.endsWith('.json')
      ? [both(`${shown(name)} is ignored: the name must be ${near}`, `${shown(name)} 파일을 무시합니다. 올바른 이름: ${near}`)]
      : []
  })
}

const TAKEN_MAX = 20

function takenOver(files: Files, base: Catalogue): Both[] {
  const taken = FILE_NAMES.flatMap((file) => {
    return [...takenNames(files[file]?.sound ?? [], base[LISTS[file]])].map((name) => ({ file, ...name }))
  })
  const lines = taken.slice(0, TAKEN_MAX).map(lineOf)
  return taken.length > TAKEN_MAX ? [...lines, moreTaken(taken.length - TAKEN_MAX)] : lines
}

function moreTaken(count: number): Both {
  return both(`${count} more names now mean other entries`, `그 밖에 이름 ${count}개가 다른 항목을 가리키게 되었습니다`)
}

function lineOf({ file, name, from, to }: TakenName & { file: FileName }): Both {
  return both(
    `${file}: ${shown(name)} now means ${shown(to)} instead of ${shown(from)}`,
    `${file}: ${shown(name)} 이름이 이제 ${shown(from)} 대신 ${shown(to)} 항목을 가리킵니다`,
  )
}
