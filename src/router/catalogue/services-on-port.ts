import { matchName } from './match.ts'
import { portsOf } from './ports.ts'
import type { UseCase } from './schema.ts'

type Protocol = 'tcp' | 'udp'

/**
 * The service that a port most likely is about: the one that is called as the port is registered ("http" on 80), else the only
 * one that cannot do without it; null where there is none, or several.
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

/** The services that name a port, those first that cannot do without it. */
export function servicesOn(useCases: readonly UseCase[], port: number, protocol: Protocol | null = null): UseCase[] {
  const needing = useCases.filter((useCase) => uses(useCase, port, protocol, true))
  return [...needing, ...useCases.filter((useCase) => !needing.includes(useCase) && uses(useCase, port, protocol, false))]
}

/** A range that is named only so that nobody forwards it says nothing of a port. */
function uses({ ports }: UseCase, port: number, protocol: Protocol | null, required: boolean): boolean {
  return ports.some((one) => {
    const { first, last } = portsOf(one.external)
    const isTelling = one.forward || first === last
    return isTelling && one.required === required && (protocol ?? one.protocol) === one.protocol && first <= port && port <= last
  })
}
