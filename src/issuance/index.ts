/** The entry of this domain: the parts that the tool uses. */
export { gather } from './check.ts'
export { ISSUANCE_FIELDS, METHODS } from './fields.ts'
export { judgeIssuance } from './judge.ts'
export { showIssuance } from './show.ts'
