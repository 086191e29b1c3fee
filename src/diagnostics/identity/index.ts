/** The entry of this domain: the parts that tools use. */
export { identityAction } from './actions.ts'
export { IDENTITY, type ShownIdentity } from './fields.ts'
export { sayIdentity } from './say.ts'
export { type WhoAnswers, whoAnswers } from './who.ts'
