export { bytesInAnswer } from '../../net/budget.ts'
export { type Answer, hasAnswer, valuesOf } from '../../net/dns/answer.ts'
export { RECORD_TYPES } from '../../net/dns/rdata.ts'
export {
  briefly,
  DNS_STATUS,
  judgeLookup,
  LOOKUP_FIELDS,
  type NameQuery,
  named,
  RECORD_TYPE_FIELD,
  RESOLVER_ANSWERS,
  REVERSE_FIELDS,
  recordTypeField,
  recordTypeOf,
  showAnswers,
  showAuthoritative,
  showFinding,
  showRecord,
  showResolver,
  showTime,
  someOf,
  ZONE_ANSWER,
} from './fields.ts'
export {
  clueIn,
  clueOf,
  MATCH_FIELDS,
  matchRequester,
  type NameMatch,
  type OtherFamily,
  otherFamilyOf,
  type ShownMatch,
  showMatch,
} from './match.ts'
export { compareResolvers, PROPAGATION_VERDICTS, type Propagation } from './propagation.ts'
export { DNS_STEPS } from './told.text.ts'
export { answersTold, comparedWith, printDig, printHost, recordsTold, type Said, sayFinding, sayMore, saySpan } from './told.ts'
