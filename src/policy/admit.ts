import { Refusal } from '../problem.ts'
import type { Locale } from '../text.ts'
import { type Address, parseAddress } from './address.ts'
import { admitText } from './admit.text.ts'
import { classify } from './classify.ts'
import { addressOfPointer, type DomainName, isWithin, type LocalSuffix, localRule, parseDomain } from './names.ts'
import type { Policy } from './policies.ts'
import { judge, type Rules } from './rules.ts'
import { blockText } from './special-purpose.text.ts'
import type { SpecialBlock } from './special-purpose.ts'
import { mintTarget, type PublicTarget } from './target.ts'

/** A requester whose address is public, and the name that it asks about. */
export interface RequesterAndName {
  readonly requester: PublicTarget
  readonly domain: DomainName
}

/** What a request brings to be judged. */
export interface Plea {
  readonly body: unknown
  readonly caller: Address
}

/** Judges the target that a checked body names. Throws a Refusal that says why; null where the policy has no target. */
export function admit(policy: Policy, { body, caller }: Plea, rules: Rules): PublicTarget | DomainName | RequesterAndName | null {
  switch (policy.kind) {
    case 'offline':
      return null
    case 'public-ip':
      return admitAddress(policy.field, fieldOf(body, policy.field), rules)
    case 'dns-name':
      return admitName(policy.field, fieldOf(body, policy.field), rules)
    case 'requester-and-name': {
      const domain = admitServed(policy.field, fieldOf(body, policy.field), rules)
      return { requester: admitRequester(caller, rules), domain }
    }
  }
}

/** The addresses of a host that was found on the way, as targets; none if any one of them is refused. */
export function admitFound(addresses: readonly Address[], rules: Rules): PublicTarget[] {
  return addresses.every((address) => judge(address, rules) === 'allowed') ? addresses.map(mintTarget) : []
}

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
  if (judgement === 'allowed') return mintTarget(address)
  throw new Refusal('target-not-public', (locale) => reasonAgainst(address, judgement, locale), { field })
}

function admitRequester(address: Address, rules: Rules): PublicTarget {
  const judgement = judge(address, rules)
  if (judgement === 'allowed') return mintTarget(address)
  throw new Refusal('requester-not-public', (locale) =>
    judgement === 'denied'
      ? admitText.say(locale, 'requester-denied', { address: address.text })
      : admitText.say(locale, 'requester-not-public', {
          address: address.text,
          name: blockText.say(locale, judgement.name, {}),
        }),
  )
}

function admitName(field: string, value: string, rules: Rules): DomainName {
  const domain = parseDomain(value)
  if (typeof domain === 'string') {
    const key = domain === 'an-address' ? 'name-is-an-address' : 'not-a-name'
    throw new Refusal('invalid-target', (locale) => admitText.say(locale, key, { field }), { field })
  }
  const rule = localRule(domain)
  if (rule) throw new Refusal('target-not-public', (locale) => reasonAgainstName(domain, rule, locale), { field })
  // The reverse names of a local network are as local as its addresses.
  const address = addressOfPointer(domain)
  const judgement = address ? judge(address, rules) : 'allowed'
  if (address && judgement !== 'allowed') {
    throw new Refusal('target-not-public', (locale) => reasonAgainst(address, judgement, locale), { field })
  }
  return domain
}

/** A name within the domains that the operator serves. */
function admitServed(field: string, value: string, rules: Rules): DomainName {
  const { ddnsDomains } = rules
  const domain = admitName(field, value, rules)
  if (ddnsDomains.length === 0 || ddnsDomains.some((served) => isWithin(domain.ascii, served))) return domain
  const slots = { name: domain.unicode, domains: ddnsDomains.join(', ') }
  throw new Refusal('invalid-target', (locale) => admitText.say(locale, 'not-served', slots), { field })
}

/** Names the block and the RFC. Two rules have no block that would tell a person anything. */
function reasonAgainst({ text: address }: Address, judgement: SpecialBlock | 'denied', locale: Locale): string {
  if (judgement === 'denied') return admitText.say(locale, 'denied', { address })
  const { cidr: block, name, rfc } = judgement
  if (name === 'outside-global-unicast') return admitText.say(locale, 'outside', { address })
  if (name === 'isatap') return admitText.say(locale, 'isatap', { address })
  const slots = { address, block, name: blockText.say(locale, name, {}) }
  return rfc === null
    ? admitText.say(locale, 'not-public-unlisted', slots)
    : admitText.say(locale, 'not-public', { ...slots, rfc })
}

function reasonAgainstName({ unicode: name }: DomainName, rule: LocalSuffix | 'single-label', locale: Locale): string {
  if (rule === 'single-label') return admitText.say(locale, 'single-label', { name })
  const { suffix, rfc } = rule
  return rfc === null
    ? admitText.say(locale, 'local-name-unlisted', { name, suffix })
    : admitText.say(locale, 'local-name', { name, suffix, rfc })
}

function fieldOf(body: unknown, field: string): string {
  if (typeof body !== 'object' || body === null) return ''
  const value = Object.entries(body).find(([key]) => key === field)?.[1]
  return typeof value === 'string' ? value : ''
}
