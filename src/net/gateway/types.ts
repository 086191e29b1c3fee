import { type Static, Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull } from '../../contract/schema.ts'

/** The protocols by which a gateway can be asked, the one that tells most first. */
export const GATEWAY_PROTOCOLS = ['pcp', 'nat-pmp', 'upnp-igd1', 'upnp-igd2'] as const

export const WAYS = ['pcp', 'nat-pmp', 'upnp'] as const
/** The way by which something was learned or opened. */
export type Way = (typeof WAYS)[number]

/** A rule of the gateway, as it tells it: text that anybody in the network may have written. Cleaned, and cut to 100 characters. */
export const RULE = Type.Object({
  protocol: oneOf('tcp', 'udp'),
  externalPort: Type.Integer(),
  internalIp: foreign(Type.String()),
  internalPort: Type.Integer(),
  description: foreign(Type.String()),
  /** Seconds until it ends; null for one that stays. */
  leaseS: orNull(Type.Number()),
})
export type GatewayRule = Static<typeof RULE>

/** The address towards the internet, as a gateway tells it. */
export interface ToldWan {
  readonly wanIp: string | null
  /** Whether it says that it has none that others could reach. */
  readonly saysNoAddress: boolean
}

/** The answers of a gateway to harmless questions. */
export interface GatewaySeen extends ToldWan {
  readonly protocols: readonly (typeof GATEWAY_PROTOCOLS)[number][]
  /** Cleaned text from its description. */
  readonly model: string | null
  readonly manufacturer: string | null
  readonly wanIpFrom: Way | null
  /** The rules for the asked ports alone; null if it does not tell. */
  readonly rules: readonly GatewayRule[] | null
  /** The ways by which it can be asked for a rule, in the order in which to try them: PCP, NAT-PMP, UPnP; over IPv6 PCP, UPnP. */
  readonly openers: readonly Opener[]
}

/** A rule to ask for. */
export interface Wanted {
  readonly protocol: 'tcp' | 'udp'
  readonly internalPort: number
  readonly externalPort: number
  readonly lifetimeS: number
}

/** Returns by which a program of this computer knows its rule: protocol and port. */
export const portOf = ({ protocol, internalPort }: Wanted) => `${protocol} ${internalPort}`

/** A rule that the gateway has made; compare the port: gateways assign others. */
export interface Opened {
  readonly externalPort: number
  /** The address at which it can be reached, if the gateway says. */
  readonly externalIp: string | null
  readonly lifetimeS: number
}

/**
 * The reason why there is no rule. `silent`: nothing came back; `unsupported`: it does not do that; `permanent`: it makes only rules that never
 * end; `forbidden`: it may not be asked by this computer, or for this port; `taken`: somebody else has the port; `no-address`: it has no
 * address to the internet; `no-room`: it has too many rules; `absent`: there is no rule to take back; `garbled`: what came back cannot be
 * read; `other`: with its own code.
 */
export const FAILURES = [
  'silent',
  'unsupported',
  'permanent',
  'forbidden',
  'taken',
  'no-address',
  'no-room',
  'absent',
  'garbled',
  'other',
] as const
export interface Failed {
  readonly failed: (typeof FAILURES)[number]
  /** The code of the protocol, where it gave one. */
  readonly code: number | null
  /** The address of the gateway towards the internet, where even its refusal tells it. */
  readonly wanIp?: string
  /** The rule that has the port, where the gateway tells it. It may lead to this computer: then another program or a person has made it. */
  readonly rule?: GatewayRule
}

/** Returns whether nothing came back, or nothing that can be read: what was asked for may have been done. */
export function isUnanswered(said: object): said is Failed {
  return 'failed' in said && (said.failed === 'silent' || said.failed === 'garbled')
}

/** One way to have rules made. Nothing throws: a gateway is a stranger. Rules can be taken back after the signal under which it was found. */
export interface Opener {
  readonly way: Way
  /** Asks for a rule to this computer's own address, or for the same one again. */
  open(wanted: Wanted): Promise<Opened | Failed>
  /** Takes back a rule that leads to this computer. */
  close(wanted: Wanted): Promise<'closed' | Failed>
}

/** A port that somebody asks about. */
export interface AskedPort {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
}
