import { type Address, addressOfBytes, unmapped } from '../../policy/address.ts'
import { isMachine } from '../../policy/gateway.ts'

/** Returns the address in an answer; null for one of another family, and for one that no gateway can have. */
export function toldAddress(bytes: Uint8Array, version: 4 | 6): Address | null {
  const address = addressOfBytes(bytes)
  const told = address && unmapped(address)
  return told?.version === version && isMachine(told) ? told : null
}

/** Returns the 16 bytes of an address in PCP, where an IPv4 address is a mapped one. */
export function bytesOf({ version, words }: Address): Buffer {
  const bytes = Buffer.alloc(16)
  if (version === 4) bytes.writeUInt16BE(0xffff, 10)
  for (const [index, word] of words.entries()) bytes.writeUInt32BE(word, (version === 4 ? 12 : 0) + index * 4)
  return bytes
}
