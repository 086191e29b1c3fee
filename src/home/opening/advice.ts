import { adviceText, advise, type Case, type Here, type Situation, situationIn } from '../../advice/index.ts'
import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import { parseAddress } from '../../policy/address.ts'
import { asTyped, type HomeWorld } from '../define.ts'
import { hereOf, linesFor, portInstead, uniqueActions } from '../here.ts'
import type { HomeSubject } from '../subject.ts'
import type { Protocol } from './doors.ts'
import { type HeldOpen, missingIn } from './hold.ts'

/** A run that is over, and its subject. */
type EndedRun = HeldOpen & { readonly subject: HomeSubject; readonly world: HomeWorld; readonly locale: Locale }

/** A situation that is in the way, and its steps where those of the situation say less. */
type Hindrance = readonly [situation: Situation, steps?: Here['steps']]

/** Returns the situation, and what to do; null where nobody was to look, and nothing was seen to be in the way. */
export function openAdvice(run: EndedRun): { situation: Situation | null; nextActions: NextAction[] } {
  const { computer, doors, checks, world, asked, locale } = run
  const seen = hindrancesIn(run)
  const missing = missingIn(run)
  const protocols = missing.length > 0 ? missing : asked.protocols
  const [first = hindranceUnseen(run), ...others] = seen
  const isDone = seen.length === 0 && checks.some(({ reached }) => reached === 'yes')
  const hindrances = isDone ? [] : [first, ...others]
  const steps = hindrances.flatMap((hindrance) =>
    protocols.flatMap((protocol) => advise(openCase(run, hindrance, protocol)).steps),
  )
  const { inside } = computer
  // A gateway that makes rules is a router.
  const beside = inside !== null && doors.length === 0 ? [nextIn(adviceText, locale)(`run-outside-${inside}`, {})] : []
  const isUnasked = seen.length === 0 && world.outside === null
  return {
    situation: isUnasked ? null : situationIn(openCase(run, first, protocols[0])),
    nextActions: [...beside, ...uniqueActions(steps)],
  }
}

/** The reasons for which the port may be had by hand, in the router's own settings. */
const BY_HAND: readonly string[] = ['unsupported', 'forbidden', 'permanent', 'other', 'garbled', 'silent', 'no-room']

/** Returns everything that was seen to be in the way, the first thing to do first. */
function hindrancesIn(run: EndedRun): Hindrance[] {
  const { computer, doors, held, refused, checks } = run
  const missing = missingIn(run)
  const reasons = refused.filter(({ protocol }) => missing.includes(protocol))
  const taken = reasons.filter(({ reason }) => reason === 'taken')
  const isByHand = taken.length === 0 && reasons.some(({ reason }) => BY_HAND.includes(reason))
  const { listening, firewall } = computer
  const causes: [boolean, ...Hindrance][] = [
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
    ...lineIn(run),
    ...(wasMissed ? [['firewall', ['look-from-inside']] as const] : []),
  ]
}

/** Returns the address that the router has, and that of the line as the server sees it where it came no further. */
function addressesIn({ held, checks }: EndedRun) {
  const router = held.find(({ door, externalIp }) => door.family === 'ipv4' && externalIp !== null)?.externalIp ?? null
  const missed = checks.find(({ family, reached }) => family === 'ipv4' && reached !== 'yes')
  const { ip } = missed?.outside ?? {}
  return { router, seen: typeof ip === 'string' ? (parseAddress(ip)?.text ?? null) : null }
}

/** Returns the line as a cause: the server sees another address than the router has. */
function lineIn(run: EndedRun): Hindrance[] {
  const { router, seen } = addressesIn(run)
  if (router === null || seen === null || router === seen) return []
  const { here: _, ...outside } = openCase(run, ['unknown'])
  const line = situationIn(outside)
  return [line === 'no-rule-seen' ? ['unknown', ['use-the-same-line']] : [line]]
}

/** Returns what is left where nothing was seen to be in the way: what the server says, and why it says nothing. */
function hindranceUnseen({ computer, checks, world, asked }: EndedRun): Hindrance {
  if (checks.some(({ reached }) => reached === 'yes')) return ['open']
  if (world.outside === null) return ['not-checked', ['look-from-outside']]
  if (checks.length === 0) return ['not-checked', ['look-from-inside']]
  if (checks.some(({ failure }) => failure !== null)) return ['not-checked', ['look-from-outside.failed']]
  if (computer.vpn) return ['unknown', ['connect-directly']]
  return ['unknown', [asked.protocols.includes('udp') ? 'try-the-program' : 'look-from-inside']]
}

function openCase(run: EndedRun, [situation, steps]: Hindrance, protocol: Protocol = run.asked.protocols[0] ?? 'tcp'): Case {
  const { computer, doors, held, checks, asked, subject, world } = run
  const { port, externalPort, protocols } = asked
  const { router, seen } = addressesIn(run)
  const { platform } = world.sources
  const facts = subject.facts({ computer, wanIp: router, routerBrand: null, platform }, seen)
  const server = world.outside && asTyped(world.outside.server)
  const { open } = linesFor({ port, protocol, server: null })
  const lines = {
    ...linesFor({ port, protocol, server }),
    look: `${open} --server URL`,
    open: `${open} --external-port ${portInstead(externalPort)}`,
  }
  const by = protocols.length === 2 ? 'both' : protocol
  const told = { situation, ...(steps && { steps }), isRuled: held.length > 0, opens: false, lines }
  const gateway = doors.find(({ family }) => family === 'ipv4')?.gateway.address.text ?? null
  return {
    facts,
    version: 4,
    ip: seen,
    asked: { port, protocol },
    port: held.some(({ isLeft }) => isLeft) ? 'open' : 'shut',
    reason: checks.find(({ failure }) => failure !== null)?.failure ?? null,
    requests: { plan: followUp('port-forward-plan', { ports: [{ port, externalPort, protocol: by }] }) },
    here: hereOf(computer, { ...told, router: gateway }, { port, protocol, server }),
  }
}
