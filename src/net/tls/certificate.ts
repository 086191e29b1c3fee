import type { X509Certificate } from 'node:crypto'
import { builtIn } from '../../platform/lazy-modules.ts'
import { type Der, derText, derTime, insideFirst, oidText, readDer, TAG } from './der.ts'
import { type GeneralName, generalNames, issuerUrlIn, type NameConstraints, nameConstraints } from './general-name.ts'

/** A certificate, with what the runtime's own reader does not provide. */
export interface Certificate {
  readonly x509: X509Certificate
  readonly subject: DistinguishedName
  readonly issuer: DistinguishedName
  /** Whether both are byte for byte the same. */
  readonly isSelfIssued: boolean
  readonly serialNumber: string
  readonly san: readonly GeneralName[]
  readonly validFrom: Date
  readonly validTo: Date
  readonly fingerprint: string
  readonly isCa: boolean
  /** The number of intermediates that may be below it; null: any number. */
  readonly pathLength: number | null
  readonly constraints: NameConstraints | null
  /** The OIDs of its key's permitted uses; null: any use. */
  readonly purposes: readonly string[] | null
  /** The address of its issuer's certificate, as its own authority names it; null if it names none that a browser opens. */
  readonly issuerUrl: string | null
  readonly signatureAlgorithm: string
  readonly signatureOid: string
  readonly key: { readonly type: string; readonly bits: number | null }
}

export interface DistinguishedName {
  readonly commonName: string | null
  readonly organization: string | null
  readonly country: string | null
  /** In the order of the certificate, escaped as in RFC 4514: `C=KR, O=Example\, Inc., CN=Example Root`. */
  readonly text: string
}

const NAME_OIDS: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
}
const EXTENSION_OIDS = {
  san: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  purposes: '2.5.29.37',
  authorityInfo: '1.3.6.1.5.5.7.1.1',
}
/** Characters that, unescaped, would look like the end of a value or like another type (RFC 4514, section 2.4). */
const SPECIAL_IN_NAME = /[\\"+,;<>]|^[# ]| $/g
const TAG_VERSION = 0xa0
const TAG_EXTENSIONS = 0xa3
const CURVE_BITS: Record<string, number> = {
  prime256v1: 256,
  secp384r1: 384,
  secp521r1: 521,
  secp224r1: 224,
  secp192r1: 192,
  prime192v1: 192,
}
const KEY_BITS: Record<string, number> = { ed25519: 256, ed448: 456 }

const NOTHING = Buffer.alloc(0)

/** Reads a certificate; null if it or its dates cannot be read. */
export function readCertificate(raw: Buffer): Certificate | null {
  try {
    const { X509Certificate } = builtIn.crypto()
    return parse(new X509Certificate(raw))
  } catch {
    return null
  }
}

function parse(x509: X509Certificate): Certificate | null {
  const [signed] = insideFirst(x509.raw)
  const fields = readDer(signed?.body ?? NOTHING).filter(({ tag }) => tag !== TAG_VERSION)
  // Serial number, algorithm, issuer, dates, subject, key, and then what is optional.
  const [, , issuer, validity, subject] = fields
  const [validFrom, validTo] = readDer(validity?.body ?? NOTHING).map(derTime)
  if (!validFrom || !validTo) return null
  const extensions = extensionsOf(fields.find(({ tag }) => tag === TAG_EXTENSIONS))
  const limit = insideFirst(extensions.get(EXTENSION_OIDS.basicConstraints) ?? NOTHING).find(({ tag }) => tag === TAG.integer)
  const purposes = extensions.get(EXTENSION_OIDS.purposes)
  const constraints = extensions.get(EXTENSION_OIDS.nameConstraints)
  let key: Certificate['key'] | null = null
  return {
    x509,
    subject: readName(subject),
    issuer: readName(issuer),
    isSelfIssued: issuer !== undefined && subject !== undefined && issuer.body.equals(subject.body),
    serialNumber: x509.serialNumber,
    san: generalNames(insideFirst(extensions.get(EXTENSION_OIDS.san) ?? NOTHING)),
    validFrom,
    validTo,
    fingerprint: x509.fingerprint256,
    isCa: x509.ca,
    pathLength: limit ? (limit.body[limit.body.length - 1] ?? 0) : null,
    constraints: constraints ? nameConstraints(constraints) : null,
    purposes: purposes ? insideFirst(purposes).map(({ body }) => oidText(body)) : null,
    issuerUrl: issuerUrlIn(extensions.get(EXTENSION_OIDS.authorityInfo) ?? NOTHING),
    signatureAlgorithm: x509.signatureAlgorithm ?? x509.signatureAlgorithmOid,
    signatureOid: x509.signatureAlgorithmOid,
    // Reading a large key takes a millisecond, and most are never looked at.
    get key() {
      key ??= readKey(x509)
      return key
    },
  }
}

function extensionsOf(element: Der | undefined): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (const { body } of element ? insideFirst(element.body) : []) {
    const parts = readDer(body)
    const [oid, value] = [parts[0], parts[parts.length - 1]]
    if (oid && value) found.set(oidText(oid.body), value.body)
  }
  return found
}

function readName(element: Der | undefined): DistinguishedName {
  const attributes = readDer(element?.body ?? NOTHING)
    .flatMap(({ body }) => readDer(body))
    .map(({ body }) => {
      const [type, value] = readDer(body)
      const oid = type ? oidText(type.body) : ''
      return { name: NAME_OIDS[oid] ?? oid, value: value ? derText(value) : '' }
    })
  const last = (name: string) => attributes.findLast((attribute) => attribute.name === name)?.value ?? null
  return {
    commonName: last('CN'),
    organization: last('O'),
    country: last('C'),
    text: attributes.map(({ name, value }) => `${name}=${escapeName(value)}`).join(', '),
  }
}

/** Escapes a value of a distinguished name, so that it cannot look like another field. */
function escapeName(value: string): string {
  return value.replace(SPECIAL_IN_NAME, (special) => `\\${special}`)
}

/** Returns the type and size of a key; neither if the runtime does not support it. */
function readKey(x509: X509Certificate): Certificate['key'] {
  try {
    const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails: details } = x509.publicKey
    const bits = details?.modulusLength ?? CURVE_BITS[details?.namedCurve ?? ''] ?? KEY_BITS[type] ?? null
    return { type, bits }
  } catch {
    return { type: 'unknown', bits: null }
  }
}

/**
 * Returns whether a certificate is for a host (RFC 9525). Hosts are compared with host names and addresses with addresses, never with the
 * common name; a wildcard matches exactly one label, the first, and all of it.
 */
export function isFor({ x509 }: Certificate, host: string, isAddress: boolean): boolean {
  if (isAddress) return x509.checkIP(host) !== undefined
  return x509.checkHost(host.replace(/\.$/, ''), { subject: 'never', partialWildcards: false }) !== undefined
}
