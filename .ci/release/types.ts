/**
 * Writes what `doorstep tools --types` prints: the declarations of the kit with everything that they need, in one file. Authors of a
 * plug-in need this file and TypeScript, nothing else. The compiler writes the declarations; what the kit does not lead to is left out.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { type Declarations, type Link, readDeclarations, withoutComments } from './declarations.ts'
import { ROOT } from './inventory.ts'

/** The module that plug-ins import. The other modules of the file have names below it. */
const KIT = 'doorstep'
/** The prefix of the runtime's modules. */
const RUNTIME = 'node:'
const TYPEBOX = '@sinclair/typebox'
const TYPEBOX_FILES = join(ROOT, 'node_modules', TYPEBOX, 'build', 'esm')

const HEAD = `// What plug-ins of doorstep import from 'doorstep', and everything that it leads to: doorstep tools --types.
// The modules doorstep/... hold types alone. When a plug-in runs, there is only 'doorstep'.
//
// The modules doorstep/typebox/... are a part of TypeBox (https://github.com/sinclairzx81/typebox-legacy), MIT licence,
// Copyright (c) 2017-2026 Haydn Paterson. doorstep licenses prints the licence.
`

export function kitTypes(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'doorstep-types-'))
  try {
    writeDeclarations(scratch)
    return new Bundle(join(scratch, 'src')).print()
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** Has the compiler write the declarations of the kit and of what it imports. */
function writeDeclarations(outDir: string): void {
  const project = join(outDir, 'tsconfig.json')
  const settings = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir,
      rootDir: ROOT,
      typeRoots: [join(ROOT, 'node_modules')],
    },
    include: [],
    files: ['tool.ts', 'assets.d.ts'].map((name) => join(ROOT, 'src', name)),
  }
  writeFileSync(project, JSON.stringify(settings))
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, compiler, '-p', project])
  if (exitCode !== 0) throw new Error(`the declarations of the kit cannot be written:\n${stdout.toString()}`)
}

class Bundle {
  private readonly files = new Map<string, Declarations>()
  /** The names of each file that the kit leads to. */
  private readonly wanted = new Map<string, Set<string>>()
  private readonly entry: string

  constructor(private readonly folder: string) {
    this.entry = join(folder, 'tool.d.ts')
    const { declared, exported } = this.file(this.entry)
    for (const { name, isExported } of declared) if (isExported) this.want(this.entry, name)
    for (const name of exported.keys()) this.want(this.entry, name)
  }

  print(): string {
    const modules = [...this.wanted].map(([path, names]) => this.module(path, names))
    return `${HEAD}\n${modules.toSorted().join('\n')}`
  }

  private file(path: string): Declarations {
    const known = this.files.get(path) ?? readDeclarations(path)
    this.files.set(path, known)
    return known
  }

  private want(path: string, name: string): void {
    const names = this.wanted.get(path) ?? new Set()
    if (names.has(name)) return
    this.wanted.set(path, names.add(name))
    const { declared, imported, exported, stars } = this.file(path)
    const own = declared.filter((one) => one.name === name)
    const link = imported.get(name) ?? exported.get(name)
    if (own.length > 0) for (const { text } of own) this.wantAllIn(path, withoutComments(text))
    if (link) this.follow(path, link)
    else if (own.length === 0)
      for (const star of stars.map((one) => resolve(path, one)).filter((file) => this.has(file, name))) this.want(star, name)
  }

  /** Adds everything that a declaration names. A word that only looks like a name does no harm. */
  private wantAllIn(path: string, text: string): void {
    const { declared, imported } = this.file(path)
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g))
      if (imported.has(word) || declared.some(({ name }) => name === word)) this.want(path, word)
    for (const [, specifier = '', name = ''] of text.matchAll(INLINE)) this.want(resolve(path, specifier), name)
  }

  private follow(path: string, { specifier, name }: Link): void {
    if (specifier?.startsWith(RUNTIME)) return
    const file = specifier === null ? path : resolve(path, specifier)
    if (name !== null) this.want(file, name)
    else for (const each of this.file(file).declared) this.want(file, each.name)
  }

  private has(path: string, name: string): boolean {
    const { declared, exported, stars } = this.file(path)
    return (
      exported.has(name) || declared.some((one) => one.name === name) || stars.some((star) => this.has(resolve(path, star), name))
    )
  }

  private module(path: string, names: ReadonlySet<string>): string {
    const { declared, imported, exported, stars } = this.file(path)
    const own = declared.filter(({ name }) => names.has(name))
    const lines = [
      ...[...imported].filter(([here]) => names.has(here)).map(([here, link]) => this.link('import', here, path, link)),
      ...[...exported].filter(([here]) => names.has(here)).map(([here, link]) => this.link('export', here, path, link)),
      ...stars
        .map((star) => resolve(path, star))
        .filter((file) => this.wanted.has(file))
        .map((file) => `export * from '${this.name(file)}'`),
      ...own.map(({ text }) => this.declaration(path, text)),
      // Without this line, names that are not marked as exported would also be exported.
      'export {}',
    ]
    return `declare module '${this.name(path)}' {\n${lines.join('\n').replaceAll(/^(?=.)/gm, '  ')}\n}\n`
  }

  private link(kind: 'import' | 'export', here: string, path: string, { specifier, name }: Link): string {
    if (specifier?.startsWith(RUNTIME)) return `/** Of ${specifier}, whose types need not be there. */\ntype ${here} = unknown`
    const from = specifier === null ? '' : ` from '${this.name(resolve(path, specifier))}'`
    if (name === null) return `${kind} * as ${here}${from}`
    return `${kind} { ${name === here ? here : `${name} as ${here}`} }${from}`
  }

  private declaration(path: string, text: string): string {
    // The buffers of the runtime are arrays of bytes, and need no types of their own.
    const bare = text.replace(/^(export )?declare /m, '$1').replace(/\bBuffer\b/g, 'Uint8Array')
    return bare.replaceAll(
      INLINE,
      (_, specifier: string, name: string) => `import('${this.name(resolve(path, specifier))}').${name}`,
    )
  }

  private name(path: string): string {
    if (path === this.entry) return KIT
    const box = relative(TYPEBOX_FILES, path)
    const part = box.startsWith('..') ? relative(this.folder, path) : join('typebox', box)
    return `${KIT}/${part.replace(/\.d\.m?ts$/, '').replace(/\/index$/, '')}`
  }
}

const INLINE = /import\("([^"]+)"\)\.([\w$]+)/g

/** Returns the declaration file that an import leads to. */
function resolve(path: string, specifier: string): string {
  if (specifier === TYPEBOX) return join(TYPEBOX_FILES, 'index.d.mts')
  const file = join(dirname(path), specifier.replace(/\.(m?)[jt]s$/, '.d.$1ts'))
  if (specifier.startsWith('.') && existsSync(file)) return file
  throw new Error(`the kit leads to ${specifier} (in ${path}), which whoever writes a plug-in does not have`)
}
