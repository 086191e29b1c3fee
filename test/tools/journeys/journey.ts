/**
 * The vocabulary of journeys: a person's situation, the requests to one or both router tools, and the content of a good answer. Strict
 * about substance (which box, which address, which port, which comes first), loose about wording.
 */
import type { ToolRequests } from '../../../src/contract/tool-requests.gen.ts'

type Topology = 'single' | 'isp-plus-router' | 'bridge' | 'unknown'
type Kind = 'personal-router' | 'isp-equipment' | 'vendor-hostname' | 'app'
type Nat = 'none' | 'double-nat' | 'carrier-grade' | 'unknown'

/** One place to log in to; fields that are left out may have any value. */
export interface Target {
  readonly kind?: Kind
  readonly url?: string
  readonly open?: 'browser' | 'app' | 'settings'
  readonly app?: RegExp
  readonly label?: RegExp
}

/** Codes of next actions. */
export interface Codes {
  /** The codes that come first, in this order. */
  readonly first?: readonly string[]
  /** The codes that are present in this order, with anything between them. */
  readonly inOrder?: readonly string[]
  /** The codes that are present anywhere. */
  readonly has?: readonly string[]
  readonly never?: readonly string[]
  /** The patterns that are all in the text of the very first action. */
  readonly firstSays?: readonly RegExp[]
}

export interface Login {
  /** The topology; several where two answers are good. */
  readonly topology?: Topology | readonly Topology[]
  /** The targets: the first comes first, the others follow in this order with anything between; a list holds alternatives. */
  readonly targets?: readonly (Target | readonly Target[])[]
  readonly withoutKinds?: readonly Kind[]
  readonly withoutUrls?: RegExp
  readonly actions?: Codes
  readonly checklist?: readonly RegExp[]
  readonly sticker?: readonly RegExp[]
  readonly warns?: readonly RegExp[]
  /** The patterns that are anywhere in the answer. */
  readonly says?: readonly RegExp[]
  readonly saysNot?: readonly RegExp[]
}

export interface Plan {
  readonly service: string
  /** The id, or null if the brand is unknown. */
  readonly router?: string | null
  readonly nat?: Nat
  readonly actions?: Codes
  readonly safer?: RegExp
  /** The rules that must be among those to type in: "25565/tcp". */
  readonly rules?: readonly string[]
  /** The rules that must not be among those to type in. */
  readonly noRules?: readonly string[]
  readonly says?: readonly RegExp[]
  readonly saysNot?: readonly RegExp[]
}

export interface Refused {
  readonly code: 'invalid-request' | 'invalid-target' | 'unknown-value'
  readonly field: string
  /** The pattern of one of didYouMean. */
  readonly means?: RegExp
  readonly detail?: RegExp
}

type LoginBody = ToolRequests['router-login-route']
type PlanBody = ToolRequests['port-forward-plan']

/** A body that is not valid. */
type Odd = Readonly<Record<string, unknown>>

/** A request to one of the two tools, and its answer. */
type Asked =
  | { readonly login: LoginBody; readonly expect: Login }
  | { readonly plan: PlanBody; readonly expect: Plan }
  | ({ readonly refused: Refused } & ({ readonly login: Odd } | { readonly plan: Odd }))
  /** A text so near to something known that taking it as that is as good as asking back. */
  | { readonly plan: PlanBody; readonly takenAsOrAsked: { readonly service: string; readonly means: RegExp } }

export type Journey = Asked & {
  /** The person's situation, in one sentence. */
  readonly who: string
  /** The reason why a knowledgeable person would answer so. */
  readonly because: string
  /** The person's language, where it is not that of what they type: Korean where that has Hangul. */
  readonly language?: 'en' | 'ko'
  /** The public address that the request comes from, where it matters. Nothing is ever sent there. */
  readonly seenAt?: string
}

/** A public address that requests come from. */
export const SEEN = '9.9.9.9'
export const ELSEWHERE = '8.8.8.8'
