import type { IdentityQuery } from '../../net/identity/index.ts'
import { matchName } from './match.ts'
import type { UseCase } from './schema.ts'

/** A range of ports, both ends included. */
interface Ports {
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

export function isOn(ports: readonly { external: string; protocol: string }[], port: number, protocol: string): boolean {
  return ports.some((one) => (one.protocol === protocol || one.protocol === 'both') && isOnRange(one.external, port))
}

/** Returns the ports or rules that are required, or all if none is. */
export function neededOf<Some extends { readonly required: boolean }>(all: readonly Some[]): readonly Some[] {
  const required = all.filter((one) => one.required)
  return required.length > 0 ? required : all
}

/** Returns the port by which a service is reached: of those that are forwarded, one that it requires. */
export function mainPortOf({ ports }: Pick<UseCase, 'ports'>, own = ports.filter(({ forward }) => forward)) {
  return neededOf(own)[0] ?? ports[0]
}

type Protocol = 'tcp' | 'udp'

/** The ports of all services, for callers that start from a port. */
export type PortUses = readonly PortUse[]
type PortUse = ReturnType<typeof portUsesOf>[number]

/** Returns the ports of all services. A range that is listed only as not to be forwarded says nothing about a single port. */
export function portUsesOf(useCases: readonly UseCase[]) {
  return useCases.flatMap((useCase) =>
    useCase.ports
      .map((port) => ({ ...port, ...portsOf(port.external) }))
      .filter(({ forward, first, last }) => forward || first === last)
      .map(({ first, last, protocol, required, forward }) => ({ useCase, first, last, protocol, required, forward })),
  )
}

/** TCP ports that any kind of web program uses, so that they tell nothing of the one that happens to be in the catalogue. */
export const OF_ANY_PROGRAM: readonly number[] = [80, 81, 443, 3000, 5000, 8000, 8080, 8443, 8888, 9000]
/** Registered names that nobody types, by what people call the same thing. */
const REGISTERED: Readonly<Record<string, string>> = { 'www-http': 'http' }

/** Services whose port is used also by those that stand in for them, and that IANA does not register. */
const OWNERS: Readonly<Record<string, string>> = { '19132/udp': 'minecraft-bedrock' }

/** Returns the service that most likely uses a port: the one with its registered name, otherwise the only one that requires it; null for a port of any program. */
export function serviceNeeding(portUses: PortUses, port: number, protocol: Protocol, registered: string | null): UseCase | null {
  const here = usesOn(portUses, port, protocol)
  const isWelcome = ({ useCase, forward }: PortUse) => useCase.recommended && forward
  const needing = here.filter((use) => use.required)
  const fitting = new Set(
    here.filter((use) => use.required || use.forward || !use.useCase.recommended).map(({ useCase }) => useCase),
  )
  const name = registered === null ? (OWNERS[`${port}/${protocol}`] ?? null) : (REGISTERED[registered] ?? registered)
  const named = name === null ? null : matchName([...fitting], name).found
  if (named) return named
  if (protocol === 'tcp' && OF_ANY_PROGRAM.includes(port)) return null
  const welcome = needing.filter(isWelcome)
  // A range of a service that should stay closed, such as that of FTP, names it on none of its ports.
  return only(welcome.length > 0 ? welcome : needing.filter(({ first, last }) => first === last))
}

function only(uses: readonly PortUse[]): UseCase | null {
  const [one, ...others] = new Set(uses.map(({ useCase }) => useCase))
  return one && others.length === 0 ? one : null
}

/** Returns the services on a port, those that require it first. */
export function servicesOn(portUses: PortUses, port: number, protocol: Protocol | null = null): UseCase[] {
  const here = usesOn(portUses, port, protocol)
  return [...new Set([...here.filter(({ required }) => required), ...here].map(({ useCase }) => useCase))]
}

/** Returns the uses of a port, over any protocol if none is given. */
export function usesOn(portUses: PortUses, port: number, protocol: Protocol | null): PortUse[] {
  return portUses.filter((use) => use.first <= port && port <= use.last && (protocol ?? use.protocol) === use.protocol)
}

/** Returns the way to ask a service at one of its ports, in the protocol of that; null if there is none. `isLikely`: nobody named the service. */
export function queryOf(service: UseCase | null, port?: number, isLikely = false): IdentityQuery | null {
  const identity = service?.identity
  const own = port === undefined ? null : service?.ports.find(({ external, ask }) => ask && isOnRange(external, port))
  const asked = own?.ask ? { ask: own.ask, port: null } : identity && { ask: identity.ask, port: identity.port ?? null }
  return asked ? { ...asked, ...(isLikely && { isLikely }) } : null
}

/** Returns the one question that all services of a port over UDP are asked there; null if there is none, or more than one. */
export function commonQuery(portUses: PortUses, port: number, protocol: 'tcp' | 'udp'): IdentityQuery | null {
  if (protocol === 'tcp') return null
  const here = usesOn(portUses, port, protocol)
  const asks = here.flatMap(({ useCase }) => queryOf(useCase, port) ?? []).filter((query) => (query.port ?? port) === port)
  const [ask, ...others] = new Set(asks.map((query) => query.ask))
  return ask !== undefined && others.length === 0 ? { ask, port: null, isLikely: true } : null
}
