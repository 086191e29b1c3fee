// House rule: a function fits on a screen.
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { isFunctionLikeDeclaration } from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/async'
import { ROOT } from '../support/server.ts'

/**
 * A function with a body, by its file and name, such as "src/net/path/index.ts runPing"; one without a name is called after what it is part
 * of.
 */
interface FunctionLength {
  readonly name: string
  /** From its first line to its last, without the comment above it. */
  readonly lines: number
}

/** A project that no file of the checkout describes: the given sources, parsed and nothing more. */
const PROJECT = '/functions/tsconfig.json'
const OPTIONS = { allowJs: true, noLib: true, noResolve: true, types: [] }

/** Returns all functions of some files, by the parser of TypeScript itself. Paths are given from the root of the sources. */
async function functionsIn(sources: ReadonlyMap<string, string>): Promise<FunctionLength[]> {
  const at = (path: string) => join('/functions', path)
  const config = JSON.stringify({ compilerOptions: OPTIONS, files: [...sources.keys()].map(at) })
  const texts = new Map([[PROJECT, config], ...[...sources].map(([path, text]) => [at(path), text] as const)])
  const api = new API({ fs: { readFile: (path) => texts.get(path), fileExists: (path) => texts.has(path) || undefined } })
  try {
    const [project] = (await api.updateSnapshot({ openProjects: [PROJECT] })).getProjects()
    const found: FunctionLength[] = []
    for (const path of sources.keys()) {
      const file = await project?.program.getSourceFile(at(path))
      if (!file) throw new Error(`${path} was not parsed`)
      found.push(...functionsOf(file).map(({ name, lines }) => ({ name: `${path} ${name}`, lines })))
    }
    return found
  } finally {
    await api.close()
  }
}

function functionsOf(file: SourceFile): FunctionLength[] {
  const found: FunctionLength[] = []
  const visit = (node: Node, above: readonly string[]): void => {
    const name = nameOf(node)
    const here = name === null ? above : [...above, name]
    if (isFunctionLikeDeclaration(node) && 'body' in node && node.body !== undefined)
      found.push({ name: here.join('.') || '(anonymous)', lines: linesOf(node, file) })
    node.forEachChild((child) => visit(child, here))
  }
  visit(file, [])
  return found
}

/** Returns the name that a declaration or a property gives to its value; null for nodes without one. */
function nameOf(node: Node): string | null {
  const name: unknown = 'name' in node ? node.name : null
  return typeof name === 'object' && name !== null && 'text' in name && typeof name.text === 'string' ? name.text : null
}

function linesOf(node: Node, file: SourceFile): number {
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  return lineAt(node.end) - lineAt(node.getStart(file)) + 1
}

const LINES_MAX = 40

describe('the lengths of functions', () => {
  const SAMPLE = [
    '/** A comment that is not counted. */',
    'export function plain(text: string): string {',
    '  return `} {` + text.replace(/}/g, "{")',
    '}',
    'const arrow = () => 1',
    'export default make({ run() {',
    '  const inner = () => {',
    '    // }',
    '  }',
    '  return [inner].map((one) => one)',
    '} })',
    'class Thing { method(): void {} ; get size() {',
    '  return 1 } }',
    'declare function typed(): void',
  ].join('\n')

  test('are found for every function, whatever it contains', async () => {
    const found = await functionsIn(new Map([['a/sample.ts', SAMPLE]]))
    expect(found.map(({ name, lines }) => `${name} ${lines}`)).toEqual([
      'a/sample.ts plain 3',
      'a/sample.ts arrow 1',
      'a/sample.ts run 6',
      'a/sample.ts run.inner 3',
      'a/sample.ts run 1',
      'a/sample.ts Thing.method 1',
      'a/sample.ts Thing.size 2',
    ])
  })
})

test(`no function is longer than ${LINES_MAX} lines`, async () => {
  const patterns = ['src/**/*.{ts,tsx}', 'tools/**/*.ts', '.ci/*.{ts,mjs}']
  const paths = patterns.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })]).sort()
  const texts = paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const)
  // No other file has room for one.
  const sources = new Map(texts.filter(([, text]) => text.split('\n').length > LINES_MAX))
  const found = await functionsIn(sources)
  expect(found.length).toBeGreaterThan(1000)
  expect(found.filter(({ lines }) => lines > LINES_MAX)).toEqual([])
})
