import { choicesOf, enteringOf, listOf } from './fields.ts'
import { issuanceKey } from './issuance.text.ts'
import type { Catalogue, FieldSchema } from './lists.ts'
import { Prose } from './prose.tsx'
import { Rows } from './rows.tsx'
import { useIssuanceWords, useToolWords } from './words.ts'

interface Props {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly isRequired: boolean
  /** Sentence about what is wrong with the value. */
  readonly error: string | null
  readonly catalogue: Catalogue | null
  set(value: unknown): void
}

/** Renders a field of a form, from its schema: label, control, sentence, and what is wrong with it. */
export function Field(props: Props) {
  const say = useToolWords()
  const { name, schema, isRequired, error } = props
  const { title = name, description } = schema
  const entering = enteringOf(name, schema)
  const isGroup = entering === 'rows' || entering === 'choices'
  return (
    <div
      class={`field${error === null ? '' : ' field-wrong'}${isGroup ? ' field-rows' : ''}`}
      {...(isGroup ? { role: 'group', 'aria-label': title, 'aria-describedby': `error-${name} hint-${name}` } : {})}
    >
      <label for={isGroup ? undefined : `field-${name}`}>
        {title}
        {isRequired ? null : <span class="quiet"> {say('form.optional')}</span>}
      </label>
      <Control {...props} />
      <p id={`hint-${name}`} class="quiet small">
        <Prose text={description ?? ''} />
      </p>
      <p id={`error-${name}`} class="error small" role="alert">
        {error === null ? null : <Prose text={error} />}
      </p>
    </div>
  )
}

function Control(props: Props) {
  const { name, schema, value, catalogue, set } = props
  const entering = enteringOf(name, schema)
  if (entering === 'choice' || entering === 'switch') return <Choice {...props} />
  if (entering === 'rows' && schema.items) return <Rows name={name} schema={schema} value={value} set={set} />
  if (entering === 'choices') return <Checkboxes {...props} />
  const list = listOf(name)
  const entries = list === null ? [] : (catalogue?.[list] ?? [])
  return (
    <>
      <input
        {...describing(props)}
        value={typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')}
        placeholder={schema.examples?.[0] === undefined ? undefined : String(schema.examples[0])}
        maxLength={schema.maxLength}
        inputMode={entering === 'number' ? 'numeric' : undefined}
        list={list === null ? undefined : `list-${name}`}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        onInput={({ currentTarget }) => set(currentTarget.value)}
      />
      {list === null ? null : (
        <datalist id={`list-${name}`}>
          {entries.map(({ id, name: shown }) => (
            <option key={id} value={shown} />
          ))}
        </datalist>
      )}
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

function Choice(props: Props) {
  const say = useToolWords()
  const { name, schema, value, isRequired, catalogue, set } = props
  const names = new Map(name === 'recordType' ? catalogue?.recordTypes.map((entry) => [entry.id, entry.name]) : [])
  const choices = choicesOf(name, schema)
  return (
    <select {...describing(props)} value={String(value ?? '')} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {isRequired || schema.default !== undefined ? null : <option value="">{say('form.any')}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice} selected={choice === String(value)}>
          {names.has(choice) ? `${choice} · ${names.get(choice)}` : choice}
        </option>
      ))}
    </select>
  )
}

/** Renders a box for each word of a list, in the order of its schema. */
function Checkboxes({ name, schema, value, set }: Props) {
  const say = useIssuanceWords()
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const words = choicesOf(name, schema.items ?? {})
  return (
    <div class="checks">
      {words.map((word) => {
        const key = issuanceKey(word)
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
            {key === null ? null : <span class="quiet"> {say(key)}</span>}
          </label>
        )
      })}
    </div>
  )
}
