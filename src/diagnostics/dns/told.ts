/** Answers about names as people read them: in words, as tables, and as dig and host print them. */
import type { Static, TObject } from '@sinclair/typebox'
import { type Block, facts, type Mark } from '../../contract/blocks.ts'
import type { DnsStatus } from '../../contract/dns-status.ts'
import { type Locale, type Say, sayIn } from '../../contract/text.ts'
import { hasAnswer } from '../../net/dns/answer.ts'
import type { LOOKUP_FIELDS, REVERSE_FIELDS } from './fields.ts'
import { toldText } from './told.text.ts'

export interface Finding {
  readonly status: DnsStatus
  readonly reason: string | null
}

/** Returns the outcome of a lookup in words, its code in brackets. */
export function sayFinding({ status, reason }: Finding, locale: Locale): string {
  const key = `reason.${reason}`
  return isKey(key) ? toldText.say(locale, key, {}) : toldText.say(locale, status, { reason: reason ?? status })
}

type ReasonKey = Extract<keyof typeof toldText.en, `reason.${string}`>

function isKey(key: string): key is ReasonKey {
  return key.startsWith('reason.') && Object.hasOwn(toldText.en, key)
}

export function sayMore(count: number, locale: Locale): string | null {
  return count > 0 ? toldText.say(locale, 'more', { count }) : null
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** Returns a time as people say it, in its two largest units. */
export function saySpan(seconds: number, locale: Locale): string {
  const say = sayIn(toldText, locale)
  const parts = [
    { count: Math.floor(seconds / DAY_S), key: 'span.days' },
    { count: Math.floor((seconds % DAY_S) / HOUR_S), key: 'span.hours' },
    { count: Math.floor((seconds % HOUR_S) / MINUTE_S), key: 'span.minutes' },
    { count: seconds % MINUTE_S, key: 'span.seconds' },
  ] as const
  const first = parts.findIndex(({ count }) => count > 0)
  if (first === -1) return say('span.seconds', { count: 0 })
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, key }) => (key === 'span.days' && count === 1 ? say('span.day') : say(key, { count })))
    .join(' ')
}

export interface Said extends Finding {
  readonly values: readonly string[]
  readonly omitted: number
  readonly ttl: number | null
}

interface ServerAnswers {
  /** The answer of the domain's own server; its name is null where none was asked. */
  readonly zone: (Said & { readonly nameserver: string | null }) | null
  readonly answers: readonly (Said & { readonly resolver: { readonly name: string; readonly address: string } })[]
  /** Judges an answer. */
  readonly markOf: (said: Said) => Mark | null
  /** The words for an answer that is not as it should be. */
  readonly differs: string
}

/** Draws what servers answer to the same question, and for each cache, how soon it lets go of that. */
export function answersTold({ zone, answers, markOf, differs }: ServerAnswers, locale: Locale): Block {
  const say = sayIn(toldText, locale)
  const longest = Math.max(...answers.map(({ ttl }) => ttl ?? 0), 1)
  const row = (text: string, address: string, said: Said, isCache: boolean) => {
    const mark = markOf(said)
    const { values, omitted, ttl } = said
    const shown = values.length + omitted > 0 ? values.join(', ') : sayFinding(said, locale)
    const notes = [sayMore(omitted, locale), mark === 'bad' ? differs : null].filter((note) => note !== null)
    const kept = ttl === null || values.length === 0 ? '' : ttl === 0 ? say('not-kept') : saySpan(ttl, locale)
    const share = isCache && kept !== '' ? { share: (ttl ?? 0) / longest } : {}
    return [
      { text, notes: [address] },
      { text: shown, notes, mark },
      { text: kept, ...share },
    ]
  }
  return {
    kind: 'table',
    columns: [say('server'), say('answer'), say('kept')],
    rows: [
      ...(zone ? [row(say('zone'), zone.nameserver ?? say('zone.not-asked'), zone, false)] : []),
      ...answers.map(({ resolver, ...said }) => row(resolver.name, resolver.address, said, true)),
    ],
  }
}

/** Compares an answer with that of the zone. A server that says nothing differs from nobody, and half a list from no other half. */
export function comparedWith(zone: Said | null, consistent: boolean | null, recordType: string): (said: Said) => Mark | null {
  // Names are the same in any case.
  const spelled = ({ values }: Said) => new Set(values.map((value) => (recordType === 'TXT' ? value : value.toLowerCase())))
  return (said) => {
    if (said === zone) return null
    if (!zone || !hasAnswer(zone) || !hasAnswer(said)) return hasAnswer(said) ? null : 'unknown'
    const isSame = spelled(zone).symmetricDifference(spelled(said)).size === 0
    return consistent || isSame ? 'good' : zone.omitted + said.omitted > 0 ? 'unknown' : 'bad'
  }
}

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

type Reverse = Static<TObject<typeof REVERSE_FIELDS>>

/** Prints a lookup in the layout and the words of dig; our own remarks in the language of the reader. */
export function printDig(answer: Lookup & { readonly elapsedMs: number }, locale: Locale): string {
  const flags = [answer.authoritative && 'aa', answer.truncated && 'tc', answer.authenticated && 'ad'].filter(Boolean)
  return lines([
    `;; status: ${statusCode(answer)}, flags: ${flags.join(' ') || '-'}, dnssec: ${answer.dnssec}`,
    ...answer.extendedErrors.map(({ code, name, text }) => `; EDE: ${code} (${name})${text === null ? '' : `: (${text})`}`),
    ';; QUESTION SECTION:',
    row(`;${absolute(answer.domain)}`, '', 'IN', answer.recordType),
    ...(answer.records.length > 0 ? ['', ';; ANSWER SECTION:'] : []),
    ...answer.records.map(({ name, type, ttl, value }) => row(absolute(name), String(ttl), 'IN', type, value)),
    ...(answer.omitted > 0 ? [`;; ${sayMore(answer.omitted, locale)}`] : []),
    '',
    `;; Query time: ${Math.round(answer.elapsedMs)} msec`,
    `;; SERVER: ${answer.resolver.address} (${answer.resolver.name})`,
  ])
}

function row(name: string, ttl: string, ...rest: string[]): string {
  return [name.padEnd(NAME_WIDTH), ttl.padEnd(TTL_WIDTH), ...rest].join(' ').trimEnd()
}

const NAME_WIDTH = 31
const TTL_WIDTH = 7

function absolute(name: string): string {
  return name === '.' ? name : `${name}.`
}

/** Prints the names of an address as host does. */
export function printHost(answer: Reverse, locale: Locale): string {
  const { pointer, hostnames, forwardConfirmed, localNames, omitted } = answer
  const looks = new Map(forwardConfirmed.map((one) => [one.hostname, one]))
  const isEmpty = hostnames.length + localNames + omitted === 0
  return lines([
    ...hostnames.map((hostname) => `${pointer} domain name pointer ${hostname}. (${confirmation(looks.get(hostname), locale)})`),
    ...(localNames > 0 ? [`${pointer} ${toldText.say(locale, 'local-names', { count: localNames })}`] : []),
    ...(omitted > 0 ? [`${pointer} ${sayMore(omitted, locale)}`] : []),
    ...(isEmpty ? [`${pointer} ${toldText.say(locale, 'no-hostname', { status: sayFinding(answer, locale) })}`] : []),
  ])
}

/** Returns the mark of a name that was looked up. Only the first names are, and not every lookup succeeds. */
function confirmation(look: Reverse['forwardConfirmed'][number] | undefined, locale: Locale): string {
  if (!look) return toldText.say(locale, 'not-checked', {})
  if (look.confirmed) return toldText.say(locale, 'confirmed', {})
  if (hasAnswer(look)) return toldText.say(locale, 'not-confirmed', {})
  return toldText.say(locale, 'not-checked-because', { status: sayFinding(look, locale) })
}

function statusCode({ status, reason }: Finding): string {
  return status === 'error' ? `ERROR (${reason})` : status.toUpperCase()
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
