import type { Problem } from './answers.ts'
import { Field } from './field.tsx'
import { fieldsOf, inParts, listOf, oneOfIn, strangersIn, type Values } from './fields.ts'
import { formsText } from './forms.text.ts'
import { type Catalogue, type FieldSchema, useCatalogue } from './lists.ts'
import type { Errors } from './mistakes.ts'
import { toolText } from './tool.text.ts'
import { useForm } from './use-form.ts'
import { useLocale, usePageWords, useSay } from './words.ts'

interface Props {
  readonly tool: string
  readonly schema: FieldSchema
  /** Values from the link that was followed. */
  readonly linked: URLSearchParams
  /** Refusal of the server. */
  readonly problem: Problem | null
  readonly isRunning: boolean
  run(request: Record<string, unknown>): void
  stop(): void
  /** Drops all that is kept of this tool. */
  forget(): void
}

/** Renders the form of a tool, from its schema alone. */
export function Form(props: Props) {
  const { schema, linked, isRunning, stop } = props
  const [page, say, words] = [usePageWords(), useSay(toolText), useSay(formsText)]
  const needsCatalogue = fieldsOf(schema).some(([name]) => listOf(name) !== null || name === 'recordType')
  const catalogue = useCatalogue(useLocale(), needsCatalogue)
  const { form, send, forget, ...rest } = useForm(props)
  const strangers = strangersIn(schema, linked)
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) stop()
    else send()
  }
  return (
    <form class="form" ref={form} onSubmit={submit} noValidate>
      {strangers.length === 0 ? null : <p class="left-out">{words('left-out', { names: strangers.join(', ') })}</p>}
      <Parts schema={schema} catalogue={catalogue} {...rest} />
      <div class="buttons">
        <button type="submit" class="button main">
          {isRunning ? page('reach.stop') : say('form.run')}
        </button>
        <button type="button" class="button quiet-button" onClick={forget}>
          {say('form.forget')}
        </button>
      </div>
    </form>
  )
}

interface PartsProps {
  readonly schema: FieldSchema
  readonly values: Values
  readonly errors: Errors
  readonly catalogue: Catalogue | null
  set(name: string, value: unknown): void
  choose(name: string, value: string): void
}

/** Renders the fields: those that matter, and the others on request. What a folded field says is never hidden. */
function Parts(props: PartsProps) {
  const say = useSay(formsText)
  const { schema, values, errors } = props
  const [first, others] = inParts(schema)
  const oneOf = oneOfIn(schema).map((name) => schema.properties?.[name]?.title ?? name)
  const isTold = others.some(([name, field]) => errors[name] || (values[name] ?? '') !== (field.default ?? ''))
  return (
    <>
      {oneOf.length === 0 ? null : <p class="quiet">{say('one-of', { fields: oneOf.join(', ') })}</p>}
      <Fields {...props} fields={first} />
      {others.length === 0 ? null : (
        <details class="more-fields" open={isTold}>
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
          schema={field}
          value={values[name]}
          isRequired={schema.required?.includes(name) ?? false}
          error={errors[name] ?? null}
          catalogue={catalogue}
          set={(value) => set(name, value)}
          choose={(value) => choose(name, value)}
        />
      ))}
    </div>
  )
}
