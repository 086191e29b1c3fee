/** Bun and what is linked into it, as the licence page of its own documentation lists it; revisions are what this Bun tells of itself. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LicenceText {
  /** The file or package that the text comes from. */
  readonly from: string
  readonly text: string
}

/** A part of the executable. */
export interface Part {
  readonly kind: 'own' | 'package' | 'runtime' | 'runtime-part' | 'data'
  readonly name: string
  /** Null if it is not stated. */
  readonly version: string | null
  /** An SPDX expression; null where it is not known, and then `remark` says what is. */
  readonly licence: string | null
  readonly source: string | null
  /** The texts in its own files; SPDX supplies those of the others. */
  readonly texts: readonly LicenceText[]
  readonly remark: string | null
  /** Names of the parts that it uses. */
  readonly uses: readonly string[]
  readonly sha256: string | null
}

const PAGE = 'node_modules/bun-types/docs/project/license.mdx'
const BUN = { license: 'MIT', source: 'https://github.com/oven-sh/bun' }

/** The words of that page in SPDX; null where the page names no licence. A row with other words stops the build. */
const SPDX: Readonly<Record<string, string | null>> = {
  MIT: 'MIT',
  'MIT licensed': 'MIT',
  'Apache 2.0': 'Apache-2.0',
  'Apache 2.0 licensed': 'Apache-2.0',
  'BSD 2-Clause': 'BSD-2-Clause',
  'BSD 3-Clause': 'BSD-3-Clause',
  'BSD 3-Clause / IJG / zlib': 'BSD-3-Clause AND IJG AND Zlib',
  'BSD 2-Clause (portions derived from libpng, PNG Reference Library License v2)': 'BSD-2-Clause AND libpng-2.0',
  'ICU license': 'Unicode-3.0',
  'LGPL v2.1': 'LGPL-2.1-only',
  'MIT (bundled xxhash is BSD 2-Clause)': 'MIT AND BSD-2-Clause',
  'MIT (portions derived from Chromium proto-quic, BSD 3-Clause)': 'MIT AND BSD-3-Clause',
  'dual-licensed under CC0 1.0 or the BSD 2-Clause License': 'CC0-1.0 OR BSD-2-Clause',
  'dual-licensed under the BSD License or GPLv2 license': 'BSD-3-Clause OR GPL-2.0-only',
  'dual-licensed under the Perl License or the MIT License': 'MIT OR Artistic-1.0-Perl OR GPL-1.0-or-later',
  'public domain': 'blessing',
  'several licenses': null,
  zlib: 'Zlib',
}

/** The names in `process.versions` of the parts whose revision it has. */
const REVISION_KEYS: Readonly<Record<string, string>> = {
  JavaScriptCore: 'webkit',
  'lol-html': 'lolhtml',
  'ls-hpack': 'lshpack',
  picohttp: 'picohttpparser',
  uSockets: 'usockets',
  uWebsockets: 'uwebsockets',
  'zlib-ng': 'zlib',
  'c-ares': 'ares',
  libicu: 'icu',
}

/** In every Bun, but without a row on that page. */
const UNLISTED: readonly Pick<Part, 'name' | 'source' | 'remark'>[] = [
  {
    name: 'mozilla-ca-certificates',
    source: 'https://wiki.mozilla.org/CA',
    remark: 'The root certificates that TLS trusts. The documentation of Bun states neither edition nor licence',
  },
  {
    name: 'lightningcss',
    source: 'https://github.com/parcel-bundler/lightningcss',
    remark: 'The CSS parser of Bun is derived from it and from Servo. The documentation of Bun states no licence',
  },
  {
    name: 'esbuild',
    source: 'https://github.com/evanw/esbuild',
    remark: 'The transpiler and the module resolver of Bun are ports of it. The documentation of Bun states no licence',
  },
]

const PLAIN = { texts: [], remark: null, uses: [], sha256: null } as const

/** Returns the parts of the runtime, itself first. */
export function runtimeParts(root: string): Part[] {
  const page = readFileSync(join(root, PAGE), 'utf8')
  const listed = [webkit(page), ...tableRows(page).map(partOfRow)]
  const unlisted = UNLISTED.map((part): Part => ({ ...PLAIN, ...part, kind: 'runtime-part', version: null, licence: null }))
  const parts = [...listed, ...unlisted]
  if (!page.includes('Bun itself is MIT-licensed.')) throw new Error(`${PAGE} no longer states the licence of Bun as it did`)
  return [
    {
      ...PLAIN,
      kind: 'runtime',
      name: 'bun',
      version: Bun.version,
      licence: BUN.license,
      source: BUN.source,
      remark: 'The runtime. Its npm package ships no licence file',
      uses: parts.map(({ name }) => name),
    },
    ...parts,
  ]
}

/** Returns the entry of WebKit. Its page describes the licence in prose, and is passed on because it says how to relink. */
function webkit(page: string): Part {
  const text = /^## JavaScriptCore\n([\s\S]*?)^## /m.exec(page)?.[1]?.trim()
  if (!text?.includes('which is LGPL-2 licensed'))
    throw new Error(`${PAGE} no longer states the licence of JavaScriptCore as it did`)
  return {
    ...PLAIN,
    kind: 'runtime-part',
    name: 'JavaScriptCore',
    version: revisionOf('JavaScriptCore'),
    licence: 'LGPL-2.0-only',
    source: 'https://github.com/oven-sh/webkit',
    texts: [{ from: `the documentation of Bun ${Bun.version}`, text }],
  }
}

interface Row {
  readonly name: string
  readonly link: string
  readonly words: string
}

function tableRows(page: string): Row[] {
  const rows = [...page.matchAll(/^\| (.*?) *\| (.*?) *\|$/gm)].flatMap(([, what = '', words = '']) => {
    const [, name, link] = /\[`?([^\]`]+)`?\]\(([^)]+)\)/.exec(what) ?? []
    return name && link ? [{ name, link, words: words.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1') }] : []
  })
  if (rows.length < 40) throw new Error(`${PAGE} has only ${rows.length} rows that can be read`)
  return rows
}

function partOfRow({ name, link, words }: Row): Part {
  const licence = SPDX[words]
  if (licence === undefined) throw new Error(`${PAGE}: no SPDX expression is known for "${words}" (${name})`)
  return {
    ...PLAIN,
    kind: 'runtime-part',
    name,
    version: revisionOf(name),
    licence,
    source: link,
    remark:
      licence === null
        ? `The documentation of Bun says "${words}", without their texts`
        : `"${words}", says the documentation of Bun`,
  }
}

function revisionOf(name: string): string | null {
  return process.versions[REVISION_KEYS[name] ?? name] ?? null
}
