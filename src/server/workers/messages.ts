import type { Charge } from '../../limits/gcra.ts'
import type { Decision } from '../../limits/store.ts'
import type { Samples } from '../../metrics/samples.ts'
import type { Manner } from '../server.ts'

/** The messages of a worker to its parent. */
export type ToParent =
  | { readonly kind: 'listening'; readonly url: string; readonly port: number }
  | { readonly kind: 'take'; readonly id: number; readonly charges: readonly Charge[] }
  | { readonly kind: 'samples'; readonly samples: Samples }
  | { readonly kind: 'print'; readonly id: number }
  | { readonly kind: 'reread' }

/** The messages of the parent to a worker. */
export type ToWorker =
  | { readonly kind: 'taken'; readonly id: number; readonly decision: Decision }
  | { readonly kind: 'printed'; readonly id: number; readonly text: string }
  | { readonly kind: 'sample' }
  | { readonly kind: 'reread' }
  | { readonly kind: 'stop'; readonly manner: Manner }

/** JSON takes half the time of the runtime's other format (12 microseconds for a question and its answer). */
export const SERIALIZATION = 'json'
