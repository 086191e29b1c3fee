/** Everything that an executable of doorstep is made of, with versions, sources and licences: what SBOM and licence texts are written from. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LicenceText, type Part, runtimeParts } from './runtime-parts.ts'

export const ROOT = join(import.meta.dirname, '..', '..')

const NOTHING_MORE = { texts: [], remark: null, uses: [], sha256: null } as const

interface PackageJson {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly homepage?: string
  readonly repository?: string | { readonly url?: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

/** The map of the page is drawn from it (Natural Earth, in the public domain). */
const MAP_PACKAGE = 'world-atlas'

/** Its first part is doorstep itself. */
export async function inventory(): Promise<Part[]> {
  const packages = (await bundledPackages()).map(packagePart)
  const parts = runtimeParts(ROOT)
  const names = [...packages, ...dataParts()].map(({ name }) => name)
  const own = readJson<PackageJson>('package.json')
  return [
    {
      ...NOTHING_MORE,
      kind: 'own',
      name: own.name,
      version: own.version,
      licence: own.license ?? null,
      source: null,
      texts: [{ from: 'LICENSE', text: read('LICENSE') }],
      uses: [...names, 'bun'],
    },
    ...packages.map((part) => ({ ...part, uses: part.uses.filter((name) => names.includes(name)) })),
    ...dataParts(),
    ...parts,
  ]
}

/** Returns the packages that the bundler reads, whether or not it keeps a byte of them. */
async function bundledPackages(): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: [join(ROOT, 'src', 'main.ts')],
    target: 'bun',
    minify: true,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const inputs = Object.keys(metafile?.inputs ?? {})
  const names = inputs.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  if (names.length === 0) throw new Error('the bundler names no packages')
  return [...new Set(names)].sort()
}

function packagePart(name: string): Part {
  const folder = join('node_modules', name)
  const { version, license = null, homepage, repository, dependencies = {} } = readJson<PackageJson>(join(folder, 'package.json'))
  const url = typeof repository === 'string' ? repository : repository?.url
  return {
    ...NOTHING_MORE,
    kind: 'package',
    name,
    version,
    licence: license,
    source: (url && addressOf(url)) ?? homepage ?? null,
    texts: licenceFiles(folder),
    uses: Object.keys(dependencies),
  }
}

/** npm takes `owner/name` for a repository on GitHub. */
function addressOf(repository: string): string {
  const plain = repository.replace(/^git\+|\.git$/g, '').replace(/^git:/, 'https:')
  return /^[\w.-]+\/[\w.-]+$/.test(plain) ? `https://github.com/${plain}` : plain
}

function licenceFiles(folder: string): LicenceText[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => /licen[cs]e|^copying|^notice/i.test(name))
    .sort()
    .map((name) => ({ from: `${folder.replace('node_modules/', '')}/${name}`, text: read(join(folder, name)) }))
}

interface Dataset {
  readonly id: string
  readonly name: string
  readonly source: string
  readonly licence: string | null
  readonly attribution: string | null
  readonly attributionUrl: string | null
  readonly buildDate: string
}

const SPDX_OF_DATA: Readonly<Record<string, string>> = { 'CC BY 4.0': 'CC-BY-4.0', 'CC0 1.0': 'CC0-1.0' }

function dataParts(): Part[] {
  const { datasets } = readJson<{ readonly datasets: readonly Dataset[] }>('data/datasets.gen.json')
  const databases = datasets.map(({ id, name, source, licence, attribution, attributionUrl, buildDate }): Part => {
    const folder = `node_modules/${/^npm:(.+)@/.exec(source)?.[1] ?? ''}`
    return {
      ...NOTHING_MORE,
      kind: 'data',
      name: `data/${id}.ranges`,
      version: buildDate,
      licence: SPDX_OF_DATA[licence ?? ''] ?? null,
      source: attributionUrl,
      texts: source.startsWith('npm:') && existsSync(join(ROOT, folder)) ? licenceFiles(folder) : [],
      remark: [`${name}, from ${source}`, ...(attribution ? [`Attribution: ${attribution}`] : [])].join('. '),
      sha256: hashOf(`data/${id}.ranges`),
    }
  })
  return [...databases, continents(), TIME_ZONES, { ...packagePart(MAP_PACKAGE), kind: 'data' }]
}

const TIME_ZONES: Part = {
  ...NOTHING_MORE,
  kind: 'data',
  name: 'time-zone-boundaries',
  version: null,
  licence: 'ODbL-1.0',
  source: 'https://github.com/evansiroky/timezone-boundary-builder',
  remark:
    'Simplified in @photostructure/tz-lookup. Attribution: © OpenStreetMap contributors, https://www.openstreetmap.org/copyright',
}

function continents(): Part {
  const { version, license = null } = readJson<PackageJson>('node_modules/countries-list/package.json')
  return {
    ...NOTHING_MORE,
    kind: 'data',
    name: 'data/continents.gen.json',
    version,
    licence: license,
    source: 'https://github.com/annexare/Countries',
    texts: licenceFiles('node_modules/countries-list'),
    remark: `The continents of countries, from npm:countries-list@${version}`,
    sha256: hashOf('data/continents.gen.json'),
  }
}

function hashOf(path: string): string {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, path)))
    .digest('hex')
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** A seam: files of packages are what their ecosystems say that they are. */
function readJson<Content>(path: string): Content {
  return JSON.parse(read(path)) as Content
}
