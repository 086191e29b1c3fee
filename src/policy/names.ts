import { builtIn } from '../platform/lazy-modules.ts'
import { type Address, parseAddress } from './address.ts'
import { TOP_LEVEL_DOMAINS } from './top-level-domains.gen.ts'

/** A domain name without its final dot, in lower case: as it is queried (RFC 5891) and as people write it. */
export interface DomainName {
  readonly ascii: string
  readonly unicode: string
}

/** The reasons why a text is not a domain name that anyone could own. */
type NameFault = 'not-a-name' | 'an-address'

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
  return isName ? { ascii, unicode: unicodeOf(ascii) } : 'not-a-name'
}

/** A byte of a label as zone files spell it (RFC 1035, section 5.1): escaped where it has to be, and only there. */
const BYTE = String.raw`(?:[^\0- \x7f-\uffff"$().;@\\]|\\["$().;@\\]|\\(?:0[0-2]\d|03[0-2]|12[7-9]|1[3-9]\d|2[0-4]\d|25[0-5]))`
const ZONE_FILE_NAME = new RegExp(`^${BYTE}{1,63}(?:\\.${BYTE}{1,63})*$`)
/** A name of which every byte is escaped. */
const SPELLING_MAX = 4 * NAME_MAX
const ESCAPED = /\\(?:\d{3}|.)/gs

/**
 * Reads a name that was found along the way, in any script or as a zone file spells it: in ASCII and lower case, the root as an empty text.
 * Null if it cannot be queried unchanged: nothing is cut, and no byte has two spellings that could be judged differently.
 */
export function readFoundName(text: string): string | null {
  if (text === '' || text === '.') return ''
  if (text.length > SPELLING_MAX) return null
  if (NON_ASCII.test(text)) {
    const domain = parseDomain(text)
    return typeof domain === 'string' ? null : domain.ascii
  }
  const name = text.toLowerCase()
  return [name, name.replace(/\.$/, '')].find((one) => ZONE_FILE_NAME.test(one) && withoutEscapes(one).length <= NAME_MAX) ?? null
}

/** Returns a name with another character for each escape: an escaped dot does not separate labels, and hides no suffix. */
export function withoutEscapes(name: string): string {
  return name.replace(ESCAPED, '?')
}

/** A label as zone files spell it: anything but an unescaped dot. */
const SPELLED_LABEL = /(?:\\\d{3}|\\.|[^\\.])+/gs

/** Returns the labels of a name as zone files spell it; the root has none. */
export function labelsOf(name: string): string[] {
  return name.match(SPELLED_LABEL) ?? []
}

export function unicodeOf(ascii: string): string {
  return ascii.split('.').map(unicodeLabel).join('.')
}

function unicodeLabel(label: string): string {
  return label.startsWith('xn--') ? builtIn.url().domainToUnicode(label) || label : label
}

/** A suffix that means the local network or no network at all, and the RFC that says so; null if none does. */
interface LocalSuffix {
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
  { suffix: 'resolver.arpa', rfc: 'RFC 9462' },
  { suffix: 'service.arpa', rfc: 'RFC 9665' },
  { suffix: 'onion', rfc: 'RFC 7686' },
  { suffix: 'alt', rfc: 'RFC 9476' },
]

const DOTTED_SUFFIXES = LOCAL_SUFFIXES.map(({ suffix }) => `.${suffix}`)

/** Reserved for tests and documentation (RFC 2606, RFC 6761): hiding them would hide names of no network. */
const RESERVED = ['test', 'example', 'invalid']
/** The top-level domains, read from their text when the first name is judged. */
let delegated: ReadonlySet<string> | null = null

/** The rule that makes a name part of a local network; null if there is none. */
export type LocalRule = LocalSuffix | 'single-label' | 'not-delegated'

/** Returns the rule by which a name is local: by its suffix, as a single label, or because the public internet has no such top-level domain. */
export function localRule({ ascii }: Pick<DomainName, 'ascii'>): LocalRule | null {
  const dotted = `.${ascii}`
  const found = LOCAL_SUFFIXES[DOTTED_SUFFIXES.findIndex((suffix) => dotted.endsWith(suffix))]
  if (found) return found
  if (!ascii.includes('.')) return 'single-label'
  delegated ??= new Set([...TOP_LEVEL_DOMAINS.split(' '), ...RESERVED])
  return delegated.has(topLevelOf(ascii)) ? null : 'not-delegated'
}

export function topLevelOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

const REVERSE_ZONES = [
  { zone: '.in-addr.arpa', label: /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/, labels: 4 },
  { zone: '.ip6.arpa', label: /^[0-9a-f]$/, labels: 32 },
] as const

/** Returns the address, or the first of the block, whose reverse name is at, above or below a name; null if it is not such a name. */
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

/** Returns the name under which an address has its PTR record (RFC 1035, section 3.5; RFC 3596, section 2.5). */
export function reverseName({ version, words }: Address): string {
  const hex = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  if (version === 6) return `${[...hex].toReversed().join('.')}.ip6.arpa`
  const octets = hex.match(/../g) ?? []
  return `${octets
    .map((octet) => Number.parseInt(octet, 16))
    .toReversed()
    .join('.')}.in-addr.arpa`
}

/** Returns whether a name is a domain or below it; both in lower case. */
export function isWithin(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`)
}
