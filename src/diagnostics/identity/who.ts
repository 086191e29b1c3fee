import { type IdentityQuery, PAGE_PROTOCOLS } from '../../net/identity/index.ts'
import type { ShownIdentity } from './fields.ts'

/** The one who answers at a port: the service that was asked, a page that may be its own or stand in front of it, the router itself, or another service. */
export type WhoAnswers = 'service' | 'page-in-front' | 'router' | 'other'

/** Returns who answers at a port; null if nobody said, or if what was asked at another port tells nothing of this one. */
export function whoAnswers(identity: ShownIdentity | null, query: IdentityQuery | null, port: number): WhoAnswers | null {
  if (!identity || !query) return null
  if (identity.kind === query.ask) return 'service'
  if ((query.port ?? port) !== port) return null
  if (identity.kind === 'router-page') return 'router'
  return mayHide(identity, query) ? 'page-in-front' : 'other'
}

/** Returns whether the service was heard at another port than this one. */
export function isHeardElsewhere(identity: ShownIdentity | null, query: IdentityQuery | null, port: number): boolean {
  return identity !== null && query !== null && identity.kind === query.ask && (query.port ?? port) !== port
}

/**
 * Returns whether a page may belong to a service that has pages: one to sign in on, as a reverse proxy puts in front, or one that names the
 * service, which may be at another path. Any page may where nobody named the service.
 */
export function mayHide({ kind, name }: ShownIdentity, { ask, isLikely }: IdentityQuery): boolean {
  if (!PAGE_PROTOCOLS.some((protocol) => protocol === ask)) return false
  const isNamed = name?.toLowerCase().includes(ask.replace('-', ' ')) ?? false
  return kind === 'sign-in-page' || (kind === 'http' && (isLikely === true || isNamed))
}
