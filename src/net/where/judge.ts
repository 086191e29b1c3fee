import type { PortFinding } from '../findings.ts'
import { type Facts, factsOf, type Place } from './facts.ts'
import type { Sighting, WhereFinding, WhereVerdict } from './finding.ts'
import { ECHO, type Ledger, leftWith, sieve } from './ledger.ts'

/** The number of unanswered packets after which a hop that answers for another port counts as never reached. */
const SURE_TIMES = 3

/** Returns what the answers prove, and no more. */
export function judgeWhere(ledger: Ledger): WhereFinding {
  const facts = factsOf(ledger)
  const { proofs, end, furthest, guess } = facts
  const isProven = proofs.length > 0
  const verdict = isProven ? behindRule(ledger, facts) : withoutProof(ledger, facts)
  const isAtAddress = verdict === 'refused-at-address' || verdict === 'refused-by-device'
  const known = guess !== null && (furthest?.hops ?? 0) < guess ? guess : null
  return {
    verdict,
    forwardingRule: ledger.version === 6 ? null : isProven ? 'proven' : 'not-seen',
    allPorts: isProven ? allPorts(ledger, facts) : null,
    distance: proofs[0]?.hops ?? (isAtAddress && end ? end.hops : known),
    forwarders: isProven ? new Set(proofs.map(({ heard }) => heard.arrived)).size : null,
    answeredAt: end?.hops ?? null,
    stoppedAfter:
      verdict === 'stopped-before' && furthest?.heard.address ? { hop: furthest.hops, address: furthest.heard.address } : null,
    evidence: ledger.at('port').map(({ hops, heard }): Sighting => {
      return { hopLimit: hops, from: heard?.from ?? null, reason: heard?.reason ?? null }
    }),
    packets: ledger.packets,
  }
}

const REFUSED: readonly string[] = [
  ...['connection-refused', 'port-unreachable', 'protocol-unreachable'],
  ...['admin-prohibited', 'host-prohibited', 'net-prohibited'],
]
const ABSENT: readonly string[] = ['host-unreachable', 'host-unknown']

/** Judges what lies behind a rule that is proven. */
function behindRule(ledger: Ledger, { proofs, end }: Facts): WhereVerdict {
  const last = proofs.at(-1)?.heard.arrived ?? null
  const { reason, arrived } = answerOf(ledger.plain, end)
  if (reason === null) return 'silent-device'
  if (REFUSED.includes(reason)) {
    const isForwarder = reason === 'connection-refused' ? isNear(ledger, last) : last !== null && arrived === last
    return isForwarder ? 'refused-at-address' : 'refused-by-device'
  }
  // Whoever stands before the network of the device asks for it there; any other knows only that it leads nowhere.
  return ABSENT.includes(reason) && (last === null || arrived === null || arrived === last) ? 'no-device' : 'wrong-address'
}

/** Returns the answer to the port by the plain check, otherwise that to a probe. */
function answerOf(plain: PortFinding | null, end: Place | null): { reason: string | null; arrived: number | null } {
  const isAnswered = plain !== null && (plain.status === 'refused' || plain.status === 'closed')
  if (isAnswered) return { reason: plain.reason, arrived: plain.icmpHops }
  return { reason: end?.heard.reason ?? null, arrived: end?.heard.arrived ?? null }
}

/**
 * Returns whether a refusal over TCP comes from as near as packets that arrive with this TTL. One that left with a greater TTL, as those of
 * other systems do, comes from another machine.
 */
function isNear(ledger: Ledger, arrived: number | null): boolean {
  if (arrived === null || !passes(ledger, arrived)) return false
  return leftWith(arrived) === 255 || !passes(ledger, leftWith(arrived) + 1)
}

function passes(ledger: Ledger, least: number): boolean {
  const outcome = ledger.outcome(sieve(least))
  return outcome !== null && outcome !== 'silent' && outcome.reason === 'connection-refused'
}

function allPorts(ledger: Ledger, { proofs }: Facts): boolean | null {
  const asked = ledger.at('control').find(({ hops }) => hops === proofs[0]?.hops)
  if (!asked) return null
  return asked.heard?.from === 'target' && asked.heard.reason === proofs[0]?.heard.reason
}

function withoutProof(ledger: Ledger, facts: Facts): WhereVerdict {
  const { refusal, end } = facts
  const { plain } = ledger
  const isByOther = plain?.status === 'closed' && plain.icmpSource !== null
  if (refusal || isByOther) {
    const reason = refusal?.heard.reason ?? plain?.reason
    return ledger.version === 6 && reason === 'address-unreachable' ? 'no-device' : 'refused-on-the-way'
  }
  return end ? atEnd(ledger, facts, end) : inSilence(ledger, facts)
}

/** Judges an answer in the name of the target. */
function atEnd(ledger: Ledger, { guess, furthest }: Facts, end: Place): WhereVerdict {
  const control = ledger.at('control').find(({ hops }) => hops === end.hops)?.heard ?? null
  const echo = ledger.outcome(ECHO)
  const near = echo !== null && echo !== 'silent' && echo.reason === null && echo.arrived !== null ? echo.arrived + 1 : null
  const isSame = control?.from === 'target' && control.reason === end.heard.reason
  if (isSame) return 'refused-at-address'
  if (near !== null && isNear(ledger, near)) return 'refused-on-the-way'
  // A router stands where the answer came from, so the address does not.
  if (near === null && control?.from === 'path') return 'refused-on-the-way'
  const isBeyond = guess !== null && end.hops > guess && (furthest?.hops ?? 0) < guess
  return isBeyond || guess === null ? 'cannot-tell' : 'refused-at-address'
}

function inSilence(ledger: Ledger, facts: Facts): WhereVerdict {
  const { guess, furthest } = facts
  if (endsEarlier(ledger, facts)) return 'stopped-before'
  const reached = furthest?.hops ?? 0
  if (ledger.version === 6) return guess !== null && reached === guess - 1 && reached > 0 ? 'router-reached' : 'cannot-tell'
  return reached > 0 || guess === 1 ? 'silent-at-address' : 'cannot-tell'
}

/** Returns whether packets to the port end before a router that those to the control port reach, or before the address that these do. */
function endsEarlier(ledger: Ledger, { guess, furthest, furthestControl }: Facts): boolean {
  const reached = furthest?.hops ?? 0
  const further = furthestControl?.hops ?? 0
  // On the last link, a filter looks as if the address itself kept silent.
  if (further <= reached || (guess !== null && reached >= guess - 1)) return false
  return ledger
    .at('port')
    .filter(({ hops }) => hops > reached && hops <= Math.min(further, reached + 3))
    .every(({ times, heard }) => heard === null && times >= SURE_TIMES)
}
