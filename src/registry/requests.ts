import { join } from 'node:path'
import { isAboutOthers } from '../policy/policies.ts'
import type { NamedTool } from './tools.ts'

const CONTRACT = join(import.meta.dirname, '..', 'contract')
export const REQUESTS_PATH = join(CONTRACT, 'tool-requests.gen.ts')
export const ABOUT_OTHERS_PATH = join(CONTRACT, 'about-others.gen.ts')

/** The part of JSON Schema that bodies are made of. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/**
 * Returns the source of the types of request bodies. They are written out because they cannot be inferred: tools lead to each other, so
 * their types would be circular.
 */
export function requestsSource(tools: readonly NamedTool[]): string {
  return sourceOf('the bodies', [
    '/** What each tool takes, by its name. A plug-in may add its own. */',
    'export interface ToolRequests {',
    ...tools
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      // A seam: a TypeBox schema is a JSON Schema, but its type does not say so.
      .flatMap(({ name, tool: { body } }) => (body ? [`  '${name}': ${typeOf(body as Schema)}`] : [])),
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
  const head = `// Written by src/registry/requests.ts from ${origin} of the tools: npm run generate. Do not edit.`
  return [head, ...lines, ''].join('\n')
}

/** Tests whether two sources differ only in what the formatter changes, which breaks long lines. */
export function saysTheSame(one: string, other: string): boolean {
  const bare = (source: string) => source.replace(/[\s;()|']/g, '')
  return bare(one) === bare(other)
}

/** Writes a schema as a TypeScript type. */
function typeOf({ type, const: constant, anyOf, items, properties, patternProperties, required = [] }: Schema): string {
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
