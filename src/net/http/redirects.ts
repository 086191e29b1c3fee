import type { Followed, PublicUrl } from '../../policy/target.ts'
import type { Layer } from '../findings.ts'
import type { Method } from './exchange.ts'
import type { ResponseHead } from './head.ts'
import { type ChainOutcome, timedOut } from './outcome.ts'
import { type HeadResult, type HttpClient, requestHead } from './request.ts'

/** A response that redirected. */
export interface Hop {
  readonly url: string
  readonly status: number
  /** The location for display. */
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
  /** The last URL requested, and its outcome. */
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
    redirects.push({ url: final.url.href, status: last.head.status, location: shown(last.head), address: last.address ?? '' })
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

function shown({ headers }: ResponseHead): string {
  return headers.find(({ name }) => name.trim().toLowerCase() === 'location')?.value ?? ''
}

function refusalOf(refused: string, signal: AbortSignal): Pick<HttpChain, 'outcome' | 'reason' | 'failedLayer'> {
  if (refused !== 'unresolvable-target') return { outcome: 'redirect-refused', reason: refused, failedLayer: 'http' }
  // The lookup was cut off when the time was up.
  if (signal.aborted) return timedOut('dns')
  return { outcome: 'redirect-refused', reason: refused, failedLayer: 'dns' }
}
