import { isRecord } from '../../../contract/record.ts'
import { useChoices } from './choices.ts'
import { enteringOf } from './fields.ts'
import { formsText } from './forms.text.ts'
import { Icon } from './icon.tsx'
import type { FieldSchema } from './lists.ts'
import { toolText } from './tool.text.ts'
import { useSay } from './words.ts'

interface Props {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  /** Part that is wrong, such as `0.port`. */
  readonly wrong: string
  set(value: unknown): void
}

type Row = Record<string, unknown>

/** Renders a list of objects: a row for each. */
export function Rows({ name, schema, value, wrong, set }: Props) {
  const [say, words] = [useSay(toolText), useSay(formsText)]
  const rows: Row[] = Array.isArray(value) ? value.filter(isRecord) : []
  const shown = rows.length === 0 ? [{}] : rows
  const fields = Object.entries(schema.items?.properties ?? {})
  const change = (index: number, field: string, text: string) =>
    set(shown.map((row, at) => (at === index ? { ...row, [field]: text } : row)))
  return (
    <div class="rows">
      {shown.map((row, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not laid out as a grid everywhere
        <div key={index} class="row" role="group" aria-label={words('row', { label: schema.title ?? name, count: index + 1 })}>
          {fields.map(([field, part]) => (
            <Cell
              key={field}
              id={`field-${name}-${index}-${field}`}
              field={field}
              schema={part}
              value={row[field]}
              error={wrong === `${index}.${field}` ? `error-${name}` : undefined}
              set={(text) => change(index, field, text)}
            />
          ))}
          {shown.length === 1 ? null : <Remove remove={() => set(shown.filter((_, at) => at !== index))} />}
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

function Remove({ remove }: { remove(): void }) {
  const say = useSay(toolText)
  return (
    <button type="button" class="icon-button" aria-label={say('form.remove')} onClick={remove}>
      <Icon name="close" />
    </button>
  )
}

interface CellProps {
  readonly id: string
  readonly field: string
  readonly schema: FieldSchema
  readonly value: unknown
  /** The id of the sentence about what is wrong with it. */
  readonly error: string | undefined
  set(text: string): void
}

function Cell({ id, field, schema, value, error, set }: CellProps) {
  const say = useSay(toolText)
  const choices = useChoices()(field, schema, null, '')
  const text = String(value ?? '')
  const described = { id, 'aria-invalid': error === undefined ? undefined : true, 'aria-describedby': error }
  return (
    <div>
      <label for={id} class="small quiet">
        {schema.title ?? field}
      </label>
      {choices.length > 0 ? (
        <select {...described} value={text} onChange={({ currentTarget }) => set(currentTarget.value)}>
          <option value="">{say('form.any')}</option>
          {choices.map(({ value: choice, word }) => (
            <option key={choice} value={choice}>
              {word}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...described}
          value={text}
          inputMode={enteringOf(field, schema) === 'number' ? 'numeric' : undefined}
          autocomplete="off"
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </div>
  )
}
