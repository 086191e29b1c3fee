import { Type } from '@sinclair/typebox'
import { orNull } from '../../contract/schema.ts'

/** The name of `GET /api/limits` as a tool. */
export const LIMITS_TOOL = 'limits'

/** Answer of `GET /api/limits`. */
export const LIMITS_SCHEMA = Type.Object({
  policy: orNull(Type.Object({ name: Type.String(), quota: Type.Number(), windowS: Type.Number() })),
  remaining: orNull(Type.Number()),
  resetS: orNull(Type.Number()),
  weights: Type.Record(Type.String(), Type.Number()),
  concurrency: Type.Object({ limit: Type.Integer() }),
})
