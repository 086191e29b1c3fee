import type { HttpFailure } from '../../net/http/outcome.ts'
import type { HttpFacts, NoAnswer } from '../facts.ts'

/** The circumstances of a connection that failed. */
interface Circumstances {
  /** Whether the time of the whole check was up. */
  readonly isOver: boolean
  /** Whether this server has a way to the address at all: it may lack a version of IP. */
  readonly hasRoute: boolean
}

/** A connection without an answer, by the part that failed. */
interface Failed {
  readonly outcome: NoAnswer | 'broken'
  readonly reason: string
}

/** Reasons that routers give (src/net/libc/icmp.ts); any other is about this server, so that nothing is known. */
const UNREACHABLE =
  /unreachable|-prohibited$|-unknown$|^(?:no-route|reject-route|failed-policy|beyond-scope|hop-limit-exceeded|time-exceeded|parameter-problem|source-host-isolated)/
const BROKEN = ['connection-reset', 'connection-failed']
const NOT_HTTP = ['not-http', 'unsupported-http-version', 'malformed-status-line', 'not-tls']
const OUT_OF_TIME = { outcome: 'limited', reason: 'out-of-time' } as const

/** Returns what a connection that was not made says of an address. */
export function connectionFailure(reason: string, { isOver, hasRoute }: Circumstances): Failed {
  if (reason === 'connection-refused') return { outcome: 'refused', reason }
  if (reason === 'no-answer') return isOver ? OUT_OF_TIME : { outcome: 'silent', reason }
  if (BROKEN.includes(reason)) return { outcome: 'broken', reason }
  return { outcome: hasRoute && UNREACHABLE.test(reason) ? 'unreachable' : 'limited', reason }
}

/** Returns what a request without a response says of an address. */
export function requestFailure(failure: HttpFailure, circumstances: Circumstances): Pick<HttpFacts, 'outcome' | 'reason'> {
  const { outcome, reason, failedLayer } = failure
  if (failedLayer === 'local') return { outcome: 'limited', reason }
  if (outcome === 'connect-failed' || failedLayer === 'tcp') return connectionFailure(reason, circumstances)
  if (outcome === 'timeout') return circumstances.isOver ? OUT_OF_TIME : { outcome: 'broken', reason }
  if (reason === 'tls-on-http-port') return { outcome: reason, reason }
  return { outcome: NOT_HTTP.includes(reason) ? 'not-http' : 'broken', reason }
}
