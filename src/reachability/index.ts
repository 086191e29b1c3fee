/** The entry of this domain: the parts that the tool uses. */
export { reachOf } from '../diagnostics/port/index.ts'
export { FAMILY_FIELDS, reachFamilies } from './families.ts'
export { REACHABILITY_FIELDS, SCHEMES, STEP_FIELDS, VERDICTS, type Verdict } from './fields.ts'
export { NAME_FIELD, SUBJECT_FIELDS } from './steps.text.ts'
export { expectedAt, subjectOf } from './subject.ts'
export { endIn, printStep, reachTold } from './told.ts'
