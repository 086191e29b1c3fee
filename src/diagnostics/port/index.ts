/** The entry of this domain: the parts that tools use. */
export { inMs } from '../../contract/span.ts'
export { LAYERS, PORT_STATUSES } from '../../net/findings.ts'
export { checkPort, leftAlone, PORT_FIELDS, type ShownPort, serviceName } from './check.ts'
export { OWN_HEADLINES, PORT_HEADLINES, PROOF_FIELD } from './headlines.text.ts'
export { aboutOf, keyIn, PROOF_KEY, reachOf, sayReach, WORDS, wordsOf } from './reach.ts'
