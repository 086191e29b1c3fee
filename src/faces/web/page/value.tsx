import { isRecord } from './stored.ts'
import { useToolWords } from './words.ts'

/** What every answer has, and what is shown elsewhere. */
const ENVELOPE = new Set(['tool', 'checkedAt', 'elapsedMs', 'nextActions'])

/** A result that nobody has drawn, made readable from its shape alone: lists of alike things become tables. */
export function Fields({ record, isWhole = false }: { record: Readonly<Record<string, unknown>>; isWhole?: boolean }) {
  const entries = Object.entries(record).filter(([name]) => !(isWhole && ENVELOPE.has(name)))
  return (
    <dl class="values">
      {entries.map(([name, value]) => (
        <div key={name} class={isDeep(value) ? 'deep' : ''}>
          <dt>{wordsIn(name)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
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
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <div class="scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {wordsIn(column)}
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

/** `lossPercent` as "loss percent"; a name that is written in capitals stays. */
function wordsIn(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
}
