/** What the tools of this domain are made of. */
export { dnsStatusOf, hasAnswer, valuesOf } from '../../net/dns/answer.ts'
export { DNSSEC_VERDICTS, pointerOf, RECORD_TYPES } from '../../net/dns/index.ts'
export {
  DNS_FINDING,
  DNS_STATUS,
  jsonBytes,
  named,
  OMITTED,
  RECORD_TYPE_FIELD,
  RESOLVER_ANSWERS,
  RESOLVER_FIELDS,
  recordTypeField,
  showAnswers,
  showAuthoritative,
  showFinding,
  showRecord,
  showResolver,
  showTime,
  someOf,
  ZONE_ANSWER,
} from './fields.ts'
export { MATCH_VERDICTS, matchRequester } from './match.ts'
export { printAnswers, printDig, printHost } from './print.ts'
export { compareResolvers, PROPAGATION_VERDICTS } from './propagation.ts'
export { recordTypeOf } from './record-type.ts'
