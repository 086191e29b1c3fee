/** The entry of this domain: the parts that the tool uses. */
export { reachOf } from '../diagnostics/port/index.ts'
export { FAMILY_FIELDS, printFamilies, reachFamilies } from './families.ts'
export { REACHABILITY_FIELDS, SCHEMES, STEP_FIELDS, VERDICTS, type Verdict } from './fields.ts'
export { endIn, printReachability, printStep } from './print.ts'
export { NAME_FIELD, SUBJECT_FIELDS } from './subject.text.ts'
export { subjectOf } from './subject.ts'
