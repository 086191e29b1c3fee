/** The entry of this domain: the parts that tools use. */
export { IDENTITY } from './fields.ts'
export { isHeardElsewhere, sayIdentity, type WhoAnswers, whoAnswers } from './say.ts'
