import { adviceText, advise, type Case, goodOf, SITUATIONS, type Situation, sayStep } from '../../advice/index.ts'
import { followUp, type NextAction, nextIn } from '../../contract/next-action.ts'
import type { Locale } from '../../contract/text.ts'
import type { PlanFacts } from '../../router/index.ts'
import type { HomeFound, Version } from '../fields.ts'
import { hereOf, linesFor, uniqueActions } from '../here.ts'
import { firstSeen, stepIn } from '../outside-seen.ts'
import { CAUSES, type Cause } from './causes.ts'
import { isLedHere, isRuled, ruleFor } from './rule.ts'
import { isOpen } from './verdict.ts'

const EXAMPLE_PORT = 25_565

export interface Advised {
  readonly found: HomeFound
  /** The service and the line, as far as they are known; null if no port was named. */
  readonly facts: PlanFacts | null
  /** The address of the doorstep outside, as it was named; null without one. */
  readonly server: string | null
  readonly locale: Locale
}

type Known = Advised & { readonly facts: PlanFacts }

/** The situations that leave nothing to look for at home. */
const SETTLED: readonly Situation[] = ['not-needed', 'exposed', 'better-shut']
/** The ports at which authorities look for a name. */
const CERTIFICATE_PORTS: readonly number[] = [80, 443]

/**
 * Returns the situation, null if no port was named, and the steps in the order of doing: the cause that explains the others, what else is in
 * the way, and the check.
 */
export function homeAdvice(given: Advised): { situation: Situation | null; nextActions: [NextAction, ...NextAction[]] } {
  const { found, facts, server, locale } = given
  const { before, after } = around(given)
  if (!facts) {
    const lines = linesFor({ port: EXAMPLE_PORT, protocol: 'tcp', server })
    return { situation: null, nextActions: listed([...before, nextIn(adviceText, locale)('name-a-port', lines)]) }
  }
  const known = { ...given, facts }
  const { situation, steps } = stepsOn(known, found.cause, found.ipVersion)
  if (SETTLED.includes(situation)) return { situation, nextActions: listed(steps) }
  const { also, other, proof } = found
  const more = [
    ...also.flatMap((cause) => stepsOn(known, cause, found.ipVersion).steps),
    ...(other?.verdict === 'blocked' ? stepsOn(known, other.cause, other.ipVersion).steps : []),
    // A proof is asked for where no program listens.
    ...(situation === 'no-rule-seen' && proof !== null ? stepsOn(known, 'nothing-listens', found.ipVersion).steps : []),
  ]
  // A server that could not be asked is the first thing to mend.
  const look = situation === 'not-checked' && found.outsideFailure !== null ? steps.slice(0, 1) : []
  const all = listed([...look, ...before, ...steps, ...more, ...after])
  return { situation, nextActions: [...all, ...lookAgain(known, situation)] }
}

function listed(steps: readonly NextAction[]): [NextAction, ...NextAction[]] {
  const [first, ...rest] = uniqueActions(steps)
  if (!first) throw new Error('nothing to do was found')
  return [first, ...rest]
}

/** Returns what makes the look itself doubtful: a VPN, through which a server sees the far end, or a gateway that need not be the router. */
function around({ found, locale }: Advised): Readonly<Record<'before' | 'after', NextAction[]>> {
  const { computer, gateway, cause, verdict } = found
  const next = nextIn(adviceText, locale)
  const direct = computer.vpn && cause !== 'vpn' ? [next('connect-directly', {})] : []
  // A gateway that speaks a protocol is a router; where some get through, it does not matter.
  const isSound = verdict === 'reachable' || cause === 'filtered-by-origin' || (gateway !== null && gateway.protocols.length > 0)
  const beside = computer.inside === null || isSound ? [] : [next(`run-outside-${computer.inside}`, {})]
  return verdict === 'cannot-tell' ? { before: [...beside, ...direct], after: [] } : { before: beside, after: direct }
}

/** Returns the look that comes after the steps: at the certificate of a name that leads to an open port, otherwise the same again. */
function lookAgain(given: Known, situation: Situation): NextAction[] {
  const { asked, verdict, cause, ipVersion, outsideFailure } = given.found
  const one = homeCase(given, cause, ipVersion)
  if (verdict === 'reachable') {
    const isNext = asked !== null && asked.hostname !== null && asked.protocol === 'tcp' && CERTIFICATE_PORTS.includes(asked.port)
    return isNext ? [sayStep(one, 'check-issuance.here')] : []
  }
  if (situation === 'not-checked') return []
  return [sayStep(one, outsideFailure === null ? 'check-again' : 'look-from-outside.failed')]
}

/** The causes of which the doorstep outside knows more: names, providers and services. */
const TOLD: readonly Cause[] = ['wrong-program', 'line-shared', 'port-blocked', 'name', 'outside-doubts']

/** Returns the situation by a cause over a version of IP, and the steps out of it. */
function stepsOn(given: Known, cause: Cause, version: Version) {
  const { found } = given
  const one = homeCase(given, cause, version)
  const { situation, steps } = advise(one)
  if (SETTLED.includes(situation)) return { situation, steps }
  const said = isTold(found, cause) ? stepIn(found.outside) : null
  const isOther = CAUSES[cause].situation === 'carrier-grade' && version === 4 && found.computer.address6 !== null
  const [first, ...rest] = said ? [said] : steps
  return {
    situation,
    steps: [
      ...(first ? [first] : []),
      ...(cause === 'answers' && !isLedHere(found) ? [sayStep(one, 'prove-by-listening')] : []),
      ...rest,
      ...(isOther ? [sayStep(homeCase(given, cause, 6), 'open-pinhole')] : []),
    ],
  }
}

function homeCase({ found, facts, server }: Known, cause: Cause, version: Version): Case {
  const { asked, computer, gateway, outsideFailure, proof, friendsConnectTo } = found
  const { situation: usual, steps, fault = null } = CAUSES[cause]
  const { port, protocol, hostname } = asked ?? { port: EXAMPLE_PORT, protocol: 'tcp', hostname: null }
  const { address = null, protocols = [], routerBrand = null } = gateway ?? {}
  const brand = routerBrand === null ? {} : { routerBrand }
  const ip = [found, found.other].find((one) => one?.ipVersion === version)?.ip ?? null
  const named = isTold(found, cause) ? SITUATIONS.find((one) => one === found.outside?.situation) : undefined
  // It may see nothing amiss.
  const told = named !== undefined && goodOf(named, 'shut') !== true ? named : null
  const here = {
    situation: told ?? usual,
    ...(steps && { steps: friendsConnectTo !== null && cause === 'proven' ? [...steps, 'tell-friends' as const] : steps }),
    isRuled: isRuled({ ...found, ip }),
    isShared: found.line.nat === 'carrier-grade',
    device: computer.address,
    opens: protocols.some((one) => version === 4 || one === 'pcp' || one === 'upnp-igd2'),
    router: address?.includes(':') ? null : address,
    external: ruleFor(found)?.externalPort ?? port,
  }
  const isUntold = version === 4 && here.situation === 'no-rule-seen' && facts.routerWan === null
  // A server that could not be asked is not to be typed again.
  const outside = outsideFailure === null ? server : null
  return {
    facts,
    version,
    asked: { port, protocol },
    place: friendsConnectTo,
    reason: outsideFailure,
    ip: version === 6 ? (computer.address6 ?? ip) : ip,
    port: cause === found.cause ? portOf(found) : 'shut',
    fault,
    requests: {
      plan: followUp('port-forward-plan', { ports: [{ port, protocol }], ...brand }),
      login: followUp('router-login-route', brand),
    },
    ...(cause === 'filtered-by-origin' && { keptOut: found.places?.split?.keptOut ?? '' }),
    here: hereOf(computer, here, {
      port,
      protocol,
      hostname,
      server: outside,
      isUntold,
      isFromPlaces: found.places !== null,
      isProven: proof === 'proven',
    }),
  }
}

/** Returns whether the doorstep outside knows more of a cause. */
function isTold({ cause }: HomeFound, one: Cause): boolean {
  return one === cause && TOLD.includes(one)
}

/** Returns the port as it was seen; `failed` where nobody looked from outside, and what is seen inside does not settle it. */
export function portOf({ verdict, cause, outside, proof }: HomeFound): Case['port'] {
  if (verdict === 'not-needed') return 'nobody'
  if (cause === 'filtered-by-origin') return 'open'
  if (verdict === 'cannot-tell' && outside === null) return 'failed'
  // It is shut, whichever of the two is the cause.
  if (verdict === 'cannot-tell') return cause === 'shared-or-no-rule' ? 'shut' : 'silent'
  const seen = firstSeen(outside)
  const isAnswered = verdict === 'reachable' || proof === 'someone-else' || (seen !== null && isOpen(seen))
  // Behind an address that others share, it is their port.
  return isAnswered && cause !== 'neighbour' ? 'open' : 'shut'
}
