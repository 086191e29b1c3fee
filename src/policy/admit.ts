import { Refusal, refusedField } from '../contract/problem.ts'
import { type Address, parseAddress } from './address.ts'
import { admitText, pairText } from './admit.text.ts'
import { admitName, admitPublicName } from './admit-name.ts'
import { classify } from './classify.ts'
import { type AdmissionContext, admitHost, admitPath, admitService, admitUrl } from './hosts.ts'
import { isWithin } from './names.ts'
import type { PairTokens } from './pair.ts'
import type { Policy } from './policies.ts'
import { againstAddress, againstNobody, againstRequester, type RequestedPort } from './reasons.ts'
import { judge, type Rules } from './rules.ts'
import {
  type LookupAddress,
  mintEndpoint,
  mintLookup,
  mintRequester,
  PublicEndpoint,
  type PublicHost,
  type PublicName,
  type PublicPath,
  type PublicService,
  type PublicUrl,
  type QueryName,
  type RequesterEndpoint,
} from './target.ts'

interface RequesterAndName {
  readonly requester: LookupAddress
  readonly domain: QueryName
}

/** A requester whose address is public, at any port, and the name to check for it, if one is given. */
export interface RequesterService {
  readonly requester: LookupAddress
  readonly domain: QueryName | null
  /** Requesters may check any port of their own, including those that are denied on other hosts. */
  at(port: number): RequesterEndpoint
  /** The same requester over the other version of IP, where a token proves it; it has no name, and no other. */
  readonly other: RequesterService | null
}

/** The targets of a handler, by the kind of policy. */
export interface Targets {
  offline: null
  'at-home': null
  'public-ip': LookupAddress
  'dns-name': QueryName
  'requester-and-name': RequesterAndName
  'requester-service': RequesterService
  requester: RequesterEndpoint
  'public-host': PublicHost
  'public-path': PublicPath
  'public-service': PublicService
  'public-url': PublicUrl
  'public-name': PublicName
}

export interface AdmissionRequest {
  readonly body: unknown
  /** Null if a proxy does not name the client. */
  readonly caller: Address | null
}

interface Admission extends AdmissionContext {
  readonly pairs: PairTokens
}

/** Judges the target that a checked body names. Throws a Refusal that says why. */
export async function admit(
  policy: Policy,
  { body, caller }: AdmissionRequest,
  context: Admission,
): Promise<Targets[Policy['kind']]> {
  const { rules } = context
  switch (policy.kind) {
    case 'offline':
    case 'at-home':
      return null
    case 'requester':
      // Requesters may check any port of their own, including those that are denied on other hosts.
      return mintRequester(admitRequester(caller, rules), portOf(body, policy.port, null))
    case 'public-ip':
      return admitAddress(policy.field, textOf(body, policy.field), rules)
    case 'dns-name':
      return admitName(policy.field, textOf(body, policy.field), rules)
    case 'requester-and-name': {
      const domain = admitServed(policy.field, textOf(body, policy.field), rules)
      return { requester: mintLookup(admitRequester(caller, rules)), domain }
    }
    case 'requester-service':
      return admitRequesterService(policy, body, caller, context)
    case 'public-host':
      return admitHost(policy.field, textOf(body, policy.field), context)
    case 'public-path': {
      const { field, handshakes } = policy
      const isConnecting = textOf(body, handshakes.field) === handshakes.value
      return admitPath(field, textOf(body, field), isConnecting ? handshakes : null, context)
    }
    case 'public-service':
      return admitService(policy.field, textOf(body, policy.field), requestedPort(policy, body), policy.unresolved, context)
    case 'public-url':
      return admitUrl(policy.field, textOf(body, policy.field), context)
    case 'public-name':
      return admitPublicName(policy, textOf(body, policy.field), rules)
  }
}

/**
 * Returns the addresses of a server that was found along the way, at the port of its protocol; none if any of them is refused. The denied
 * ports are about what callers check: they do not stop name servers from being queried.
 */
export function admitFound(addresses: readonly Address[], port: number, rules: Rules): PublicEndpoint[] {
  return addresses.every((address) => isAllowed(address, rules)) ? addresses.map((address) => mintEndpoint(address, port)) : []
}

/**
 * Returns the endpoint as one of the requester, if it is at the requester's own address; null for that of anybody else. What was admitted as a
 * host is looked at more closely only where it is whoever asks.
 */
export function asRequester({ address, port }: PublicEndpoint, requester: Address | null): RequesterEndpoint | null {
  return requester !== null && address.text === requester.text ? mintRequester(address, port) : null
}

/** Returns whether an address may be reached, so that nothing about it has to be hidden. */
export function isAllowed(address: Address, rules: Rules): boolean {
  return judge(address, rules) === 'allowed'
}

/**
 * Returns the address in a field, public or not; throws `invalid-target` if it is not an address.
 * @example
 * const wan = readAddress('routerWanIp', body.routerWanIp)
 */
export function readAddress(field: string, value: string): Address {
  const address = parseAddress(value)
  if (address) return address
  throw new Refusal('invalid-target', (locale) => admitText.say(locale, 'not-an-address', { field }), { field })
}

/**
 * Returns whether the text is an address on the public internet; the operator's own rules do not matter here.
 * @example
 * values.filter((value) => !isPublicAddress(value))
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== null && classify(address).scope === 'public'
}

/**
 * Returns whether the text is an address of a local network (RFC 1918, RFC 4193).
 * @example
 * isPrivateAddress('192.168.0.1') // true
 */
export function isPrivateAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== null && classify(address).scope === 'private'
}

/** Returns the address in a field, to look up. Throws a Refusal unless it is public. */
export function admitAddress(field: string, value: string, rules: Rules): LookupAddress {
  const address = readAddress(field, value)
  const judgement = judge(address, rules)
  // Our own address is not a secret, and nothing is sent there.
  if (judgement === 'allowed' || judgement === 'own') return mintLookup(address)
  throw againstAddress(field, address, judgement)
}

/** Returns the address of a caller that may be checked. Throws a Refusal for any other. */
export function admitRequester(address: Address | null, rules: Rules): Address {
  if (address === null) throw againstNobody()
  const judgement = judge(address, rules)
  if (judgement !== 'allowed') throw againstRequester(address, judgement)
  return address
}

function admitRequesterService(
  { field, pairs: tokens }: Extract<Policy, { kind: 'requester-service' }>,
  body: unknown,
  caller: Address | null,
  admission: Admission,
): RequesterService {
  const { rules } = admission
  const address = admitRequester(caller, rules)
  const given = tokens === null ? [] : textsOf(body, tokens)
  const other = tokens === null ? null : admitOther(tokens, given, address, admission)
  const domain = fieldOf(body, field) === undefined ? null : admitServed(field, textOf(body, field), rules)
  return { ...serviceAt(address), domain, other: other && serviceAt(other) }
}

function serviceAt(address: Address): RequesterService {
  return { requester: mintLookup(address), domain: null, at: (port) => mintRequester(address, port), other: null }
}

/** Returns a name within the domains that the operator serves. */
function admitServed(field: string, value: string, rules: Rules): QueryName {
  const [domain, { ddnsDomains }] = [admitName(field, value, rules), rules]
  if (ddnsDomains.length === 0 || ddnsDomains.some((served) => isWithin(domain.ascii, served))) return domain
  const slots = { name: domain.unicode, domains: ddnsDomains.join(', ') }
  throw new Refusal('invalid-target', (locale) => admitText.say(locale, 'not-served', slots), { field })
}

/** Returns the port of a service. If the tool fixes it, the host is the only field that a caller can change. */
function requestedPort({ field, port, usualPort }: Extract<Policy, { kind: 'public-service' }>, body: unknown): RequestedPort {
  if (typeof port === 'number') return { field, port, isFixed: true }
  return { field: port, port: portOf(body, port, usualPort) }
}

/** Returns the port of a tool that connects: its schema requires one, or it has a usual one. */
function portOf(body: unknown, field: string, usualPort: number | null): number {
  const port = fieldOf(body, field) ?? usualPort
  if (typeof port !== 'number') throw new Error(`the policy needs a port in ${field}`)
  return port
}

export function textOf(body: unknown, field: string): string {
  const value = fieldOf(body, field)
  return typeof value === 'string' ? value : ''
}

function textsOf(body: unknown, field: string): string[] {
  const value = fieldOf(body, field)
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function fieldOf(body: unknown, field: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined
  return Object.entries(body).find(([key]) => key === field)?.[1]
}

/**
 * Returns the address of the other family that tokens prove to be the requester's; null without tokens. Throws a Refusal for the first that
 * cannot be used: a check of one family would look like one of both.
 */
function admitOther(field: string, tokens: readonly string[], requester: Address, admission: Admission): Address | null {
  const addresses = tokens.map((token, index) => admitToken(`${field}.${index}`, token, requester, admission))
  const [first = null] = addresses
  const odd = addresses.findIndex(({ text }) => text !== first?.text)
  if (odd > 0)
    throw refusedField(`${field}.${odd}`, (locale) => pairText.say(locale, 'pair-two-addresses', { field: `${field}.${odd}` }))
  return first
}

function admitToken(field: string, token: string, requester: Address, { rules, pairs }: Admission): Address {
  const found = pairs.read(token)
  const other = requester.version === 4 ? 6 : 4
  if (found === 'foreign') throw refusedField(field, (locale) => pairText.say(locale, 'pair-foreign', { field, other }))
  if (found === 'expired') throw refusedField(field, (locale) => pairText.say(locale, 'pair-expired', { field, other }))
  const { address } = found
  const slots = { field, address: address.text, requester: requester.text, other }
  if (address.version !== other) throw refusedField(field, (locale) => pairText.say(locale, 'pair-own-family', slots))
  if (judge(address, rules) === 'allowed') return address
  throw refusedField(field, (locale) => pairText.say(locale, 'pair-not-allowed', { field, address: address.text }))
}

/** Returns the addresses that packets for a target go to: none for a target that is only looked up. */
export function addressesIn(target: Targets[Policy['kind']]): readonly Address[] {
  if (target === null) return []
  if (target instanceof PublicEndpoint) return [target.address]
  if ('url' in target) return target.host.endpoints.map(({ address }) => address)
  if ('targets' in target) return target.targets.map(({ address }) => address)
  return 'endpoints' in target ? target.endpoints.map(({ address }) => address) : []
}
