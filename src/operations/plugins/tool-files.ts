import { readdirSync, realpathSync } from 'node:fs'
import { dirname, extname, join, sep } from 'node:path'
import { type Both, both, codeOf, saidBy } from '../../platform/misfit.ts'
import { distrust, distrustAbove, readOperatorFile } from '../../platform/operator-file.ts'
import type { Mistake } from './index.ts'

const MAX_BYTES = 4 * 1024 * 1024
/** The name by which plug-ins import the kit. */
export const KIT = 'doorstep'
const LOADERS: Readonly<Record<string, 'ts' | 'js'>> = { '.ts': 'ts', '.js': 'js' }
/** Besides code, a plug-in may import data of its own. */
const DATA = '.json'
const TOOL_FILE = /^[^.].*\.(?:ts|js)$/
const NO_TOOL_FILE = /\.(?:text|d)\.(?:ts|js)$/

/** A file that is a tool, with everything that it imports from its folder. */
export interface ToolFile {
  /** The file name without extension: the name of the tool. */
  readonly name: string
  /** Without links, which is how the runtime calls it. */
  readonly path: string
  /** The text of each file by its path, its own first. */
  readonly texts: ReadonlyMap<string, string>
}

/** The contents of a folder of plug-ins, before any of it has run. */
interface FolderContents {
  /** The tools without mistakes. */
  readonly files: readonly ToolFile[]
  readonly mistakes: readonly Mistake[]
  /** Whether others may have written what is there: then nothing of it may run. */
  readonly isOpen: boolean
}

/** Reads the tools of a folder by the same rule as those in `tools/`: every file of code that is not hidden, a text or a declaration. */
export function readToolFiles(folder: string): FolderContents {
  const reader = new Reader()
  const root = reader.attempt(folder, () => realpathSync(folder))
  const names = root === null ? null : reader.attempt(folder, () => readdirSync(root))
  if (root === null || names === null) return { files: [], mistakes: reader.mistakes, isOpen: false }
  const open = distrustAbove(folder)
  for (const { path, says } of open) reader.note(path, null, says)
  const files = names
    .filter((name) => TOOL_FILE.test(name) && !NO_TOOL_FILE.test(name))
    .toSorted((one, other) => (stemOf(one) < stemOf(other) ? -1 : 1))
    .flatMap((name) => reader.toolFile(name, root) ?? [])
  return { files, mistakes: reader.mistakes, isOpen: reader.isOpen || open.length > 0 }
}

function stemOf(fileName: string): string {
  return fileName.slice(0, -extname(fileName).length)
}

interface File {
  readonly text: string
  readonly imports: readonly string[]
}

class Reader {
  readonly mistakes: Mistake[] = []
  isOpen = false
  private readonly files = new Map<string, File | null>()
  private readonly trustKnown = new Set<string>()

  /** Null if something is wrong with the file, or with one that it imports. */
  toolFile(fileName: string, root: string): ToolFile | null {
    const shown = join(root, fileName)
    const path = this.attempt(shown, () => realpathSync(shown))
    if (path === null) return null
    if (!path.startsWith(root + sep)) {
      this.note(shown, null, both(`leads to ${path}, which is outside the folder`, `폴더 밖의 파일로 연결됩니다: ${path}`))
      return null
    }
    const texts = new Map<string, string>()
    const visit = (next: string): boolean => {
      if (texts.has(next)) return true
      const known = this.files.get(next)
      const file = known === undefined ? this.read(next, root) : known
      this.files.set(next, file)
      if (!file) return false
      texts.set(next, file.text)
      // All of them, so that all mistakes are found.
      return file.imports.map(visit).every(Boolean)
    }
    return visit(path) ? { name: stemOf(fileName), path, texts } : null
  }

  note(path: string, line: number | null, says: Both): void {
    this.mistakes.push({ path, line, says })
  }

  /** Null, and a mistake, if the system refuses. */
  attempt<Value>(path: string, act: () => Value): Value | null {
    try {
      return act()
    } catch (error) {
      this.note(path, null, REFUSALS[codeOf(error)] ?? saidBy(error))
      return null
    }
  }

  private read(path: string, root: string): File | null {
    this.distrustFile(path, root)
    const text = this.attempt(path, () => readOperatorFile(path, MAX_BYTES).toString('utf8'))
    if (text === null) return null
    const written = this.importsIn(path, text)
    const imports = written?.map((specifier) => this.resolve(specifier, { path, text, root })) ?? [null]
    return imports.includes(null) ? null : { text, imports: imports.filter((target) => target !== null) }
  }

  /** Notes others who could change a file: by itself, or in one of its folders. */
  private distrustFile(path: string, root: string): void {
    if (this.trustKnown.has(path)) return
    this.trustKnown.add(path)
    const says = this.attempt(path, () => distrust(path))
    if (says !== null) {
      this.note(path, null, says)
      this.isOpen = true
    }
    if (path !== root && path.startsWith(root + sep)) this.distrustFile(dirname(path), root)
  }

  /** Returns the imports of a file at run time, without those of types. Null if it cannot be read as what it is. */
  private importsIn(path: string, text: string): string[] | null {
    const loader = LOADERS[extname(path)]
    try {
      // Data import nothing, but have to be JSON.
      if (!loader) JSON.parse(text)
      const found = loader ? new Bun.Transpiler({ loader }).scanImports(text).map((one) => one.path) : []
      return [...new Set(found)].filter((specifier) => specifier !== KIT)
    } catch (error) {
      const position = error instanceof BuildMessage ? error.position : null
      this.note(path, position?.line ?? null, saidBy(error))
      return null
    }
  }

  private resolve(specifier: string, from: { path: string; text: string; root: string }): string | null {
    const fail = (en: string, ko: string) => {
      const shown = JSON.stringify(specifier)
      this.note(from.path, lineOf(specifier, from.text), both(`imports ${shown}${en}`, `${shown} - ${ko}`))
      return null
    }
    if (!/^\.\.?\//.test(specifier))
      return fail(
        `: a plug-in imports from '${KIT}' and from files of its own folder, nothing else`,
        `플러그인은 '${KIT}'와 같은 폴더의 파일만 가져올 수 있습니다`,
      )
    if (!(extname(specifier) in LOADERS) && extname(specifier) !== DATA)
      return fail(': write its extension: .ts, .js or .json', '확장자(.ts, .js, .json)까지 쓰십시오')
    try {
      const target = realpathSync(join(dirname(from.path), specifier))
      return target.startsWith(from.root + sep) ? target : fail(', which is outside the folder', '폴더 밖에 있는 파일입니다')
    } catch {
      return fail(', which does not exist', '파일이 없습니다')
    }
  }
}

const REFUSALS: Readonly<Record<string, Both>> = {
  ENOENT: both('does not exist', '없습니다'),
  ENOTDIR: both('is not a folder', '폴더가 아닙니다'),
  EACCES: both('cannot be read by the user of the server', '서버를 실행하는 사용자가 읽을 수 없습니다'),
}

/** Returns the first line with a name in quotes; null if there is none. */
function lineOf(name: string, text: string): number | null {
  const index = text
    .split('\n')
    .findIndex((line) => [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => line.includes(quoted)))
  return index < 0 ? null : index + 1
}
