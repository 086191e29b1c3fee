import type { Problem } from './answers.ts'
import { fieldsOf } from './fields.ts'
import type { FieldSchema } from './lists.ts'

/** Returns the label of a field, for `ports.0.port` that of the part and its row; null if nothing has a label there. */
type LabelOf = (field: string) => string | null

/** Returns the labels of a schema; `rowOf` names a row of a list. */
export function labelsOf(schema: FieldSchema | null, rowOf: (label: string, row: number) => string): LabelOf {
  return (field) => {
    const [name = '', row, part] = field.split('.')
    const found = schema?.properties?.[name]
    if (found?.title === undefined) return null
    const list = row === undefined ? found.title : rowOf(found.title, Number(row) + 1)
    const inside = part === undefined ? undefined : found.items?.properties?.[part]?.title
    return inside === undefined ? list : `${list}: ${inside}`
  }
}

/** Returns a sentence of the server with the label of a field in place of its name. */
export function withLabel(sentence: string, field: string, labelOf: LabelOf): string {
  const label = labelOf(field)
  return label === null ? sentence : sentence.replaceAll(`"${field}"`, () => `"${label}"`)
}

/** Returns what a problem says about a field; what it says about a part of a list stands at the list. */
export function errorAt(problem: Problem | null, name: string, labelOf: LabelOf): string | null {
  if (problem === null) return null
  const [found] = errorsIn(problem).filter(({ field }) => field === name || field.startsWith(`${name}.`))
  return found ? withLabel(found.message, found.field, labelOf) : null
}

/** Returns which part of a list a problem is about (`0.port`); an empty text for the list as a whole. */
export function partAt(problem: Problem, name: string): string {
  const found = errorsIn(problem).find(({ field }) => field.startsWith(`${name}.`))
  return found?.field.slice(name.length + 1) ?? ''
}

/** Returns every mistake of a request with its field, each sentence once. */
export function errorsIn({
  errors = [],
  field,
  detail,
}: Problem): readonly { readonly field: string; readonly message: string }[] {
  return errors.length > 0 || field === undefined ? errors : [{ field, message: detail }]
}

/** Returns whether a form shows all that a problem says, each sentence at its field. */
export function isAtFields(problem: Problem, schema: FieldSchema | null): boolean {
  const names = schema === null ? [] : fieldsOf(schema).map(([name]) => name)
  const errors = errorsIn(problem)
  return errors.length > 0 && errors.every(({ field }) => names.includes(field.split('.')[0] ?? ''))
}

/** Returns a refusal without the sentence that says how long to wait: a button counts that down. */
export function withoutWait(detail: string, seconds: number | undefined): string {
  const waits = [`in ${seconds} s`, `${seconds}초 후`]
  const rest = detail.split(/(?<=\.)\s+/).filter((sentence) => !waits.some((wait) => sentence.includes(wait)))
  return rest.length > 0 ? rest.join(' ') : detail
}
