import type { Say } from '../../../../contract/text.ts'
import type { PortFinding, Where } from '../answers.ts'
import type { waysText } from '../ways.text.ts'

type Words = Say<typeof waysText.en>

/** A box on the way of the packets: its name, its address, and what was seen of it, which is nothing more than the answer says. */
export interface Station {
  readonly mark: 'ok' | 'problem' | 'unknown' | 'waiting'
  readonly name: string
  readonly seen: string
  readonly address?: string
}

/** A port, and who answers there. */
export interface End {
  readonly ip: string
  /** Null if the port is open. */
  readonly where: Where | null
  readonly proof?: PortFinding['proof']
  readonly identity?: PortFinding['identity']
}

/** Returns the boxes from this server to the device: those that were passed, the one where packets ended, and those behind it. */
export function stationsOf({ where, ...end }: End, say: Words): Station[] {
  const server: Station = { mark: 'ok', name: say('at.server'), seen: say('is.sends') }
  const way = (hops: number | null): Station => ({
    mark: 'ok',
    name: say('at.way'),
    seen: hops === null ? say('is.passed') : say('is.passed-hops', { hops }),
  })
  if (where === null) return [server, ...open(end, say)]
  const { verdict, distance, forwardingRule } = where
  if (verdict === 'refused-on-the-way' || verdict === 'stopped-before') return [server, ...cut(where, end.ip, say)]
  const ends = forwardingRule === null ? overIPv6(where, end.ip, say) : overIPv4(where, end.ip, say)
  return [server, ...(distance !== null && distance <= 1 ? [] : [way(distance)]), ...ends]
}

/** Returns the boxes to an open port. Nothing is said of what lies between: the server may be in the same network. */
function open({ ip: address, proof = null, identity = null }: Omit<End, 'where'>, say: Words): Station[] {
  if (identity?.kind === 'router-page') {
    return [{ mark: 'problem', name: say('at.router'), seen: say('is.own-page'), address }]
  }
  const seen = proof === 'proven' ? 'is.knows-key' : proof === 'someone-else' ? 'is.someone-else' : 'is.answers'
  return [
    { mark: 'ok', name: say('at.own-address'), seen: say('is.passed'), address },
    { mark: proof === 'someone-else' ? 'problem' : 'ok', name: say('at.program'), seen: say(seen) },
  ]
}

/** Returns the box after which nothing was seen of packets that did not come as far as the address, and those behind it. */
function cut({ verdict, stoppedAfter, forwardingRule }: Where, address: string, say: Words): Station[] {
  const somewhere = verdict === 'refused-on-the-way' ? say('is.refused-way') : say('is.stopped-somewhere')
  const { hop, organization, address: unnamed } = stoppedAfter ?? { hop: 0, organization: null, address: '' }
  const seen = stoppedAfter ? say('is.stopped', { hop, router: organization ?? unnamed }) : somewhere
  const device: Station = { mark: 'waiting', name: say('at.device'), seen: say('is.not-reached') }
  const behind = forwardingRule === null ? [{ ...device, address }] : [{ ...device, name: say('at.address'), address }, device]
  return [{ mark: 'problem', name: say('at.way'), seen }, ...behind]
}

function overIPv4(where: Where, address: string, say: Words): Station[] {
  const { verdict, forwardingRule, allPorts, forwarders } = where
  const isAgain = forwarders !== null && forwarders > 1
  const behindRule = (mark: Station['mark'], name: string, seen: string): Station[] => [
    { mark: 'ok', name: say('at.router'), seen: say(allPorts ? 'is.forwards-all' : 'is.forwards'), address },
    ...(isAgain ? [{ mark: 'ok' as const, name: say('at.second'), seen: say('is.passes-on') }] : []),
    { mark, name, seen },
  ]
  const atAddress = (mark: Station['mark'], name: string, seen: string): Station[] => [
    { mark, name, seen, address },
    { mark: 'waiting', name: say('at.device'), seen: say('is.not-seen') },
  ]
  switch (verdict) {
    case 'refused-by-device':
      return behindRule('problem', say('at.device'), say('is.refused'))
    case 'silent-device':
      return behindRule('unknown', say('at.device'), say('is.silent'))
    case 'no-device':
      return behindRule('problem', say('at.device'), say('is.missing'))
    case 'wrong-address':
      return behindRule('problem', say('at.rule'), say('is.unreachable'))
    case 'refused-at-address':
      if (forwardingRule === 'proven') return atAddress('problem', say('at.router'), say('is.router-refuses'))
      return atAddress('problem', say('at.address'), say('is.refused'))
    case 'silent-at-address':
      return atAddress('unknown', say('at.address'), say('is.silent'))
    default:
      return atAddress('unknown', say('at.address'), say('is.untold'))
  }
}

/** Returns the boxes over IPv6, where the address is that of the device, and routers only let packets through. */
function overIPv6({ verdict }: Where, address: string, say: Words): Station[] {
  const device = (mark: Station['mark'], seen: string): Station => ({ mark, name: say('at.device'), seen, address })
  const last = (seen: string): Station => ({ mark: 'ok', name: say('at.last-router'), seen })
  switch (verdict) {
    case 'refused-by-device':
      return [device('problem', say('is.refused'))]
    case 'silent-device':
      return [device('unknown', say('is.silent'))]
    case 'no-device':
      return [last(say('is.lets-through')), device('problem', say('is.missing'))]
    case 'router-reached':
      return [last(say('is.reached')), device('unknown', say('is.silent'))]
    case 'wrong-address':
      return [device('problem', say('is.unreachable'))]
    // The firewall of the router may have refused in the name of the device.
    case 'refused-at-address':
      return [{ ...device('problem', say('is.refused')), name: say('at.address') }]
    case 'silent-at-address':
      return [{ ...device('unknown', say('is.silent')), name: say('at.address') }]
    default:
      return [device('unknown', say('is.untold'))]
  }
}
