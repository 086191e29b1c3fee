import type { MappingProtocol } from './mapping.ts'
import { ANSWER, externalIn, LEAST_BYTES, UNSUPPORTED_VERSION, VERSIONS } from './pcp.ts'
import type { Failed, ToldWan } from './types.ts'

const OPCODES = { address: 0, udp: 1, tcp: 2 } as const
const REQUEST_BYTES = 12
const ADDRESS_BYTES = 12
const MAP_BYTES = 16

/** The result codes of RFC 6886, section 3.5. */
const FAILED: Readonly<Record<number, Failed['failed']>> = {
  1: 'unsupported',
  2: 'forbidden',
  3: 'no-address',
  4: 'no-room',
  5: 'unsupported',
}

/** The question for the address towards the internet. */
export const ADDRESS_REQUEST: Uint8Array = Buffer.of(0, OPCODES.address)

/** Returns what an answer to that question says; null if it answers something else. */
export function readAddress(datagram: Buffer): (ToldWan & { readonly isSpoken: boolean }) | null {
  const result = resultOf(datagram, OPCODES.address, ADDRESS_BYTES)
  if (result === null) return null
  const bytes = datagram.subarray(8, ADDRESS_BYTES)
  const wanIp = result === 0 ? (externalIn(bytes, 4)?.text ?? null) : null
  const isZero = result === 0 && bytes.every((byte) => byte === 0)
  return { isSpoken: result !== UNSUPPORTED_VERSION, wanIp, saysNoAddress: isZero || FAILED[result] === 'no-address' }
}

/** Returns the result in an answer to this opcode; null if it answers something else. Some gateways cut errors short. */
function resultOf(datagram: Buffer, opcode: number, bytes: number): number | null {
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
    const request = Buffer.alloc(REQUEST_BYTES)
    request[1] = OPCODES[protocol]
    request.writeUInt16BE(internalPort, 4)
    request.writeUInt16BE(externalPort, 6)
    request.writeUInt32BE(lifetimeS, 8)
    return request
  },
  read(datagram, request) {
    const result = resultOf(datagram, request[1] ?? 0, MAP_BYTES)
    if (result === null) return null
    if (result !== 0) return { failed: FAILED[result] ?? 'other', code: result }
    if (datagram.readUInt16BE(8) !== request.readUInt16BE(4)) return null
    return { externalPort: datagram.readUInt16BE(10), externalIp: null, lifetimeS: datagram.readUInt32BE(12) }
  },
}
