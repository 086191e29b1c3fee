import type { TArray, TInteger, TProperties, TSchema, TString } from '@sinclair/typebox'

/**
 * The limit of what a tool may reach, as data: the run reads it, `GET /api/tools` shows it. Fields are those of the body; what each kind allows
 * stands at the function that makes it. `at-home` talks to the gateway of this computer and, unless it has no use for one, to the doorstep that
 * the user named: no tool of a server has it.
 */
export type Policy<Field extends string = string, PortField extends string = string, PairField extends string = string> =
  | { kind: 'offline' }
  | { kind: 'at-home'; server: 'optional' | 'needed' | 'unused' }
  | { kind: 'public-ip'; field: Field; asks: Asks }
  | { kind: 'dns-name'; field: Field }
  | { kind: 'requester-and-name'; field: Field }
  | { kind: 'requester-service'; field: Field; pairs: PairField | null }
  | { kind: 'requester'; port: PortField }
  | { kind: 'public-host'; field: Field }
  | { kind: 'public-path'; field: Field; handshakes: Handshakes }
  | { kind: 'public-service'; field: Field; port: PortField | number; usualPort: number | null; unresolved: Unresolved }
  | { kind: 'public-url'; field: Field }
  | { kind: 'public-name'; field: Field; ports: readonly number[] }

/** A policy may name only a text field of the body, and for a port an integer field. */
export type PolicyFor<Body extends TProperties> = Exclude<
  Policy<FieldsOf<Body, TString>, FieldsOf<Body, TInteger>, FieldsOf<Body, TArray>>,
  { kind: 'at-home' }
>

type FieldsOf<Body extends TProperties, Kind extends TSchema> = {
  [Field in keyof Body & string]: Body[Field] extends Kind ? Field : never
}[keyof Body & string]

type Asks = 'nobody' | 'name-servers'

/** The policies of tools about the connection that a request comes from. */
export const REQUESTER_POLICIES: ReadonlySet<Policy['kind']> = new Set(['requester', 'requester-and-name', 'requester-service'])

/** Returns whether a tool with this policy is about what anybody can look up. One that reaches nobody works with what it is told, which may be of a home. */
export function isAboutOthers({ kind }: Policy): boolean {
  return !REQUESTER_POLICIES.has(kind) && kind !== 'at-home' && kind !== 'offline'
}

/** Returns whether anything is sent for a tool with this policy. */
export function reachesOut(policy: Policy): boolean {
  return policy.kind !== 'offline' && !isLookup(policy)
}

/** A tool that looks an address up in our own data alone, so that many can be asked for at once. */
export type LookupPolicy = Extract<Policy, { kind: 'public-ip' }>

/** Returns whether a tool with this policy answers from our own data alone. */
export function isLookup(policy: Policy): policy is LookupPolicy {
  return policy.kind === 'public-ip' && policy.asks === 'nobody'
}

/** Whether a name without an address is refused or is a finding of the tool. */
export type Unresolved = 'refused' | 'finding'

/** The value of a field that makes a path be traced with handshakes, and their port. */
interface Handshakes {
  field: string
  value: string
  port: number
}

/**
 * Reaches nothing: the tool gets neither `target` nor `net`.
 * @example
 * policy: offline
 */
export const offline = { kind: 'offline' } as const

/**
 * Only the requester, at the port in a field: `target` is an endpoint.
 * @example
 * policy: requester('port')
 */
export function requester<const Port extends string>(port: Port): { kind: 'requester'; port: Port } {
  return { kind: 'requester', port }
}

/**
 * Admits the public address in a field, to look up: nothing can be sent to `target`. A tool that answers from our own data asks nobody, and
 * gets no `net`.
 * @example
 * policy: publicIp('ip')
 * policy: publicIp('ip', { asks: 'nobody' })
 */
export function publicIp<const Field extends string, const By extends Asks = 'name-servers'>(
  field: Field,
  options?: { asks: By },
): { kind: 'public-ip'; field: Field; asks: By } {
  // A seam: without options, the type is the default above.
  return { kind: 'public-ip', field, asks: options?.asks ?? ('name-servers' as By) }
}

/**
 * Admits the name in a field, to query name servers about.
 * @example
 * policy: dnsName('domain')
 */
export function dnsName<const Field extends string>(field: Field): { kind: 'dns-name'; field: Field } {
  return { kind: 'dns-name', field }
}

/**
 * Returns a requester with a public address, and the name in a field to query name servers about. If the tool connects, the field may be empty, and
 * `target.at(port)` is an endpoint of the requester. The field in `pairs` has tokens of `/api/pair`, and `target.other` is what they prove.
 * @example
 * policy: requesterAndName('hostname')
 * policy: requesterAndName('hostname', { connects: true })
 * policy: requesterAndName('hostname', { connects: true, pairs: 'alsoMe' })
 */
export function requesterAndName<const Field extends string>(field: Field): { kind: 'requester-and-name'; field: Field }
export function requesterAndName<const Field extends string, const Pairs extends string = never>(
  field: Field,
  options: { connects: true; pairs?: Pairs },
): { kind: 'requester-service'; field: Field; pairs: Pairs | null }
export function requesterAndName(field: string, options?: { connects: true; pairs?: string }) {
  if (!options) return { kind: 'requester-and-name' as const, field }
  return { kind: 'requester-service' as const, field, pairs: options.pairs ?? null }
}

/**
 * Returns the host in a field, to ping and trace: its addresses without a port.
 * @example
 * policy: publicHost('host')
 */
export function publicHost<const Field extends string>(field: Field): { kind: 'public-host'; field: Field } {
  return { kind: 'public-host', field }
}

/**
 * Returns the host in a field; if another field has a certain value, its addresses with a port.
 * @example
 * policy: publicPath('host', { field: 'method', value: 'tcp', port: 80 })
 */
export function publicPath<const Field extends string>(field: Field, handshakes: Handshakes) {
  return { kind: 'public-path' as const, field, handshakes }
}

/**
 * Returns the host in a field with the port in another field, or its usual port if that field is empty: endpoints to connect to. A tool
 * whose port never varies writes the number, and its body needs no field for it.
 * @example
 * policy: publicService('host', 'port', { usualPort: 443 })
 * policy: publicService('host', 123)
 */
export function publicService<const Field extends string, const Port extends string>(
  field: Field,
  port: Port,
  options?: { usualPort?: number | null; unresolved?: Unresolved },
): PublicServicePolicy<Field, Port>
export function publicService<const Field extends string, const Port extends number>(
  field: Field,
  port: Port,
  options?: { unresolved?: Unresolved },
): PublicServicePolicy<Field, Port>
export function publicService<Field extends string, Port extends string | number>(
  field: Field,
  port: Port,
  { usualPort = null, unresolved = 'refused' }: { usualPort?: number | null; unresolved?: Unresolved } = {},
): PublicServicePolicy<Field, Port> {
  for (const number of [port, usualPort]) if (typeof number === 'number') assertPort(number)
  return { kind: 'public-service', field, port, usualPort, unresolved }
}

interface PublicServicePolicy<Field, Port> {
  kind: 'public-service'
  field: Field
  port: Port
  usualPort: number | null
  unresolved: Unresolved
}

/** Throws for a port that cannot be one: no schema checks the numbers in a policy. */
function assertPort(port: number): void {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${port} is not a port (1-65535)`)
}

/**
 * Returns the URL in a field: endpoints of its host, and a way to follow redirects.
 * @example
 * policy: publicUrl('url')
 */
export function publicUrl<const Field extends string>(field: Field): { kind: 'public-url'; field: Field } {
  return { kind: 'public-url', field }
}

/**
 * Returns the name in a field, with or without `*.`, to ask name servers about: `target.at(address, port)` judges an address of it.
 * @example
 * policy: publicName('domain', { ports: [80, 443] })
 */
export function publicName<const Field extends string>(field: Field, { ports }: { ports: readonly number[] }) {
  for (const port of ports) assertPort(port)
  return { kind: 'public-name' as const, field, ports }
}

/** The part of a caller's allowance that a tool takes if it does all its policy lets it do; about the packets it sends, in tens. */
const WEIGHTS: Readonly<Record<Policy['kind'], number>> = {
  // It sends nothing, but it is work.
  offline: 1,
  // No server runs it.
  'at-home': 0,
  'public-ip': 1,
  requester: 1,
  'public-host': 2,
  'public-service': 2,
  'public-url': 2,
  'dns-name': 3,
  'requester-and-name': 3,
  'requester-service': 4,
  'public-path': 4,
  'public-name': 5,
}

/** Returns the weight of a tool, at least 1 if it sends something, whatever its file says. */
export function weightOf({ policy, weight = WEIGHTS[policy.kind] }: { policy: Policy; weight?: number }): number {
  const least = policy.kind === 'offline' || policy.kind === 'at-home' ? 0 : 1
  if (Number.isInteger(weight) && weight >= least) return weight
  throw new Error(`a tool with the policy "${policy.kind}" weighs an integer from ${least} on, not ${weight}`)
}
