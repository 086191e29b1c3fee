import { addressOfBytes, parseAddress } from '../../policy/address.ts'
import { type Der, insideFirst, oidText, readDer } from './der.ts'

/** A name in a certificate: a host, an address (in its canonical spelling), or something that is neither. */
export interface GeneralName {
  readonly kind: 'dns' | 'ip' | 'other'
  readonly value: string
}

const TAGS = { email: 0x81, dns: 0x82, uri: 0x86, ip: 0x87 }

export function generalNames(elements: readonly Der[]): GeneralName[] {
  return elements.map(({ tag, body }) => {
    const text = body.toString('latin1').replace(/[^\x20-\x7e]/g, '?')
    if (tag === TAGS.dns) return { kind: 'dns', value: text }
    if (tag === TAGS.ip) return { kind: 'ip', value: addressOfBytes(body)?.text ?? body.toString('hex') }
    if (tag === TAGS.email) return { kind: 'other', value: `email:${text}` }
    if (tag === TAGS.uri) return { kind: 'other', value: `URI:${text}` }
    return { kind: 'other', value: `other:${body.toString('hex')}` }
  })
}

const CA_ISSUERS = '1.3.6.1.5.5.7.48.2'
/** Longer than any that authorities write. */
const URL_MAX = 300

/** Returns the first address of the issuer's certificate (RFC 5280, section 4.2.2.1) that a browser opens; null for none. */
export function issuerUrlIn(extension: Buffer): string | null {
  try {
    const locations = insideFirst(extension).flatMap(({ body }) => {
      const [method, location] = readDer(body)
      const isWanted =
        location?.tag === TAGS.uri && location.body.length <= URL_MAX && oidText(method?.body ?? extension) === CA_ISSUERS
      return isWanted ? (plainUrl(location.body.toString('latin1')) ?? []) : []
    })
    return locations[0] ?? null
  } catch {
    // Clients take such a certificate all the same.
    return null
  }
}

function plainUrl(text: string): string | null {
  const url = /^https?:\/\/[\x21-\x7e]+$/i.test(text) ? URL.parse(text) : null
  return url && url.username + url.password === '' && url.href.length <= URL_MAX ? url.href : null
}

/** Lists names in one line, none of which can look like two. */
export function listNames(values: readonly string[]): string {
  return values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(', ')
}

/** The names that an authority may vouch for (RFC 5280, section 4.2.1.10), as far as they are names of hosts. */
export interface NameConstraints {
  readonly permitted: readonly Subtree[]
  readonly excluded: readonly Subtree[]
}

/** A domain with everything below it, or the bytes of a network and of its mask. */
type Subtree = { readonly kind: 'dns'; readonly domain: string } | { readonly kind: 'ip'; readonly bytes: Buffer }

const TAG_PERMITTED = 0xa0
const TAG_EXCLUDED = 0xa1

export function nameConstraints(extension: Buffer): NameConstraints {
  const lists = insideFirst(extension)
  const subtrees = (wanted: number) =>
    lists.filter(({ tag }) => tag === wanted).flatMap(({ body }) => readDer(body).flatMap(subtreeOf))
  return { permitted: subtrees(TAG_PERMITTED), excluded: subtrees(TAG_EXCLUDED) }
}

function subtreeOf({ body }: Der): Subtree[] {
  const [base] = readDer(body)
  if (base?.tag === TAGS.dns) return [{ kind: 'dns', domain: base.body.toString('latin1').toLowerCase().replace(/^\./, '') }]
  return base?.tag === TAGS.ip ? [{ kind: 'ip', bytes: base.body }] : []
}

/** The most comparisons for one certificate: both lists may be long. */
const COMPARISONS_MAX = 65_536

export function permitsAll(constraints: NameConstraints, names: readonly GeneralName[]): boolean {
  const { permitted, excluded } = constraints
  if (names.length * (permitted.length + excluded.length) > COMPARISONS_MAX) return false
  return names.every((name) => permits(constraints, name))
}

/** Returns whether an authority may vouch for a name. If any names of a kind are permitted, all others of that kind are not. */
export function permits({ permitted, excluded }: NameConstraints, name: GeneralName): boolean {
  if (excluded.some((subtree) => holds(subtree, name))) return false
  const ofItsKind = permitted.filter(({ kind }) => kind === name.kind)
  return ofItsKind.length === 0 || ofItsKind.some((subtree) => holds(subtree, name))
}

function holds(subtree: Subtree, { kind, value }: GeneralName): boolean {
  if (subtree.kind !== kind) return false
  if (subtree.kind === 'dns') return subtree.domain === '' || `.${value.toLowerCase()}`.endsWith(`.${subtree.domain}`)
  const half = subtree.bytes.length / 2
  const bytes = parseAddress(value)?.words.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255])
  return (
    bytes?.length === half &&
    bytes.every((byte, index) => ((byte ^ (subtree.bytes[index] ?? 0)) & (subtree.bytes[half + index] ?? 0)) === 0)
  )
}
