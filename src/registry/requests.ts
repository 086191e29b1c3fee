import { join } from 'node:path'
import type { NamedTool } from './tools.ts'

export const REQUESTS_PATH = join(import.meta.dirname, '..', 'contract', 'tool-requests.gen.ts')

/** The part of JSON Schema that bodies are made of. */
interface BodySchema {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly BodySchema[]
  readonly items?: BodySchema
  readonly properties?: Readonly<Record<string, BodySchema>>
  readonly required?: readonly string[]
}

/**
 * Returns the source of the types of request bodies. They are written out because they cannot be inferred: tools lead to each other, so
 * their types would be circular.
 */
export function requestsSource(tools: readonly NamedTool[]): string {
  // A seam: a TypeBox schema is a JSON Schema, but its type does not say so.
  const rows = tools
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, tool }) => (tool.body ? [`  '${name}': ${typeOf(tool.body as BodySchema)}`] : []))
  return [
    '// Written by src/registry/requests.ts from the bodies of the tools: npm run generate. Do not edit.',
    '/** What each tool takes, by its name. A plug-in may add its own. */',
    'export interface ToolRequests {',
    ...rows,
    '}',
    '',
  ].join('\n')
}

/** Tests whether two sources differ only in what the formatter changes, which breaks long lines. */
export function saysTheSame(one: string, other: string): boolean {
  const bare = (source: string) => source.replace(/[\s;()|']/g, '')
  return bare(one) === bare(other)
}

/** Writes a schema as a TypeScript type. */
function typeOf({ type, const: constant, anyOf, items, properties, required = [] }: BodySchema): string {
  if (constant !== undefined) return typeof constant === 'string' ? `'${constant}'` : String(constant)
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (properties) {
    const fields = Object.entries(properties).map(([name, schema]) => {
      return `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`
    })
    return `{ ${fields.join('; ')} }`
  }
  if (type === 'array' && items) return `readonly (${typeOf(items)})[]`
  return type === 'integer' ? 'number' : (type ?? 'unknown')
}
