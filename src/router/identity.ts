import type { IdentityQuery } from '../net/identity/index.ts'
import { isOnRange, type PortUses } from './catalogue/ports.ts'
import type { UseCase } from './catalogue/schema.ts'

/**
 * Returns the way to ask a service who it is, at one of its ports; null if the catalogue knows none, or no service is expected. A service with
 * several protocols is asked in that of the port. `isLikely`: whether nobody named it.
 */
export function queryOf(service: UseCase | null, port?: number, isLikely = false): IdentityQuery | null {
  const identity = service?.identity
  const own = port === undefined ? null : service?.ports.find(({ external, ask }) => ask && isOnRange(external, port))
  const asked = own?.ask ? { ask: own.ask, port: null } : identity && { ask: identity.ask, port: identity.port ?? null }
  return asked ? { ...asked, ...(isLikely && { isLikely }) } : null
}

/** Returns the one question that all services of a port over UDP are asked there; null if there is none, or more than one. */
export function commonQuery(portUses: PortUses, port: number, protocol: 'tcp' | 'udp'): IdentityQuery | null {
  if (protocol === 'tcp') return null
  const here = portUses.filter((use) => use.protocol === protocol && use.first <= port && port <= use.last)
  const asks = here.flatMap(({ useCase }) => queryOf(useCase, port) ?? []).filter((query) => (query.port ?? port) === port)
  const [ask, ...others] = new Set(asks.map((query) => query.ask))
  return ask !== undefined && others.length === 0 ? { ask, port: null, isLikely: true } : null
}
