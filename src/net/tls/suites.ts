/** Numbers from the TLS registries and openssl's names for them. */

export const PROTOCOLS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const
export type Protocol = (typeof PROTOCOLS)[number]

export const VERSIONS: Record<Protocol, number> = { TLSv1: 0x0301, 'TLSv1.1': 0x0302, 'TLSv1.2': 0x0303, 'TLSv1.3': 0x0304 }
const SSL3_VERSION = 0x0300

/** Deprecated versions (RFC 8996). */
export const OLD_PROTOCOLS: readonly string[] = ['SSLv3', 'TLSv1', 'TLSv1.1']

/** Returns the name of a version of TLS; null if it is not one. */
export function protocolName(version: number): string | null {
  if (version === SSL3_VERSION) return 'SSLv3'
  return PROTOCOLS.find((protocol) => VERSIONS[protocol] === version) ?? null
}

export const SUITES_1_3: ReadonlyMap<number, string> = new Map([
  [0x1301, 'TLS_AES_128_GCM_SHA256'],
  [0x1302, 'TLS_AES_256_GCM_SHA384'],
  [0x1303, 'TLS_CHACHA20_POLY1305_SHA256'],
  [0x1304, 'TLS_AES_128_CCM_SHA256'],
  [0x1305, 'TLS_AES_128_CCM_8_SHA256'],
])

/** Everything that a server of the last twenty years may insist on, the good ones first; none without a certificate. */
export const SUITES_1_2: ReadonlyMap<number, string> = new Map([
  [0xc02b, 'ECDHE-ECDSA-AES128-GCM-SHA256'],
  [0xc02f, 'ECDHE-RSA-AES128-GCM-SHA256'],
  [0xc02c, 'ECDHE-ECDSA-AES256-GCM-SHA384'],
  [0xc030, 'ECDHE-RSA-AES256-GCM-SHA384'],
  [0xcca9, 'ECDHE-ECDSA-CHACHA20-POLY1305'],
  [0xcca8, 'ECDHE-RSA-CHACHA20-POLY1305'],
  [0xc0ac, 'ECDHE-ECDSA-AES128-CCM'],
  [0xc0ad, 'ECDHE-ECDSA-AES256-CCM'],
  [0x009e, 'DHE-RSA-AES128-GCM-SHA256'],
  [0x009f, 'DHE-RSA-AES256-GCM-SHA384'],
  [0xccaa, 'DHE-RSA-CHACHA20-POLY1305'],
  [0xc023, 'ECDHE-ECDSA-AES128-SHA256'],
  [0xc027, 'ECDHE-RSA-AES128-SHA256'],
  [0xc024, 'ECDHE-ECDSA-AES256-SHA384'],
  [0xc028, 'ECDHE-RSA-AES256-SHA384'],
  [0xc009, 'ECDHE-ECDSA-AES128-SHA'],
  [0xc013, 'ECDHE-RSA-AES128-SHA'],
  [0xc00a, 'ECDHE-ECDSA-AES256-SHA'],
  [0xc014, 'ECDHE-RSA-AES256-SHA'],
  [0x0067, 'DHE-RSA-AES128-SHA256'],
  [0x006b, 'DHE-RSA-AES256-SHA256'],
  [0x0033, 'DHE-RSA-AES128-SHA'],
  [0x0039, 'DHE-RSA-AES256-SHA'],
  [0x00a2, 'DHE-DSS-AES128-GCM-SHA256'],
  [0x0032, 'DHE-DSS-AES128-SHA'],
  [0x0038, 'DHE-DSS-AES256-SHA'],
  [0x009c, 'AES128-GCM-SHA256'],
  [0x009d, 'AES256-GCM-SHA384'],
  [0x003c, 'AES128-SHA256'],
  [0x003d, 'AES256-SHA256'],
  [0x002f, 'AES128-SHA'],
  [0x0035, 'AES256-SHA'],
  [0x0041, 'CAMELLIA128-SHA'],
  [0x0084, 'CAMELLIA256-SHA'],
  [0x0045, 'DHE-RSA-CAMELLIA128-SHA'],
  [0x0088, 'DHE-RSA-CAMELLIA256-SHA'],
  [0xc008, 'ECDHE-ECDSA-DES-CBC3-SHA'],
  [0xc012, 'ECDHE-RSA-DES-CBC3-SHA'],
  [0x0016, 'DHE-RSA-DES-CBC3-SHA'],
  [0x0013, 'DHE-DSS-DES-CBC3-SHA'],
  [0x000a, 'DES-CBC3-SHA'],
  [0xc007, 'ECDHE-ECDSA-RC4-SHA'],
  [0xc011, 'ECDHE-RSA-RC4-SHA'],
  [0x0005, 'RC4-SHA'],
  [0x0004, 'RC4-MD5'],
])

export function suiteName(code: number): string {
  return SUITES_1_3.get(code) ?? SUITES_1_2.get(code) ?? hexName(code)
}

/** The hybrid of ML-KEM-768 and X25519, which withstands quantum computers. */
export const X25519MLKEM768 = 0x11ec
export const X25519 = 29

const GROUPS: ReadonlyMap<number, string> = new Map([
  [X25519MLKEM768, 'X25519MLKEM768'],
  [X25519, 'X25519'],
  [23, 'secp256r1'],
  [24, 'secp384r1'],
  [25, 'secp521r1'],
  [30, 'X448'],
  [256, 'ffdhe2048'],
  [257, 'ffdhe3072'],
])
export const OFFERED_GROUPS = [...GROUPS.keys()]

export function groupName(code: number): string {
  return GROUPS.get(code) ?? hexName(code)
}

/** In the order of preference, SHA-1 last. */
export const SIGNATURE_SCHEMES = [
  0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0603, 0x0806, 0x0601, 0x0807, 0x0808, 0x0809, 0x080a, 0x080b, 0x0402, 0x0203,
  0x0201, 0x0202,
]

/** Alerts that say more than "no" (RFC 8446, section 6). */
export const ALERTS = { closeNotify: 0, protocolVersion: 70, certificateRequired: 116, unrecognizedName: 112 }

function hexName(code: number): string {
  return `0x${code.toString(16).padStart(4, '0')}`
}
