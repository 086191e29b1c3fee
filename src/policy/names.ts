import { builtIn } from '../platform/lazy-modules.ts'
import { type Address, parseAddress } from './address.ts'

/** A domain name without its final dot, in lower case: as it is queried (RFC 5891) and as people write it. */
export interface DomainName {
  readonly ascii: string
  readonly unicode: string
}

/** Why a text is not a domain name that anyone could own. */
export type NameFault = 'not-a-name' | 'an-address'

const NAME_MAX = 253
const LABEL = /^(?:[a-z0-9_-]{1,63}|\d{1,3}[/-]\d{1,3})$/
/** The ASCII characters allowed in a name in another script; the URL standard would decode the rest or cut the name there. */
const MIXED = /^[a-z0-9._*\u0080-\uffff-]+$/i
const NON_ASCII = /[\u0080-\uffff]/
/** To every URL parser, a name that ends in a number is an address, whatever its spelling (`127.1`, `0x7f.1`). */
const NUMERIC_END = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/

/**
 * Reads a domain name in any script. Underscores (service labels), a leftmost `*` and the slash of RFC 2317 occur in names that
 * zones contain; white space, escapes, URLs and addresses do not.
 */
export function parseDomain(text: string): DomainName | NameFault {
  if (parseAddress(text)) return 'an-address'
  const ascii = (NON_ASCII.test(text) ? (MIXED.test(text) ? builtIn.url().domainToASCII(text) : '') : text)
    .toLowerCase()
    .replace(/\.$/, '')
  if (ascii === '' || ascii.length > NAME_MAX || NUMERIC_END.test(ascii)) return 'not-a-name'
  const labels = ascii.split('.')
  const isName = labels.every((label, index) => LABEL.test(label) || (index === 0 && label === '*' && labels.length > 1))
  return isName ? { ascii, unicode: labels.map(unicodeLabel).join('.') } : 'not-a-name'
}

function unicodeLabel(label: string): string {
  return label.startsWith('xn--') ? builtIn.url().domainToUnicode(label) || label : label
}

/** A suffix that means the local network or no network at all, and the RFC that says so; null if none does. */
export interface LocalSuffix {
  readonly suffix: string
  readonly rfc: string | null
}

const LOCAL_SUFFIXES: readonly LocalSuffix[] = [
  { suffix: 'localhost', rfc: 'RFC 6761' },
  { suffix: 'local', rfc: 'RFC 6762' },
  { suffix: 'localdomain', rfc: null },
  { suffix: 'internal', rfc: null },
  { suffix: 'intranet', rfc: 'RFC 6762' },
  { suffix: 'lan', rfc: 'RFC 6762' },
  { suffix: 'home', rfc: 'RFC 6762' },
  { suffix: 'corp', rfc: 'RFC 6762' },
  { suffix: 'private', rfc: 'RFC 6762' },
  { suffix: 'home.arpa', rfc: 'RFC 8375' },
  { suffix: 'onion', rfc: 'RFC 7686' },
  { suffix: 'alt', rfc: 'RFC 9476' },
]

/** As a name that is preceded by a dot ends. */
const DOTTED_SUFFIXES = LOCAL_SUFFIXES.map(({ suffix }) => `.${suffix}`)

/** The rule that makes a name part of a local network: its suffix, or that it is a single label; null if there is none. */
export function localRule({ ascii }: Pick<DomainName, 'ascii'>): LocalSuffix | 'single-label' | null {
  const dotted = `.${ascii}`
  const found = DOTTED_SUFFIXES.findIndex((suffix) => dotted.endsWith(suffix))
  return LOCAL_SUFFIXES[found] ?? (ascii.includes('.') ? null : 'single-label')
}

const REVERSE_ZONES = [
  { zone: '.in-addr.arpa', label: /^\d{1,3}$/, labels: 4 },
  { zone: '.ip6.arpa', label: /^[0-9a-f]$/, labels: 32 },
] as const

/** The address, or the first of the block, whose reverse name is at, above or below a name; null if it is not such a name. */
export function addressOfReverseName({ ascii }: Pick<DomainName, 'ascii'>): Address | null {
  const reverse = REVERSE_ZONES.find(({ zone }) => ascii.endsWith(zone))
  if (!reverse) return null
  const all = ascii.slice(0, -reverse.zone.length).split('.').toReversed()
  const other = all.findIndex((label) => !reverse.label.test(label))
  const parts = all.slice(0, Math.min(reverse.labels, other < 0 ? all.length : other))
  if (parts.length === 0) return null
  const filled = [...parts, ...Array<string>(reverse.labels - parts.length).fill('0')]
  return parseAddress(reverse.labels === 4 ? filled.join('.') : (filled.join('').match(/.{4}/g)?.join(':') ?? ''))
}

/** Whether a name is a domain or below it; both in lower case. */
export function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}
