import { Type } from '@sinclair/typebox'
import { followUp, NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT, usually } from '../../contract/schema.ts'
import type { GatewayRule, Wanted } from '../../net/gateway/index.ts'
import { defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { CLOSE_FIELDS, type Closed, type CloseFound, type Refused } from '../fields.ts'
import { type Door, findDoors, leadsHere, MEANS, type Means, type Protocol, protocolsOf } from '../opening/doors.ts'
import { closeText } from '../opening/opening.text.ts'
import { protocolNames, sayClosed, sayRefusals } from '../opening/say.ts'

/** `doorstep close`: takes back the rules that lead to a port of this computer. */
export function closeTool(world: HomeWorld, means: Means = MEANS): HomeTool {
  return defineHomeTool({
    name: 'close',
    server: 'unused',
    takesBack: true,
    text: closeText,
    body: Type.Object({
      port: { ...PORT, examples: [25_565] },
      protocol: usually(oneOf('tcp', 'udp', 'both'), 'both'),
      externalPort: Type.Optional({ ...PORT, examples: [25_565] }),
    }),
    result: Type.Object({ ...CLOSE_FIELDS, nextActions: NEXT_ACTIONS }),
    good: { field: 'status', values: ['closed', 'asked', 'nothing-to-close'] },
    headline({ status, port, gateway, refusals }, { say, locale, body: { protocol = 'both' } }) {
      const others = refusals.filter(isOthers)
      if (status === 'left-alone') {
        const ofOthers = protocolNames(
          others.map((refused) => refused.protocol),
          locale,
        )
        return say('headline.left-alone', { port, protocol: ofOthers, by: others[0]?.by ?? '' })
      }
      const asked = protocolNames(protocolsOf(protocol), locale)
      return say(gateway === null ? 'headline.nobody' : `headline.${status}`, { port, protocol: asked })
    },
    blocks({ closed, refusals }, { locale }) {
      return [{ kind: 'list', items: [...closed.map((one) => sayClosed(one, locale)), ...sayRefusals(refusals, locale)] }]
    },
    async run({ body: { port, protocol = 'both', externalPort = null }, signal, next }) {
      const asked = { port, externalPort, protocols: protocolsOf(protocol) }
      const found = await closePort({ asked, means, signal }, world)
      const status = closeStatus(found)
      const plan = followUp('port-forward-plan', { ports: [{ port, protocol }] })
      const gateway = found.doors[0]?.gateway.address.text ?? null
      const isToDo = status === 'failed' || status === 'left-alone'
      const nextActions = isToDo ? [next('remove-rule', { port: externalPort ?? port }, plan)] : []
      return { port, gateway, closed: found.closed, refusals: found.refused, status, nextActions }
    },
  })
}

function closeStatus({ doors, closed, refused }: TakenBack & { readonly doors: readonly Door[] }): CloseFound['status'] {
  const failures = refused.filter((one) => one.reason !== 'unsupported' && !isOthers(one))
  if (doors.length === 0 || failures.length > 0) return 'failed'
  if (refused.some(isOthers)) return 'left-alone'
  if (closed.length === 0) return refused.length > 0 ? 'failed' : 'nothing-to-close'
  return closed.some(({ isCertain }) => isCertain) ? 'closed' : 'asked'
}

/** Returns whether a rule was not touched, since it is somebody else's. */
function isOthers({ reason, by }: Refused): boolean {
  return reason === 'taken' && by !== null
}

interface ToClose {
  readonly asked: {
    readonly port: number
    /** Null for all those that lead to the port, where the gateway shows them; otherwise the same. */
    readonly externalPort: number | null
    readonly protocols: readonly Protocol[]
  }
  readonly means: Means
  readonly signal: AbortSignal
}

interface TakenBack {
  readonly closed: Closed[]
  readonly refused: Refused[]
}

/** Takes back the rules that lead to a port of this computer, and no other. */
async function closePort(toClose: ToClose, { sources }: HomeWorld) {
  const { asked, means, signal } = toClose
  const { port, externalPort, protocols } = asked
  const { gateways } = await means.lookAtComputer({ port, protocol: protocols[0] ?? 'tcp' }, sources)
  const looked = protocols.map((protocol) => ({ port: externalPort ?? port, protocol }))
  const doors = await findDoors(gateways, looked, means, signal)
  const all = await Promise.all(doors.flatMap((door) => protocols.flatMap((protocol) => closeDoor(door, protocol, toClose))))
  return { doors, closed: all.flatMap(({ closed }) => closed), refused: all.flatMap(({ refused }) => refused) }
}

/** Closes a door for one protocol. A rule for the port that leads elsewhere is left alone, if none leads here. */
function closeDoor(door: Door, protocol: Protocol, toClose: ToClose): (TakenBack | Promise<TakenBack>)[] {
  const { family, rules } = door
  const { port, externalPort } = toClose.asked
  const from = (outer: number): Wanted => ({ protocol, internalPort: port, externalPort: outer, lifetimeS: 0 })
  const own = rules?.filter((rule) => rule.protocol === protocol) ?? []
  const ours = own.filter((rule) => leadsHere(rule, door, from(0)) && (externalPort ?? rule.externalPort) === rule.externalPort)
  if (ours.length > 0) return ours.map((rule) => takeBack(door, from(rule.externalPort), toClose))
  const other = own.find((rule) => rule.externalPort === (externalPort ?? port))
  if (other)
    return [{ closed: [], refused: [{ protocol, way: 'upnp', family, reason: 'taken', code: null, by: other.internalIp }] }]
  // There may be a rule that is not shown. Over IPv6 nothing is translated.
  return [takeBack(door, from(family === 'ipv4' ? (externalPort ?? port) : port), toClose)]
}

/**
 * Asks by each way until the rule is gone. Where the gateway does not show it every way is asked, since one leaves the rules of another; but
 * where it shows others, that is over UPnP, the first way that open would have used is the only one which may have a rule.
 */
async function takeBack(door: Door, wanted: Wanted, { means, signal }: ToClose): Promise<TakenBack> {
  const { protocol, externalPort } = wanted
  const isIt = (rule: GatewayRule) => rule.protocol === protocol && rule.externalPort === externalPort
  const shows = (rules: Door['rules']) => rules?.some((rule) => isIt(rule) && leadsHere(rule, door, wanted)) ?? false
  const isShown = shows(door.rules)
  const { openers } = door
  const asked = isShown || door.rules === null ? openers : openers.filter(({ way }) => way !== 'upnp').slice(0, 1)
  const [closed, refused]: [Closed[], Refused[]] = [[], []]
  for (const opener of asked) {
    const about = { protocol, way: opener.way, family: door.family }
    const said = await opener.close(wanted)
    if (said !== 'closed' && said.failed === 'absent') continue
    if (said !== 'closed') refused.push({ ...about, reason: said.failed, code: said.code, by: said.rule?.internalIp ?? null })
    else if (!isShown) closed.push({ ...about, externalPort, isCertain: false })
    else if (shows((await means.lookAtGateway(door.gateway, [{ port: externalPort, protocol }], signal)).rules))
      refused.push({ ...about, reason: 'other', code: null, by: null })
    else return { closed: [{ ...about, externalPort, isCertain: true }], refused: [] }
  }
  return { closed, refused: closed.length > 0 ? [] : refused }
}
