/** The entry of this domain: the parts that tools use. */
export type { Case, Fault, NameSeen, NameState, Requests } from './case.ts'
export { situationIn } from './clues.ts'
export { nameSeen } from './name-seen.ts'
export { adviseOnPort } from './own-port.ts'
export { planAdvice } from './plan/steps.ts'
export { portState, seenPort } from './seen-port.ts'
export { goodOf, goodOfPlan, SITUATION, SITUATIONS, type Situation } from './situation.ts'
export { type Advice, advise } from './steps.ts'
