import type { DnsStatus } from '../../contract/dns-status.ts'
import type { Locale } from '../../contract/text.ts'
import { toldText } from './told.text.ts'
import { sayFinding, sayMore } from './told.ts'

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
    ...(answer.omitted > 0 ? [`;; ${sayMore(answer.omitted, locale)}`] : []),
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
    ...(localNames > 0 ? [`${pointer} ${toldText.say(locale, 'local-names', { count: localNames })}`] : []),
    ...(omitted > 0 ? [`${pointer} ${sayMore(omitted, locale)}`] : []),
    ...(isEmpty ? [`${pointer} ${toldText.say(locale, 'no-hostname', { status: sayFinding(answer, locale) })}`] : []),
  ])
}

/** Returns the mark of a name that was looked up. Only the first names are, and not every lookup succeeds. */
function confirmation(look: (Finding & { confirmed: boolean | null }) | undefined, locale: Locale): string {
  if (!look) return toldText.say(locale, 'not-checked', {})
  if (look.confirmed) return toldText.say(locale, 'confirmed', {})
  const isKnown = look.status === 'noerror' || look.status === 'nodata' || look.status === 'nxdomain'
  if (isKnown) return toldText.say(locale, 'not-confirmed', {})
  return toldText.say(locale, 'not-checked-because', { status: sayFinding(look, locale) })
}

/** Returns a status as dig names it. */
function codeOf({ status, reason }: Finding): string {
  return status === 'error' ? `ERROR (${reason})` : status.toUpperCase()
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('')
}
