import { rounded, since } from '../../platform/clock.ts'
import type { PublicUrl } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { connectFirst, isOpened } from '../tcp/connect.ts'
import { connectFailed } from '../tcp/failure.ts'
import { exchangeHead, type Method, requestText } from './exchange.ts'
import type { ResponseHead } from './head.ts'
import type { HttpFailure } from './outcome.ts'
import { type Secured, secure, type TlsState } from './secure.ts'

/** The means by which requests are sent, including those of a chain of redirects. */
export interface HttpClient extends Bounds {
  /** The User-Agent of the request. */
  readonly userAgent: string
  /** Roots trusted in addition to the bundled ones, as PEM. One list for all requests: what is derived from it is kept as long as the list. */
  readonly roots: readonly string[]
}

/** In milliseconds, each phase by itself; null if it was not completed or not needed. */
export interface PhaseTimes {
  readonly connect: number | null
  readonly tls: number | null
  readonly firstByte: number | null
}

interface Reached {
  /** The endpoint that was connected to; otherwise the one whose failure is reported, or null if there was none to try. */
  readonly address: string | null
  readonly tls: TlsState | null
  readonly timingMs: PhaseTimes
}

export type HeadResult = Reached &
  (
    | (HttpFailure & { readonly head: null })
    | { readonly outcome: 'response'; readonly reason: null; readonly failedLayer: null; readonly head: ResponseHead }
  )

const NO_TIMES: PhaseTimes = { connect: null, tls: null, firstByte: null }

/**
 * Requests one response from the host of a URL, at an admitted address, and reads it up to its body. Certificates are judged and reported,
 * but never enforced. Every failure is an outcome.
 */
export async function requestHead(
  method: Method,
  { url, host }: Pick<PublicUrl, 'url' | 'host'>,
  { userAgent, roots, ...bounds }: HttpClient,
): Promise<HeadResult> {
  const started = performance.now()
  const opened = await connectFirst(host.endpoints, { ...bounds, explainRefusals: true })
  if (!opened || !isOpened(opened)) {
    const failure = opened?.failure ?? connectFailed('no-address', 'dns')
    return { ...failure, head: null, address: opened?.endpoint.address.text ?? null, tls: null, timingMs: NO_TIMES }
  }
  const address = opened.endpoint.address.text
  const connect = since(started)
  let secured: Secured | HttpFailure | null = null
  try {
    const shaking = performance.now()
    if (url.protocol === 'https:') secured = await secure(opened.socket, host, roots, bounds.signal)
    if (secured && 'outcome' in secured) {
      return { ...secured, head: null, address, tls: null, timingMs: { ...NO_TIMES, connect } }
    }
    const tls = secured ? since(shaking) : null
    const answer = await exchangeHead(secured?.socket ?? opened.socket, requestText(url, method, userAgent), bounds)
    const firstByte = answer.firstByteMs === null ? null : rounded(answer.firstByteMs)
    const reached = { address, tls: secured?.tls ?? null, timingMs: { connect, tls, firstByte } }
    if ('outcome' in answer.head) return { ...answer.head, head: null, ...reached }
    return { outcome: 'response', reason: null, failedLayer: null, head: answer.head, ...reached }
  } finally {
    if (secured && 'socket' in secured) secured.socket.destroy()
    opened.socket.destroy()
  }
}
