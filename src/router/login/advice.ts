import type { Locale, Say } from '../../contract/text.ts'
import type { adviceText } from './advice.text.ts'
import type { Box } from './boxes.ts'
import type { Situation } from './situation.ts'
import type { LoginTarget } from './targets.ts'
import type { Row } from './topology.ts'

/** The facts behind the advice: what is known about the network, and how to log in to it. */
export interface AdviceContext {
  readonly situation: Situation
  readonly row: Row
  readonly boxes: readonly Box[]
  readonly targets: readonly LoginTarget[]
  /** The address of the requester, if it is a public IPv4 address. */
  readonly seen: string | null
  readonly locale: Locale
}

export type SayAdvice = Say<(typeof adviceText)['en']>
