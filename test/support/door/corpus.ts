// Raw requests that were made to be understood differently by two readers, and the answers of doorstep. `smuggled` marks a request in each
// that must never be answered.
import type { RawCase } from './case.ts'
import { FRAMING } from './framing.ts'
import { HEADS } from './heads.ts'

export { SMUGGLED } from './case.ts'
export const CORPUS: readonly RawCase[] = [...FRAMING, ...HEADS]
