import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { ENVELOPE_FIELDS } from '../../../contract/envelope.ts'
import { isRecord } from '../../../contract/record.ts'
import type { ToolAnswer } from './answers.ts'
import { type FieldSchema, useDescriptions } from './lists.ts'
import { toolText } from './tool.text.ts'
import { useLocale, useSay } from './words.ts'

/** Fields of every answer, and others that are shown elsewhere. */
const ELSEWHERE: readonly string[] = [...ENVELOPE_FIELDS, 'nextActions']

/** Words for people: of a field by its name, and of a value by the field and the value. */
type Titles = ReadonlyMap<string, string>

const Words = createContext<Titles>(new Map())

/** Renders a result that has no drawing of its own, from its schema: each field with its label, and details on request. */
export function WholeResult({ answer }: { answer: ToolAnswer }) {
  const say = useSay(toolText)
  const operation = useDescriptions(useLocale(), true)?.find(({ name }) => name === answer.tool)
  const details = operation?.details ?? []
  const entries = Object.entries(answer).filter(([field, value]) => !ELSEWHERE.includes(field) && isSaying(value))
  const [main = [], rest = []] = [false, true].map((isDetail) =>
    entries.filter(([field]) => details.includes(field) === isDetail),
  )
  return (
    <Words.Provider value={titlesIn(operation?.response)}>
      <Fields record={Object.fromEntries(main)} />
      {rest.length > 0 ? (
        <details>
          <summary>{say('result.more')}</summary>
          <Fields record={Object.fromEntries(rest)} />
        </details>
      ) : null}
    </Words.Provider>
  )
}

/** Returns the titles in a schema, at any depth: of its fields, and of the words that they may have. */
export function titlesIn(schema: FieldSchema | undefined, titles = new Map<string, string>(), field = ''): Titles {
  if (schema === undefined) return titles
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (part.title !== undefined) titles.set(name, part.title)
    titlesIn(part, titles, name)
  }
  for (const part of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]) {
    if (part.const !== undefined && part.title !== undefined) titles.set(`${field}=${part.const}`, part.title)
    titlesIn(part, titles, field)
  }
  return titles
}

/** Returns whether a value says anything: nothing is shown of what is empty. */
function isSaying(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isSaying)
  if (isRecord(value)) return Object.values(value).some(isSaying)
  return value !== null && value !== undefined && value !== ''
}

/** Renders fields with the labels that are known, otherwise with their names. */
export function Fields({ record }: { record: Readonly<Record<string, unknown>> }) {
  const labelOf = useLabels()
  return (
    <dl class="values">
      {Object.entries(record)
        .filter(([, value]) => isSaying(value))
        .map(([name, value]) => (
          <div key={name} class={isDeep(value) ? 'deep' : ''}>
            <dt>{labelOf(name)}</dt>
            <dd>
              <Value field={name} value={value} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

function useLabels(): (field: string) => string {
  const titles = useContext(Words)
  return (field) => titles.get(field) ?? wordsIn(field)
}

function Value({ field, value }: { field: string; value: unknown }) {
  const say = useSay(toolText)
  const titles = useContext(Words)
  if (typeof value === 'boolean') return <>{say(value ? 'result.yes' : 'result.no')}</>
  if (isRecord(value)) return <Fields record={value} />
  if (!Array.isArray(value)) return <>{titles.get(`${field}=${value}`) ?? readable(String(value ?? ''))}</>
  if (value.every(isRecord)) return value.some(hasParts) ? <Cards rows={value} /> : <Table rows={value} />
  if (value.length === 1) return <Value field={field} value={value[0]} />
  return (
    <ul>
      {value.map((item, index) => (
        <li key={index}>
          <Value field={field} value={item} />
        </li>
      ))}
    </ul>
  )
}

/** Renders objects with parts of their own one below the other: in a table, their values would be too narrow to read. */
function Cards({ rows }: { rows: readonly Record<string, unknown>[] }) {
  return (
    <ol class="cards">
      {rows.map((row, index) => (
        <li key={index}>
          <Fields record={row} />
        </li>
      ))}
    </ol>
  )
}

/** Renders a table; on a phone, each of its rows is a card with the labels of the columns. */
function Table({ rows }: { rows: readonly Record<string, unknown>[] }) {
  const labelOf = useLabels()
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row).filter((column) => isSaying(row[column]))))]
  return (
    <table class="by-row">
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
              <td key={column} data-label={labelOf(column)}>
                <Value field={column} value={row[column]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function isDeep(value: unknown): boolean {
  return isRecord(value) || (Array.isArray(value) && value.some(isRecord))
}

const COLUMNS_MAX = 5

/** Returns whether an object is more than one line of a table. */
function hasParts(row: Record<string, unknown>): boolean {
  return Object.values(row).some((value) => typeof value === 'object' && isSaying(value)) || Object.keys(row).length > COLUMNS_MAX
}

/** Returns `isCovered` as "Is covered"; a name in capitals stays. */
function wordsIn(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a time in ISO 8601 as people read it, to the minute; any other text as it is. */
function readable(text: string): string {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/.exec(text) ?? []
  return day === undefined ? text : `${day} ${minute} UTC`
}
