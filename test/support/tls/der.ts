/** Certificates assembled by hand (RFC 5280), with contents that no proper authority would issue. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const digits = body.length.toString(16)
  const length = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

export const seq = (...parts: readonly Buffer[]) => der(0x30, ...parts)

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(6, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(arc: number): number[] {
  return arc < 0x80 ? [arc] : [...base128(Math.floor(arc / 0x80)).map((byte) => byte | 0x80), arc & 0x7f]
}

const ECDSA_SHA256 = seq(oid('1.2.840.10045.4.3.2'))
const RSA_SHA256 = seq(oid('1.2.840.113549.1.1.11'), der(5))
const RSA = seq(oid('1.2.840.113549.1.1.1'), der(5))
const ATTRIBUTES = { CN: '2.5.4.3', O: '2.5.4.10', C: '2.5.4.6' } as const
export const OID = {
  san: '2.5.29.17',
  basic: '2.5.29.19',
  keyUsage: '2.5.29.15',
  constraints: '2.5.29.30',
  purposes: '2.5.29.37',
} as const

export const utcTime = (text: string) => der(0x17, text)
export const generalizedTime = (text: string) => der(0x18, text)

type Attribute = keyof typeof ATTRIBUTES

export const attribute = (type: Attribute, value: string): Buffer =>
  der(0x31, seq(oid(ATTRIBUTES[type]), der(12, Buffer.from(value))))

/** Returns a distinguished name of UTF8Strings. */
export function dn(attributes: Partial<Record<Attribute, string>>): Buffer {
  return seq(
    ...(['C', 'O', 'CN'] as const).flatMap((type) => (attributes[type] === undefined ? [] : [attribute(type, attributes[type])])),
  )
}

export const extension = (id: string, body: Buffer): Buffer => seq(oid(id), der(4, body))

export const EXTENSION = {
  /** DNS names, as bytes. */
  san: (...names: string[]) => EXTENSION.names(...names.map((name) => der(0x82, name))),
  /** Names of any kind. */
  names: (...names: Buffer[]): Buffer => extension(OID.san, seq(...names)),
  noCa: () => extension(OID.basic, seq()),
  ca: () => extension(OID.basic, seq(der(1, Buffer.from([0xff])))),
  /** digitalSignature alone: not for signing certificates. */
  signsData: () => extension(OID.keyUsage, der(3, Buffer.from([7, 0x80]))),
}

export const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The exponent that costs most: 33 bits are the most that libraries take. */
export const COSTLIEST_EXPONENT = Buffer.from('01ffffffff', 'hex')

/** Returns an RSA key that is above any signature of half its size or less, and of which nobody has the other half. */
export function rsaKey(bits: number, exponent: Buffer = Buffer.from('010001', 'hex')): Buffer {
  const modulus = randomBytes(bits / 8)
  modulus[0] = 0xff
  modulus[modulus.length - 1] = 0xff
  const zero = Buffer.alloc(1)
  return seq(RSA, der(3, zero, seq(der(2, zero, modulus), der(2, exponent))))
}

interface Parts {
  subject?: Buffer
  issuer?: Buffer
  from?: Buffer
  to?: Buffer
  /** The subject's public key; by default that of KEY. */
  publicKey?: Buffer
  extensions?: readonly Buffer[]
  serial?: number
  /** Used in place of an RSA signature; by default one made with KEY. */
  signature?: Buffer
}

/** Signed with KEY, as everything here is. */
export function certificate({
  subject = dn({ CN: 'web.test' }),
  issuer = subject,
  from = utcTime('260101000000Z'),
  to = utcTime('490101000000Z'),
  publicKey = spki(KEY.publicKey),
  extensions = [EXTENSION.san('web.test')],
  serial = 7,
  signature,
}: Parts = {}): Buffer {
  const algorithm = signature ? RSA_SHA256 : ECDSA_SHA256
  const head = [der(0xa0, der(2, Buffer.from([2]))), der(2, Buffer.from([serial & 0x7f])), algorithm]
  const signed = seq(
    ...head,
    issuer,
    seq(from, to),
    subject,
    publicKey,
    ...(extensions.length > 0 ? [der(0xa3, seq(...extensions))] : []),
  )
  const bits = signature ?? sign('sha256', signed, KEY.privateKey)
  return seq(signed, algorithm, der(3, Buffer.from([0]), bits))
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

export function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`
}
