import { Refusal } from '../contract/problem.ts'
import { type Address, parseAddress } from './address.ts'
import { admitText } from './admit.text.ts'
import { classify } from './classify.ts'
import { admitHost, admitPort, admitUrl, type Judge } from './hosts.ts'
import { addressOfPointer, type DomainName, isWithin, localRule, parseDomain } from './names.ts'
import type { Policy } from './policies.ts'
import { againstAddress, againstName, againstNobody, againstRequester, notATarget } from './reasons.ts'
import { type Against, judge, type Rules } from './rules.ts'
import { mintTarget, type PublicHost, type PublicTarget, type PublicUrl } from './target.ts'

/** A requester whose address is public, and the name that it asks about. */
export interface RequesterAndName {
  readonly requester: PublicTarget
  readonly domain: DomainName
}

/** What a policy lets a handler reach, by the kind of the policy. */
export interface Targets {
  offline: null
  'public-ip': PublicTarget
  'dns-name': DomainName
  'requester-and-name': RequesterAndName
  requester: PublicTarget
  'public-host': PublicHost
  'public-url': PublicUrl
}

/** What a request brings to be judged. */
export interface Plea {
  readonly body: unknown
  /** Null where a proxy names nobody. */
  readonly caller: Address | null
}

/** Judges the target that a checked body names. Throws a Refusal that says why. */
export async function admit(policy: Policy, { body, caller }: Plea, judging: Judge): Promise<Targets[Policy['kind']]> {
  const { rules } = judging
  switch (policy.kind) {
    case 'offline':
      return null
    case 'requester':
      return admitRequester(caller, rules)
    case 'public-ip':
      return admitAddress(policy.field, textOf(body, policy.field), rules)
    case 'dns-name':
      return admitName(policy.field, textOf(body, policy.field), rules)
    case 'requester-and-name': {
      const domain = admitServed(policy.field, textOf(body, policy.field), rules)
      return { requester: admitRequester(caller, rules), domain }
    }
    case 'public-host': {
      const port = (policy.port === null ? undefined : fieldOf(body, policy.port)) ?? policy.usualPort
      if (typeof port === 'number') admitPort(policy.port ?? policy.field, port, rules)
      return admitHost(policy.field, textOf(body, policy.field), policy.unresolved, judging)
    }
    case 'public-url':
      return admitUrl(policy.field, textOf(body, policy.field), judging)
  }
}

/** The addresses of a host that was found on the way, as targets; none if any one of them is refused. */
export function admitFound(addresses: readonly Address[], rules: Rules): PublicTarget[] {
  return addresses.every((address) => judge(address, rules) === 'allowed') ? addresses.map(mintTarget) : []
}

/**
 * Whether a name that was found on the way belongs to a local network: by its suffix, or as the reverse name of an address that may
 * not be reached. In lower case, as zone files spell names.
 */
export function isLocalName(name: string, rules: Rules): boolean {
  // An escaped dot parts no labels; the root, which stands for "nowhere", is no name.
  const ascii = name.replace(ESCAPED, '-')
  if (ascii === '') return false
  return localRule({ ascii }) !== null || againstPointer({ ascii }, rules) !== null
}

const ESCAPED = /\\(?:\d{3}|.)/gs

/** The address in a field, whatever it is; throws `invalid-target` if it is none. */
export function readAddress(field: string, value: string): Address {
  const address = parseAddress(value)
  if (address) return address
  throw new Refusal('invalid-target', (locale) => admitText.say(locale, 'not-an-address', { field }), { field })
}

/** Whether the text is an address on the public internet; the operator's own rules are not asked. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== null && classify(address).scope === 'public'
}

/** Whether the text is an address of a local network (RFC 1918, RFC 4193). */
export function isPrivateAddress(text: string): boolean {
  const address = parseAddress(text)
  return address !== null && classify(address).scope === 'private'
}

function admitAddress(field: string, value: string, rules: Rules): PublicTarget {
  const address = readAddress(field, value)
  const judgement = judge(address, rules)
  // Our own address is no secret, and nothing is sent there.
  if (judgement === 'allowed' || judgement === 'own') return mintTarget(address)
  throw againstAddress(field, address, judgement)
}

function admitRequester(address: Address | null, rules: Rules): PublicTarget {
  if (address === null) throw againstNobody()
  const judgement = judge(address, rules)
  if (judgement !== 'allowed') throw againstRequester(address, judgement)
  return mintTarget(address)
}

function admitName(field: string, value: string, rules: Rules): DomainName {
  const domain = parseDomain(value)
  if (typeof domain === 'string') throw notATarget(field, domain === 'an-address' ? 'name-is-an-address' : 'not-a-name')
  const rule = localRule(domain)
  if (rule) throw againstName(field, domain, rule)
  const reverse = againstPointer(domain, rules)
  if (reverse) throw againstAddress(field, reverse.address, reverse.against)
  return domain
}

/** The reverse names of a local network are as local as its addresses; our own address is no secret. */
function againstPointer(domain: Pick<DomainName, 'ascii'>, rules: Rules): { address: Address; against: Against } | null {
  const address = addressOfPointer(domain)
  const judgement = address ? judge(address, rules) : 'allowed'
  return address && judgement !== 'allowed' && judgement !== 'own' ? { address, against: judgement } : null
}

/** A name within the domains that the operator serves. */
function admitServed(field: string, value: string, rules: Rules): DomainName {
  const { ddnsDomains } = rules
  const domain = admitName(field, value, rules)
  if (ddnsDomains.length === 0 || ddnsDomains.some((served) => isWithin(domain.ascii, served))) return domain
  const slots = { name: domain.unicode, domains: ddnsDomains.join(', ') }
  throw new Refusal('invalid-target', (locale) => admitText.say(locale, 'not-served', slots), { field })
}

function textOf(body: unknown, field: string): string {
  const value = fieldOf(body, field)
  return typeof value === 'string' ? value : ''
}

function fieldOf(body: unknown, field: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined
  return Object.entries(body).find(([key]) => key === field)?.[1]
}
