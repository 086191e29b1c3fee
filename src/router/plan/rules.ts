import { isOnRange, neededOf, portsOf } from '../catalogue/ports.ts'
import type { Brand } from '../catalogue/schema.ts'
import type { Service } from '../judgement/judgement.ts'

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
/** Replaces a port outside that only the caller can choose, among those that the line has. */
export const PORT_PLACEHOLDER = 'EXTERNAL_PORT'

/** A service as its rules are named after it. */
type NamedService = Pick<Service, 'id' | 'ruleName'>

/** Returns a rule for each port of a service that should be forwarded, the required ones first. */
export function rulesOf(
  { ports, ...service }: NamedService & Pick<Service, 'ports'>,
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
  const names = ruleNames(service, rules, nameMax)
  return rules.map((rule, index) => ({ name: names[index] ?? '', ...rule }))
}

/** Returns the rules as a form takes them: TCP and UDP of the same ports are one where it has that choice. */
export function formRulesOf(
  rules: readonly Rule[],
  brand: Pick<Brand, 'protocolChoices' | 'nameMax'>,
  service: NamedService,
): FormRule[] {
  if (choiceOf('both', brand.protocolChoices) === null) return [...rules]
  const merged = mergedOf(rules)
  const names = ruleNames(
    service,
    merged.map(({ externalPort, protocol }) => ({ externalPort, protocol: protocol === 'both' ? 'tcp' : protocol })),
    brand.nameMax ?? null,
  )
  return merged.map((rule, index) => ({ ...rule, name: names[index] ?? rule.name }))
}

/** Returns the rules with TCP and UDP of the same ports as one. */
export function mergedOf(rules: readonly Rule[]): FormRule[] {
  const isTwin = (one: Rule, other: Rule) =>
    one.externalPort === other.externalPort && one.internalPort === other.internalPort && one.required === other.required
  const firsts = rules.filter((rule, index) => rules.findIndex((other) => isTwin(rule, other)) === index)
  return firsts.map((rule) => {
    const hasTwin = rules.some((other) => isTwin(rule, other) && other.protocol !== rule.protocol)
    return { ...rule, protocol: hasTwin ? ('both' as const) : rule.protocol }
  })
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
  const spoken = new Set(neededOf(ports).map(({ protocol }) => protocol))
  if (spoken.size !== 1) return 'both'
  return spoken.has('tcp') ? 'tcp' : 'udp'
}

/** The request of a port-check. */
export interface PortCheck {
  readonly port: number
  readonly protocol: 'tcp' | 'udp'
}

/** Returns the checks that show whether the rules work: the port of each required rule (or of all rules if none is required) that answers questions first, otherwise the first of each. */
export function checksOf(rules: readonly Rule[], asked = 0): PortCheck[] {
  const isAsked = ({ externalPort }: Rule) => isOnRange(externalPort, asked)
  const needed = neededOf(rules)
  return [...needed.filter(isAsked), ...needed.filter((rule) => !isAsked(rule))].map((rule) => ({
    port: isAsked(rule) ? asked : portsOf(rule.externalPort).first,
    protocol: rule.protocol,
  }))
}

/** The longest rule name that every router accepts. */
const NAME_MAX = 15

interface Opening {
  readonly externalPort: string
  readonly protocol: 'tcp' | 'udp'
}

/** Returns names for the rules of a service, such as "mc-tcp". They differ, and are no longer than the form allows. */
function ruleNames(service: NamedService, rules: readonly Opening[], formMax: number | null): string[] {
  const max = Math.min(NAME_MAX, formMax ?? NAME_MAX)
  const base = service.ruleName ?? service.id
  const names = rules.map((rule) => {
    const suffix = suffixOf(service.id, rule, rules)
    const room = max - suffix.length
    return room > 0 ? wholeWords(base, room) + suffix : suffix.slice(-max)
  })
  // Names that would be cut to the same few letters are numbered.
  return names.map((name, index) => (names.indexOf(name) === names.lastIndexOf(name) ? name : numbered(name, index, max)))
}

function numbered(name: string, index: number, max: number): string {
  const number = `-${index + 1}`
  return `${name.slice(0, Math.max(0, max - number.length))}${number}`.slice(-max)
}

/** Returns what distinguishes a rule from the others: port, protocol or both. A service of the caller's own is known by its port. */
function suffixOf(service: string, { externalPort, protocol }: Opening, rules: readonly Opening[]): string {
  const port = `-${portsOf(externalPort).first}`
  const samePort = rules.filter((other) => portsOf(other.externalPort).first === portsOf(externalPort).first)
  const hasTwin = samePort.length > 1
  const isOnlyPort = samePort.length === rules.length
  return `${isOnlyPort && service !== 'custom' ? '' : port}${hasTwin ? `-${protocol}` : ''}`
}

/** Returns as many words of an id as fit; the beginning of the first if even that is too long. */
function wholeWords(id: string, room: number): string {
  if (id.length <= room) return id
  const cut = id.lastIndexOf('-', room)
  return id.slice(0, cut > 0 ? cut : room)
}

/** Ports that people choose instead because they resemble them. */
const INSTEAD: Readonly<Record<number, number>> = { 22: 2222, 80: 18_080, 443: 18_443, 8080: 18_080, 8443: 18_443 }
const HIGH = 20_000
const STEP = 10_000

/** Returns a port to use outside instead. */
export function otherPort(port: number): number {
  return INSTEAD[port] ?? HIGH + (port % STEP)
}
