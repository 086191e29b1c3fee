import type { Gateway } from '../../policy/gateway.ts'

export type { AskedPort } from '../../net/gateway/types.ts'

/** The program that listens on a port. */
export interface ListeningSeen {
  /** Its name, of a container "docker: NAME". Null where another user's programs cannot be seen. */
  readonly program: string | null
  readonly addresses: string[]
  readonly onlyLoopback: boolean
  /** The versions of IP over which others can reach it; where it listens on loopback alone, those of that. */
  readonly family: 'ipv4' | 'ipv6' | 'both'
}

/** Whether a firewall keeps a new connection from the internet out. "unknown" wherever it cannot be read to its end. */
export type Blocks = 'yes' | 'no' | 'unknown'

/** The firewall of this computer, for one port. */
export interface FirewallSeen {
  /** "ufw", "firewalld", "nftables", "iptables", "windows-firewall", "macos-firewall"; "unknown" where not even that can be read. */
  readonly kind: string
  /** One answer for both versions of IP; "unknown" also where they differ. */
  readonly blocks: Blocks
  /** The line to type that lets the port in; null where none is known, or none is needed. */
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
  /** Set where this system does not show what listens: then `listening` is null, and says nothing. */
  readonly isBlind?: true
  /** Null if it has none that is switched on, or no port was asked about. */
  readonly firewall: FirewallSeen | null
  readonly gateways: { readonly v4: Gateway | null; readonly v6: Gateway | null }
  /** The box around this system whose network is not that of the home: then the default gateway may not be the router. */
  readonly inside: 'container' | 'wsl' | null
}
