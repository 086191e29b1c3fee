import { matchName } from './match.ts'
import { portsOf } from './ports.ts'
import type { UseCase } from './schema.ts'

type Protocol = 'tcp' | 'udp'

/**
 * The service that most likely uses a port: the one with the registered name of the port ("http" on 80), otherwise the only one that
 * requires it; null if there is none, or more than one.
 */
export function serviceNeeding(
  useCases: readonly UseCase[],
  port: number,
  protocol: Protocol,
  registered: string | null,
): UseCase | null {
  const named = registered === null ? null : matchName(servicesOn(useCases, port, protocol), registered).found
  if (named) return named
  const [only, ...others] = useCases.filter((useCase) => uses(useCase, port, protocol, true))
  return only && others.length === 0 ? only : null
}

/** The services on a port, those that require it first. */
export function servicesOn(useCases: readonly UseCase[], port: number, protocol: Protocol | null = null): UseCase[] {
  const needing = useCases.filter((useCase) => uses(useCase, port, protocol, true))
  return [...needing, ...useCases.filter((useCase) => !needing.includes(useCase) && uses(useCase, port, protocol, false))]
}

/** A range that is listed only as not to be forwarded says nothing about a single port. */
function uses({ ports }: UseCase, port: number, protocol: Protocol | null, required: boolean): boolean {
  return ports.some((one) => {
    const { first, last } = portsOf(one.external)
    const isTelling = one.forward || first === last
    return isTelling && one.required === required && (protocol ?? one.protocol) === one.protocol && first <= port && port <= last
  })
}
