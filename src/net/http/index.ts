/** An HTTP/1.1 client that reads response heads from admitted services, and the beginning of a body where that is asked for. */
import { withDeadline } from '../../platform/deadline.ts'
import { authorityOf, parseAddress, portOfUrl } from '../../policy/address.ts'
import type { PublicEndpoint, PublicService, PublicUrl } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { Method } from './exchange.ts'
import {
  type Answered,
  followRedirects,
  type HeadResult,
  type HttpChain,
  type HttpClient,
  request,
  requestHead,
} from './request.ts'

export type { Method } from './exchange.ts'
export type { HeadResult, HttpChain } from './request.ts'
export { headerOf, wantsTls } from './response.ts'

const PAGE_MS = 4000
const PAGE_BYTES_MAX = 4096

export class Http {
  private readonly client: HttpClient

  constructor(bounds: Bounds, identity: { readonly roots: readonly string[]; readonly userAgent: string }) {
    const { signal, budget } = bounds
    this.client = { signal, budget, ...identity }
  }

  /** Returns a name that is used nowhere else, for a path that no server has. */
  token(): string {
    return `doorstep-${crypto.randomUUID().replaceAll('-', '')}`
  }

  /** Requests the root of a service, and reads one response up to its body. */
  head(scheme: 'http' | 'https', host: PublicService, method: Method): Promise<HeadResult> {
    return requestHead(method, { url: rootOf(scheme, host), host }, this.client)
  }

  /** Requests a URL and follows redirects, each judged as a new target. */
  follow(url: PublicUrl, method: Method): Promise<HttpChain> {
    return followRedirects(method, url, this.client)
  }

  /**
   * Gets a URL at one endpoint, whatever the addresses of its host and whatever its certificate: the head, and the beginning of the body.
   * Redirects are not followed.
   */
  page(url: URL, endpoint: PublicEndpoint, milliseconds = PAGE_MS, bytesMax = PAGE_BYTES_MAX): Promise<Answered> {
    if (portOfUrl(url) !== endpoint.port) throw new Error(`${url.origin} is not at port ${endpoint.port}`)
    const host = { host: url.hostname, isAddress: parseAddress(url.hostname) !== null, endpoints: [endpoint] }
    return withDeadline(milliseconds, this.client.signal, (signal) =>
      request('GET', { url, host }, bytesMax, { ...this.client, signal }),
    )
  }
}

export function rootOf(scheme: 'http' | 'https', { host, port }: Pick<PublicService, 'host' | 'port'>): URL {
  return new URL(`${scheme}://${authorityOf(host, port)}/`)
}
