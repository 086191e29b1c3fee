import type { AddressFacts } from '../../contract/written.ts'
import { type Address, parseAddress } from '../../policy/address.ts'

/** The member states of the European Union (ISO 3166-1). */
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))
const COORDINATE_DIGITS = 6
/** Characters that Go's encoder escapes in a string although JSON does not require it. */
const ESCAPED_BY_GO = /[<>&\u2028\u2029]/g

const asnOf = ({ asn }: AddressFacts) => (asn ? `AS${asn}` : '')

/** The answers of echoip in one word, by path. Unknown values are empty. */
export const LINES = {
  '/ip': ({ ip }) => ip,
  '/country': ({ country }) => country ?? '',
  '/country-iso': ({ countryCode }) => countryCode ?? '',
  '/city': ({ city }) => city ?? '',
  '/asn': asnOf,
  '/asn-org': ({ organization }) => organization ?? '',
  '/coordinates': ({ latitude, longitude }) =>
    [latitude, longitude].map((angle) => (angle ?? 0).toFixed(COORDINATE_DIGITS)).join(','),
} as const satisfies Readonly<Record<string, (facts: AddressFacts) => string>>

/** `/json` of echoip: its fields in its order, those without a value left out. */
export function echoJson(facts: AddressFacts, userAgent: string | null): string {
  const decimal = decimalOf(parseAddress(facts.ip))
  const known = withValue({
    country: facts.country,
    country_iso: facts.countryCode,
    country_eu: EU.has(facts.countryCode ?? ''),
    region_name: facts.region,
    city: facts.city,
    latitude: facts.latitude,
    longitude: facts.longitude,
    time_zone: facts.timezone,
    asn: asnOf(facts),
    asn_org: facts.organization,
  })
  const agent = userAgent ? { user_agent: agentOf(userAgent) } : {}
  // An IPv6 address has more digits than a number can hold.
  return asGoWrites({ ip: facts.ip, ip_decimal: decimal, ...known, ...agent }).replace(/("ip_decimal": )"(\d+)"/, '$1$2')
}

/** `/port/<n>` of echoip. */
export function echoPort(ip: string, port: number, isOpen: boolean): string {
  return asGoWrites({ ip, port, reachable: isOpen })
}

function asGoWrites(value: object): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, 2).replace(ESCAPED_BY_GO, escaped)
}

function decimalOf(address: Address | null): string {
  return (address?.words ?? []).reduce((sum, word) => (sum << 32n) | BigInt(word >>> 0), 0n).toString()
}

/** `curl/8.5.0 (comment)`, as echoip takes it apart. */
function agentOf(text: string) {
  const slash = text.indexOf('/')
  const [name, rest] = slash < 0 ? splitAt(text, text.indexOf(' ')) : splitAt(text, slash)
  const [version, comment] = slash >= 0 && /^\d/.test(rest) ? splitAt(rest, rest.indexOf(' ')) : ['', rest]
  return withValue({ product: name, version, comment, raw_value: text })
}

function splitAt(text: string, index: number): [before: string, after: string] {
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)]
}

function withValue(fields: Readonly<Record<string, string | number | boolean | null>>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== '' && value !== 0))
}
