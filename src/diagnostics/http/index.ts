/** What the tools of this domain are made of. */
export { cut } from '../../net/cut.ts'
export { followRedirects, type HttpChain, requestHead } from '../../net/http/index.ts'
export { CHAIN_FIELDS, METHOD_FIELD, showChain } from './fields.ts'
export { printCurl } from './print.ts'
export { weaknessesOf } from './weaknesses.ts'
