import type { FieldSchema } from './lists.ts'
import { Prose } from './prose.tsx'

/** Renders the fields of an answer with their types; those of an object stand below it. */
export function TypeTree({ schema }: { schema: FieldSchema }) {
  return (
    <ul class="tree">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => {
        const inner = innerOf(field)
        return (
          <li key={name}>
            <code>{name}</code> <span class="quiet small mono">{typeOf(field)}</span>
            <span class="small block">
              <Prose text={field.description ?? field.title ?? ''} />
            </span>
            {inner === null ? null : <TypeTree schema={inner} />}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns the object in a field: the field itself, an item of its list, or one of its alternatives. */
function innerOf(field: FieldSchema): FieldSchema | null {
  if (field.properties) return field
  if (field.items) return innerOf(field.items)
  return field.anyOf?.map(innerOf).find((inner) => inner !== null) ?? null
}

/** Returns a type as programs write it: `"tcp" | "udp"`, `string | null`, `object[]`. */
export function typeOf({ type, anyOf, items, minimum, maximum, const: only }: FieldSchema): string {
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (items) {
    const item = typeOf(items)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (minimum === undefined) return type ?? ''
  return maximum === undefined ? `${type} ≥ ${minimum}` : `${type} ${minimum}–${maximum}`
}
