/**
 * The words in which journeys are told: a person's situation, what they send to one or both router tools, and what a good
 * answer holds. Strict about substance (which box, which address, which port, which comes first), loose about wording.
 */

export type Topology = 'single' | 'isp-plus-router' | 'bridge' | 'unknown'
export type Kind = 'personal-router' | 'isp-equipment' | 'vendor-hostname' | 'app'
export type Nat = 'none' | 'double-nat' | 'carrier-grade' | 'unknown'

/** One place to log in to; what is not named may be anything. */
export interface Target {
  readonly kind?: Kind
  readonly url?: string
  readonly open?: 'browser' | 'app' | 'settings'
  readonly app?: RegExp
  readonly label?: RegExp
}

/** Codes of next actions. */
export interface Codes {
  /** These stand first, in this order. */
  readonly first?: readonly string[]
  /** These are there, in this order, whatever stands between them. */
  readonly inOrder?: readonly string[]
  /** These are there somewhere. */
  readonly has?: readonly string[]
  readonly never?: readonly string[]
  /** Each is in the text of the very first. */
  readonly firstSays?: readonly RegExp[]
}

export interface Login {
  /** Several where two good answers exist. */
  readonly topology?: Topology | readonly Topology[]
  /** The first stands first, the others follow in this order with anything between; a list holds alternatives. */
  readonly targets?: readonly (Target | readonly Target[])[]
  /** These are there in this order, not necessarily first: whoever named no router may have one of their own. */
  readonly offers?: readonly (Target | readonly Target[])[]
  readonly withoutKinds?: readonly Kind[]
  readonly withoutUrls?: RegExp
  readonly actions?: Codes
  readonly checklist?: readonly RegExp[]
  readonly sticker?: readonly RegExp[]
  readonly warns?: readonly RegExp[]
  /** Anywhere in the answer. */
  readonly says?: readonly RegExp[]
  readonly saysNot?: readonly RegExp[]
}

export interface Plan {
  readonly service: string
  readonly protocol?: 'tcp' | 'udp' | 'both'
  /** Exactly these are required: "25565/tcp", "2456-2457/udp". */
  readonly required?: readonly string[]
  /** The id, or null where nobody knows the brand. */
  readonly router?: string | null
  readonly feature?: RegExp
  /** Steps of the menu, in this order. */
  readonly menu?: readonly RegExp[]
  readonly nat?: Nat
  readonly actions?: Codes
  readonly safer?: RegExp
  readonly notes?: readonly RegExp[]
  /** Rules for exactly these must be among those to type in: "25565/tcp". */
  readonly rules?: readonly string[]
  /** Nobody is told to type in these. */
  readonly noRules?: readonly string[]
  /** Ready-made port checks that must be there: "25565/tcp". */
  readonly verify?: readonly string[]
  readonly says?: readonly RegExp[]
  readonly saysNot?: readonly RegExp[]
}

export interface Refused {
  readonly code: 'invalid-request' | 'invalid-target' | 'unknown-value'
  readonly field: string
  /** Among didYouMean. */
  readonly means?: RegExp
  /** Not among didYouMean. */
  readonly meansNot?: RegExp
  readonly detail?: RegExp
}

export interface LoginBody {
  readonly routerBrand?: string
  readonly gateway?: string
  readonly platform?: string
  readonly connectionState?: string
  readonly isp?: string
  readonly routerWanIp?: string
}

export interface PlanBody {
  readonly useCase?: string
  readonly ports?: readonly {
    readonly port: number
    readonly externalPort?: number
    readonly protocol?: 'tcp' | 'udp' | 'both'
  }[]
  readonly routerBrand?: string
  readonly internalIp?: string
  readonly routerWanIp?: string
  readonly isp?: string
  readonly platform?: string
}

/** What is sent that is no good body. */
type Odd = Readonly<Record<string, unknown>>

/** `because`: why a knowledgeable person would answer so. */
type Step<Body, Answer> =
  | { readonly send: Body; readonly because: string; readonly expect: Answer }
  | { readonly send: Odd; readonly because: string; readonly refused: Refused }
  /** So near to something known that taking it as that is as good as asking back. */
  | {
      readonly send: Body
      readonly because: string
      readonly takenAsOrAsked: { readonly service: string; readonly means: RegExp }
    }

export type LoginStep = Exclude<Step<LoginBody, Login>, { takenAsOrAsked: unknown }>
export type PlanStep = Step<PlanBody, Plan>

export interface Journey {
  /** The person's situation, in one sentence. */
  readonly who: string
  /** How they read; English where nothing is said. */
  readonly language?: 'en' | 'ko'
  /** What their browser sends, if it is not just that language. */
  readonly acceptLanguage?: string
  /** The public address they are seen at, where it matters. Nothing is ever sent there. */
  readonly seenAt?: string
  readonly login?: LoginStep
  readonly plan?: PlanStep
}

/** Public addresses to be seen at. */
export const SEEN = '9.9.9.9'
export const ELSEWHERE = '8.8.8.8'
