import type { IdentityQuery } from '../net/identity/index.ts'
import type { UseCase } from './catalogue/schema.ts'

/** Returns the way to ask a service who it is; null if the catalogue knows none, or no service is expected. */
export function queryOf(service: UseCase | null): IdentityQuery | null {
  const identity = service?.identity
  return identity ? { ask: identity.ask, port: identity.port ?? null } : null
}
