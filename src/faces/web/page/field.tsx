import { isRecord } from '../../../contract/clean.ts'
import type { Catalogue, FieldSchema } from './ask.ts'
import { choicesOf, controlKindOf, exampleOf, type FieldError, listOf } from './fields.ts'
import { formsText } from './forms.text.ts'
import { Button, Icon, Names, Prose } from './parts.tsx'
import { Suggestions } from './trouble.tsx'
import { useLocale, useSay } from './words.ts'

interface Props {
  readonly name: string
  /** The place of a cell: `ports-0-port`. */
  readonly at?: string
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
  const kind = controlKindOf(name, schema)
  const isGroup = kind === 'rows' || kind === 'choices'
  return (
    <div
      class={`field${error === null ? '' : ' field-wrong'}${isGroup ? ' field-rows' : ''}`}
      {...(isGroup ? { role: 'group', 'aria-label': title, 'aria-describedby': `error-${name} hint-${name}` } : {})}
    >
      <label for={isGroup ? undefined : `field-${name}`}>
        {kind === 'switch' ? <Control {...props} /> : null}
        {title}
        {isRequired && kind !== 'switch' ? <span class="quiet small"> {say('needed')}</span> : null}
      </label>
      {kind === 'switch' ? null : <Control {...props} />}
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
  const kind = controlKindOf(name, schema)
  if (kind === 'choice') return <Select {...props} />
  if (kind === 'switch')
    return (
      <input
        {...describing(props)}
        type="checkbox"
        checked={String(value) === 'true'}
        onChange={({ currentTarget }) => set(currentTarget.checked)}
      />
    )
  if (kind === 'rows' && schema.items) return <Rows {...props} />
  if (kind === 'choices') return <Checkboxes {...props} />
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
        inputMode={controlKindOf(name, schema) === 'number' ? 'numeric' : undefined}
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

function describing({ name, at = name, isRequired, error }: Props) {
  // The sentences of a cell stand below its list.
  const [list] = at.split('-')
  return {
    id: `field-${at}`,
    name,
    required: isRequired,
    'aria-describedby': error === null ? `hint-${list}` : `error-${list} hint-${list}`,
    'aria-invalid': error === null ? undefined : true,
  }
}

function Select(props: Props) {
  const say = useSay(formsText)
  const { name, schema, value, isRequired, catalogue, set } = props
  const choices = useChoices()(name, schema, catalogue, value)
  return (
    <select {...describing(props)} value={String(value ?? '')} onChange={({ currentTarget }) => set(currentTarget.value)}>
      {schema.default !== undefined ? null : <option value="">{isRequired ? say('choose') : say('form.any')}</option>}
      {choices.map(({ value: choice, word }) => (
        <option key={choice} value={choice} selected={choice === String(value)}>
          {word}
        </option>
      ))}
    </select>
  )
}

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

function Rows({ name, schema, value, error, set }: Props) {
  const say = useSay(formsText)
  const rows = Array.isArray(value) ? value.filter(isRecord) : []
  const shown = rows.length === 0 ? [{}] : rows
  const fields = Object.entries(schema.items?.properties ?? {})
  const change = (index: number, field: string, text: unknown) =>
    set(shown.map((row, at) => (at === index ? { ...row, [field]: text } : row)))
  return (
    <div class="rows">
      {shown.map((row, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not laid out as a grid everywhere
        <div key={index} class="row" role="group" aria-label={say('row', { label: schema.title ?? name, count: index + 1 })}>
          {fields.map(([field, part]) => (
            <div key={field}>
              <label for={`field-${name}-${index}-${field}`} class="small quiet">
                {part.title ?? field}
              </label>
              <Control
                schema={part}
                isRequired={false}
                catalogue={null}
                choose={set}
                name={field}
                at={`${name}-${index}-${field}`}
                value={row[field]}
                error={error?.part === `${index}.${field}` ? { sentence: '' } : null}
                set={(text) => change(index, field, text)}
              />
            </div>
          ))}
          {shown.length === 1 ? null : <Remove remove={() => set(shown.filter((_, at) => at !== index))} />}
        </div>
      ))}
      {shown.length < (schema.maxItems ?? Number.POSITIVE_INFINITY) ? (
        <Button label={say('form.add')} look="button quiet-button" press={() => set([...shown, {}])} />
      ) : null}
    </div>
  )
}

function Remove({ remove }: { remove(): void }) {
  const say = useSay(formsText)
  return (
    <button type="button" class="button quiet-button" aria-label={say('form.remove')} onClick={remove}>
      <Icon name="problem" />
    </button>
  )
}

/** Words of protocols are written in capitals. */
const PROTOCOLS: readonly string[] = ['tcp', 'udp', 'icmp', 'http', 'https', 'tls']
const WORDS = ['both', 'yes', 'no', 'unknown'] as const

/** Returns the choices of a field with their words, and last a value that is none of them, so that it is not lost. */
export function useChoices() {
  const say = useSay(formsText)
  const wordFor = (value: string) => {
    const own = WORDS.find((word) => word === value)
    if (own) return say(own)
    return PROTOCOLS.includes(value) ? value.toUpperCase() : value
  }
  return (name: string, schema: FieldSchema, catalogue: Catalogue | null, value: unknown) => {
    const text = String(value ?? '')
    const [words, list] = [choicesOf(name, schema), name === 'recordType' ? 'recordTypes' : listOf(name)]
    const entries = (list && catalogue?.[list]) ?? []
    const choices =
      words.length === 0
        ? entries.map(({ id, name: word }) => ({ value: id, word }))
        : words.map((word) => {
            const known = entries.find(({ id }) => id === word)?.name
            const title = schema.anyOf?.find((one) => one.const === word)?.title
            return { value: word, word: known ? `${word} · ${known}` : (title ?? wordFor(word)) }
          })
    if (text === '' || choices.some((choice) => choice.value === text)) return choices
    const isMeant = (choice: (typeof choices)[number]) =>
      [choice.value, choice.word].some((one) => one.toLowerCase() === text.toLowerCase())
    const meant = choices.find(isMeant)
    if (meant) return choices.map((choice) => (choice === meant ? { ...meant, value: text } : choice))
    return [...choices, { value: text, word: text }]
  }
}
