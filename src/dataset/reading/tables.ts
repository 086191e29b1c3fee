import { parse } from 'csv-parse/sync'
import { Misfit } from '../../platform/misfit.ts'
import { UNWATCHED } from '../progress.ts'
import { type SourceFile, unpacked } from './files.ts'

/** A file of rows: values separated by commas or tabs, or an object in JSON on each line. */
export interface Table {
  readonly file: SourceFile
  readonly separator: ',' | '\t' | 'json'
  /** The columns of its first line; of JSON the names of all fields. */
  readonly firstLine: readonly string[]
}

const CSV = { relax_column_count: true, relax_quotes: true } as const
const LINE_MAX = 64 * 1024

/** Recognises a table by its beginning. */
export function tableOf(file: SourceFile, start: Buffer): Table {
  const lines = start
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split('\n')
  const [line = ''] = lines
  if (line.startsWith('{')) return { file, separator: 'json', firstLine: namesIn(lines.slice(0, -1)) }
  const separator = line.includes('\t') ? '\t' : ','
  const [firstLine = []] = columnsIn(line, separator)
  return { file, separator, firstLine }
}

function tooLong({ name }: SourceFile): Misfit {
  return new Misfit(`${name} has a line of more than ${LINE_MAX} characters`, `${name} - ${LINE_MAX}자가 넘는 줄이 있습니다`)
}

/** Yields the rows of a table in order, many at a time: one by one they would take three times as long. */
export async function* rowsOf(
  { file, separator, firstLine }: Table,
  progress = UNWATCHED,
): AsyncGenerator<readonly (readonly string[])[]> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of unpacked(file, { progress })) {
    const text = rest + decoder.decode(chunk, { stream: true })
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    if (rest.length > LINE_MAX) throw tooLong(file)
    if (end > 0) yield rowsIn(text.slice(0, end - 1), separator, firstLine)
  }
  rest += decoder.decode()
  if (rest !== '') yield rowsIn(rest, separator, firstLine)
}

function rowsIn(text: string, separator: Table['separator'], names: readonly string[]): readonly (readonly string[])[] {
  if (separator !== 'json') return columnsIn(text, separator)
  return text.split('\n').map((line) => {
    const fields = fieldsIn(line)
    return fields ? names.map((name) => textOf(fields.get(name))) : []
  })
}

/** Only rows with quotes need a parser; tabs are never quoted. */
function columnsIn(text: string, separator: ',' | '\t'): readonly (readonly string[])[] {
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const isPlain = separator === '\t' || !text.includes('"')
  if (isPlain) return lines.map((line) => line.split(separator))
  try {
    const rows: string[][] = parse(lines.join('\n'), CSV)
    if (rows.length === lines.length) return rows
  } catch {
    // One of the lines is not CSV: which one, the next step finds.
  }
  return lines.map(rowIn)
}

/** Splits a line into columns; a line that is not CSV has none. */
function rowIn(line: string): readonly string[] {
  try {
    const [columns = []]: string[][] = parse(line, CSV)
    return columns
  } catch {
    return []
  }
}

function namesIn(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.flatMap((line) => [...(fieldsIn(line)?.keys() ?? [])]))]
}

function fieldsIn(line: string): Map<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
