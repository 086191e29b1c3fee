import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAboutOthers } from '../../policy/policies.ts'
import type { FieldSchema } from './field-values.ts'
import type { NamedTool } from './tools.ts'

export const TOOLS_DIR = join(import.meta.dirname, '..', '..', '..', 'tools')
export const MANIFEST_PATH = join(import.meta.dirname, 'manifest.gen.ts')
export const LOADERS_PATH = join(import.meta.dirname, 'loaders.gen.ts')
export const QUERIES_PATH = join(import.meta.dirname, 'queries.gen.ts')

/** Lists the tool files in a folder by their names without extension: every `.ts` file except texts and hidden files. */
export function toolFiles(directory: string = TOOLS_DIR): string[] {
  return readdirSync(directory)
    .filter((name) => /^[^.].*\.ts$/.test(name) && !name.endsWith('.text.ts') && !name.endsWith('.d.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}

/** Selects the files that define a query: a server loads them before all others. */
export function queryFiles(names: readonly string[], directory: string = TOOLS_DIR): string[] {
  return names.filter((name) => /^export default defineQuery\(/m.test(read(join(directory, `${name}.ts`)) ?? ''))
}

/** Returns the source of the manifest. A compiled file needs static imports; of whole modules, so that startup can name a file without a default export. */
export function manifestSource(names: readonly string[], called = 'manifest'): string {
  return [
    '// Written by src/operations/registry/discover.ts from the files in tools/. Do not edit.',
    ...names.map((name) => `import * as ${identifierOf(name)} from '../../../tools/${name}.ts'`),
    '',
    `export const ${called}: readonly { file: string; module: object }[] = [`,
    ...names.map((name) => `  { file: '${name}', module: ${identifierOf(name)} },`),
    ']',
    '',
  ].join('\n')
}

/** Returns the source of the loaders: a command runs one tool, and does not wait for the others. A compiled file imports only what a literal names. */
export function loadersSource(names: readonly string[]): string {
  return [
    '// Written by src/operations/registry/discover.ts from the files in tools/. Do not edit.',
    'export const loaders: readonly { file: string; load: () => Promise<object> }[] = [',
    ...names
      .map((name) => ({ name, path: `'../../../tools/${name}.ts'` }))
      .map(({ name, path }) => `  { file: '${name}', load: () => import(${path}) },`),
    ']',
    '',
  ].join('\n')
}

/** Names that an import cannot have: the words of the language, and what manifests themselves export. */
const TAKEN =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|manifest|new|null|package|private|protected|public|queries|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/

/** Named after its file (`port-check` is `portCheck`), so that a new tool does not change the line of another. */
function identifierOf(name: string): string {
  const camel = name.replace(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase())
  return TAKEN.test(camel) || !/^[A-Za-z]/.test(camel) ? `_${camel}` : camel
}

/** Updates the manifest and the loaders if `tools/` has changed, or in any case if `anyway` is set. Returns whether the manifest was written. */
export function writeManifest(anyway = false): boolean {
  const names = toolFiles()
  write(LOADERS_PATH, loadersSource(names), anyway)
  write(QUERIES_PATH, manifestSource(queryFiles(names), 'queries'), anyway)
  return write(MANIFEST_PATH, manifestSource(names), anyway)
}

function write(path: string, source: string, anyway: boolean): boolean {
  if (read(path) === source && !anyway) return false
  writeFileSync(path, source)
  return true
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

if (import.meta.main) writeManifest()

const CONTRACT = join(import.meta.dirname, '..', '..', 'contract')
export const REQUESTS_PATH = join(CONTRACT, 'tool-requests.gen.ts')
export const ABOUT_OTHERS_PATH = join(CONTRACT, 'about-others.gen.ts')

/** Returns the source of the types of request bodies, which cannot be inferred: tools lead to each other, so their types would be circular. */
export function requestsSource(tools: readonly NamedTool[]): string {
  return sourceOf('the bodies', [
    '/** What each tool takes, by its name. A plug-in may add its own. */',
    'export interface ToolRequests {',
    ...tools
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      // A seam: a TypeBox schema is a JSON Schema, but its type does not say so.
      .flatMap(({ name, tool: { body } }) => (body ? [`  '${name}': ${typeOf(body as FieldSchema)}`] : [])),
    '}',
  ])
}

/** Returns the source of the names of tools about what anybody can look up, which the page cannot tell from policies. */
export function aboutOthersSource(tools: readonly NamedTool[]): string {
  const names = tools.filter(({ tool }) => isAboutOthers(tool.policy)).map(({ name }) => `  '${name}',`)
  return sourceOf('the policies', [
    '/** The tools about what anybody can look up. A result of any other may be about the home of whoever asks. */',
    'export const ABOUT_OTHERS: ReadonlySet<string> = new Set([',
    ...names.toSorted(),
    '])',
  ])
}

function sourceOf(origin: string, lines: readonly string[]): string {
  const head = `// Written by src/operations/registry/discover.ts from ${origin} of the tools: npm run generate. Do not edit.`
  return [head, ...lines, ''].join('\n')
}

/** Tests whether two sources differ only in what the formatter changes, which breaks long lines. */
export function saysTheSame(one: string, other: string): boolean {
  const bare = (source: string) => source.replace(/[\s;()|']/g, '')
  return bare(one) === bare(other)
}

function typeOf({ type, const: constant, anyOf, items, properties, patternProperties, required = [] }: FieldSchema): string {
  if (constant !== undefined) return typeof constant === 'string' ? `'${constant}'` : String(constant)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (properties) {
    const fields = Object.entries(properties).map(([name, schema]) => {
      return `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`
    })
    return `{ ${fields.join('; ')} }`
  }
  const [values] = Object.values(patternProperties ?? {})
  if (values) return `Readonly<Record<string, ${typeOf(values)}>>`
  if (type === 'array' && items) return `readonly (${typeOf(items)})[]`
  if (type === 'object') return 'Readonly<Record<string, unknown>>'
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}
