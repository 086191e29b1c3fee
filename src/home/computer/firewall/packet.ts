import { type Address, contains, parseAddress, parseBlock } from '../../../policy/address.ts'
import { classify } from '../../../policy/classify.ts'

/** The first packet of a stranger on the internet to a port of this computer. */
export interface Packet {
  readonly version: 4 | 6
  readonly protocol: 'tcp' | 'udp'
  readonly port: number
  readonly interface: string | null
  readonly own: Address | null
  /** Whether answers leave by another interface, so that checks of the way back may reject it. */
  readonly vpn: boolean
}

export type Holds = 'yes' | 'no' | 'unknown'

export const NEGATED: Readonly<Record<Holds, Holds>> = { yes: 'no', no: 'yes', unknown: 'unknown' }

/** Returns whether all hold: doubt stays doubt, unless one does not. */
export function every(all: readonly Holds[]): Holds {
  if (all.includes('no')) return 'no'
  return all.includes('unknown') ? 'unknown' : 'yes'
}

/** Returns whether one holds: doubt stays doubt, unless one does. */
export function some(all: readonly Holds[]): Holds {
  if (all.includes('yes')) return 'yes'
  return all.includes('unknown') ? 'unknown' : 'no'
}

export function holds(condition: boolean): Holds {
  return condition ? 'yes' : 'no'
}

/** Returns whether a stranger has an address of a block: of one address or of a home network not; of others, nobody can tell. */
export function isFrom(text: string): Holds {
  const block = parseBlock(text)
  if (!block) return 'unknown'
  const { network, prefix } = block
  if (prefix === 0) return 'yes'
  return prefix === (network.version === 4 ? 32 : 128) || classify(network).scope !== 'public' ? 'no' : 'unknown'
}

/** Returns whether an address of this computer is in a block. */
export function isTo(text: string, { own }: Packet): Holds {
  const block = parseBlock(text) ?? parseBlock(parseAddress(text)?.text ?? '')
  if (!block || !own) return 'unknown'
  return holds(contains(block, own))
}

/** Returns whether the packet comes in by an interface; a mark such as "+" at the end stands for any ending. */
export function isBy(name: string, wildcard: '+' | '*', packet: Packet): Holds {
  if (name === 'lo') return 'no'
  if (packet.interface === null) return 'unknown'
  return holds(name.endsWith(wildcard) ? packet.interface.startsWith(name.slice(0, -1)) : packet.interface === name)
}
