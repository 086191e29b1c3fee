import { portsOf } from '../catalogue/ports.ts'
import type { Brand } from '../catalogue/schema.ts'
import { namesOf } from './names.ts'
import type { Service } from './service.ts'

/** One port or range of one protocol that is forwarded. Ports are "25565" or "27015-27030". */
export interface Rule {
  readonly name: string
  readonly externalPort: string
  readonly internalPort: string
  readonly protocol: 'tcp' | 'udp'
  readonly internalIp: string
  readonly required: boolean
}

/** A row of a router's form, which may take both protocols at once. */
export type FormRule = Omit<Rule, 'protocol'> & { readonly protocol: 'tcp' | 'udp' | 'both' }

/** Replaces an unknown device address in rules and commands; no router and no program accepts it as an address. */
export const ADDRESS_PLACEHOLDER = 'INTERNAL_IP'

/** Returns a rule for each port of a service that should be forwarded, the required ones first. */
export function rulesOf(
  { id, ports }: Pick<Service, 'id' | 'ports'>,
  internalIp: string | null,
  nameMax: number | null = null,
): Rule[] {
  const forwarded = ports.filter(({ forward }) => forward)
  const ordered = [...forwarded.filter(({ required }) => required), ...forwarded.filter(({ required }) => !required)]
  const rules = ordered.map(({ external, internal, protocol, required }) => ({
    externalPort: external,
    internalPort: internal,
    protocol,
    internalIp: internalIp ?? ADDRESS_PLACEHOLDER,
    required,
  }))
  const names = namesOf(id, rules, nameMax)
  return rules.map((rule, index) => ({ name: names[index] ?? '', ...rule }))
}

/** Returns the rules as a form takes them: TCP and UDP of the same ports are one where it has that choice. */
export function formRulesOf(
  rules: readonly Rule[],
  brand: Pick<Brand, 'protocolChoices' | 'nameMax'>,
  service: string,
): FormRule[] {
  if (choiceOf('both', brand.protocolChoices) === null) return [...rules]
  const isTwin = (one: Rule, other: Rule) =>
    one.externalPort === other.externalPort && one.internalPort === other.internalPort && one.required === other.required
  const firsts = rules.filter((rule, index) => rules.findIndex((other) => isTwin(rule, other)) === index)
  const merged = firsts.map((rule) => {
    const hasTwin = rules.some((other) => isTwin(rule, other) && other.protocol !== rule.protocol)
    return { ...rule, protocol: hasTwin ? ('both' as const) : rule.protocol }
  })
  const names = namesOf(
    service,
    merged.map(({ externalPort, protocol }) => ({ externalPort, protocol: protocol === 'both' ? 'tcp' : protocol })),
    brand.nameMax ?? null,
  )
  return merged.map((rule, index) => ({ ...rule, name: names[index] ?? rule.name }))
}

/** Returns the form's own word for a protocol, null if it is not among its choices. */
export function choiceOf(protocol: FormRule['protocol'], choices: readonly string[] = []): string | null {
  const wanted = protocol === 'both' ? ['tcp', 'udp'] : [protocol]
  const spoken = (choice: string) => ['tcp', 'udp'].filter((one) => choice.toLowerCase().includes(one))
  const both = /^(both|all|모두|전체)$/i
  return (
    choices.find((choice) => spoken(choice).join() === wanted.join()) ??
    (protocol === 'both' ? (choices.find((choice) => both.test(choice)) ?? null) : null)
  )
}

/** Returns the protocols of the required ports of a service, or of all its ports if none is required. */
export function protocolOf({ ports }: Pick<Service, 'ports'>): 'tcp' | 'udp' | 'both' {
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

/** Returns the checks that show whether the rules work: the first port of each required rule, or of all rules if none is required. */
export function checksOf(rules: readonly Rule[]): PortCheck[] {
  const required = rules.filter((rule) => rule.required)
  return (required.length > 0 ? required : rules).map(({ externalPort, protocol }) => ({
    port: portsOf(externalPort).first,
    protocol,
  }))
}
