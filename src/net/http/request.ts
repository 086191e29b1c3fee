import { rounded, since } from '../../platform/clock.ts'
import type { PublicService } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import { hearing, OUT_OF_TIME } from '../hearing.ts'
import { connectFailed, connectFirst, isOpened } from '../tcp/connect.ts'
import type { Body } from './body.ts'
import { exchange, type Method, requestText } from './exchange.ts'
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
interface PhaseTimes {
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

/** A URL, and the endpoints at which it may be asked for. */
interface Asked {
  readonly url: URL
  readonly host: Pick<PublicService, 'host' | 'isAddress' | 'endpoints'>
}

export interface Answered {
  readonly result: HeadResult
  readonly body: Body
}

const NO_TIMES: PhaseTimes = { connect: null, tls: null, firstByte: null }

/** Requests one response from the host of a URL, at an admitted address, and reads it up to its body. */
export async function requestHead(method: Method, asked: Asked, client: HttpClient): Promise<HeadResult> {
  return (await request(method, asked, 0, client)).result
}

/**
 * Requests one response, and reads at most so many bytes of its body. Certificates are judged and reported, but never enforced. Every failure
 * is an outcome.
 */
export async function request(method: Method, asked: Asked, bodyMax: number, client: HttpClient): Promise<Answered> {
  const wasCutShort = hearing(client.signal)
  const { result, body } = await attempt(method, asked, bodyMax, client)
  const isUnheard = result.outcome === 'timeout' && wasCutShort()
  return { result: isUnheard ? { ...result, ...connectFailed(OUT_OF_TIME, 'local') } : result, body }
}

async function attempt(method: Method, { url, host }: Asked, bodyMax: number, client: HttpClient): Promise<Answered> {
  const { userAgent, roots, ...bounds } = client
  const started = performance.now()
  const opened = await connectFirst(host.endpoints, { ...bounds, explainRefusals: true })
  if (!opened || !isOpened(opened)) {
    const failure = opened?.failure ?? connectFailed('no-address', 'dns')
    return without({ ...failure, address: opened?.endpoint.address.text ?? null, timingMs: NO_TIMES })
  }
  const address = opened.endpoint.address.text
  const connect = since(started)
  let secured: Secured | HttpFailure | null = null
  try {
    const shaking = performance.now()
    if (url.protocol === 'https:') secured = await secure(opened.socket, host, roots, bounds.signal)
    if (secured && 'outcome' in secured) return without({ ...secured, address, timingMs: { ...NO_TIMES, connect } })
    const tls = secured ? since(shaking) : null
    const text = requestText(url, method, userAgent)
    const { head, body, firstByteMs } = await exchange(secured?.socket ?? opened.socket, text, bodyMax, bounds)
    const firstByte = firstByteMs === null ? null : rounded(firstByteMs)
    const reached = { address, tls: secured?.tls ?? null, timingMs: { connect, tls, firstByte } }
    if ('outcome' in head) return { result: { ...head, head: null, ...reached }, body }
    return { result: { outcome: 'response', reason: null, failedLayer: null, head, ...reached }, body }
  } finally {
    if (secured && 'socket' in secured) secured.socket.destroy()
    opened.socket.destroy()
  }
}

/** Returns the answer of a request that could not be sent. */
function without(failure: HttpFailure & Omit<Reached, 'tls'>): Answered {
  return { result: { ...failure, head: null, tls: null }, body: { bytes: Buffer.alloc(0), isWhole: false } }
}
