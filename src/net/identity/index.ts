import type { RequesterEndpoint } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'

/** The protocols in which a service can be asked who it is; the catalogue names one for a service. */
export const IDENTITY_PROTOCOLS = ['minecraft', 'raknet', 'a2s', 'quake3', 'mumble', 'teamspeak', 'luanti'] as const
export type IdentityProtocol = (typeof IDENTITY_PROTOCOLS)[number]

/** The answer of a service to a harmless question, in its own words: cleaned, and cut to 100 characters each. */
export interface Identified {
  /** The protocol it answered in, or what it turned out to be instead: "http", "router-page". */
  readonly kind: string
  readonly name: string | null
  readonly version: string | null
  readonly players: { readonly now: number; readonly max: number } | null
}

/** The way to ask a service who it is. */
export interface IdentityQuery {
  readonly ask: IdentityProtocol
  /** The port of the query, if it is not the one that is checked. */
  readonly port: number | null
}

/** Asks services of the requester who they are, for one request. */
export class Identity {
  constructor(private readonly bounds: Bounds) {}

  /** Asks one question; null if nothing that answers in this protocol did. */
  async ask(_to: RequesterEndpoint, _protocol: IdentityProtocol): Promise<Identified | null> {
    return this.bounds.signal.aborted ? null : null
  }
}

/** Returns the first datagram of a protocol over UDP, so that the check of the port itself gets an answer; null for those over TCP. */
export function firstDatagram(_protocol: IdentityProtocol): Uint8Array | null {
  return null
}
