import { choicesOf } from './fields.ts'
import { Icon } from './icon.tsx'
import type { FieldSchema } from './lists.ts'
import { isRecord } from './stored.ts'
import { useToolWords } from './words.ts'

interface Props {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  set(value: unknown): void
}

type Row = Record<string, unknown>

/** Labels of the fields of rows that tools have in common; any other field is labelled with its name. */
const LABELS = { port: 'form.own-port', externalPort: 'form.external-port', protocol: 'form.protocol' } as const

/** Renders a list of objects: a row for each. */
export function Rows({ name, schema, value, set }: Props) {
  const say = useToolWords()
  const rows: Row[] = Array.isArray(value) ? value.filter(isRecord) : []
  const shown = rows.length === 0 ? [{}] : rows
  const fields = Object.entries(schema.items?.properties ?? {})
  const change = (index: number, field: string, text: string) =>
    set(shown.map((row, at) => (at === index ? { ...row, [field]: text } : row)))
  return (
    <div class="rows">
      {shown.map((row, index) => (
        <div key={index} class="row">
          {fields.map(([field, part]) => (
            <Cell
              key={field}
              id={`field-${name}-${index}-${field}`}
              field={field}
              schema={part}
              value={row[field]}
              set={(text) => change(index, field, text)}
            />
          ))}
          <button
            type="button"
            class="icon-button"
            aria-label={say('form.remove')}
            disabled={shown.length === 1}
            onClick={() => set(shown.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {shown.length < (schema.maxItems ?? Number.POSITIVE_INFINITY) ? (
        <button type="button" class="button quiet-button" onClick={() => set([...shown, {}])}>
          {say('form.add')}
        </button>
      ) : null}
    </div>
  )
}

interface CellProps {
  readonly id: string
  readonly field: string
  readonly schema: FieldSchema
  readonly value: unknown
  set(text: string): void
}

function Cell({ id, field, schema, value, set }: CellProps) {
  const say = useToolWords()
  const label = field === 'port' || field === 'externalPort' || field === 'protocol' ? say(LABELS[field]) : field
  const choices = choicesOf(field, schema)
  const text = String(value ?? '')
  return (
    <div class="cell">
      <label for={id} class="small quiet">
        {label}
      </label>
      {choices.length > 0 ? (
        <select id={id} value={text} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="">{say('form.any')}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          value={text}
          inputMode={schema.type === 'integer' ? 'numeric' : undefined}
          autocomplete="off"
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </div>
  )
}
