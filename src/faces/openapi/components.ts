import { nameOf } from '../../contract/schema.ts'
import type { Locale } from '../../contract/text.ts'
import { described, type OwnWords, type Part } from './described.ts'

export type { Part } from './described.ts'

/** Reference to a component of the document. */
export interface Reference {
  readonly $ref: string
}

export function refer(kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}

/** `port-check` is `PortCheck`, `/api/ip` is `ApiIp`. */
export function pascal(name: string): string {
  return name.replace(/[^A-Za-z0-9]*([A-Za-z0-9]+)/g, (_, word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
}

/** Schemas and responses under the names by which the rest of the document refers to them. */
export class Components {
  readonly schemas: Record<string, unknown> = {}
  readonly responses: Record<string, Part> = {}
  private readonly names = new Map<string, string>()

  constructor(private readonly locale: Locale) {}

  /** Names a schema; from now on, references to its name replace it inside others. */
  shared(name: string, schema: object): Reference {
    const reference = this.schema(name, schema)
    this.names.set(JSON.stringify(schema), name)
    return reference
  }

  /** Adds a schema, with what is said of its fields. */
  schema(name: string, schema: object, own?: OwnWords): Reference {
    this.schemas[name] = described(this.inside(schema), this.locale, own, name)
    return refer('schemas', name)
  }

  response(name: string, response: Part): Reference {
    this.responses[name] = response
    return refer('responses', name)
  }

  /** Returns the headers of a response, or what it holds, by its type. */
  partOf(reference: Reference | undefined, part: 'content' | 'headers'): object {
    const found = this.responses[reference?.$ref.split('/').at(-1) ?? '']?.[part]
    return found instanceof Object ? found : {}
  }

  private withNames(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.namedOr(item))
    return typeof value === 'object' && value !== null ? this.inside(value) : value
  }

  private inside(schema: object): Part {
    return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, this.namedOr(part)]))
  }

  private namedOr(part: unknown): unknown {
    if (typeof part !== 'object' || part === null || !('properties' in part)) return this.withNames(part)
    const known = this.names.get(JSON.stringify(part))
    if (known !== undefined) return refer('schemas', known)
    const name = nameOf(part)
    return name === undefined || name in this.schemas ? this.inside(part) : this.shared(name, part)
  }
}
