/** The entry of this domain: the parts that tools use. */
export { cut } from '../../net/cut.ts'
export type { HttpChain } from '../../net/http/index.ts'
export { CHAIN_FIELDS, METHOD_FIELD, showChain } from './fields.ts'
export { judgeResponse, SERVICE_HTTP, showServiceHttp, weaknessesOf } from './response.ts'
export { chainTold, printCurl, sayTrust } from './told.ts'
