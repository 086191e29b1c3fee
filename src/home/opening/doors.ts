import { readSpan } from '../../contract/span.ts'
import { type AskedPort, type GatewayRule, lookAtGateway, type Opener, openersOf } from '../../net/gateway/index.ts'
import { pause } from '../../platform/deadline.ts'
import type { Gateway } from '../../policy/gateway.ts'
import type { Catalogue } from '../../router/catalogue/index.ts'
import { dangerOn } from '../../router/index.ts'
import { type ComputerSeen, lookAtComputer } from '../computer/index.ts'
import { prove } from '../prove.ts'

/** The time, and waiting for it. */
export interface Clock {
  now(): number
  /** Ends early when the signal fires. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** The means by which ports are opened and closed; stand-ins take their place in tests. */
export interface Means {
  readonly lookAtComputer: typeof lookAtComputer
  readonly lookAtGateway: typeof lookAtGateway
  readonly openersOf: typeof openersOf
  readonly prove: typeof prove
  readonly clock: Clock
}

export const MEANS: Means = { lookAtComputer, lookAtGateway, openersOf, prove, clock: { now: () => Date.now(), pause } }

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

/** A rule that is needed for longer belongs in the router's settings. */
const FOR_MAX_S = 86_400

/** Reads a time such as "90s", "45m" or "2h"; null if it is not one, or more than a day. */
export function secondsIn(text: string): number | null {
  const seconds = (readSpan(text) ?? 0) / 1000
  return seconds > 0 && seconds <= FOR_MAX_S ? seconds : null
}

export function protocolsOf(protocol: Protocol | 'both'): readonly Protocol[] {
  return protocol === 'both' ? ['tcp', 'udp'] : [protocol]
}

/** Returns the first port that should stay shut, as a plan would say, with the service that often uses it; null if there is none. */
export function shutPort(
  known: Catalogue,
  ports: readonly number[],
  protocols: readonly Protocol[],
): ReturnType<typeof dangerOn> {
  return protocols.flatMap((protocol) => ports.map((port) => dangerOn(port, protocol, known.portUses))).find((one) => one) ?? null
}
