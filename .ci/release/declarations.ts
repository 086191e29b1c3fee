import { readFileSync } from 'node:fs'

/** A statement that declares something. */
interface Declared {
  readonly name: string
  readonly text: string
  readonly isExported: boolean
}

/** Something of another file, or of this one under another name. */
export interface Link {
  /** As the file writes it; null for the file itself. */
  readonly specifier: string | null
  /** Null for the whole module. */
  readonly name: string | null
}

/** A declaration file, taken apart. */
export interface Declarations {
  readonly declared: readonly Declared[]
  /** By the name that the file uses. */
  readonly imported: ReadonlyMap<string, Link>
  /** By the name that others see. */
  readonly exported: ReadonlyMap<string, Link>
  /** Files that export everything. */
  readonly stars: readonly string[]
}

const COMMENT = /\/\*\*[\s\S]*?\*\/\s*/g
const BEGINS = /^(?:\/\*\*|export|import|declare|type|interface|abstract|class|const|function)\b/
const STAR = /^export \* from ['"]([^'"]+)['"]/
const WHOLE = /^(import|export)(?: type)? \* as ([\w$]+) from ['"]([^'"]+)['"]/
const LISTED = /^(import|export)(?: type)? \{([^}]*)\}(?: from ['"]([^'"]+)['"])?/
const DECLARED =
  /^(export )?(?:declare )?(?:abstract )?(?:const enum|const|let|var|function|class|interface|type|enum|namespace) ([\w$]+)/

export function readDeclarations(path: string): Declarations {
  const imported = new Map<string, Link>()
  const exported = new Map<string, Link>()
  const stars: string[] = []
  const declared: Declared[] = []
  for (const text of statementsIn(readFileSync(path, 'utf8'))) {
    const code = withoutComments(text)
    const [, star] = STAR.exec(code) ?? []
    const [, way, namespace, source] = WHOLE.exec(code) ?? []
    const [, kind, names = '', from = null] = LISTED.exec(code) ?? []
    const [, isExported, name] = DECLARED.exec(code) ?? []
    if (star) stars.push(star)
    else if (namespace && source) (way === 'import' ? imported : exported).set(namespace, { specifier: source, name: null })
    else if (kind)
      for (const [there, here] of namesIn(names))
        (kind === 'import' ? imported : exported).set(here, { specifier: from, name: there })
    else if (name) declared.push({ name, text, isExported: isExported !== undefined })
    else throw new Error(`${path} has a statement of an unknown kind: ${code.slice(0, 80)}`)
  }
  return { declared, imported, exported, stars }
}

export function withoutComments(text: string): string {
  return text.replace(COMMENT, '')
}

/** Returns the statements of a file: the compiler begins each at the left edge, and a comment right above it. */
function statementsIn(source: string): string[] {
  const statements: string[] = []
  for (const line of source.split('\n')) {
    const last = statements.at(-1)
    const isOpen = last !== undefined && withoutComments(last).trim() === ''
    if (last === undefined || (BEGINS.test(line) && !isOpen) || (line.startsWith('/**') && !isOpen)) statements.push(line)
    else statements[statements.length - 1] = `${last}\n${line}`
  }
  return statements.map((statement) => statement.trim()).filter((statement) => withoutComments(statement) !== '')
}

/** `a, type b as c` is a by its own name, and b by the name c. */
function namesIn(list: string): [there: string, here: string][] {
  return list
    .split(',')
    .map((item) => item.trim().replace(/^type /, ''))
    .filter((item) => item !== '')
    .map((item) => {
      const [there = '', here = there] = item.split(' as ')
      return [there, here]
    })
}
