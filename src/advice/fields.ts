import { oneOf, orNull } from '../contract/schema.ts'
import { SITUATIONS } from './situation.ts'

/** The situation as a field of a result, the first one: the answer has it right after `good`. */
export const SITUATION = orNull({
  ...oneOf(...SITUATIONS),
  description: 'the cause that explains the rest; null where none is told',
})
