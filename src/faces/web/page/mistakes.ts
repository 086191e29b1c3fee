import type { Problem } from './answers.ts'
import type { FieldError } from './field.tsx'
import { bodyFrom, fieldsOf, mistakeIn, oneOfIn, type Values } from './fields.ts'
import { formsText } from './forms.text.ts'
import type { FieldSchema } from './lists.ts'
import { errorAt, labelsOf, partAt } from './problem-words.ts'
import { useSay } from './words.ts'

/** Mistakes by field. */
export type Errors = Readonly<Record<string, FieldError | null>>

/** Returns the ways to find mistakes: in the values of a link, in those that are missing, and in those that the server refused. */
export function useMistakes(schema: FieldSchema) {
  const say = useSay(formsText)
  const fields = fieldsOf(schema)
  const labels = labelsOf(schema, (label, count) => say('row', { label, count }))
  const labelOf = (name: string) => labels(name) ?? name
  const found = (sentenceOf: (name: string, field: FieldSchema) => FieldError | null): Errors =>
    Object.fromEntries(fields.flatMap(([name, field]) => [[name, sentenceOf(name, field)] as const].filter(([, error]) => error)))
  return {
    linked: (values: Values) =>
      found((name, field) => {
        const { minimum = 0, maximum = 0 } = field
        const mistake = mistakeIn(name, field, values[name])
        return mistake && { sentence: say(mistake, { value: String(values[name]), minimum, maximum }) }
      }),
    missing(values: Values): Errors {
      const body = bodyFrom(schema, values)
      const oneOf = oneOfIn(schema)
      const lacksAll = oneOf.every((name) => body[name] === undefined)
      return found((name) => {
        if (lacksAll && name === oneOf[0]) return { sentence: say('one-of', { fields: oneOf.map(labelOf).join(', ') }) }
        const isMissing = schema.required?.includes(name) && body[name] === undefined
        return isMissing ? { sentence: say('missing', { label: labelOf(name) }) } : null
      })
    },
    refused: (problem: Problem) =>
      found((name) => {
        const sentence = errorAt(problem, name, labels)
        const { code, field, didYouMean = [] } = problem
        return sentence === null ? null : { sentence, code, part: partAt(problem, name), meant: field === name ? didYouMean : [] }
      }),
  }
}
