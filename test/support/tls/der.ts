/** Certificates assembled by hand (RFC 5280), with contents that no proper authority would issue. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const digits = body.length.toString(16)
  const length = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

const SEQUENCE = 0x30
const ECDSA_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')
const RSA_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const RSA = Buffer.from('300d06092a864886f70d0101010500', 'hex')
const OID = { CN: '550403', O: '55040a', C: '550406', san: '551d11', basic: '551d13', keyUsage: '551d0f' }

export const seq = (...parts: Buffer[]) => der(SEQUENCE, ...parts)
export const utcTime = (text: string) => der(0x17, text)
export const generalizedTime = (text: string) => der(0x18, text)

type Attributes = Partial<Record<'C' | 'O' | 'CN', string>>

/** Returns a distinguished name of UTF8Strings. */
export function dn(attributes: Attributes): Buffer {
  const parts = Object.entries(attributes).map(([type, value]) => {
    const oid = OID[type === 'CN' ? 'CN' : type === 'O' ? 'O' : 'C']
    return der(0x31, seq(der(6, Buffer.from(oid, 'hex')), der(12, Buffer.from(value))))
  })
  return seq(...parts)
}

const extension = (oid: string, body: Buffer): Buffer => seq(der(6, Buffer.from(oid, 'hex')), der(4, body))

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

/** Returns the key of the largest size that is read, with the exponent that costs most. */
export function costlyKey(seed: number): Buffer {
  const modulus = Buffer.alloc(2048, seed | 1)
  modulus[0] = 0xff
  const exponent = Buffer.from('01ffffffff', 'hex')
  return seq(RSA, der(3, Buffer.from([0]), seq(der(2, Buffer.from([0]), modulus), der(2, exponent))))
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
  const signed = seq(...head, issuer, seq(from, to), subject, publicKey, der(0xa3, seq(...extensions)))
  const bits = signature ?? sign('sha256', signed, KEY.privateKey)
  return seq(signed, algorithm, der(3, Buffer.from([0]), bits))
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

export function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`
}
