import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isCompiled } from '../../platform/compiled.ts'
import { type Both, both, codeOf, Misfit, saidBy } from '../../platform/misfit.ts'
import { readOperatorFile } from '../../platform/operator-file.ts'
import { type SoundEntry, type Taken, takenNames, takenNetworks } from './checks.ts'
import { CatalogueError, type Fault, type Mistake, quoted, saidAt } from './faults.ts'
import { defaultsOf, FILE_NAMES, FILES, type FileName, fileNamesOf, judgeEntries } from './files.ts'
import type { Catalogue } from './index.ts'
import { readJsonText } from './json-text.ts'
import { portUsesOf } from './ports.ts'
import type { Brand, DdnsService, Isp, Platform, UseCase } from './schema.ts'

/** Opens the catalogue: the built-in one on first use, a folder at once. Throws a CatalogueError if that has mistakes. */
export function openCatalogue(folder: string | null) {
  let ours: Catalogue | null = null
  const embedded = () => {
    ours ??= embeddedCatalogue()
    return ours
  }
  const load = () => (folder === null ? null : layOver(embedded(), folder))
  let overlay = load()
  return {
    /** A request keeps the catalogue that it started with, even if the folder is reread before it ends. */
    read: async () => overlay?.catalogue ?? embedded(),
    /** The result of the operator's folder; null without one. */
    overlay: () => overlay,
    /** Rereads the folder, all or nothing: throws a CatalogueError if it has mistakes, and keeps the previous catalogue. */
    reload: () => {
      overlay = load()
    },
  }
}

export type CatalogueSource = ReturnType<typeof openCatalogue>

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'data', 'router')
const NO_CATALOGUE = { brands: [], useCases: [], isps: [], platforms: [], ddns: [], portUses: [] }

/** Judges the built-in files of a checkout as those of an operator who leaves out nothing. A compiled file was judged when it was built. */
export function judgeBuiltIn(): void {
  if (isCompiled()) return
  layOver(NO_CATALOGUE, FOLDER, 'us')
  // Loaded as modules as well, so that `npm run dev` sees them change; what is made of them needs files without holes.
  embeddedCatalogue()
}

/** Returns the built-in catalogue, loaded on first use; with `require`, because an operator's folder is checked against it before the server listens. */
export function embeddedCatalogue(): Catalogue {
  // A seam: test/data/router.test.ts checks the files against the schemas of these types.
  const brands: Brand[] = require('../../../data/router/brands.json')
  const useCases: UseCase[] = require('../../../data/router/services.json')
  const isps: Isp[] = require('../../../data/router/providers.json')
  const platforms: Platform[] = require('../../../data/router/platforms.json')
  const ddns: DdnsService[] = require('../../../data/router/ddns.json')
  return { brands, useCases, isps, platforms, ddns, portUses: portUsesOf(useCases) }
}

/** The names that are told to an operator. */
const NAMES = FILE_NAMES.join(', ')

type Files = Partial<Record<FileName, CatalogueFile>>

/** Puts a folder in front of the catalogue: an entry with a known id replaces the built-in one. Throws a CatalogueError that lists all mistakes. */
export function layOver(base: Catalogue, folder: string, author: Author = 'operator') {
  const names = fileNamesIn(folder)
  const present = FILE_NAMES.flatMap((kind) =>
    fileNamesOf(kind)
      .filter((name) => names.includes(name))
      .map((name) => ({ kind, name })),
  )
  const files: Files = Object.fromEntries(present.map(({ kind, name }) => [kind, readCatalogueFile(folder, name, kind, author)]))
  const read = Object.values(files)
  const mistakes = [
    ...inOrder([...read.flatMap((file) => file.mistakes), ...acrossFiles(files, base)], read),
    ...unknownFiles(names),
  ]
  if (mistakes.length > 0) throw new CatalogueError(folder, mistakes)
  const useCases = merged(files['services.json'], base.useCases)
  const catalogue: Catalogue = {
    brands: merged(files['brands.json'], base.brands),
    useCases,
    portUses: portUsesOf(useCases),
    isps: withoutNetworksOf(files['providers.json'], merged(files['providers.json'], base.isps)),
    platforms: merged(files['platforms.json'], base.platforms),
    ddns: merged(files['ddns.json'], base.ddns),
  }
  return {
    folder,
    catalogue,
    /** For each file in the folder: "2 added, 1 replaced". */
    counts: Object.fromEntries(present.map(({ kind, name }) => [name, countsOf(files[kind], base[FILES[kind].list])])),
    /** Things that are allowed but may not be intended. */
    warnings: [...(present.length === 0 ? [NO_FILES] : []), ...takenOver(files, base)],
  }
}

function fileNamesIn(folder: string): string[] {
  try {
    if (statSync(folder).isDirectory()) return readdirSync(folder).toSorted()
  } catch (error) {
    const code = codeOf(error) || 'unknown'
    const isMissing = code === 'ENOENT'
    throw new CatalogueError(
      folder,
      isMissing
        ? new Misfit('does not exist', '폴더가 없습니다')
        : new Misfit(`cannot be read (${code})`, `읽을 수 없습니다(${code})`),
    )
  }
  throw new CatalogueError(folder, new Misfit('is a file, not a folder', '폴더가 아니라 파일입니다'))
}

function merged<Entry extends { id: string }>(file: CatalogueFile | undefined, ours: readonly Entry[]): readonly Entry[] {
  if (!file || file.entries.length === 0) return ours
  // A seam: the file has no mistakes, so its entries match their schema.
  const theirs = file.entries as readonly Entry[]
  const replaced = new Set(theirs.map(({ id }) => id))
  return [...theirs, ...ours.filter(({ id }) => !replaced.has(id))]
}

function countsOf(file: CatalogueFile | undefined, ours: readonly { id: string }[]): string {
  const known = new Set<string | undefined>(ours.map(({ id }) => id))
  const replaced = file?.sound.filter(({ id }) => known.has(id)).length ?? 0
  return `${(file?.sound.length ?? 0) - replaced} added, ${replaced} replaced`
}

/** The fields that name an entry by its id. */
const REFERENCES = [
  { from: 'services.json', field: 'saferUse', to: 'services.json', called: both('service', '서비스') },
  { from: 'providers.json', field: 'equipment', to: 'brands.json', called: both('brand', '제조사') },
  { from: 'ddns.json', field: 'brand', to: 'brands.json', called: both('brand', '제조사') },
] as const

function* acrossFiles(files: Files, base: Catalogue): Generator<Mistake> {
  for (const reference of REFERENCES) yield* unknownIds(reference, files, base)
  const brands = files['brands.json']
  const kept = base.brands.filter(({ kind, id }) => kind === 'generic' && !idsIn(brands).includes(id))
  if (kept.length > 0 || !brands || brands.sound.some(({ kind }) => kind === 'generic')) return
  const index = brands.sound.findIndex(
    ({ id, kind }) => kind && base.brands.some((brand) => brand.id === id && brand.kind === 'generic'),
  )
  if (index >= 0) yield brands.mistakeOf({ path: [`${index}`, 'kind'], says: NO_GENERIC })
}

function* unknownIds(
  { from, field, to, called }: (typeof REFERENCES)[number],
  files: Files,
  base: Catalogue,
): Generator<Mistake> {
  const [file, target] = [files[from], files[to]]
  // If no entry could be read, that is reported already: their ids are not missing.
  if (!file || (target && target.mistakes.length > 0 && target.sound.length === 0)) return
  const ids = new Set<string | undefined>([...base[FILES[to].list].map(({ id }) => id), ...idsIn(target)])
  for (const [index, entry] of file.sound.entries()) {
    const id = entry[field]
    const path = [`${index}`, field]
    const use = quoted(id)
    if (id && !ids.has(id))
      yield file.mistakeOf({
        path,
        says: both(`is ${use}, which is not the id of a ${called.en}`, `없는 ${called.ko} id입니다: ${use}`),
      })
    else if (id && field === 'saferUse' && id === entry.id)
      yield file.mistakeOf({ path, says: both(`is ${use}, which is this service itself`, `이 서비스 자신을 가리킵니다: ${use}`) })
  }
}

const NO_GENERIC = both(
  'leaves no brand of kind "generic", which is used for unknown routers',
  '알 수 없는 공유기에 쓰는 "generic" 종류의 항목이 하나도 남지 않습니다',
)

function idsIn(file: CatalogueFile | undefined): (string | undefined)[] {
  return file?.sound.map(({ id }) => id) ?? []
}

function inOrder(mistakes: readonly Mistake[], files: readonly CatalogueFile[]): Mistake[] {
  const place = ({ file }: Mistake) => files.findIndex(({ name }) => name === file)
  return mistakes.toSorted((one, other) => place(one) - place(other) || (one.line ?? 0) - (other.line ?? 0))
}

const NO_FILES = both(
  `the catalogue folder contains none of ${NAMES}, so only the built-in catalogue is used`,
  `목록 폴더에 ${NAMES} 파일이 하나도 없으므로 내장된 목록만 사용합니다`,
)

/** Yields the JSON files that nobody would read; the rest of a folder (schemas, version control, licences, backups) is left alone. */
function* unknownFiles(names: readonly string[]): Generator<Mistake> {
  for (const name of names) {
    const known = FILE_NAMES.map(fileNamesOf).find((some) => some.includes(name))
    const first = known?.find((other) => names.includes(other))
    const says = !known
      ? both(`is not one of ${NAMES}`, `알 수 없는 파일입니다. 사용할 수 있는 이름: ${NAMES}`)
      : both(`has the same list as ${first}: keep one of them`, `${first} 파일과 같은 목록입니다. 둘 중 하나만 남기십시오`)
    if (known ? first !== name : isData(name)) yield { file: quoted(name).slice(1, -1), id: null, line: null, column: null, says }
  }
}

const isData = (name: string) => /^[^.].*\.json$/i.test(name) && !name.endsWith('.schema.json')

function withoutNetworksOf(file: CatalogueFile | undefined, isps: readonly Isp[]): readonly Isp[] {
  const taken = new Set(file?.sound.flatMap(({ asns = [] }) => asns))
  if (taken.size === 0) return isps
  const theirs = new Set(idsIn(file))
  return isps.map((isp) => (isp.asns && !theirs.has(isp.id) ? { ...isp, asns: isp.asns.filter((asn) => !taken.has(asn)) } : isp))
}

const TAKEN_MAX = 20

function takenOver(files: Files, base: Catalogue): Both[] {
  const lines = FILE_NAMES.flatMap((kind) => {
    const { name = kind, sound = [] } = files[kind] ?? {}
    const networks = kind === 'providers.json' ? takenNetworks(sound, base.isps) : []
    return [...takenNames(sound, base[FILES[kind].list]), ...networks].map((taken) => takenWarning(name, taken))
  })
  const more = lines.length - TAKEN_MAX
  const others = both(`${more} more names now mean other entries`, `그 밖에 이름 ${more}개가 다른 항목을 가리키게 되었습니다`)
  return more > 0 ? [...lines.slice(0, TAKEN_MAX), others] : lines
}

function takenWarning(file: string, { name, from, to }: Taken): Both {
  return both(
    `${file}: ${name} now means ${quoted(to)} instead of ${quoted(from)}`,
    `${file}: ${name} 이름이 이제 ${quoted(from)} 대신 ${quoted(to)} 항목을 가리킵니다`,
  )
}

/** The largest built-in file has 310 KB. */
const MAX_BYTES = 2 * 1024 * 1024

/** The author of a file: an operator may leave out fields that have a default. */
type Author = 'operator' | 'us'

/** A file of the catalogue. */
interface CatalogueFile {
  /** As it is called in its folder. */
  readonly name: string
  /** The entries, those of an operator with defaults filled in; they match the schema of the file if there are no mistakes. */
  readonly entries: readonly unknown[]
  readonly sound: readonly SoundEntry[]
  readonly mistakes: readonly Mistake[]
  /** Locates a fault that shows only in comparison with the other files. */
  mistakeOf(fault: Fault): Mistake
}

function readCatalogueFile(folder: string, name: string, kind: FileName, author: Author): CatalogueFile {
  const whole = (says: Both) => withoutEntries(name, [{ file: name, id: null, line: null, column: null, says }])
  const path = join(folder, name)
  let bytes: Buffer
  try {
    bytes = readOperatorFile(path, MAX_BYTES)
  } catch (error) {
    return whole(saidBy(error))
  }
  const text = utf8Of(bytes)
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
    return { file: name, id, line: json.lineOf(fault.path), column: null, says: saidAt(fault) }
  }
  const mistakes = faults.map(mistakeOf)
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
function utf8Of(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the first line that is not UTF-8, counted from 1. */
function foreignLine(bytes: Buffer): number {
  const [valid = ''] = bytes.toString('utf8').split('\ufffd')
  return valid.split('\n').length
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
