import type { FollowUp } from '../contract/next-action.ts'
import type { About } from '../diagnostics/where/index.ts'
import type { PlanFacts } from '../router/index.ts'
import type { NameState, Sentence } from './name-states.ts'
import type { Clues, Situation } from './situation.ts'

/** A name that was given, as its zone answers. */
export interface NameSeen {
  readonly state: NameState
  /** As machines write it, and as people do. */
  readonly ascii: string
  readonly hostname: string
  /** The type of the record that should hold the address, and that of the other version of IP. */
  readonly type: 'A' | 'AAAA'
  /** The values that it, or the record of the other version, holds instead; the proxy that it leads to. */
  readonly values: string
}

/** The fault of what answers at an open port. `stranger`: it does not know the key; the last three answer over HTTP or TLS. */
export type AnswerFault = 'router' | 'other' | 'stranger' | 'protocol' | 'silent' | 'error' | 'untrusted'

/** The requests that steps lead to; a step without one leads nowhere. */
export interface Requests {
  readonly again?: FollowUp
  readonly plan?: FollowUp
  readonly login?: FollowUp
  /** The check that takes the address that the router shows; by default, `again` does. */
  readonly line?: FollowUp
  readonly name?: FollowUp
  readonly issuance?: FollowUp
  readonly certificate?: FollowUp
}

/** Everything that is known of somebody who wants to be reached: facts alone, whichever tool found them. */
export interface Case {
  /** Service, line, provider, router and device, as the request and the catalogue tell them. */
  readonly facts: PlanFacts
  /** The version of IP that this is about. */
  readonly version: 4 | 6
  /** The public address; null if it is not known. */
  readonly ip: string | null
  readonly asked: { readonly port: number; readonly protocol: 'tcp' | 'udp' } | null
  readonly port: Clues['port']
  /** The reason for which this server could not check; null otherwise. */
  readonly reason?: string | null
  /** The end of packets to the port; null where nobody looked. */
  readonly about?: About | null
  /** Whether something on the way refused, or the host itself, where nobody looked for the end. */
  readonly isRefused?: boolean
  /** Whether the request came through a VPN or proxy, so that another line than the own one would be checked. */
  readonly isThroughProxy?: boolean
  /** Whether a key proved that the port leads to the one who asks. */
  readonly isProven?: boolean
  readonly fault?: AnswerFault | null
  /** The port on which the program was heard while its own is silent; null if it was not. */
  readonly heardOn?: number | null
  readonly name?: NameSeen | null
  /** The place that others type; null while nobody gets there. */
  readonly place?: string | null
  /** The names of the places that are kept out while others get through; undefined where one place looks alone, or all see the same. */
  readonly keptOut?: string
  /** The clues that only the device itself can tell; undefined where a server looks alone. */
  readonly here?: Here
  readonly requests: Requests
}

/** The clues that a tool has besides where it runs on the device itself. */
export interface Here {
  /** The cause as it was seen from here, which settles what nobody outside can tell. */
  readonly situation: Situation
  /** The sentences for that cause, where those of its situation say less. */
  readonly steps?: readonly Sentence[]
  /** The firewall of the device, as far as it can be read; null if it has none. */
  readonly firewall: { readonly blocks: 'yes' | 'no' | 'unknown'; readonly line: string | null } | null
  /** Whether it is proven that the provider shares the public address. */
  readonly isShared?: boolean
  /** Whether nothing is to be done in the router: it lists the rule, or forwards nothing. */
  readonly isRuled: boolean
  /** Whether the router makes rules when it is asked. */
  readonly opens: boolean
  /** The address of the router, and that of the device in its network. */
  readonly router: string | null
  readonly device: string | null
  readonly program: string | null
  /** The external port of a rule from another port. */
  readonly external: number
  readonly lines: Lines
}

/** The lines to type; `again` looks once more, with a server if one is known, and `look` in any case. */
export type Lines = Readonly<Record<'open' | 'listen' | 'again' | 'look' | 'certify', string>>

export const NO_LINES: Lines = { open: '', listen: '', again: '', look: '', certify: '' }
