import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const TOOLS_DIR = join(import.meta.dirname, '..', '..', 'tools')
export const MANIFEST_PATH = join(import.meta.dirname, 'manifest.gen.ts')

/** The names of the tool files in a folder, without extension: every `.ts` file except texts and hidden files. */
export function toolFiles(directory: string = TOOLS_DIR): string[] {
  return readdirSync(directory)
    .filter((name) => /^[^.].*\.ts$/.test(name) && !name.endsWith('.text.ts') && !name.endsWith('.d.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()
}

/**
 * The source of the manifest. The imports are static because a compiled file cannot import anything else. They import whole
 * modules, so that startup can name a file without a default export.
 */
export function manifestSource(names: readonly string[]): string {
  return [
    '// Written by src/registry/discover.ts from the files in tools/. Do not edit.',
    ...names.map((name) => `import * as ${identifierOf(name)} from '../../tools/${name}.ts'`),
    '',
    'export const manifest: readonly { file: string; module: object }[] = [',
    ...names.map((name) => `  { file: '${name}', module: ${identifierOf(name)} },`),
    ']',
    '',
  ].join('\n')
}

/** Names that an import cannot have: the words of the language, and what the manifest itself exports. */
const TAKEN =
  /^(arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|manifest|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|var|void|while|with|yield)$/

/** Named after its file (`port-check` is `portCheck`), so that a new tool does not change the line of another. */
function identifierOf(name: string): string {
  const camel = name.replace(/[^A-Za-z0-9]+(.?)/g, (_, next: string) => next.toUpperCase())
  return TAKEN.test(camel) || !/^[A-Za-z]/.test(camel) ? `_${camel}` : camel
}

/** Updates the manifest if `tools/` has changed, or in any case if `anyway` is set. Returns whether it was written. */
export function writeManifest(anyway = false): boolean {
  const source = manifestSource(toolFiles())
  if (readManifest() === source && !anyway) return false
  writeFileSync(MANIFEST_PATH, source)
  return true
}

function readManifest(): string | null {
  try {
    return readFileSync(MANIFEST_PATH, 'utf8')
  } catch {
    return null
  }
}

if (import.meta.main) writeManifest()
