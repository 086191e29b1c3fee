/** The entry of this domain: the parts that tools use. */
export { IDENTITY } from './fields.ts'
export { sayIdentity } from './say.ts'
export { isHeardElsewhere, type WhoAnswers, whoAnswers } from './who.ts'
