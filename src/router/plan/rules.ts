import { portsOf } from '../catalogue/ports.ts'
import type { UseCase } from '../catalogue/schema.ts'

/** One row of a router's form. Ports are "25565" or "27015-27030". */
export interface Rule {
  readonly name: string
  readonly externalPort: string
  readonly internalPort: string
  readonly protocol: 'tcp' | 'udp'
  readonly internalIp: string
  readonly required: boolean
}

/** Replaces an unknown device address in rules and commands; no router and no program accepts it as an address. */
export const ADDRESS_PLACEHOLDER = 'INTERNAL_IP'

/** The longest rule name that every router accepts. */
const NAME_MAX = 15

/** A rule for each port of a use case that should be forwarded, the required ones first. */
export function rulesOf({ id, ports }: UseCase, internalIp: string | null): Rule[] {
  const forwarded = ports.filter(({ forward }) => forward)
  const ordered = [...forwarded.filter(({ required }) => required), ...forwarded.filter(({ required }) => !required)]
  return ordered.map(({ external, internal, protocol, required }, index) => ({
    name: nameOf(id, ordered.length === 1 ? '' : `-${index + 1}`),
    externalPort: external,
    internalPort: internal,
    protocol,
    internalIp: internalIp ?? ADDRESS_PLACEHOLDER,
    required,
  }))
}

function nameOf(id: string, suffix: string): string {
  return id.slice(0, NAME_MAX - suffix.length).replace(/-$/, '') + suffix
}

/** The protocols of the required ports of a service, or of all its ports if none is required. */
export function protocolOf({ ports }: UseCase): 'tcp' | 'udp' | 'both' {
  const required = ports.filter((port) => port.required)
  const spoken = new Set((required.length > 0 ? required : ports).map(({ protocol }) => protocol))
  if (spoken.size > 1) return 'both'
  return spoken.has('tcp') ? 'tcp' : 'udp'
}

/** The request of a port-check. */
export interface PortCheck {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
}

/** The checks that show whether the rules work: the first port of each required rule, or of all rules if none is required. */
export function checksOf(rules: readonly Rule[]): PortCheck[] {
  const required = rules.filter((rule) => rule.required)
  return (required.length > 0 ? required : rules).map(({ externalPort, protocol }) => ({
    port: portsOf(externalPort).first,
    protocol,
  }))
}
