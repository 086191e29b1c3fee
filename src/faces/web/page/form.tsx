import { useState } from 'preact/hooks'
import type { Problem } from './answers.ts'
import { Field } from './field.tsx'
import { bodyFrom, fieldsOf, firstValues, listOf, type Values } from './fields.ts'
import { type Catalogue, type FieldSchema, useCatalogue } from './lists.ts'
import { store, storedFields } from './stored.ts'
import { useLocale, usePageWords, useToolWords } from './words.ts'

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
export function Form({ tool, schema, linked, problem, isRunning, run, stop, forget }: Props) {
  const [page, say] = [usePageWords(), useToolWords()]
  const needsCatalogue = fieldsOf(schema).some(([name]) => listOf(name) !== null || name === 'recordType')
  const catalogue = useCatalogue(useLocale(), needsCatalogue)
  const [values, setValues] = useState<Values>(() => firstValues(schema, linked, storedFields(tool)))
  const submit = (event: Event) => {
    event.preventDefault()
    if (isRunning) return stop()
    const body = bodyFrom(schema, values)
    store(`tool:${tool}`, JSON.stringify(body))
    run(body)
  }
  const clear = () => {
    forget()
    setValues(firstValues(schema, new URLSearchParams(), {}))
  }
  const set = (name: string, value: unknown) => setValues({ ...values, [name]: value })
  return (
    <form class="form" onSubmit={submit}>
      <Fields schema={schema} values={values} problem={problem} catalogue={catalogue} set={set} />
      <div class="buttons">
        <button type="submit" class="button main">
          {isRunning ? page('reach.stop') : say('form.run')}
        </button>
        <button type="button" class="button quiet-button" onClick={clear}>
          {say('form.forget')}
        </button>
      </div>
    </form>
  )
}

interface FieldsProps extends Pick<Props, 'schema' | 'problem'> {
  readonly values: Values
  readonly catalogue: Catalogue | null
  set(name: string, value: unknown): void
}

function Fields({ schema, values, problem, catalogue, set }: FieldsProps) {
  return (
    <div class="fields">
      {fieldsOf(schema).map(([name, field]) => (
        <Field
          key={name}
          name={name}
          schema={field}
          value={values[name]}
          isRequired={schema.required?.includes(name) ?? false}
          error={errorOf(problem, name)}
          catalogue={catalogue}
          set={(value) => set(name, value)}
        />
      ))}
    </div>
  )
}

/** Returns what a problem says about a field; if it is about a part of a list, it is shown at the list. */
function errorOf(problem: Problem | null, name: string): string | null {
  if (problem === null) return null
  const [found] = (problem.errors ?? []).filter(({ field }) => field === name || field.startsWith(`${name}.`))
  return found?.message ?? (problem.field === name ? problem.detail : null)
}
