import type { Locale, Say } from '../../contract/text.ts'
import type { adviceText } from './advice.text.ts'
import type { Box } from './boxes.ts'
import type { Target } from './pages.ts'
import type { Situation } from './situation.ts'
import type { Row } from './topology.ts'

/** What advice is given from: the network as it is known, and the way into it. */
export interface AdviceContext {
  readonly situation: Situation
  readonly row: Row
  readonly boxes: readonly Box[]
  readonly targets: readonly Target[]
  /** The address that the requester is seen at, if it is a public IPv4 one. */
  readonly seen: string | null
  readonly locale: Locale
}

export type Words = Say<(typeof adviceText)['en']>
