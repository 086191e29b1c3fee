import type { Static, TObject } from '@sinclair/typebox'
import { type Block, facts } from '../../contract/blocks.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import type { LOOKUP_FIELDS } from './fields.ts'
import { toldText } from './told.text.ts'
import { saySpan } from './told.ts'

type Lookup = Static<TObject<typeof LOOKUP_FIELDS>>
type ShownRecord = Omit<Lookup['records'][number], 'name'>
type Words = Say<typeof toldText.en>

/** Column of a table of records: a field of their data, or without one the whole record as a zone file has it. */
interface Column {
  readonly field?: string
  readonly label: Extract<keyof typeof toldText.en, `column.${string}`>
  /** Returns a code in words, where it is known. */
  words?(code: string, say: Words): string | null
}

type Columns = readonly [main: Column, ...rest: readonly Column[]]

const NAME: Columns = [{ label: 'column.name' }]
const ADDRESS: Columns = [{ label: 'column.address' }]
const SERVICE: Columns = [{ label: 'column.value' }]

/** The columns of each type, the one that matters most first. */
const COLUMNS: Readonly<Record<string, Columns>> = {
  A: ADDRESS,
  AAAA: ADDRESS,
  NS: NAME,
  PTR: NAME,
  CNAME: NAME,
  TXT: [{ field: 'text', label: 'column.text' }],
  MX: [
    { field: 'exchange', label: 'column.exchange' },
    { field: 'preference', label: 'column.preference' },
  ],
  SRV: [
    { field: 'target', label: 'column.target' },
    { field: 'port', label: 'column.port' },
    { field: 'priority', label: 'column.priority' },
    { field: 'weight', label: 'column.weight' },
  ],
  CAA: [
    { field: 'value', label: 'column.value' },
    { field: 'tag', label: 'column.tag', words: (tag, say) => (isRule(tag) ? `${say(`caa.${tag}`)} (${tag})` : null) },
  ],
}

const RULES = ['issue', 'issuewild', 'iodef'] as const

function isRule(tag: string): tag is (typeof RULES)[number] {
  return RULES.some((rule) => rule === tag)
}

/** Returns a cell of the table. A name ends with a dot only in zone files. */
function cellText({ value, data }: ShownRecord, { field }: Column): string {
  return field === undefined ? value.replace(/^([^\s"]+)\.$/, '$1') : String(data[field])
}

/** Returns the mail address in an SOA record: its first dot stands for the @ (RFC 1035, section 8). */
function mailboxOf(name: string): string {
  const [, box, domain] = /^((?:\\.|[^.\\])+)\.(.+)$/.exec(name) ?? []
  return box === undefined ? name : `${box.replace(/\\(.)/g, '$1')}@${domain}`
}

const SOA_SPANS = ['refresh', 'retry', 'expire', 'minimum'] as const

/** Draws records of one type as a table with the columns of that type, and the start of a zone in words. */
export function recordsTold(records: readonly ShownRecord[], locale: Locale): Block {
  const say = sayIn(toldText, locale)
  const [first] = records
  if (first?.type === 'SOA') return authorityTold(first, say, locale)
  const columns = COLUMNS[first?.type ?? ''] ?? SERVICE
  return {
    kind: 'table',
    columns: [say('column.type'), ...columns.map(({ label }) => say(label)), say('kept')],
    // The type begins each line of text: a stranger's value must not.
    rows: records.map((record) => [
      record.type,
      ...columns.map((column) => column.words?.(cellText(record, column), say) ?? cellText(record, column)),
      saySpan(record.ttl, locale),
    ]),
  }
}

function authorityTold({ data: { mname, rname, serial, ...spans } }: ShownRecord, say: Words, locale: Locale): Block {
  return facts([
    [say('soa.mname'), String(mname)],
    [say('soa.rname'), mailboxOf(String(rname))],
    [say('soa.serial'), String(serial)],
    ...SOA_SPANS.map((field) => [say(`soa.${field}`), saySpan(Number(spans[field]), locale)] as const),
  ])
}
