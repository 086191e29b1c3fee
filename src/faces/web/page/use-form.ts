import { useEffect, useRef, useState } from 'preact/hooks'
import type { Problem } from './answers.ts'
import { bodyFrom, firstValues, type Values } from './fields.ts'
import type { FieldSchema } from './lists.ts'
import { type Errors, useMistakes } from './mistakes.ts'
import { store, storedFields } from './stored.ts'

interface Entered {
  readonly tool: string
  readonly schema: FieldSchema
  /** Values from the link that was followed. */
  readonly linked: URLSearchParams
  /** Refusal of the server. */
  readonly problem: Problem | null
  run(request: Record<string, unknown>): void
  /** Drops all that is kept of this tool. */
  forget(): void
}

/** Keeps the values of a form and their mistakes, and points to the first one when the form was sent with it. */
export function useForm({ tool, schema, linked, problem, run, forget }: Entered) {
  const mistakes = useMistakes(schema)
  const [values, setValues] = useState<Values>(() => firstValues(schema, linked, storedFields(tool)))
  const { form, errors, setErrors, mark } = useMarks(() => mistakes.linked(values))
  // In another language, a sentence of the server does not stay in the old one.
  useEffect(() => setErrors(mistakes.linked(values)), [schema])
  useEffect(() => {
    if (problem) mark(mistakes.refused(problem))
  }, [problem])
  const send = (next: Values) => {
    const missing = mistakes.missing(next)
    mark(missing)
    if (Object.keys(missing).length > 0) return
    const body = bodyFrom(schema, next)
    store(`tool:${tool}`, JSON.stringify(body))
    run(body)
  }
  return {
    form,
    values,
    errors,
    send: () => send(values),
    forget() {
      forget()
      setValues(firstValues(schema, new URLSearchParams(), {}))
      setErrors({})
    },
    set(name: string, value: unknown) {
      setValues({ ...values, [name]: value })
      setErrors({ ...errors, [name]: null })
    },
    choose(name: string, value: string) {
      const next = { ...values, [name]: value }
      setValues(next)
      send(next)
    },
  }
}

/** Keeps the mistakes of a form. Those that are marked when it was sent get the focus, at the first of them. */
function useMarks(first: () => Errors) {
  const [errors, setErrors] = useState(first)
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  useEffect(() => {
    const find = (controls: string) => form.current?.querySelector<HTMLElement>(controls)
    const wrong = isSent.current && (find('[aria-invalid=true]') ?? find('.field-wrong :is(input, select)'))
    if (!wrong) return
    isSent.current = false
    wrong.focus()
    // After the drawing with these errors: before it, the fields of the last ones are still marked.
  }, [errors])
  const mark = (found: Errors) => {
    setErrors(found)
    isSent.current = Object.keys(found).length > 0
  }
  return { form, errors, setErrors, mark }
}
