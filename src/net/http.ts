/** An HTTP/1.1 client that reads response heads, and nothing behind them, from targets that were let pass. */
export { CHAIN_FIELDS, METHOD_FIELD, showChain } from './http/fields.ts'
export type { Header, ResponseHead } from './http/head.ts'
export { CHAIN_OUTCOMES, type ChainOutcome, type HttpFailure } from './http/outcome.ts'
export { printCurl } from './http/print.ts'
export { followRedirects, type Hop, type HttpChain } from './http/redirects.ts'
export { type HeadResult, type HttpRequest, type HttpSettings, type PhaseTimes, requestHead } from './http/request.ts'
export type { TlsState } from './http/secure.ts'
export { weaknessesOf } from './http/weaknesses.ts'
