import type { AskedPort, GatewayRule, Opener } from '../../net/gateway/index.ts'
import type { Gateway } from '../../policy/gateway.ts'
import type { ComputerSeen } from '../computer/index.ts'
import type { Means } from './means.ts'

export type Protocol = AskedPort['protocol']
export type Family = 'ipv4' | 'ipv6'

/** The gateway of this computer over one version of IP, and the ways to ask it. */
export interface Door {
  readonly family: Family
  readonly gateway: Gateway
  readonly openers: readonly Opener[]
  /** The rules for the asked ports; null if it does not tell. Over IPv6 there are none to look at. */
  readonly rules: readonly GatewayRule[] | null
  /** The address it has towards the internet; null over IPv6, and where it does not tell. */
  readonly wanIp: string | null
}

/** Returns the gateways of this computer that can be asked for a rule, with the rules that they have for a port. */
export async function findDoors(
  { v4, v6 }: ComputerSeen['gateways'],
  asked: readonly AskedPort[],
  means: Means,
  signal: AbortSignal,
): Promise<readonly Door[]> {
  const both = await Promise.all([v4 && door('ipv4', v4, asked, means, signal), v6 && door('ipv6', v6, [], means, signal)])
  return both.flatMap((one) => (one && one.openers.length > 0 ? [one] : []))
}

async function door(
  family: Family,
  gateway: Gateway,
  asked: readonly AskedPort[],
  means: Means,
  signal: AbortSignal,
): Promise<Door> {
  const [openers, ...seen] = await Promise.all([
    means.openersOf(gateway, signal),
    ...asked.map((port) => means.lookAtGateway(gateway, port, signal)),
  ])
  const told = seen.flatMap(({ rules }, index) =>
    rules === null ? [] : [rules.filter(({ protocol }) => protocol === asked[index]?.protocol)],
  )
  const wanIp = seen.find((one) => one.wanIp !== null)?.wanIp ?? null
  return { family, gateway, openers, rules: told.length === 0 ? null : told.flat(), wanIp }
}
