import type { Charge } from '../../limits/gcra.ts'
import type { Decision } from '../../limits/store.ts'
import type { Samples } from '../../metrics/metrics.ts'
import type { Manner } from '../server.ts'

/** What a worker tells its parent. */
export type ToParent =
  | { readonly kind: 'listening'; readonly url: string; readonly port: number }
  | { readonly kind: 'take'; readonly id: number; readonly charges: readonly Charge[] }
  | { readonly kind: 'samples'; readonly samples: Samples }
  | { readonly kind: 'print'; readonly id: number }

/** What the parent tells a worker. */
export type ToWorker =
  | { readonly kind: 'taken'; readonly id: number; readonly decision: Decision }
  | { readonly kind: 'printed'; readonly id: number; readonly text: string }
  | { readonly kind: 'sample' }
  | { readonly kind: 'reread' }
  | { readonly kind: 'stop'; readonly manner: Manner }

/** JSON takes half the time of the other way that the runtime has (12 microseconds a question and its answer). */
export const SERIALIZATION = 'json'
