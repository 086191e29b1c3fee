import { lookAtGateway, openersOf } from '../../net/gateway/index.ts'
import { pause } from '../../platform/deadline.ts'
import { lookAtComputer } from '../computer/index.ts'
import { prove } from '../prove.ts'

/** The time, and waiting for it. */
export interface Clock {
  now(): number
  /** Ends early when the signal fires. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** The means by which ports are opened and closed; stand-ins take their place in tests. */
export interface Means {
  readonly lookAtComputer: typeof lookAtComputer
  readonly lookAtGateway: typeof lookAtGateway
  readonly openersOf: typeof openersOf
  readonly prove: typeof prove
  readonly clock: Clock
}

export const MEANS: Means = { lookAtComputer, lookAtGateway, openersOf, prove, clock: { now: () => Date.now(), pause } }
