import { type Static, Type } from '@sinclair/typebox'
import { foreign, oneOf, orNull } from '../../contract/schema.ts'
import { cut } from '../../net/budget.ts'
import { LAYERS } from '../../net/findings.ts'
import { type HeadResult, headerOf, rootOf } from '../../net/http/index.ts'
import type { PublicService } from '../../policy/target.ts'
import { TLS_STATE } from './chain.ts'

/** The answer of a service to a request for its root. */
export const SERVICE_HTTP = Type.Object({
  scheme: oneOf('http', 'https'),
  url: Type.String(),
  ok: Type.Boolean(),
  status: orNull(Type.Integer()),
  server: orNull(foreign(Type.String())),
  location: orNull(foreign(Type.String())),
  latencyMs: orNull(Type.Number()),
  error: orNull(foreign(Type.String())),
  failedLayer: orNull(oneOf(...LAYERS)),
  tls: orNull(TLS_STATE),
})

const SERVER_ERROR = 500

/** Judges what a web server answered where it answered at all: false if it failed, or if no browser trusts its certificate. */
export function judgeResponse({ status, tls }: Pick<Static<typeof SERVICE_HTTP>, 'status' | 'tls'>): false | undefined {
  return (status !== null && status >= SERVER_ERROR) || tls?.authorized === false ? false : undefined
}

export function showServiceHttp(
  scheme: 'http' | 'https',
  service: Pick<PublicService, 'host' | 'port'>,
  { head, reason, failedLayer, tls, timingMs }: HeadResult,
) {
  const shown = (name: string) => {
    const value = head && headerOf(head, name)
    return value === null ? null : cut(value)
  }
  return {
    scheme,
    url: rootOf(scheme, service).href,
    ok: head !== null && head.status < 400,
    status: head?.status ?? null,
    server: shown('server'),
    location: shown('location'),
    latencyMs: timingMs.firstByte,
    error: reason,
    failedLayer,
    tls,
  }
}
