import type { GatewayRule, Wanted } from '../../net/gateway/index.ts'
import type { HomeWorld } from '../define.ts'
import { type Door, findDoors, leadsHere, type Means, type Protocol, type Refused } from './doors.ts'

/** A rule that was taken back. */
export interface Closed extends Pick<Refused, 'protocol' | 'way' | 'family'> {
  readonly externalPort: number
  /** Whether the rule was seen before, and not after: a gateway says "removed" of rules that never were. */
  readonly isCertain: boolean
}

export interface Closing {
  readonly doors: readonly Door[]
  readonly closed: readonly Closed[]
  readonly refused: readonly Refused[]
}

interface Asked {
  readonly port: number
  /** Null for all those that lead to the port, where the gateway shows them; otherwise the same. */
  readonly externalPort: number | null
  readonly protocols: readonly Protocol[]
}

/** Takes back the rules that lead to a port of this computer, and no other. */
export async function closePort(asked: Asked, { sources }: HomeWorld, means: Means, signal: AbortSignal): Promise<Closing> {
  const [protocol = 'tcp'] = asked.protocols
  const { gateways } = await means.lookAtComputer({ port: asked.port, protocol }, sources)
  const looked = asked.protocols.map((one) => ({ port: asked.externalPort ?? asked.port, protocol: one }))
  const doors = await findDoors(gateways, looked, means, signal)
  const each = doors.flatMap((door) =>
    asked.protocols.flatMap((one) => wantedOf(door, asked, one)).map((wanted) => closeDoor(door, wanted, means, signal)),
  )
  const said = await Promise.all(each)
  const others = doors.flatMap((door) => asked.protocols.flatMap((one) => othersOf(door, asked, one)))
  return { doors, closed: said.flatMap(({ closed }) => closed), refused: [...others, ...said.flatMap(({ refused }) => refused)] }
}

/** Returns the rule for the port that leads elsewhere, if none leads here: it is left alone. */
function othersOf(door: Door, asked: Asked, protocol: Protocol): Refused[] {
  if (wantedOf(door, asked, protocol).length > 0) return []
  const port = asked.externalPort ?? asked.port
  const rule = door.rules?.find((one) => one.protocol === protocol && one.externalPort === port)
  return rule ? [{ protocol, way: 'upnp', family: door.family, reason: 'taken', code: null, by: rule.internalIp }] : []
}

/** Returns the rules to take back: those that the gateway shows, otherwise the one that may be there unless the port leads elsewhere. */
function wantedOf(door: Door, { port, externalPort }: Asked, protocol: Protocol): Wanted[] {
  const from = (one: number) => ({ protocol, internalPort: port, externalPort: one, lifetimeS: 0 })
  const usual = door.family === 'ipv4' ? (externalPort ?? port) : port
  const rules = door.rules?.filter((rule) => rule.protocol === protocol) ?? []
  const isMeant = (rule: GatewayRule) =>
    leadsHere(rule, door, from(0)) && (externalPort ?? rule.externalPort) === rule.externalPort
  const ours = rules.filter(isMeant).map((rule) => from(rule.externalPort))
  return ours.length > 0 || rules.some((rule) => rule.externalPort === usual) ? ours : [from(usual)]
}

/**
 * Asks by each way until the rule is gone. Where the gateway does not show it every way is asked, since one leaves the rules of another; but
 * where it shows others, that is over UPnP, the first way that open would have used is the only one which may have a rule.
 */
async function closeDoor(door: Door, wanted: Wanted, means: Means, signal: AbortSignal): Promise<Omit<Closing, 'doors'>> {
  const isShown = shows(door.rules, door, wanted)
  const { openers } = door
  const asked = isShown || door.rules === null ? openers : openers.filter(({ way }) => way !== 'upnp').slice(0, 1)
  const [closed, refused]: [Closed[], Refused[]] = [[], []]
  for (const opener of asked) {
    const about = { protocol: wanted.protocol, way: opener.way, family: door.family }
    const said = await opener.close(wanted)
    if (said !== 'closed' && said.failed === 'absent') continue
    if (said !== 'closed') refused.push({ ...about, reason: said.failed, code: said.code, by: said.rule?.internalIp ?? null })
    else if (!isShown) closed.push({ ...about, externalPort: wanted.externalPort, isCertain: false })
    else if (await stands(door, wanted, means, signal)) refused.push({ ...about, reason: 'other', code: null, by: null })
    else return { closed: [{ ...about, externalPort: wanted.externalPort, isCertain: true }], refused: [] }
  }
  return { closed, refused: closed.length > 0 ? [] : refused }
}

/** Looks again whether a rule is there. */
async function stands(door: Door, wanted: Wanted, means: Means, signal: AbortSignal): Promise<boolean> {
  const { protocol, externalPort } = wanted
  const { rules } = await means.lookAtGateway(door.gateway, { port: externalPort, protocol }, signal)
  return shows(rules, door, wanted)
}

function shows(rules: Door['rules'], door: Door, wanted: Wanted): boolean {
  const { protocol, externalPort } = wanted
  const isIt = (rule: GatewayRule) => rule.protocol === protocol && rule.externalPort === externalPort
  return rules?.some((rule) => isIt(rule) && leadsHere(rule, door, wanted)) ?? false
}
