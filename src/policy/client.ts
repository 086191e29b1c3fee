import { type Address, blockText } from './address.ts'

/** A host may choose any address in a /64, and a household has at least one. */
const CLIENT_BITS = 64
/** A provider gives a customer at most one /48, which holds 65,536 of those. */
const NETWORK_BITS = 48

/** The client that everybody without an address counts as: they came over a socket file, and no proxy has named them. */
const UNKNOWN_CLIENT = 'unix'

/** Returns the client that limits count an address as: an IPv4 address, or the /64 of an IPv6 address. */
export function clientOf(address: Address | null): string {
  return blockOf(address, CLIENT_BITS)
}

/** Returns the network whose clients count together: the /48 of an IPv6 address. Over IPv4 each client is a network of its own. */
export function networkOf(address: Address | null): string {
  return blockOf(address, NETWORK_BITS)
}

function blockOf(address: Address | null, bits: number): string {
  if (address === null) return UNKNOWN_CLIENT
  return address.version === 4 ? address.text : blockText(address, bits)
}
