import type { Say } from '../../../contract/text.ts'
import type { Problem, Request } from './answers.ts'
import { fieldsOf, oneOfIn } from './fields.ts'
import type { formsText } from './forms.text.ts'
import type { FieldSchema } from './lists.ts'

type FormSay = Say<typeof formsText.en>

/** A mistake of a field: its sentence, and values that may have been meant. */
export interface FieldError {
  readonly sentence: string
  readonly code?: string
  /** Part of a list that is wrong, such as `0.port`. */
  readonly part?: string
  readonly meant?: readonly string[]
}

/** Mistakes by field. */
export type FieldErrors = Readonly<Record<string, FieldError | null>>

/** Returns what a body lacks: fields that have to be there, and one of those of which any will do. */
export function missingIn(body: Request, schema: FieldSchema, say: FormSay): FieldErrors {
  const isMissing = (name: string) => body[name] === undefined
  const found: [string, FieldError][] = fieldsOf(schema)
    .filter(([name]) => schema.required?.includes(name) && isMissing(name))
    .map(([name]) => [name, { sentence: say('missing', { label: labelsIn(schema, [name]) }) }])
  const oneOf = oneOfIn(schema)
  const [first] = oneOf
  if (first !== undefined && oneOf.every(isMissing))
    found.push([first, { sentence: say('one-of', { fields: labelsIn(schema, oneOf) }) }])
  return Object.fromEntries(found)
}

export function labelsIn({ properties }: FieldSchema, names: readonly string[]): string {
  return names.map((name) => properties?.[name]?.title ?? name).join(', ')
}

/** Returns what the server refused, the first mistake of each field. */
export function refusedIn(problem: Problem, schema: FieldSchema): FieldErrors {
  const { code, field, didYouMean = [] } = problem
  const mistakes = mistakesIn(problem)
  const found = fieldsOf(schema).flatMap(([name]) => {
    const mistake = mistakes.find((one) => one.field === name)
    return mistake ? [[name, { ...mistake, code, meant: field === name ? didYouMean : [] }] as const] : []
  })
  return Object.fromEntries(found)
}

/** A mistake that the server found, which names its field by the label. */
interface Mistake extends FieldError {
  readonly field: string
}

/** Returns the mistakes of a request; what a problem says about a part of a list stands at the list. */
export function mistakesIn({ errors = [], field, detail }: Problem): Mistake[] {
  const found = errors.length > 0 || field === undefined ? errors : [{ field, message: detail }]
  return found.map(({ field: path, message }) => {
    const [name = '', ...part] = path.split('.')
    return { field: name, part: part.join('.'), sentence: message }
  })
}
