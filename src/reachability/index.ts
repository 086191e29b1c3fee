/** The entry of this domain: the parts that the tool uses. */
export { reachOf } from '../diagnostics/port/index.ts'
export { REACHABILITY_FIELDS, SCHEMES, STEP_FIELDS } from './fields.ts'
export { endIn, printReachability, printStep } from './print.ts'
export { reach } from './reach.ts'
export { subjectOf } from './subject.ts'
