/** The causes that this computer and its router show by themselves, whatever the view from outside. */

import type { GatewayRule } from '../net/gateway/types.ts'
import { parseAddress } from '../policy/address.ts'
import type { HomeFacts, Version } from './ask.ts'
import type { Cause } from './causes.ts'
import type { HomeFound } from './fields.ts'

/** Returns what keeps the port shut on this computer, the innermost first. */
export function inComputer(facts: HomeFacts, version: Version): Cause[] {
  const { asked, computer, heldBy } = facts
  if (!asked) return []
  const { listening, firewall } = computer
  const causes: Cause[] = []
  if (listening === null && heldBy === null && !computer.isBlind) causes.push('nothing-listens')
  if (listening !== null) {
    if (listening.onlyLoopback) causes.push('only-loopback')
    else if (listening.family !== 'both' && listening.family !== `ipv${version}`) causes.push('wrong-family')
    else if (!isForAll(listening.addresses, version, placesOf(facts, version))) causes.push('other-address')
  }
  if (firewall?.blocks === 'yes') causes.push('firewall-blocks')
  return causes
}

/** Returns whether a program is there for those who ask at one of these addresses; one that is not known is given the benefit. */
function isForAll(addresses: readonly string[], version: Version, places: readonly string[]): boolean {
  const parsed = addresses.flatMap((text) => parseAddress(text) ?? [])
  if (places.length === 0 || parsed.length === 0) return true
  const isAny = ({ words }: { readonly words: readonly number[] }) => words.every((word) => word === 0)
  return parsed.some((address) => isAny(address) || (address.version === version && places.includes(address.text)))
}

/** Returns the addresses at which visitors come in: the own one, and the one that a rule leads to. */
function placesOf(facts: HomeFacts, version: Version): string[] {
  const { asked, gateway, computer } = facts
  const rule = version === 4 ? ruleFor(gateway?.rules ?? [], { asked, own: computer.address }) : null
  const led = rule && isOwn(rule.internalIp, facts) ? [rule.internalIp] : []
  return [ownOf(computer, version) ?? [], led].flat()
}

/** Returns whether an address is one of this computer, which may be in the home network twice. */
function isOwn(address: string, { computer, owns }: HomeFacts): boolean {
  return address === computer.address || owns.includes(address)
}

function ownOf({ address, address6 }: HomeFacts['computer'], version: Version): string | null {
  return version === 4 ? address : address6
}

/** The rule of the router for the port, as far as it tells: `unseen` says nothing, since rules made on its pages are often not listed. */
export type RuleSeen = 'right' | 'unseen' | 'unlisted' | Extract<Cause, `rule-${string}`>

/** Returns what the rules of the router say of the port. */
export function ruleSeen(facts: HomeFacts): RuleSeen {
  const { asked, gateway, computer } = facts
  const rule = ruleFor(gateway?.rules ?? [], { asked, own: computer.address })
  if (!asked || !gateway?.rules) return 'unseen'
  if (!rule) return 'unlisted'
  // Without an own address there is nothing to compare.
  if (computer.address !== null && !isOwn(rule.internalIp, facts)) return 'rule-elsewhere'
  if (rule.internalPort !== asked.port) return 'rule-other-port'
  return rule.externalPort === asked.port ? 'right' : 'rule-other-outside'
}

/** Returns the rule that decides about the port: the one from outside, otherwise one that leads to it from another port. */
export function ruleFor(
  rules: readonly GatewayRule[],
  { asked, own }: { asked: HomeFacts['asked']; own: string | null },
): GatewayRule | null {
  const same = rules.filter(({ protocol }) => protocol === asked?.protocol)
  const isHere = ({ internalPort, internalIp }: GatewayRule) => internalPort === asked?.port && internalIp === own
  return same.find(({ externalPort }) => externalPort === asked?.port) ?? same.find(isHere) ?? null
}

type Ruled = Pick<HomeFound, 'gateway' | 'asked' | 'computer'> & { readonly ip?: string | null }

/** Returns whether the router lists a rule for the port, or has nothing to forward. */
export function isRuled({ gateway, asked, computer, ip = null }: Ruled): boolean {
  return ruleFor(gateway?.rules ?? [], { asked, own: computer.address }) !== null || (ip !== null && ip === computer.address)
}

/** Returns whether what answers outside can only be this computer; another device may have the rule of a router that does not tell. */
export function isLedHere(
  found: Ruled & Pick<HomeFound, 'line'> & { readonly cause?: Cause; readonly ipVersion?: Version },
): boolean {
  return found.cause !== 'answers' || found.ipVersion === 6 || (found.line.nat === 'none' && isRuled(found))
}
