import { portsOf } from '../catalogue/ports.ts'
import type { UseCase } from '../catalogue/schema.ts'

/** One line of a router's form. Ports are "25565" or "27015-27030". */
export interface Rule {
  readonly name: string
  readonly externalPort: string
  readonly internalPort: string
  readonly protocol: 'tcp' | 'udp'
  readonly internalIp: string
  readonly required: boolean
}

/** Stands in rules and commands where the device's address is not known; no router and no tool takes it for an address. */
export const ADDRESS_PLACEHOLDER = 'INTERNAL_IP'

/** What the narrowest forms take as the name of a rule. */
const NAME_MAX = 15

/** The ports of a use case that are to be forwarded, the required ones first. */
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

/** What a service speaks over the ports that it cannot do without; where it has none of these, over all that are named. */
export function protocolOf({ ports }: UseCase): 'tcp' | 'udp' | 'both' {
  const required = ports.filter((port) => port.required)
  const spoken = new Set((required.length > 0 ? required : ports).map(({ protocol }) => protocol))
  if (spoken.size > 1) return 'both'
  return spoken.has('tcp') ? 'tcp' : 'udp'
}

/** What port-check takes. */
export interface PortCheck {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
}

/** The checks that show whether the rules work: the first port of each that is required, or of all where none is. */
export function checksOf(rules: readonly Rule[]): PortCheck[] {
  const required = rules.filter((rule) => rule.required)
  return (required.length > 0 ? required : rules).map(({ externalPort, protocol }) => ({
    port: portsOf(externalPort).first,
    protocol,
  }))
}
