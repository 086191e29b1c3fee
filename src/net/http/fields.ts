import { type TSchema, Type } from '@sinclair/typebox'
import { rounded } from '../../milliseconds.ts'
import { oneOf, orNull } from '../../schema.ts'
import { LAYERS } from '../findings.ts'
import type { Method } from './exchange.ts'
import { CHAIN_OUTCOMES, type ChainOutcome } from './outcome.ts'
import type { HttpChain } from './redirects.ts'

const METHODS = ['GET', 'HEAD'] as const satisfies readonly Method[]
export const METHOD_FIELD = oneOf(...METHODS)

/** A chain of redirects as a result shows it: what is not known is null. */
export const CHAIN_FIELDS = {
  url: Type.String(),
  finalUrl: Type.String(),
  address: orNull(Type.String()),
  status: orNull(Type.Integer()),
  statusText: orNull(Type.String()),
  httpVersion: orNull(Type.String()),
  headers: orNull(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
  redirects: Type.Array(
    Type.Object({ url: Type.String(), status: Type.Integer(), location: Type.String(), address: Type.String() }),
  ),
  timingMs: Type.Object({
    dns: Type.Number(),
    connect: orNull(Type.Number()),
    tls: orNull(Type.Number()),
    firstByte: orNull(Type.Number()),
    total: Type.Number(),
  }),
  tls: orNull(Type.Object({ authorized: Type.Boolean(), protocol: Type.String(), error: orNull(Type.String()) })),
  outcome: oneOf<readonly [ChainOutcome, ...ChainOutcome[]]>(...CHAIN_OUTCOMES),
  reason: orNull(Type.String()),
  failedLayer: orNull(oneOf(...LAYERS)),
} satisfies Record<string, TSchema>

/** The phases are those of the last request; the total is that of the whole chain, from the first name that was resolved. */
export function showChain(url: string, { final, last, redirects, outcome, reason, failedLayer }: HttpChain, totalMs: number) {
  const { head, address, tls, timingMs } = last
  return {
    url,
    finalUrl: final.url.href,
    address,
    status: head?.status ?? null,
    statusText: head?.statusText ?? null,
    httpVersion: head?.httpVersion ?? null,
    headers: head ? [...head.headers] : null,
    redirects: [...redirects],
    timingMs: { dns: final.host.resolveMs, ...timingMs, total: rounded(totalMs) },
    tls,
    outcome,
    reason,
    failedLayer,
  }
}
