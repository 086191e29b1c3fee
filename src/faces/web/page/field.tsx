import { useChoices } from './choices.ts'
import { choicesOf, enteringOf, exampleOf, listOf } from './fields.ts'
import { formsText } from './forms.text.ts'
import type { Catalogue, FieldSchema } from './lists.ts'
import { Names } from './names.tsx'
import { Prose } from './prose.tsx'
import { Rows } from './rows.tsx'
import { Suggestions } from './suggestions.tsx'
import { toolText } from './tool.text.ts'
import { useLocale, useSay } from './words.ts'

/** A mistake of a field: its sentence, and values that may have been meant. */
export interface FieldError {
  readonly sentence: string
  readonly code?: string
  /** Part of a list that is wrong, such as `0.port`. */
  readonly part?: string
  readonly meant?: readonly string[]
}

interface Props {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly isRequired: boolean
  readonly error: FieldError | null
  readonly catalogue: Catalogue | null
  set(value: unknown): void
  /** Runs the request again with this value. */
  choose(value: string): void
}

/** Renders a field of a form, from its schema: label, control, sentence, and what is wrong with it. */
export function Field(props: Props) {
  const say = useSay(formsText)
  const { name, schema, isRequired, error, choose } = props
  const { title = name, description = '' } = schema
  const entering = enteringOf(name, schema)
  const isGroup = entering === 'rows' || entering === 'choices'
  return (
    <div
      class={`field${error === null ? '' : ' field-wrong'}${isGroup ? ' field-rows' : ''}`}
      {...(isGroup ? { role: 'group', 'aria-label': title, 'aria-describedby': `error-${name} hint-${name}` } : {})}
    >
      <label for={isGroup ? undefined : `field-${name}`}>
        {entering === 'switch' ? <Control {...props} /> : null}
        {title}
        {isRequired && entering !== 'switch' ? <span class="quiet"> {say('needed')}</span> : null}
      </label>
      {entering === 'switch' ? null : <Control {...props} />}
      <p id={`hint-${name}`} class="quiet small">
        <Prose text={description} />
      </p>
      <p id={`error-${name}`} class="error small" role="alert" data-code={error?.code}>
        {error === null ? null : <Prose text={error.sentence} />}
      </p>
      <Suggestions field={name} words={error?.meant ?? []} choose={choose} />
    </div>
  )
}

function Control(props: Props) {
  const { name, schema, value, set } = props
  const entering = enteringOf(name, schema)
  if (entering === 'choice') return <Select {...props} />
  if (entering === 'switch')
    return (
      <input
        {...describing(props)}
        type="checkbox"
        checked={String(value) === 'true'}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
    )
  if (entering === 'rows' && schema.items) return <Rows {...props} wrong={props.error?.part ?? ''} />
  if (entering === 'choices') return <Checkboxes {...props} />
  return <Input {...props} />
}

function Input(props: Props) {
  const say = useSay(formsText)
  const example = exampleOf(props.schema, useLocale())
  const { name, schema, value, catalogue, set } = props
  const list = listOf(name)
  const entries = (list && catalogue?.[list]) ?? []
  const shown = entries.find(({ id }) => id === example)?.name ?? example
  return (
    <>
      <input
        {...describing(props)}
        value={typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')}
        placeholder={shown === null ? undefined : say('example', { value: shown })}
        maxLength={schema.maxLength}
        inputMode={enteringOf(name, schema) === 'number' ? 'numeric' : undefined}
        list={list === null ? undefined : `list-${name}`}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      {list === null ? null : <Names id={`list-${name}`} entries={entries} />}
    </>
  )
}

function describing({ name, isRequired, error }: Props) {
  return {
    id: `field-${name}`,
    name,
    required: isRequired,
    'aria-describedby': error === null ? `hint-${name}` : `error-${name} hint-${name}`,
    'aria-invalid': error === null ? undefined : true,
  }
}

function Select(props: Props) {
  const [say, words] = [useSay(toolText), useSay(formsText)]
  const { name, schema, value, isRequired, catalogue, set } = props
  const choices = useChoices()(name, schema, catalogue, value)
  return (
    <select {...describing(props)} value={String(value ?? '')} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {schema.default !== undefined ? null : <option value="">{isRequired ? words('choose') : say('form.any')}</option>}
      {choices.map(({ value: choice, word }) => (
        <option key={choice} value={choice} selected={choice === String(value)}>
          {word}
        </option>
      ))}
    </select>
  )
}

/** Renders a box for each word of a list, in the order of its schema. */
function Checkboxes({ name, schema, value, set }: Props) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const words = choicesOf(name, schema.items ?? {})
  return (
    <div class="checks">
      {words.map((word) => {
        const title = schema.items?.anyOf?.find((one) => one.const === word)?.title
        return (
          <label key={word}>
            <input
              type="checkbox"
              name={name}
              value={word}
              checked={chosen.includes(word)}
              onChange={({ currentTarget }) =>
                set(words.filter((one) => (one === word ? currentTarget.checked : chosen.includes(one))))
              }
            />
            {word}
            {title === undefined ? null : <span class="quiet"> {title}</span>}
          </label>
        )
      })}
    </div>
  )
}
