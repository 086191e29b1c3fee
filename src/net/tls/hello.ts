import { randomBytes } from '../../platform/lazy-modules.ts'
import {
  OFFERED_GROUPS,
  type Protocol,
  SIGNATURE_SCHEMES,
  SUITES_1_2,
  SUITES_1_3,
  VERSIONS,
  X25519,
  X25519MLKEM768,
} from './suites.ts'

export const RECORD_HANDSHAKE = 22
const MESSAGE_CLIENT_HELLO = 1
export const EXTENSION = {
  serverName: 0,
  statusRequest: 5,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  alpn: 16,
  extendedMasterSecret: 23,
  supportedVersions: 43,
  pskModes: 45,
  keyShare: 51,
  renegotiation: 0xff01,
}
export const ALPN_PROTOCOLS = ['h2', 'http/1.1']

const RANDOM_BYTES = 32
/** The version in every first record, whatever is offered: old servers look at it (RFC 8446, section 5.1). */
const FIRST_RECORD_VERSION = 0x0301
const OCSP_REQUEST = Buffer.from([1, 0, 0, 0, 0])
const UNCOMPRESSED_POINTS = 0
const PSK_WITH_DHE = 1

/** Returns the first record of a client that supports one version only. It includes the name, unless that is null, as it is for addresses. */
export function clientHello(protocol: Protocol, serverName: string | null): Buffer {
  const version = VERSIONS[protocol]
  const modern = protocol === 'TLSv1.3'
  const suites = [...(modern ? SUITES_1_3 : SUITES_1_2).keys()]
  const body = Buffer.concat([
    u16(Math.min(version, VERSIONS['TLSv1.2'])),
    randomBytes(RANDOM_BYTES),
    // A session id makes TLS 1.3 look like a resumption of 1.2, which some middleboxes require (RFC 8446, appendix D.4).
    vector8(modern ? randomBytes(RANDOM_BYTES) : Buffer.alloc(0)),
    vector16(...suites.map(u16)),
    vector8(Buffer.from([0])),
    vector16(...extensions(protocol, serverName)),
  ])
  const message = Buffer.concat([Buffer.from([MESSAGE_CLIENT_HELLO, 0]), vector16(body)])
  return Buffer.concat([Buffer.from([RECORD_HANDSHAKE]), u16(FIRST_RECORD_VERSION), vector16(message)])
}

function extensions(protocol: Protocol, serverName: string | null): Buffer[] {
  const modern = protocol === 'TLSv1.3'
  const groups = OFFERED_GROUPS.filter((group) => modern || group !== X25519MLKEM768)
  return [
    ...(serverName === null
      ? []
      : [extension(EXTENSION.serverName, vector16(Buffer.from([0]), vector16(Buffer.from(serverName))))]),
    extension(EXTENSION.statusRequest, OCSP_REQUEST),
    extension(EXTENSION.supportedGroups, vector16(...groups.map(u16))),
    extension(EXTENSION.alpn, vector16(...ALPN_PROTOCOLS.map((name) => vector8(Buffer.from(name))))),
    ...(modern
      ? modernExtensions()
      : [
          extension(EXTENSION.pointFormats, vector8(Buffer.from([UNCOMPRESSED_POINTS]))),
          extension(EXTENSION.extendedMasterSecret, Buffer.alloc(0)),
          extension(EXTENSION.renegotiation, vector8(Buffer.alloc(0))),
        ]),
    ...(VERSIONS[protocol] >= VERSIONS['TLSv1.2']
      ? [extension(EXTENSION.signatureAlgorithms, vector16(...SIGNATURE_SCHEMES.map(u16)))]
      : []),
  ]
}

/** Returns the extensions of TLS 1.3, with the shares that browsers send: the hybrid one and X25519, so that a server need not request either. */
function modernExtensions(): Buffer[] {
  const shares = [
    [u16(X25519MLKEM768), vector16(mlKemKey(), randomBytes(X25519_BYTES))],
    [u16(X25519), vector16(randomBytes(X25519_BYTES))],
  ].flat()
  return [
    extension(EXTENSION.supportedVersions, vector8(u16(VERSIONS['TLSv1.3']))),
    extension(EXTENSION.pskModes, vector8(Buffer.from([PSK_WITH_DHE]))),
    extension(EXTENSION.keyShare, vector16(...shares)),
  ]
}

const X25519_BYTES = 32
const MLKEM_COEFFICIENTS = 3 * 256
const MLKEM_MODULUS = 3329
const MLKEM_SEED_BYTES = 32

/**
 * Returns a key for ML-KEM-768 that any server accepts: coefficients below the modulus, twelve bits each, and a seed (FIPS 203, section
 * 7.2). Its secret is unknown and not needed: the connection ends with the answer.
 */
function mlKemKey(): Buffer {
  const key = Buffer.alloc((MLKEM_COEFFICIENTS / 2) * 3 + MLKEM_SEED_BYTES)
  const random = randomBytes(MLKEM_COEFFICIENTS * 2)
  const coefficient = (index: number) => random.readUInt16LE(index * 2) % MLKEM_MODULUS
  for (let pair = 0; pair < MLKEM_COEFFICIENTS / 2; pair++) {
    key.writeUIntLE(coefficient(pair * 2) | (coefficient(pair * 2 + 1) << 12), pair * 3, 3)
  }
  randomBytes(MLKEM_SEED_BYTES).copy(key, key.length - MLKEM_SEED_BYTES)
  return key
}

function extension(type: number, body: Buffer): Buffer {
  return Buffer.concat([u16(type), vector16(body)])
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255])
}

function vector8(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([body.length]), body])
}

function vector16(...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u16(body.length), body])
}
