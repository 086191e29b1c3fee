import { cleanText } from '../../contract/clean.ts'
import { type Address, parseAddress } from '../../policy/address.ts'
import { classify } from '../../policy/classify.ts'
import type { ListeningSeen } from './types.ts'

/** A socket that waits for others on the asked port. */
export interface Socket {
  readonly address: Address
  /** Whether a socket of IPv6 on every address takes IPv4 as well. */
  readonly takesBoth: boolean
  readonly program: string | null
}

const NAME_MAX = 32
const PROGRAMS_MAX = 3
const ADDRESSES_MAX = 20

/** Returns the sockets of a port as one answer; null if there are none. */
export function listeningOf(sockets: readonly Socket[]): ListeningSeen | null {
  if (sockets.length === 0) return null
  const outer = sockets.filter(({ address }) => classify(address).scope !== 'loopback')
  const heard = outer.length > 0 ? outer : sockets
  const has4 = heard.some(({ address, takesBoth }) => address.version === 4 || takesBoth)
  const has6 = heard.some(({ address }) => address.version === 6)
  // The programs that others reach are named; one on loopback beside them is another matter.
  const programs = [...new Set(heard.map(({ program }) => program))].filter((name) => name !== null)
  return {
    program: programs.length > 0 ? programs.slice(0, PROGRAMS_MAX).join(', ') : null,
    addresses: [...new Set(sockets.map(({ address }) => address.text))].slice(0, ADDRESSES_MAX),
    onlyLoopback: outer.length === 0,
    family: has4 && has6 ? 'both' : has4 ? 'ipv4' : 'ipv6',
  }
}

/** Returns a socket on an address as the system writes it; "*" is every one. Null if it cannot be read. */
export function socketAt(text: string, takesBoth: boolean, program: string | null): Socket | null {
  const address = parseAddress(text === '*' ? '0.0.0.0' : (text.split('%')[0] ?? ''))
  return address && { address, takesBoth: takesBoth && address.text === '::', program: program === null ? null : nameOf(program) }
}

/** Returns the name of a program for showing: any program may name itself as it likes. */
export function nameOf(text: string): string | null {
  return cleanText(text).trim().slice(0, NAME_MAX) || null
}
