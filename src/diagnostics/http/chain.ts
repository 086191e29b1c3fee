import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox'
import { foreign, omitted, oneOf, orNull } from '../../contract/schema.ts'
import { type Budget, bytesInAnswer, cut } from '../../net/budget.ts'
import { LAYERS } from '../../net/findings.ts'
import type { Method } from '../../net/http/exchange.ts'
import { CHAIN_OUTCOMES, type ChainOutcome } from '../../net/http/outcome.ts'
import type { Hop, HttpChain } from '../../net/http/request.ts'
import type { Header } from '../../net/http/response.ts'
import { rounded } from '../../platform/deadline.ts'

const METHODS = ['GET', 'HEAD'] as const satisfies readonly Method[]
export const METHOD_FIELD = oneOf(...METHODS)

export const TLS_STATE = Type.Object({
  authorized: Type.Boolean(),
  protocol: Type.String(),
  error: orNull(foreign(Type.String())),
})

/** A chain of redirects as a result shows it; null is "not known". */
export const CHAIN_FIELDS = {
  url: Type.String(),
  finalUrl: foreign(Type.String()),
  address: orNull(Type.String()),
  status: orNull(Type.Integer()),
  statusText: orNull(foreign(Type.String())),
  httpVersion: orNull(Type.String()),
  headers: orNull(foreign(Type.Array(Type.Object({ name: Type.String(), value: Type.String() })))),
  omitted: omitted('header lines'),
  redirects: foreign(
    Type.Array(Type.Object({ url: Type.String(), status: Type.Integer(), location: Type.String(), address: Type.String() })),
  ),
  redirectsOmitted: omitted('redirects'),
  timingMs: Type.Object({
    dns: Type.Number(),
    connect: orNull(Type.Number()),
    tls: orNull(Type.Number()),
    firstByte: orNull(Type.Number()),
    total: Type.Number(),
  }),
  tls: orNull(TLS_STATE),
  outcome: oneOf<readonly [ChainOutcome, ...ChainOutcome[]]>(...CHAIN_OUTCOMES),
  reason: orNull(Type.String()),
  failedLayer: orNull(oneOf(...LAYERS)),
} satisfies Record<string, TSchema>

/**
 * Returns a chain as a result shows it. The phases are those of the last request; the total is that of the whole chain, starting with the
 * first lookup. Items that do not fit an answer are left out and counted.
 */
export function showChain(
  url: string,
  { final, last, redirects, outcome, reason, failedLayer }: HttpChain,
  totalMs: number,
  budget: Budget,
) {
  const { head, address, tls, timingMs } = last
  const hops = budget.show(redirects, (hop) => bytesInAnswer(showHop(hop)))
  const headers = budget.show(head?.headers ?? [], (header) => bytesInAnswer(showHeader(header)))
  return {
    url: cut(url),
    finalUrl: cut(final.url.href),
    address,
    status: head?.status ?? null,
    statusText: head && cut(head.statusText),
    httpVersion: head?.httpVersion ?? null,
    headers: head && headers.items.map(showHeader),
    omitted: headers.omitted,
    redirects: hops.items.map(showHop),
    redirectsOmitted: hops.omitted,
    timingMs: { dns: final.host.resolveMs, ...timingMs, total: rounded(totalMs) },
    tls,
    outcome,
    reason,
    failedLayer,
  }
}

function showHop({ url, status, location, address }: Hop) {
  return { url: cut(url), status, location: cut(location), address }
}

function showHeader({ name, value }: Header) {
  return { name: cut(name), value: cut(value) }
}

export type ShownChain = Static<TObject<typeof CHAIN_FIELDS>>
