/** An HTTP/1.1 client that reads response heads, and nothing after them, from admitted services. */
import { authorityOf } from '../../policy/address.ts'
import type { PublicService, PublicUrl } from '../../policy/target.ts'
import type { Bounds } from '../budget.ts'
import type { Method } from './exchange.ts'
import { followRedirects, type HttpChain } from './redirects.ts'
import { type HeadResult, type HttpClient, requestHead } from './request.ts'

export type { Method } from './exchange.ts'
export type { HttpChain } from './redirects.ts'
export type { HeadResult } from './request.ts'

/** HTTP for one request. */
export class Http {
  private readonly client: HttpClient

  constructor(bounds: Bounds, identity: { readonly roots: readonly string[]; readonly userAgent: string }) {
    const { signal, budget } = bounds
    this.client = { signal, budget, ...identity }
  }

  /** Requests the root of a service, and reads one response up to its body. */
  head(scheme: 'http' | 'https', host: PublicService, method: Method): Promise<HeadResult> {
    return requestHead(method, { url: rootOf(scheme, host), host }, this.client)
  }

  /** Requests a URL and follows redirects, each judged as a new target. */
  follow(url: PublicUrl, method: Method): Promise<HttpChain> {
    return followRedirects(method, url, this.client)
  }
}

/** Returns the root of a service, as a URL. */
export function rootOf(scheme: 'http' | 'https', { host, port }: Pick<PublicService, 'host' | 'port'>): URL {
  return new URL(`${scheme}://${authorityOf(host, port)}/`)
}
