import type { FollowUp, Next } from '../../contract/next-action.ts'
import type { Locale, Say } from '../../contract/text.ts'
import type { Address } from '../../policy/address.ts'
import type { actionsText } from './actions.text.ts'
import type { Box } from './boxes.ts'
import type { LoginRequest, Situation } from './situation.ts'
import type { LoginTarget } from './targets.ts'
import type { Row } from './topology.ts'

/** The facts behind the next actions. */
export interface ActionFacts {
  readonly asked: LoginRequest
  readonly situation: Situation
  readonly row: Row
  /** The reason why the box at the gateway may be one of two; null if it is clear whose it is. */
  readonly either: string | null
  readonly boxes: readonly Box[]
  readonly targets: readonly LoginTarget[]
  /** The address of the requester; null if a proxy names none. */
  readonly seen: Address | null
  readonly locale: Locale
  readonly misread: readonly Misread[]
  /** The same request with other values in some fields. */
  readonly again: (changed: { routerBrand?: string; isp?: string }) => FollowUp
  /** A plan for the same router, with a service as an example. */
  readonly plan: (routerBrand: string | undefined) => FollowUp
}

/** A hint that was read as `other` or `unknown`, because its text could not be read as anything else; the text is safe to show. */
export interface Misread {
  readonly field: 'platform' | 'connectionState'
  readonly value: string
}

/** The facts, and the functions that put them into words. */
export interface Advice extends ActionFacts {
  readonly say: Say<typeof actionsText.en>
  readonly next: Next<typeof actionsText.en>
}
