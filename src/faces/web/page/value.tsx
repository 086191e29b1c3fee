import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { ENVELOPE_FIELDS } from '../../../contract/envelope.ts'
import type { ToolAnswer } from './answers.ts'
import { type FieldSchema, useDescriptions } from './lists.ts'
import { isRecord } from './stored.ts'
import { useLocale, useToolWords } from './words.ts'

/** Fields of every answer, and others that are shown elsewhere. */
const ELSEWHERE: readonly string[] = [...ENVELOPE_FIELDS, 'nextActions']

/** The labels of the fields of a result, at any depth. */
const Labels = createContext<ReadonlyMap<string, string>>(new Map())

/** Renders a result that has no drawing of its own, from its schema: each field with its label, and details on request. */
export function WholeResult({ answer }: { answer: ToolAnswer }) {
  const say = useToolWords()
  const operation = useDescriptions(useLocale(), true)?.find(({ name }) => name === answer.tool)
  const details = operation?.details ?? []
  const entries = Object.entries(answer).filter(([field]) => !ELSEWHERE.includes(field))
  const [main, rest] = [false, true].map((isDetail) => entries.filter(([field]) => details.includes(field) === isDetail))
  return (
    <Labels.Provider value={labelsIn(operation?.response)}>
      <Fields record={Object.fromEntries(main ?? [])} />
      {rest && rest.length > 0 ? (
        <details>
          <summary>{say('result.more')}</summary>
          <Fields record={Object.fromEntries(rest)} />
        </details>
      ) : null}
    </Labels.Provider>
  )
}

function labelsIn(schema: FieldSchema | undefined, labels = new Map<string, string>()): Map<string, string> {
  for (const [field, part] of Object.entries(schema?.properties ?? {})) {
    if (part.title !== undefined) labels.set(field, part.title)
    labelsIn(part, labels)
  }
  for (const part of [...(schema?.anyOf ?? []), ...(schema?.items ? [schema.items] : [])]) labelsIn(part, labels)
  return labels
}

/** Renders fields with the labels that are known, otherwise with their names. */
export function Fields({ record }: { record: Readonly<Record<string, unknown>> }) {
  const labelOf = useLabels()
  return (
    <dl class="values">
      {Object.entries(record).map(([name, value]) => (
        <div key={name} class={isDeep(value) ? 'deep' : ''}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useLabels(): (field: string) => string {
  const labels = useContext(Labels)
  return (field) => labels.get(field) ?? wordsIn(field)
}

function Value({ value }: { value: unknown }) {
  const say = useToolWords()
  if (value === null || value === undefined || value === '') return <span class="quiet">{say('result.empty')}</span>
  if (typeof value === 'boolean') return <>{say(value ? 'result.yes' : 'result.no')}</>
  if (isRecord(value)) return <Fields record={value} />
  if (!Array.isArray(value)) return <>{String(value)}</>
  if (value.length === 0) return <span class="quiet">{say('result.empty')}</span>
  if (value.every(isRecord)) return <Table rows={value} />
  return (
    <ul>
      {value.map((item, index) => (
        <li key={index}>
          <Value value={item} />
        </li>
      ))}
    </ul>
  )
}

function Table({ rows }: { rows: readonly Record<string, unknown>[] }) {
  const labelOf = useLabels()
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {labelOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value value={row[column]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function isDeep(value: unknown): boolean {
  return isRecord(value) || (Array.isArray(value) && value.some(isRecord))
}

/** Returns `lossPercent` as "loss percent"; a name in capitals stays. */
function wordsIn(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
}
