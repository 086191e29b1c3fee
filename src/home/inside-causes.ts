/** The causes that this computer and its router show by themselves, whatever the view from outside. */

import type { GatewayRule } from '../net/gateway/types.ts'
import { parseAddress } from '../policy/address.ts'
import type { HomeFacts } from './ask.ts'
import type { Cause } from './causes.ts'
import type { HomeFound, Version } from './fields.ts'

/** Returns what keeps the port shut on this computer, the innermost first. */
export function inComputer(facts: HomeFacts, version: Version): Cause[] {
  const { asked, advice, computer, heldBy } = facts
  // A console is another device.
  if (!asked || advice === 'ask-console') return []
  const { listening, firewall } = computer
  const causes: Cause[] = []
  if (listening === null && heldBy === null && !computer.isBlind) causes.push('nothing-listens')
  if (listening !== null) {
    if (listening.onlyLoopback) causes.push('only-loopback')
    else if (listening.family !== 'both' && listening.family !== `ipv${version}`) causes.push('wrong-family')
    else if (!isForAll(listening.addresses, facts, version)) causes.push('other-address')
  }
  if (firewall?.blocks === 'yes') causes.push('firewall-blocks')
  return causes
}

/** Returns whether a program is there for those who come in by the own address, or the one that a rule leads to; where neither is known, it is. */
function isForAll(addresses: readonly string[], facts: HomeFacts, version: Version): boolean {
  const { computer } = facts
  const rule = version === 4 ? ruleFor(facts) : null
  const own = version === 4 ? computer.address : computer.address6
  const places = [own ?? [], rule && isOwn(rule.internalIp, facts) ? rule.internalIp : []].flat()
  const parsed = addresses.flatMap((text) => parseAddress(text) ?? [])
  if (places.length === 0 || parsed.length === 0) return true
  return parsed.some((address) => {
    const isAny = address.words.every((word) => word === 0)
    return isAny || (address.version === version && places.includes(address.text))
  })
}

/** Returns whether an address is one of this computer, which may be in the home network twice. */
function isOwn(address: string, { computer, owns }: HomeFacts): boolean {
  return address === computer.address || owns.includes(address)
}

/** The rule of the router for the port, as far as it tells: `unseen` says nothing, since rules made on its pages are often not listed. */
export type RuleSeen = 'right' | 'unseen' | 'unlisted' | Extract<Cause, `rule-${string}`>

export function ruleSeen(facts: HomeFacts): RuleSeen {
  const { asked, gateway, computer } = facts
  const rule = ruleFor(facts)
  if (!asked || !gateway?.rules) return 'unseen'
  if (!rule) return 'unlisted'
  // Without an own address there is nothing to compare.
  if (computer.address !== null && !isOwn(rule.internalIp, facts)) return 'rule-elsewhere'
  if (rule.internalPort !== asked.port) return 'rule-other-port'
  return rule.externalPort === asked.port ? 'right' : 'rule-other-outside'
}

/** The part of what was seen that tells which rule decides. */
interface Ruled {
  readonly asked: HomeFacts['asked']
  readonly computer: { readonly address: string | null }
  readonly gateway: Pick<NonNullable<HomeFacts['gateway']>, 'rules'> | null
  readonly ip?: string | null
}

/** Returns the rule that decides about the port: the one from outside, otherwise one that leads to it here from another port. */
export function ruleFor({ asked, computer, gateway }: Ruled): GatewayRule | null {
  const same = (gateway?.rules ?? []).filter(({ protocol }) => protocol === asked?.protocol)
  const isHere = ({ internalPort, internalIp }: GatewayRule) => internalPort === asked?.port && internalIp === computer.address
  return same.find(({ externalPort }) => externalPort === asked?.port) ?? same.find(isHere) ?? null
}

/** Returns whether the router lists a rule for the port, or has nothing to forward. */
export function isRuled(found: Ruled): boolean {
  return ruleFor(found) !== null || (typeof found.ip === 'string' && found.ip === found.computer.address)
}

/** Returns whether what answers outside can only be this computer; another device may have the rule of a router that does not tell. */
export function isLedHere(
  found: Ruled & Pick<HomeFound, 'line'> & { readonly cause?: Cause; readonly ipVersion?: Version },
): boolean {
  return found.cause !== 'answers' || found.ipVersion === 6 || (found.line.nat === 'none' && isRuled(found))
}
