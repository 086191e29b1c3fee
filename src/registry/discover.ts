import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const TOOLS_DIR = join(import.meta.dirname, '..', '..', 'tools')
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

/**
 * Returns the source of the manifest. The imports are static because a compiled file cannot import anything else. They import whole
 * modules, so that startup can name a file without a default export.
 */
export function manifestSource(names: readonly string[], called = 'manifest'): string {
  return [
    '// Written by src/registry/discover.ts from the files in tools/. Do not edit.',
    ...names.map((name) => `import * as ${identifierOf(name)} from '../../tools/${name}.ts'`),
    '',
    `export const ${called}: readonly { file: string; module: object }[] = [`,
    ...names.map((name) => `  { file: '${name}', module: ${identifierOf(name)} },`),
    ']',
    '',
  ].join('\n')
}

/**
 * Returns the source of the loaders, which load one tool at a time: a command runs one, and does not wait for the others. A compiled file can
 * import only what a literal names.
 */
export function loadersSource(names: readonly string[]): string {
  return [
    '// Written by src/registry/discover.ts from the files in tools/. Do not edit.',
    'export const loaders: readonly { file: string; load: () => Promise<object> }[] = [',
    ...names
      .map((name) => ({ name, path: `'../../tools/${name}.ts'` }))
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
