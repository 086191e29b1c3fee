import type { GatewayRule } from '../../net/gateway/types.ts'
import type { HomeFound, Version } from '../fields.ts'
import type { Cause } from './causes.ts'
import type { HomeFacts } from './facts.ts'

/** The part of what was seen that tells which rule decides. */
interface Ruled {
  readonly asked: HomeFacts['asked']
  readonly computer: { readonly address: string | null }
  readonly gateway: Pick<NonNullable<HomeFacts['gateway']>, 'rules'> | null
  readonly ip?: string | null
}

/** Returns the rule that decides about the port: the one from outside, otherwise one that leads to it here from another port; null if there is none. */
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

/** The rule of the router for the port, as far as it tells: `unseen` says nothing, since rules made on its pages are often not listed. */
export type RuleSeen = 'right' | 'unseen' | 'unlisted' | Extract<Cause, `rule-${string}`>

export function ruleSeen(facts: HomeFacts): RuleSeen {
  const { asked, gateway, computer } = facts
  const rule = ruleFor(facts)
  if (!asked || !gateway?.rules) return 'unseen'
  if (!rule) return 'unlisted'
  // Without an own address there is nothing to compare.
  if (computer.address !== null && !isOwnAddress(rule.internalIp, facts)) return 'rule-elsewhere'
  if (rule.internalPort !== asked.port) return 'rule-other-port'
  return rule.externalPort === asked.port ? 'right' : 'rule-other-outside'
}

/** Returns whether an address is one of this computer, which may be in the home network twice. */
export function isOwnAddress(address: string, { computer, owns }: HomeFacts): boolean {
  return address === computer.address || owns.includes(address)
}
