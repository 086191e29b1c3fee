import type { Say } from '../../../../contract/text.ts'
import type { ToolAnswers } from '../answers.ts'
import type { namesText } from '../names.text.ts'

type DnsRecord = ToolAnswers['dns-lookup']['records'][number]
type Words = Say<typeof namesText.en>

/** Column of a table of records: a field of their data, or without one the whole record as a zone file has it. */
interface Column {
  readonly field?: string
  readonly label: Extract<keyof typeof namesText.en, `column.${string}`>
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

export function columnsOf(type: string): Columns {
  return COLUMNS[type] ?? SERVICE
}

/** Returns a cell of the table. A name ends with a dot only in zone files. */
export function textOf({ value, data }: DnsRecord, { field }: Column): string {
  return field === undefined ? value.replace(/^([^\s"]+)\.$/, '$1') : String(data[field])
}

/** Returns the mail address in an SOA record: its first dot stands for the @ (RFC 1035, section 8). */
export function mailboxOf(name: string): string {
  const [, box, domain] = /^((?:\\.|[^.\\])+)\.(.+)$/.exec(name) ?? []
  return box === undefined ? name : `${box.replace(/\\(.)/g, '$1')}@${domain}`
}
