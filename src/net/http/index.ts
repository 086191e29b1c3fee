/** An HTTP/1.1 client that reads response heads, and nothing behind them, from targets that were let pass. */
export type { Header, ResponseHead } from './head.ts'
export { CHAIN_OUTCOMES, type ChainOutcome, type HttpFailure } from './outcome.ts'
export { followRedirects, type Hop, type HttpChain } from './redirects.ts'
export { type HeadResult, type HttpRequest, type HttpSettings, type PhaseTimes, requestHead } from './request.ts'
export type { TlsState } from './secure.ts'
