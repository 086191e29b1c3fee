/** The entry of this domain: the parts that the tool and the commands at home use. */
export { distinct, isOrder, stepsForTerminal } from './advice.ts'
export { COMMAND, commandsForListener } from './changes.ts'
export { checkIssuance } from './check.ts'
export { CHALLENGE_FILE } from './facts.ts'
export { ISSUANCE_FIELDS, METHOD_VERDICTS, METHODS } from './fields.ts'
export { issuanceTold } from './told.ts'
