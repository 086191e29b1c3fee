import { adviceText, advise, type Case, type Here, type Situation, situationIn } from '../../advice/index.ts'
import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import { parseAddress } from '../../policy/address.ts'
import { hintsOf } from '../ask.ts'
import type { HomeSubject } from '../subject.ts'
import { hereOf, linesFor, portInstead } from '../typed-line.ts'
import { asTyped, type HomeWorld } from '../world.ts'
import type { Protocol } from './doors.ts'
import { type Asked, type HeldOpen, isMissing } from './hold.ts'

/** A run that is over, and its subject. */
interface Ended extends HeldOpen {
  readonly asked: Asked
  readonly subject: HomeSubject
  readonly world: HomeWorld
  readonly locale: Locale
}

/** A cause that was seen here, and its steps where those of the situation say less. */
type Seen = readonly [situation: Situation, steps?: Here['steps']]

/** Returns the situation, and what to do; null where nobody was to look, and nothing was seen to be in the way. */
export function adviceFor(ended: Ended): { situation: Situation | null; nextActions: NextAction[] } {
  const { computer, doors, checks, world, asked, locale } = ended
  const seen = seenIn(ended)
  const missing = missingIn(ended)
  const protocols = missing.length > 0 ? missing : asked.protocols
  const [first = unseen(ended), ...others] = seen
  const isDone = seen.length === 0 && checks.some(({ reached }) => reached === 'yes')
  const steps = isDone
    ? []
    : [first, ...others].flatMap((one) => protocols.flatMap((protocol) => advise(caseOf(ended, one, protocol)).steps))
  const { inside } = computer
  // A gateway that makes rules is a router.
  const beside = inside !== null && doors.length === 0 ? [nextIn(adviceText, locale)(`run-outside-${inside}`, {})] : []
  const isUnasked = seen.length === 0 && world.outside === null
  return {
    situation: isUnasked ? null : situationIn(caseOf(ended, first, protocols[0])),
    nextActions: [...beside, ...steps.filter(({ text }, index) => steps.findIndex((other) => other.text === text) === index)],
  }
}

/** The reasons for which the port may be had by hand, in the router's own settings. */
const BY_HAND: readonly string[] = ['unsupported', 'forbidden', 'permanent', 'other', 'garbled', 'silent', 'no-room']

function missingIn({ asked: { protocols }, held, doors }: Ended): Protocol[] {
  return protocols.filter((protocol) => isMissing(protocol, held, doors))
}

/** Returns everything that was seen to be in the way, the first thing to do first. */
function seenIn(ended: Ended): Seen[] {
  const { computer, doors, held, refused, checks } = ended
  const missing = missingIn(ended)
  const reasons = refused.filter(({ protocol }) => missing.includes(protocol))
  const taken = reasons.filter(({ reason }) => reason === 'taken')
  const isByHand = taken.length === 0 && reasons.some(({ reason }) => BY_HAND.includes(reason))
  const { listening, firewall } = computer
  const causes: [boolean, ...Seen][] = [
    [held.some(({ opener, isLeft }) => opener !== null && isLeft), 'exposed', ['close-later']],
    [doors.length === 0, 'no-rule-seen', ['forward-port', 'switch-on-upnp']],
    [taken.length > 0, taken.some(({ by }) => by !== null) ? 'device-elsewhere' : 'no-rule-seen', ['use-other-port.here']],
    [reasons.some(({ reason }) => reason === 'no-address'), 'two-routers', ['look-from-inside']],
    [isByHand, 'no-rule-seen', ['forward-port']],
    [listening?.onlyLoopback === true, 'program-off', ['start-service.all-addresses']],
    [firewall?.blocks === 'yes', 'firewall'],
  ]
  const wasMissed = checks.some(({ reached }) => reached === 'no')
  return [
    ...causes.flatMap(([isSo, ...cause]) => (isSo ? [cause] : [])),
    ...lineIn(ended),
    ...(wasMissed ? [['firewall', ['look-from-inside']] as const] : []),
  ]
}

/** Returns the address that the router has, and that of the line as the server sees it where it came no further. */
function addressesIn({ held, checks }: Ended) {
  const router = held.find(({ door, externalIp }) => door.family === 'ipv4' && externalIp !== null)?.externalIp ?? null
  const missed = checks.find(({ family, reached }) => family === 'ipv4' && reached !== 'yes')
  return { router, seen: typeof missed?.outside?.ip === 'string' ? parseAddress(missed.outside.ip) : null }
}

/** Returns the line as a cause: the server sees another address than the router has. */
function lineIn(ended: Ended): Seen[] {
  const { router, seen } = addressesIn(ended)
  if (router === null || seen === null || router === seen.text) return []
  const { here: _, ...one } = caseOf(ended, ['unknown'])
  const line = situationIn(one)
  return [line === 'no-rule-seen' ? ['unknown', ['use-the-same-line']] : [line]]
}

/** Returns what is left where nothing was seen to be in the way: what the server says, and why it says nothing. */
function unseen({ computer, checks, world, asked }: Ended): Seen {
  if (checks.some(({ reached }) => reached === 'yes')) return ['open']
  if (world.outside === null) return ['not-checked', ['look-from-outside']]
  if (checks.length === 0) return ['not-checked', ['look-from-inside']]
  if (checks.some(({ failure }) => failure !== null)) return ['not-checked', ['look-from-outside.failed']]
  if (computer.vpn) return ['unknown', ['connect-directly']]
  return ['unknown', [asked.protocols.includes('udp') ? 'try-the-program' : 'look-from-inside']]
}

function caseOf(ended: Ended, [situation, steps]: Seen, protocol: Protocol = ended.asked.protocols[0] ?? 'tcp'): Case {
  const { computer, doors, held, checks, asked, subject, world } = ended
  const { port, externalPort, protocols } = asked
  const { router, seen } = addressesIn(ended)
  const facts = subject.facts(hintsOf({ computer, wanIp: router, routerBrand: null, platform: world.sources.platform }), seen)
  const server = world.outside && asTyped(world.outside.server)
  const { open } = linesFor({ port, protocol, server: null })
  const lines = {
    ...linesFor({ port, protocol, server }),
    ...{ look: `${open} --server URL`, open: `${open} --external-port ${portInstead(externalPort)}` },
  }
  const by = protocols.length === 2 ? 'both' : protocol
  const told = { situation, ...(steps && { steps }), isRuled: held.length > 0, opens: false, lines }
  const gateway = doors.find(({ family }) => family === 'ipv4')?.gateway.address.text ?? null
  return {
    ...{ facts, version: 4, ip: seen?.text ?? null, asked: { port, protocol } },
    port: held.some(({ isLeft }) => isLeft) ? 'open' : 'shut',
    reason: checks.find(({ failure }) => failure !== null)?.failure ?? null,
    requests: { plan: followUp('port-forward-plan', { ports: [{ port, externalPort, protocol: by }] }) },
    here: hereOf(computer, { ...told, router: gateway }, { port, protocol, server }),
  }
}
