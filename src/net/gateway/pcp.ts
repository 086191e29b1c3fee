// The messages of PCP (RFC 6887) and of NAT-PMP (RFC 6886), which came before it and has the same port.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'
import { type Address, addressOfBytes, unmapped } from '../../policy/address.ts'
import { isMachine, isPublic } from '../../policy/gateway.ts'
import type { MappingProtocol, Peer } from './exchange.ts'
import type { Failed, Opened, ToldWan, Wanted } from './types.ts'

/** The versions in a message, by which the two protocols on one port are told apart. */
const VERSIONS = { natPmp: 0, pcp: 2 } as const
const OPCODES = { announce: 0, map: 1 } as const
const ANSWER = 0x80
const NUMBERS = { tcp: 6, udp: 17 } as const
const LEAST_BYTES = 4
const HEADER_BYTES = 24
const MAP_BYTES = 60
/** Nonce, protocol and internal port of an answer are those of its request. */
const AT = { lifetime: 4, client: 8, nonce: 24, protocol: 36, internalPort: 40, externalPort: 42, externalIp: 44 } as const

/** The option by which a gateway fails in place of giving another port (RFC 6887, section 13.2); it has no data. */
const PREFER_FAILURE = 2
const OPTION_BYTES = 4

/** The result codes of RFC 6887, section 7.4. */
const UNSUPPORTED_VERSION = 1
const UNSUPPORTED_OPTION = 5
const NO_RESOURCES = 8
const FAILED: Readonly<Record<number, Failed['failed']>> = {
  1: 'unsupported',
  2: 'forbidden',
  4: 'unsupported',
  7: 'no-address',
  8: 'no-room',
  9: 'unsupported',
  10: 'no-room',
  11: 'taken',
  12: 'forbidden',
}

/** Returns the question whether somebody speaks PCP. */
export function announceRequest(own: Address): Buffer {
  return header(OPCODES.announce, own, 0, HEADER_BYTES)
}

/** Returns what an answer to the announcement says; null if it answers something else. */
export function readAnnounced(datagram: Buffer): { readonly isSpoken: boolean } | null {
  const result = resultOf(datagram, OPCODES.announce)
  return result === null ? null : { isSpoken: result !== UNSUPPORTED_VERSION }
}

/** Returns a request for a rule; with a lifetime of zero, for its end. With `isExact`, gateways do not search for another port instead. */
export function mapRequest(
  own: Address,
  nonce: Buffer,
  { protocol, internalPort, externalPort, lifetimeS }: Wanted,
  isExact = false,
): Buffer {
  const request = header(OPCODES.map, own, lifetimeS, MAP_BYTES + (isExact ? OPTION_BYTES : 0))
  if (isExact) request[MAP_BYTES] = PREFER_FAILURE
  nonce.copy(request, AT.nonce)
  request[AT.protocol] = NUMBERS[protocol]
  request.writeUInt16BE(internalPort, AT.internalPort)
  request.writeUInt16BE(externalPort, AT.externalPort)
  // Any address of the family.
  if (own.version === 4) request.writeUInt16BE(0xffff, AT.externalIp + 10)
  return request
}

/** Returns what an answer to such a request says; null if it answers something else. */
export function readMapped(datagram: Buffer, request: Buffer, version: 4 | 6): Opened | Failed | null {
  const result = resultOf(datagram, OPCODES.map)
  const isMap = datagram.length >= MAP_BYTES
  if (result === null || (isMap ? !isAbout(datagram, request) : result === 0)) return null
  const external = isMap ? externalIn(datagram.subarray(AT.externalIp, MAP_BYTES), version) : null
  if (result !== 0) return failure(result, external, request.readUInt32BE(AT.lifetime) === 0)
  const externalPort = datagram.readUInt16BE(AT.externalPort)
  return { externalPort, externalIp: external?.text ?? null, lifetimeS: datagram.readUInt32BE(AT.lifetime) }
}

/** Rules by PCP (RFC 6887), over IPv6 pinholes. */
export function pcpTo(peer: Peer): MappingProtocol {
  const { own } = peer
  let isPlain = false
  return {
    way: 'pcp',
    isGuarded: true,
    // A pinhole has no other port, and the end of a rule none at all.
    request: (wanted) => mapRequest(own, nonceFor(peer, wanted), wanted, own.version === 4 && wanted.lifetimeS > 0 && !isPlain),
    read: (datagram, request) => readMapped(datagram, request, own.version),
    isToRepeat({ code }) {
      const isFirst = !isPlain
      isPlain ||= code === UNSUPPORTED_OPTION
      return isFirst && isPlain
    },
  }
}

function header(opcode: number, own: Address, lifetimeS: number, bytes: number): Buffer {
  const request = Buffer.alloc(bytes)
  request[0] = VERSIONS.pcp
  request[1] = opcode
  request.writeUInt32BE(lifetimeS, AT.lifetime)
  bytesOf(own).copy(request, AT.client)
  return request
}

/** Returns the result in an answer to this opcode; null if it answers something else. A gateway that speaks NAT-PMP alone says so in that. */
function resultOf(datagram: Buffer, opcode: number): number | null {
  const [version, code] = datagram
  if (datagram.length < LEAST_BYTES) return null
  if (version === VERSIONS.natPmp) return datagram.readUInt16BE(2) === UNSUPPORTED_VERSION ? UNSUPPORTED_VERSION : null
  const result = datagram[3] ?? 0
  const isWhole = datagram.length >= HEADER_BYTES && datagram.length % 4 === 0 && code === (opcode | ANSWER)
  return isWhole && (version === VERSIONS.pcp || result === UNSUPPORTED_VERSION) ? result : null
}

function isAbout(datagram: Buffer, request: Buffer): boolean {
  const isSame = (from: number, to: number) => datagram.subarray(from, to).equals(request.subarray(from, to))
  return isSame(AT.nonce, AT.protocol + 1) && isSame(AT.internalPort, AT.externalPort)
}

/** Returns a refusal. Gateways without a public address call that a lack of resources, and some then tell the address that they have. */
function failure(code: number, external: Address | null, isRelease: boolean): Failed {
  if (code === NO_RESOURCES && isRelease) return { failed: 'absent', code }
  const hasNoAddress = code === NO_RESOURCES && external && !isPublic(external)
  const failed = hasNoAddress ? 'no-address' : (FAILED[code] ?? 'other')
  return { failed, code, ...(external?.version === 4 && { wanIp: external.text }) }
}

export const NONCE_BYTES = 12
const SECRETS = ['/etc/machine-id', '/var/lib/dbus/machine-id']

/**
 * Returns the nonce of a rule: whoever knows it may take the rule back. It follows from a secret of this machine, so that the command that
 * is started again knows it, and nothing has to be kept. Without a secret, names of the machine have to do.
 */
export function nonceFor({ interface_ }: Peer, { protocol, internalPort }: Wanted): Buffer {
  const secret = machineSecret() ?? `${hostname()} ${networkInterfaces()[interface_]?.[0]?.mac}`
  return createHmac('sha256', secret).update(`doorstep pcp ${protocol} ${internalPort}`).digest().subarray(0, NONCE_BYTES)
}

function machineSecret(): string | null {
  for (const path of SECRETS) {
    try {
      const secret = readFileSync(path, 'latin1').trim()
      if (secret) return secret
    } catch {
      // Another system, or a container.
    }
  }
  return null
}

/** Returns the address in an answer; null for one of another family, and for one that no gateway can have. */
function externalIn(bytes: Uint8Array, version: 4 | 6): Address | null {
  const address = addressOfBytes(bytes)
  const external = address && unmapped(address)
  return external?.version === version && isMachine(external) ? external : null
}

/** Returns the 16 bytes of an address in PCP, where an IPv4 address is a mapped one. */
function bytesOf({ version, words }: Address): Buffer {
  const bytes = Buffer.alloc(16)
  if (version === 4) bytes.writeUInt16BE(0xffff, 10)
  for (const [index, word] of words.entries()) bytes.writeUInt32BE(word, (version === 4 ? 12 : 0) + index * 4)
  return bytes
}

const NAT_PMP_OPCODES = { address: 0, udp: 1, tcp: 2 } as const
const NAT_PMP_REQUEST_BYTES = 12
const NAT_PMP_ADDRESS_BYTES = 12
const NAT_PMP_MAP_BYTES = 16

/** The result codes of RFC 6886, section 3.5. */
const NAT_PMP_FAILED: Readonly<Record<number, Failed['failed']>> = {
  1: 'unsupported',
  2: 'forbidden',
  3: 'no-address',
  4: 'no-room',
  5: 'unsupported',
}

/** The question for the address towards the internet. */
export const ADDRESS_REQUEST: Uint8Array = Buffer.of(0, NAT_PMP_OPCODES.address)

/** Returns what an answer to the request for the address says; null if it answers something else. */
export function readAddress(datagram: Buffer): (ToldWan & { readonly isSpoken: boolean }) | null {
  const result = natPmpResultOf(datagram, NAT_PMP_OPCODES.address, NAT_PMP_ADDRESS_BYTES)
  if (result === null) return null
  const bytes = datagram.subarray(8, NAT_PMP_ADDRESS_BYTES)
  const wanIp = result === 0 ? (externalIn(bytes, 4)?.text ?? null) : null
  const isZero = result === 0 && bytes.every((byte) => byte === 0)
  return { isSpoken: result !== UNSUPPORTED_VERSION, wanIp, saysNoAddress: isZero || NAT_PMP_FAILED[result] === 'no-address' }
}

/** Returns the result in an answer to this opcode; null if it answers something else. Some gateways cut errors short. */
function natPmpResultOf(datagram: Buffer, opcode: number, bytes: number): number | null {
  if (datagram.length < LEAST_BYTES || datagram[1] !== (opcode | ANSWER)) return null
  const result = datagram.readUInt16BE(2)
  const isOurs = datagram[0] === VERSIONS.natPmp || (datagram[0] === VERSIONS.pcp && result === UNSUPPORTED_VERSION)
  return isOurs && (result !== 0 || datagram.length === bytes) ? result : null
}

/** Rules by NAT-PMP (RFC 6886). A lifetime of zero ends every rule for this port of this computer. */
export const NAT_PMP: MappingProtocol = {
  way: 'nat-pmp',
  isGuarded: false,
  request({ protocol, internalPort, externalPort, lifetimeS }) {
    const request = Buffer.alloc(NAT_PMP_REQUEST_BYTES)
    request[1] = NAT_PMP_OPCODES[protocol]
    request.writeUInt16BE(internalPort, 4)
    request.writeUInt16BE(externalPort, 6)
    request.writeUInt32BE(lifetimeS, 8)
    return request
  },
  read(datagram, request) {
    const result = natPmpResultOf(datagram, request[1] ?? 0, NAT_PMP_MAP_BYTES)
    if (result === null) return null
    if (result !== 0) return { failed: NAT_PMP_FAILED[result] ?? 'other', code: result }
    if (datagram.readUInt16BE(8) !== request.readUInt16BE(4)) return null
    return { externalPort: datagram.readUInt16BE(10), externalIp: null, lifetimeS: datagram.readUInt32BE(12) }
  },
}
