import type { Static, TObject } from '@sinclair/typebox'
import type { Locale } from '../../contract/text.ts'
import { hasAnswer } from '../../net/dns/answer.ts'
import type { LOOKUP_FIELDS, REVERSE_FIELDS } from './fields.ts'
import { toldText } from './told.text.ts'
import { type Finding, sayFinding, sayMore } from './told.ts'

type Lookup = Static<TObject<typeof LOOKUP_FIELDS>>
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
