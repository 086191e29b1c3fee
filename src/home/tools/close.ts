import { Type } from '@sinclair/typebox'
import { followUp, NEXT_ACTIONS } from '../../contract/next-action.ts'
import { oneOf, PORT, usually } from '../../contract/schema.ts'
import { defineHomeTool, type HomeTool, type HomeWorld } from '../define.ts'
import { CLOSE_FIELDS, type CloseFound, type Refused } from '../fields.ts'
import { type Closing, closePort } from '../opening/close.ts'
import { MEANS, type Means, protocolsOf } from '../opening/doors.ts'
import { protocolNames, sayClosed, sayRefusals } from '../opening/hold.ts'
import { closeText } from '../opening/opening.text.ts'

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
      const ofOthers = others.map((one) => one.protocol)
      if (status === 'left-alone')
        return say('headline.left-alone', { port, protocol: protocolNames(ofOthers, locale), by: others[0]?.by ?? '' })
      return say(gateway === null ? 'headline.nobody' : `headline.${status}`, {
        port,
        protocol: protocolNames(protocolsOf(protocol), locale),
      })
    },
    blocks({ closed, refusals }, { locale }) {
      return [{ kind: 'list', items: [...closed.map((one) => sayClosed(one, locale)), ...sayRefusals(refusals, locale)] }]
    },
    async run({ body: { port, protocol = 'both', externalPort = null }, signal, next }) {
      const found = await closePort({ port, externalPort, protocols: protocolsOf(protocol) }, world, means, signal)
      const status = statusOf(found)
      const plan = followUp('port-forward-plan', { ports: [{ port, protocol }] })
      const gateway = found.doors[0]?.gateway.address.text ?? null
      const nextActions =
        status === 'failed' || status === 'left-alone' ? [next('remove-rule', { port: externalPort ?? port }, plan)] : []
      return { port, gateway, closed: found.closed, refusals: found.refused, status, nextActions }
    },
  })
}

function statusOf({ doors, closed, refused }: Closing): CloseFound['status'] {
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
