import type { Gateway } from '../../policy/gateway.ts'
import type { Sources } from './sources.ts'

export type { Sources } from './sources.ts'

/** The program that listens on a port. */
export interface ListeningSeen {
  /** Null where another user's programs cannot be seen. */
  readonly program: string | null
  readonly addresses: string[]
  readonly onlyLoopback: boolean
  readonly family: 'ipv4' | 'ipv6' | 'both'
}

/** The firewall of this computer, for one port. */
export interface FirewallSeen {
  /** "ufw", "firewalld", "nftables", "iptables", "windows-firewall", "pf" ... */
  readonly kind: string
  readonly blocks: 'yes' | 'no' | 'unknown'
  /** The line to type that lets the port in; null where none is known. */
  readonly line: string | null
}

/** This computer, as far as a port on it is concerned. */
export interface ComputerSeen {
  /** Its addresses in the home network, not those of a VPN. */
  readonly address: string | null
  readonly address6: string | null
  readonly interface: string | null
  /** Whether its packets to the internet go through a VPN. */
  readonly vpn: boolean
  /** Null if nothing listens on the port, or no port was asked about. */
  readonly listening: ListeningSeen | null
  /** Null if it has none that is switched on. */
  readonly firewall: FirewallSeen | null
  readonly gateways: { readonly v4: Gateway | null; readonly v6: Gateway | null }
}

/** Looks at this computer; nothing is sent. */
export function lookAtComputer(
  _asked: { readonly port: number; readonly protocol: 'tcp' | 'udp' } | null,
  _sources: Sources,
): Promise<ComputerSeen> {
  const nothing = { address: null, address6: null, interface: null, vpn: false, listening: null, firewall: null }
  return Promise.resolve({ ...nothing, gateways: { v4: null, v6: null } })
}
