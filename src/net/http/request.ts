import { rounded, since } from '../../platform/deadline.ts'
import type { Followed, PublicService, PublicUrl } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { Layer } from '../findings.ts'
import { hearing, OUT_OF_TIME } from '../hearing.ts'
import { connectFailed, connectFirst } from '../tcp/connect.ts'
import { exchange, type Method, requestText } from './exchange.ts'
import { type ChainOutcome, type HttpFailure, timedOut } from './outcome.ts'
import type { Body, ResponseHead } from './response.ts'
import { type Secured, secure, type TlsState } from './secure.ts'

export interface HttpClient extends Bounds {
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

interface RequestTarget {
  readonly url: URL
  readonly host: Pick<PublicService, 'host' | 'isAddress' | 'endpoints'>
}

export interface Answered {
  readonly result: HeadResult
  readonly body: Body
}

const NO_TIMES: PhaseTimes = { connect: null, tls: null, firstByte: null }

/** Requests one response from the host of a URL, at an admitted address, and reads it up to its body. */
export async function requestHead(method: Method, asked: RequestTarget, client: HttpClient): Promise<HeadResult> {
  return (await request(method, asked, 0, client)).result
}

/**
 * Requests one response, and reads at most so many bytes of its body. Certificates are judged and reported, but never enforced. Every failure
 * is an outcome.
 */
export async function request(method: Method, asked: RequestTarget, bodyMax: number, client: HttpClient): Promise<Answered> {
  const wasCutShort = hearing(client.signal)
  const { result, body } = await attempt(method, asked, bodyMax, client)
  const isUnheard = result.outcome === 'timeout' && wasCutShort()
  return { result: isUnheard ? { ...result, ...connectFailed(OUT_OF_TIME, 'local') } : result, body }
}

async function attempt(method: Method, { url, host }: RequestTarget, bodyMax: number, client: HttpClient): Promise<Answered> {
  const { userAgent, roots, ...bounds } = client
  const started = performance.now()
  const opened = await connectFirst(host.endpoints, { ...bounds, explainRefusals: true })
  if ('failure' in opened)
    return without({ ...opened.failure, address: opened.endpoint?.address.text ?? null, timingMs: NO_TIMES })
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

function without(failure: HttpFailure & Omit<Reached, 'tls'>): Answered {
  return { result: { ...failure, head: null, tls: null }, body: { bytes: Buffer.alloc(0), isWhole: false } }
}

export interface Hop {
  readonly url: string
  readonly status: number
  readonly location: string
  readonly address: string
}

/** The result of a URL, at the end of its redirects. */
export interface HttpChain {
  readonly outcome: ChainOutcome
  /** If a redirect was refused, the code of the refusal. */
  readonly reason: string | null
  readonly failedLayer: Layer | null
  /** Every response that redirected, in order. The last was not followed if it was refused or one too many. */
  readonly redirects: readonly Hop[]
  /** The target of a refused redirect; null if that is not a URL, or none was refused. */
  readonly refusedUrl: string | null
  readonly final: PublicUrl
  readonly last: HeadResult
}

const REDIRECTS_MAX = 10
/** More than the 8000 octets that everybody has to support (RFC 9110, section 4.1); common servers refuse longer ones. */
const LOCATION_LENGTH_MAX = 8192
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]

/** Follows redirects, each judged as a new target. Nothing from one response is sent with the next request: no cookie, no referrer. */
export async function followRedirects(method: Method, target: PublicUrl, client: HttpClient): Promise<HttpChain> {
  const redirects: Hop[] = []
  let final = target
  for (;;) {
    const last = await requestHead(method, final, client)
    const location = last.head && locationOf(last.head)
    if (last.head === null || location === null) {
      const { outcome, reason, failedLayer } = last
      return { outcome, reason, failedLayer, refusedUrl: null, redirects, final, last }
    }
    redirects.push({
      url: final.url.href,
      status: last.head.status,
      location: shownLocation(last.head),
      address: last.address ?? '',
    })
    if (redirects.length > REDIRECTS_MAX) {
      const reason = 'too-many-redirects'
      return { outcome: reason, reason, failedLayer: 'http', refusedUrl: null, redirects, final, last }
    }
    const followed = location.length > LOCATION_LENGTH_MAX ? TOO_LONG : shortEnough(await final.follow(location))
    if ('refused' in followed)
      return { ...refusalOf(followed.refused, client.signal), refusedUrl: followed.url, redirects, final, last }
    final = followed.admitted
  }
}

const TOO_LONG: Followed = { refused: 'location-too-long', url: null }

/** Returns the chain, or the refusal of a URL that has become too long: it grows when it is percent-encoded, and relative ones add up. */
function shortEnough(followed: Followed): Followed {
  return 'admitted' in followed && followed.admitted.url.href.length > LOCATION_LENGTH_MAX ? TOO_LONG : followed
}

/** Returns the first Location (RFC 9110, section 10.2.2 allows only one); without one, the response is the final one. */
function locationOf({ status, location }: ResponseHead): string | null {
  return REDIRECT_STATUSES.includes(status) ? location : null
}

function shownLocation({ headers }: ResponseHead): string {
  return headers.find(({ name }) => name.trim().toLowerCase() === 'location')?.value ?? ''
}

function refusalOf(refused: string, signal: AbortSignal): Pick<HttpChain, 'outcome' | 'reason' | 'failedLayer'> {
  if (refused !== 'unresolvable-target') return { outcome: 'redirect-refused', reason: refused, failedLayer: 'http' }
  // The lookup was cut off when the time was up.
  if (signal.aborted) return timedOut('dns')
  return { outcome: 'redirect-refused', reason: refused, failedLayer: 'dns' }
}
