import type { Wanted } from '../../net/gateway/index.ts'
import type { HomeWorld } from '../world.ts'
import { leadsHere, type Refused, reasonOf } from './ask.ts'
import { type Door, findDoors, type Protocol } from './doors.ts'
import type { Means } from './means.ts'

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
  readonly externalPort: number
  readonly protocols: readonly Protocol[]
}

/** Takes back the rules that lead to a port of this computer, and no other. */
export async function closePort(asked: Asked, { sources }: HomeWorld, means: Means, signal: AbortSignal): Promise<Closing> {
  const [protocol = 'tcp'] = asked.protocols
  const { gateways } = await means.lookAtComputer({ port: asked.port, protocol }, sources)
  const looked = asked.protocols.map((one) => ({ port: asked.externalPort, protocol: one }))
  const doors = await findDoors(gateways, looked, means, signal)
  const each = doors.flatMap((door) => asked.protocols.map((one) => closeDoor(door, wantedOf(door, asked, one), means, signal)))
  const said = await Promise.all(each)
  return { doors, closed: said.flatMap(({ closed }) => closed), refused: said.flatMap(({ refused }) => refused) }
}

function wantedOf({ family }: Door, { port, externalPort }: Asked, protocol: Protocol): Wanted {
  return { protocol, internalPort: port, externalPort: family === 'ipv4' ? externalPort : port, lifetimeS: 0 }
}

/** Asks by each way until the rule is gone. Where the gateway shows its rules, nothing is asked for one that is not there, or leads elsewhere. */
async function closeDoor(door: Door, wanted: Wanted, means: Means, signal: AbortSignal): Promise<Omit<Closing, 'doors'>> {
  const isThere = standsHere(door, wanted)
  if (isThere === false) return { closed: [], refused: [] }
  const refused: Refused[] = []
  for (const opener of door.openers) {
    const about = { protocol: wanted.protocol, way: opener.way, family: door.family }
    const said = await opener.close(wanted)
    if (said !== 'closed') {
      refused.push({ ...about, reason: reasonOf(said), code: said.code, by: null })
      continue
    }
    const closed = { ...about, externalPort: wanted.externalPort, isCertain: isThere === true }
    const isGone = isThere === null || !standsHere(await lookAgain(door, wanted, means, signal), wanted)
    if (isGone) return { closed: [closed], refused: [] }
    refused.push({ ...about, reason: 'other', code: null, by: null })
  }
  return { closed: [], refused }
}

async function lookAgain(door: Door, { protocol, externalPort }: Wanted, means: Means, signal: AbortSignal): Promise<Door> {
  const { rules } = await means.lookAtGateway(door.gateway, { port: externalPort, protocol }, signal)
  return { ...door, rules }
}

/** Returns whether a rule leads to the port of this computer; null if the gateway does not tell. */
function standsHere(door: Door, wanted: Wanted): boolean | null {
  if (door.rules === null) return null
  const isIt = (rule: (typeof door.rules)[number]) =>
    rule.protocol === wanted.protocol && rule.externalPort === wanted.externalPort && leadsHere(rule, door, wanted)
  return door.rules.some(isIt)
}
