import type { Locale } from '../../../contract/text.ts'
import type { Ending } from './ask.ts'

/** A request and what has come of it. */
export interface Run {
  readonly tool: string
  readonly request: Readonly<Record<string, unknown>>
  /** The language of what came back. */
  readonly locale: Locale
  readonly events: readonly unknown[]
  /** Null while it runs. */
  readonly ending: Ending | null
  /** Whether a reload or the history brought it back. */
  readonly isRestored?: boolean
}
