import type { Bounds } from '../budget.ts'
import { type Inspected, inspectTls, type TlsInspection } from './inspect.ts'
import { type Offer, type OfferTarget, offerProtocol } from './offer.ts'

export type { TlsInspection } from './inspect.ts'
export type { Offer } from './offer.ts'

const OFFER_MS = 4000

export class Tls {
  constructor(
    private readonly bounds: Bounds,
    /** Roots trusted in addition to the bundled ones, as PEM. */
    private readonly roots: readonly string[],
  ) {}

  /** Returns what a service presents, and the roots to judge it by. */
  inspect(service: Inspected): Promise<TlsInspection> {
    return inspectTls(service, this.roots, this.bounds)
  }

  /** Returns what a handshake ends in that offers one application protocol alone, such as "acme-tls/1". */
  offer(to: OfferTarget, protocol: string, milliseconds = OFFER_MS): Promise<Offer> {
    return offerProtocol(to, protocol, milliseconds, this.bounds)
  }
}
