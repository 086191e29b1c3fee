import type { DnsStatus } from '../../contract/dns-status.ts'
import type { Locale } from '../../contract/text.ts'
import { showTime } from './fields.ts'
import { printText } from './print.text.ts'

/** DNS answers for a terminal, in the layout and the words of dig and host; our own remarks in the language of the reader. */

interface Finding {
  status: DnsStatus
  reason: string | null
}

interface LookupAnswer extends Finding {
  domain: string
  recordType: string
  resolver: { name: string; address: string }
  records: readonly { name: string; type: string; ttl: number; value: string }[]
  omitted: number
  authenticated: boolean
  authoritative: boolean
  truncated: boolean
  extendedErrors: readonly { code: number; name: string; text: string | null }[]
  dnssec: string
  elapsedMs: number
}

export function printDig(answer: LookupAnswer, locale: Locale): string {
  const flags = [answer.authoritative && 'aa', answer.truncated && 'tc', answer.authenticated && 'ad'].filter(Boolean)
  return lines([
    `;; status: ${codeOf(answer)}, flags: ${flags.join(' ') || '-'}, dnssec: ${answer.dnssec}`,
    ...answer.extendedErrors.map(({ code, name, text }) => `; EDE: ${code} (${name})${text === null ? '' : `: (${text})`}`),
    ';; QUESTION SECTION:',
    row(`;${absolute(answer.domain)}`, '', 'IN', answer.recordType),
    ...(answer.records.length > 0 ? ['', ';; ANSWER SECTION:'] : []),
    ...answer.records.map(({ name, type, ttl, value }) => row(absolute(name), String(ttl), 'IN', type, value)),
    ...(answer.omitted > 0 ? [`;; ${printText.say(locale, 'more', { count: answer.omitted })}`] : []),
    '',
    `;; Query time: ${Math.round(answer.elapsedMs)} msec`,
    `;; SERVER: ${answer.resolver.address} (${answer.resolver.name})`,
  ])
}

/** Returns the columns of a zone file. */
function row(name: string, ttl: string, ...rest: string[]): string {
  return [name.padEnd(NAME_WIDTH), ttl.padEnd(TTL_WIDTH), ...rest].join(' ').trimEnd()
}

const NAME_WIDTH = 31
const TTL_WIDTH = 7

function absolute(name: string): string {
  return name === '.' ? name : `${name}.`
}

interface ReverseAnswer extends Finding {
  pointer: string
  hostnames: readonly string[]
  omitted: number
  localNames: number
  forwardConfirmed: readonly (Finding & { hostname: string; confirmed: boolean | null })[]
}

export function printHost(answer: ReverseAnswer, locale: Locale): string {
  const { pointer, hostnames, forwardConfirmed, localNames, omitted } = answer
  const looks = new Map(forwardConfirmed.map((one) => [one.hostname, one]))
  const isEmpty = hostnames.length + localNames + omitted === 0
  return lines([
    ...hostnames.map((hostname) => `${pointer} domain name pointer ${hostname}. (${confirmation(looks.get(hostname), locale)})`),
    ...(localNames > 0 ? [`${pointer} ${printText.say(locale, 'local-names', { count: localNames })}`] : []),
    ...(omitted > 0 ? [`${pointer} ${printText.say(locale, 'more', { count: omitted })}`] : []),
    ...(isEmpty ? [`${pointer} ${printText.say(locale, 'no-hostname', { status: statusText(answer, locale) })}`] : []),
  ])
}

/** Returns the mark of a name that was looked up. Only the first names are, and not every lookup succeeds. */
function confirmation(look: (Finding & { confirmed: boolean | null }) | undefined, locale: Locale): string {
  if (!look) return printText.say(locale, 'not-checked', {})
  if (look.confirmed) return printText.say(locale, 'confirmed', {})
  const isKnown = look.status === 'noerror' || look.status === 'nodata' || look.status === 'nxdomain'
  if (isKnown) return printText.say(locale, 'not-confirmed', {})
  return printText.say(locale, 'not-checked-because', { status: statusText(look, locale) })
}

interface ShownAnswer extends Finding {
  values: readonly string[]
  omitted: number
  ttl: number | null
}

interface ComparedAnswers {
  answers: readonly (ShownAnswer & { resolver: { name: string; address: string } })[]
  authoritative: (ShownAnswer & { nameserver: string }) | null
  convergesBy: string | null
}

export function printAnswers(answer: ComparedAnswers, locale: Locale): string {
  const { authoritative } = answer
  const rows = [
    ...(authoritative ? [{ source: authoritative.nameserver, ...authoritative }] : []),
    ...answer.answers.map((one) => ({ source: `${one.resolver.name} (${one.resolver.address})`, ...one })),
  ]
  const width = Math.max(...rows.map(({ source }) => source.length)) + 2
  return lines([
    ...rows.map(({ source, ttl, ...said }) =>
      [source.padEnd(width), ttl === null ? '' : `${ttl} `, answerText(said, locale)].join(''),
    ),
    ...(answer.convergesBy === null
      ? []
      : ['', printText.say(locale, 'converges-by', { time: showTime(new Date(answer.convergesBy)) })]),
  ])
}

function answerText({ values, omitted, ...finding }: Omit<ShownAnswer, 'ttl'>, locale: Locale): string {
  const shown = values.length + omitted > 0 ? values.join(', ') : statusText(finding, locale)
  return omitted > 0 ? `${shown} ${printText.say(locale, 'more', { count: omitted })}`.trim() : shown
}

/** Returns a status in words, with its code in brackets. */
function statusText({ status, reason }: Finding, locale: Locale): string {
  return printText.say(locale, status, { reason: reason ?? status })
}

/** Returns a status as dig names it. */
function codeOf({ status, reason }: Finding): string {
  return status === 'error' ? `ERROR (${reason})` : status.toUpperCase()
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
