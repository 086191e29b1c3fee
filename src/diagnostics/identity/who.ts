import { type IdentityQuery, PAGE_PROTOCOLS } from '../../net/identity/index.ts'
import type { ShownIdentity } from './fields.ts'

/** The one who answers at a port: the service that was asked, a page that may stand in front of it, the router itself, or another service. */
export type WhoAnswers = 'service' | 'page-in-front' | 'router' | 'other'

/** Returns who answers at a port; null if nobody said, or if what was asked at another port tells nothing of this one. */
export function whoAnswers(identity: ShownIdentity | null, query: IdentityQuery | null, port: number): WhoAnswers | null {
  if (!identity || !query) return null
  if (identity.kind === query.ask) return 'service'
  if ((query.port ?? port) !== port) return null
  if (identity.kind === 'router-page') return 'router'
  return mayHide(identity.kind, query.ask) ? 'page-in-front' : 'other'
}

/** Returns whether an answer may be that of a page in front of the service, such as the sign-in of a reverse proxy. */
export function mayHide(kind: string, asked: IdentityQuery['ask']): boolean {
  return kind === 'http' && PAGE_PROTOCOLS.some((protocol) => protocol === asked)
}
