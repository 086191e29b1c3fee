import type { FollowUp } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import type { PlanFacts } from '../plan/facts.ts'
import type { Box } from './boxes.ts'
import type { LoginRoute } from './fields.ts'
import type { HomeNetwork } from './home-network.ts'
import type { Row } from './topology.ts'

/** Everything that is known about the network, and how to log in to it. */
export interface LoginFacts {
  readonly network: HomeNetwork
  readonly row: Row
  /** The reason why the boxes are taken for what they are. */
  readonly reason: string
  /** Whether the box at the gateway may be one of two. */
  readonly isEither: boolean
  readonly boxes: readonly Box[]
  readonly targets: LoginRoute['routeTargets']
  /** The same line as a plan has it, for no service in particular; the device is where its gateway is. */
  readonly line: PlanFacts
  readonly locale: Locale
  readonly misread: readonly Misread[]
  /** The same request with other values in some fields. */
  readonly again: (changed: { routerBrand?: string; isp?: string }) => FollowUp
  /** A plan for the same router, with a service as an example. */
  readonly plan: FollowUp
}

/** A hint that was read as `other` or `unknown`, because its text could not be read as anything else; the text is safe to show. */
export interface Misread {
  readonly field: 'platform' | 'connectionState'
  readonly value: string
}
