/** Tables of publishers: what a file of rows is, the layouts of its columns, and what a row says. */
import { parse } from 'csv-parse/sync'
import type { FlatRecord } from '../../ipdata/ranges/layout.ts'
import { Misfit } from '../../platform/misfit.ts'
import { UNWATCHED } from '../progress.ts'
import { type SourceFile, unpacked } from './files.ts'
import { addressNumber, cidrBounds } from './ranges.ts'

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

export type Kind = 'city' | 'asn' | 'country'

/** The fields of our records. They are those of ip-location-db, in whose layout data are embedded. */
export const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  city: ['city', 'country_code', 'latitude', 'longitude', 'postcode', 'state1', 'state2', 'timezone'],
  asn: ['autonomous_system_number', 'autonomous_system_organization'],
  country: ['country_code'],
}

/** The layout of a table. Columns with a field of ours have its name, whatever their publisher calls them. */
interface Layout {
  readonly by: 'ip-location-db or DB-IP' | 'DB-IP' | 'MaxMind' | 'IPinfo' | 'iptoasn'
  readonly hasHeader: boolean
  readonly kinds: readonly Kind[]
  readonly names: readonly string[]
  /** Whether there are rows that say that nothing is known. */
  readonly isSparse?: boolean
}

/** Files of ip-location-db and DB-IP do not have a header line; their network and country files have the same layout. By number of columns. */
const HEADERLESS: Readonly<Record<number, Pick<Layout, 'by' | 'kinds'> & { readonly columns: string }>> = {
  3: { by: 'ip-location-db or DB-IP', kinds: ['country'], columns: 'start end country_code' },
  4: {
    by: 'ip-location-db or DB-IP',
    kinds: ['asn'],
    columns: 'start end autonomous_system_number autonomous_system_organization',
  },
  8: { by: 'DB-IP', kinds: ['city'], columns: 'start end continent country_code state1 city latitude longitude' },
  10: {
    by: 'ip-location-db or DB-IP',
    kinds: ['city'],
    columns: 'start end country_code state1 state2 city postcode latitude longitude timezone',
  },
}

/** MaxMind's blocks, by what their header has. */
const MAXMIND: readonly (readonly [column: string, kinds: readonly Kind[]])[] = [
  ['autonomous_system_number', ['asn']],
  ['latitude', ['city', 'country']],
  ['geoname_id', ['country']],
]

/** Our names of columns in headers of MaxMind and IPinfo. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  asn: 'autonomous_system_number',
  postal_code: 'postcode',
  start_ip: 'start',
  end_ip: 'end',
}

/** Returns the layout of a table, by its first line; null if it is unknown. */
export function layoutOf(firstLine: readonly string[], separator: ',' | '\t' | 'json'): Layout | null {
  // iptoasn.com: what is not routed has the number 0.
  if (separator === '\t') {
    const names = ['start', 'end', 'autonomous_system_number', 'country_code', 'autonomous_system_organization']
    const kinds = ['asn', 'country', 'city'] as const
    return firstLine.length === names.length ? { by: 'iptoasn', hasHeader: false, kinds, names, isSparse: true } : null
  }
  const ipinfo = ipinfoLayout(firstLine)
  if (ipinfo || separator === 'json') return ipinfo
  const blocks = firstLine[0] === 'network' ? MAXMIND.find(([column]) => firstLine.includes(column)) : undefined
  if (blocks) return { by: 'MaxMind', hasHeader: true, kinds: blocks[1], names: firstLine.map((name) => OWN_NAMES[name] ?? name) }
  const headerless = HEADERLESS[firstLine.length]
  if (!headerless || !/^[0-9a-f.:]+$/i.test(firstLine[0] ?? '')) return null
  return { ...headerless, hasHeader: false, names: headerless.columns.split(' ') }
}

/**
 * IPinfo's files say in a header line, or in each line of JSON, which column is which: `network` and `country_code` in IPinfo Lite, `start_ip`, `end_ip` and
 * `country` in the files before it. `country` holds a name if there is a `country_code`.
 */
function ipinfoLayout(header: readonly string[]): Layout | null {
  const isPlaced = header.includes('network') || (header.includes('start_ip') && header.includes('end_ip'))
  const code = header.includes('country_code') || header.includes('network') ? 'country_code' : 'country'
  const organization = header.includes('as_name') ? 'as_name' : 'name'
  const kinds = [
    ...(header.includes('asn') ? (['asn'] as const) : []),
    ...(header.includes(code) ? (['country', 'city'] as const) : []),
  ]
  if (!isPlaced || kinds.length === 0) return null
  const own = { ...OWN_NAMES, [code]: 'country_code', [organization]: 'autonomous_system_organization' }
  return { by: 'IPinfo', hasHeader: true, kinds, names: header.map((name) => own[name] ?? name), isSparse: true }
}

/** MaxMind's list of places: geoname_id, locale_code, continent_code, continent_name, country_iso_code, ... */
export function isLocations(firstLine: readonly string[]): boolean {
  return firstLine[0] === 'geoname_id' && firstLine[1] === 'locale_code'
}

/** A place of MaxMind's list, by the fields of ours that it has. */
export type Place = Readonly<Record<string, string>>

/** Returns an entry of a list of places; null for the header and for names in other languages than English. */
export function locationOf(columns: readonly string[]): [geonameId: string, place: Place] | null {
  const [geonameId = '', locale, , , code = '', , , state1 = '', , state2 = '', city = '', , timezone = ''] = columns
  return locale === 'en' ? [geonameId, { country_code: code, state1, state2, city, timezone }] : null
}

/** A row of a table: its addresses and their record. */
interface Row {
  readonly family: 'v4' | 'v6'
  readonly start: bigint
  readonly end: bigint
  readonly record: FlatRecord
}

const IPV4_END = 1n << 32n
/** The values of the column that matters in rows that say that nothing is known. */
const NOTHING: Readonly<Record<Kind, RegExp>> = { city: /^(?![A-Z]{2}$)/, asn: /^0?$/, country: /^(?![A-Z]{2}$)/ }

/**
 * Returns a function that reads the rows of a table: null if one is malformed, 'nothing' if it says that nothing is known. `places` are those of
 * MaxMind's list, by their geoname ids.
 */
export function rowReader(
  kind: Kind,
  { names, isSparse = false }: Layout,
  places: ReadonlyMap<string, Place>,
): (columns: readonly string[]) => Row | 'nothing' | null {
  const at = (name: string) => names.indexOf(name)
  const [network, start, end] = [at('network'), at('start'), at('end')]
  const [placed, registered] = [at('geoname_id'), at('registered_country_geoname_id')]
  const main = kind === 'asn' ? 'autonomous_system_number' : 'country_code'
  // IPinfo Lite and iptoasn have countries, but no cities.
  const fields = FIELDS[kind].map((name) => ({ name, column: isSparse && kind === 'city' && name !== main ? -1 : at(name) }))
  return (columns) => {
    if (isSparse && NOTHING[kind].test(columns[at(main)] ?? '')) return 'nothing'
    const listed = placed < 0 ? NOWHERE : places.get(columns[placed] || columns[registered] || '')
    const [first, last] = network < 0 ? [columns[start], columns[end]] : endsOf(columns[network] ?? '')
    const [from, to] = [addressNumber(first ?? ''), addressNumber(last ?? '')]
    if (!listed || from === null || to === null || from > to) return null
    const record: Record<string, string | number> = {}
    for (const { name, column } of fields) {
      const value = fieldOf(name, columns[column] ?? listed[name] ?? '')
      if (value !== null) record[name] = value
    }
    if (kind === 'asn' && !(main in record)) return null
    const isIpv4 = to < IPV4_END && !last?.includes(':')
    return { family: isIpv4 ? 'v4' : 'v6', start: from, end: to, record }
  }
}

const NOWHERE: Place = {}

/** Returns both ends of a block, or of a single address. */
function endsOf(network: string): readonly (string | undefined)[] {
  return network.includes('/') ? (cidrBounds(network)?.map(String) ?? []) : [network, network]
}

const DECIMAL = /^-?\d+(\.\d+)?$/
const ASN_MAX = 0xffff_ffff

/** Returns the value of a field; null if the text does not have one. An AS number may have `AS` before the digits. */
function fieldOf(name: string, text: string): string | number | null {
  if (name === 'latitude' || name === 'longitude') return DECIMAL.test(text) ? Math.fround(Number(text)) : null
  if (name !== 'autonomous_system_number') return text
  const number = /^(AS)?\d+$/i.test(text) ? Number(text.replace(/^AS/i, '')) : 0
  return number < 1 || number > ASN_MAX ? null : number
}
