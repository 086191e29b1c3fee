import { useEffect, useRef, useState } from 'preact/hooks'
import { Field } from './field.tsx'
import { bodyFrom, fieldsOf, firstValues, inParts, listOf, oneOfIn, strangersIn, type Values } from './fields.ts'
import { formsText } from './forms.text.ts'
import { type Catalogue, type FieldSchema, useCatalogue } from './lists.ts'
import { type FieldErrors, labelsIn, missingIn, refusedIn } from './mistakes.ts'
import { Button } from './parts.tsx'
import type { Runner } from './runs.ts'
import { store, storedFields } from './storage.ts'
import { usePageWords, useSay } from './words.ts'

interface FormProps {
  readonly tool: string
  readonly schema: FieldSchema
  /** Values from the link that was followed. */
  readonly linked: URLSearchParams
  readonly runner: Pick<Runner, 'run' | 'start' | 'stop' | 'forget'>
}

/** Renders the form of a tool, from its schema alone. */
export function Form(props: FormProps) {
  const { schema, linked, runner } = props
  const [page, say] = [usePageWords(), useSay(formsText)]
  const catalogue = useCatalogue(fieldsOf(schema).some(([name]) => listOf(name) !== null || name === 'recordType'))
  const { form, send, forget, ...rest } = useForm(props)
  const strangers = strangersIn(schema, linked)
  const isRunning = runner.run !== null && runner.run.ending === null
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) runner.stop()
    else send()
  }
  return (
    <form class="form" ref={form} onSubmit={submit} noValidate>
      {strangers.length === 0 ? null : <p class="left-out">{say('left-out', { names: strangers.join(', ') })}</p>}
      <Parts schema={schema} catalogue={catalogue} {...rest} />
      <div class="buttons">
        <button type="submit" class="button main">
          {isRunning ? page('reach.stop') : say('form.run')}
        </button>
        <Button label={page('reach.forget')} look="button quiet-button" press={forget} />
      </div>
    </form>
  )
}

interface PartsProps {
  readonly schema: FieldSchema
  readonly values: Values
  readonly errors: FieldErrors
  readonly catalogue: Catalogue | null
  set(name: string, value: unknown): void
  choose(name: string, value: string): void
}

/** Renders the fields: those that matter, and the others on request. What a folded field says is never hidden. */
function Parts(props: PartsProps) {
  const say = useSay(formsText)
  const { schema, values, errors } = props
  const [first, others] = inParts(schema)
  const oneOf = oneOfIn(schema)
  const isFilledIn = others.some(([name, field]) => errors[name] || (values[name] ?? '') !== (field.default ?? ''))
  return (
    <>
      {oneOf.length === 0 ? null : <p class="quiet">{say('one-of', { fields: labelsIn(schema, oneOf) })}</p>}
      <Fields {...props} fields={first} />
      {others.length === 0 ? null : (
        <details class="more-fields" open={isFilledIn}>
          <summary>{say('more')}</summary>
          <Fields {...props} fields={others} />
        </details>
      )}
    </>
  )
}

function Fields({ fields, schema, values, errors, catalogue, set, choose }: PartsProps & { fields: [string, FieldSchema][] }) {
  return (
    <div class="fields">
      {fields.map(([name, field]) => (
        <Field
          key={name}
          name={name}
          catalogue={catalogue}
          schema={field}
          value={values[name]}
          isRequired={schema.required?.includes(name) ?? false}
          error={errors[name] ?? null}
          set={(value) => set(name, value)}
          choose={(value) => choose(name, value)}
        />
      ))}
    </div>
  )
}

/** Keeps the values of a form and their mistakes, and points to the first one when the form was sent with it. */
function useForm({ tool, schema, linked, runner: { run, start, forget } }: FormProps) {
  const say = useSay(formsText)
  const [values, setValues] = useState<Values>(() => firstValues(schema, linked, storedFields(tool)))
  const { form, errors, setErrors, mark } = useMarks()
  const problem = run?.ending?.kind === 'refused' ? run.ending.problem : null
  // In another language, a sentence of the server does not stay in the old one.
  useEffect(() => setErrors({}), [schema])
  useEffect(() => {
    if (problem) mark(refusedIn(problem, schema))
  }, [problem])
  const send = (next: Values) => {
    const body = bodyFrom(schema, next)
    const missing = missingIn(body, schema, say)
    mark(missing)
    if (Object.keys(missing).length > 0) return
    store(`tool:${tool}`, JSON.stringify(body))
    start(tool, body)
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
function useMarks() {
  const [errors, setErrors] = useState<FieldErrors>({})
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
  const mark = (found: FieldErrors) => {
    setErrors(found)
    isSent.current = Object.keys(found).length > 0
  }
  return { form, errors, setErrors, mark }
}
