import { matchName } from './match.ts'
import type { UseCase } from './schema.ts'

/** A range of ports, both ends included. */
export interface Ports {
  readonly first: number
  readonly last: number
}

/** Reads "27015" or "27015-27030", as ports are written in the catalogue. */
export function portsOf(text: string): Ports {
  const [first, last] = text.split('-').map(Number)
  return { first: first ?? 0, last: last ?? first ?? 0 }
}

/** Returns whether a port is in a range, as ranges are written in the catalogue. */
export function isOnRange(range: string, port: number): boolean {
  const { first, last } = portsOf(range)
  return first <= port && port <= last
}

/** Returns whether one of the ports of a service is this one. */
export function isOn(ports: readonly { external: string; protocol: string }[], port: number, protocol: string): boolean {
  return ports.some((one) => (one.protocol === protocol || one.protocol === 'both') && isOnRange(one.external, port))
}

type Protocol = 'tcp' | 'udp'

/** Ports of a service, read once when the catalogue is loaded. */
interface PortUse extends Ports {
  readonly useCase: UseCase
  readonly protocol: Protocol
  readonly required: boolean
}

/** The ports of all services, for callers that start from a port. */
export type PortUses = readonly PortUse[]

/** Returns the ports of all services. A range that is listed only as not to be forwarded says nothing about a single port. */
export function portUsesOf(useCases: readonly UseCase[]): PortUses {
  return useCases.flatMap((useCase) =>
    useCase.ports
      .map((port) => ({ ...port, ...portsOf(port.external) }))
      .filter(({ forward, first, last }) => forward || first === last)
      .map(({ first, last, protocol, required }) => ({ useCase, first, last, protocol, required })),
  )
}

/**
 * Returns the service that most likely uses a port: the one with the registered name of the port ("http" on 80), otherwise the only one that
 * requires it; null if there is none, or more than one.
 */
export function serviceNeeding(portUses: PortUses, port: number, protocol: Protocol, registered: string | null): UseCase | null {
  const named = registered === null ? null : matchName(servicesOn(portUses, port, protocol), registered).found
  if (named) return named
  const [only, ...others] = new Set(usesOn(portUses, port, protocol).flatMap((use) => (use.required ? [use.useCase] : [])))
  return only && others.length === 0 ? only : null
}

/** Returns the services on a port, those that require it first. */
export function servicesOn(portUses: PortUses, port: number, protocol: Protocol | null = null): UseCase[] {
  const here = usesOn(portUses, port, protocol)
  return [...new Set([...here.filter(({ required }) => required), ...here].map(({ useCase }) => useCase))]
}

function usesOn(portUses: PortUses, port: number, protocol: Protocol | null): PortUse[] {
  return portUses.filter((use) => use.first <= port && port <= use.last && (protocol ?? use.protocol) === use.protocol)
}
