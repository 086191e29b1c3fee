import { type Static, type TObject, Type } from '@sinclair/typebox'
import { oneOf, orNull } from '../../contract/schema.ts'
import type { PortFinding } from '../findings.ts'
import {
  type Facts,
  factsOf,
  type HeardAt,
  isHeard,
  type Ledger,
  leftWith,
  roundsAt,
  SURE_TIMES,
  sieve,
  sievesOf,
} from './ledger.ts'

export const WHERE_VERDICTS = [
  'refused-by-device',
  'silent-device',
  'no-device',
  'wrong-address',
  'refused-at-address',
  'silent-at-address',
  'refused-on-the-way',
  'stopped-before',
  'router-reached',
  'cannot-tell',
] as const
export type WhereVerdict = (typeof WHERE_VERDICTS)[number]

/** One probe with a hop limit, and what came back. */
export const SIGHTING_FIELDS = {
  hopLimit: Type.Integer({ minimum: 1, maximum: 255 }),
  /** The sender of the answer: a router on the path, the target's own address, or somebody else; null without an answer. */
  from: orNull(oneOf('path', 'target', 'other')),
  /** Kebab-case, such as "hop-limit-exceeded", "connection-refused"; null for silence, or an answer as hoped. */
  reason: orNull(Type.String()),
}
export type Sighting = Readonly<Static<TObject<typeof SIGHTING_FIELDS>>>

/** The end of the packets to one port of the requester. */
export const WHERE_FIELDS = {
  verdict: oneOf(...WHERE_VERDICTS),
  /** "proven": the public address itself said that it was forwarding this port. "not-seen" proves nothing. Null over IPv6. */
  forwardingRule: orNull(oneOf('proven', 'not-seen')),
  allPorts: orNull(Type.Boolean({ description: 'whether a control port is forwarded too (an exposed host)' })),
  distance: orNull(Type.Integer({ description: 'hops to the public address' })),
  forwarders: orNull(
    Type.Integer({
      description: 'how many translators passed the packet on: a second one is another router, or containers on the device',
    }),
  ),
  answeredAt: orNull(Type.Integer({ description: 'the hop limit from which on the port itself answers' })),
  evidence: Type.Array(Type.Object(SIGHTING_FIELDS)),
  packets: Type.Integer({ description: 'how many were sent to find out' }),
}

export interface WhereFinding extends Readonly<Static<TObject<typeof WHERE_FIELDS>>> {
  /** The last hop that answered; for "stopped-before" alone. */
  readonly stoppedAfter: { readonly hop: number; readonly address: string } | null
}

/** Returns what the answers prove, and no more. */
export function judgeWhere(ledger: Ledger): WhereFinding {
  const facts = factsOf(ledger)
  const { proofs, end, refusal, furthest, guess } = facts
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
    evidence: evidenceIn(ledger, Math.max(...[furthest, end, refusal, proofs.at(-1)].map((heardAt) => heardAt?.hops ?? 0))),
    packets: ledger.packets,
  }
}

/** The hops behind the last one of interest that are shown. */
const SHOWN_BEHIND = 2

/** Returns what came back from each hop, up to the first ones behind which nothing new is heard. */
function evidenceIn(ledger: Ledger, last: number): Sighting[] {
  return ledger
    .at('port')
    .filter(({ hops, times }) => hops <= last + SHOWN_BEHIND && times > 0)
    .map(({ hops, heard }) => ({ hopLimit: hops, from: heard?.from ?? null, reason: heard?.reason ?? null }))
}

const REFUSED: readonly string[] = [
  'connection-refused',
  'port-unreachable',
  'protocol-unreachable',
  'admin-prohibited',
  'host-prohibited',
  'net-prohibited',
]
const ABSENT: readonly string[] = ['host-unreachable', 'host-unknown']

function behindRule(ledger: Ledger, { proofs, end }: Facts): WhereVerdict {
  const last = proofs.at(-1)?.heard.arrived ?? null
  const { reason, arrived } = answerOf(ledger.plain, end)
  if (reason === null) return 'silent-device'
  if (REFUSED.includes(reason)) {
    const from = reason === 'connection-refused' ? refusedFrom(ledger, last) : standingOf(arrived, last)
    return from === 'same' || from === 'nearer' ? 'refused-at-address' : 'refused-by-device'
  }
  // The router of its network looks for the device there; any other knows only that the address leads nowhere.
  return ABSENT.includes(reason) && (last === null || arrived === null || arrived === last) ? 'no-device' : 'wrong-address'
}

/** Returns the answer to the port by the plain check, otherwise that to a probe. */
function answerOf(plain: PortFinding | null, end: HeardAt | null): { reason: string | null; arrived: number | null } {
  const isAnswered = plain !== null && (plain.status === 'refused' || plain.status === 'closed')
  if (isAnswered) return { reason: plain.reason, arrived: plain.icmpHops }
  return { reason: end?.heard.reason ?? null, arrived: end?.heard.arrived ?? null }
}

/** The place of a sender, compared with another; one that uses another first TTL is another system, so it stands behind the first. */
type Standing = 'nearer' | 'same' | 'beyond' | null

function standingOf(arrived: number | null, reference: number | null): Standing {
  if (arrived === null || reference === null) return null
  if (leftWith(arrived) !== leftWith(reference)) return 'beyond'
  if (arrived === reference) return 'same'
  return arrived > reference ? 'nearer' : 'beyond'
}

/** Returns from where a refusal over TCP comes, compared with packets that arrive with this TTL; null if that is not known. */
function refusedFrom(ledger: Ledger, arrived: number | null): Standing {
  if (arrived === null) return null
  const [same, nearer, other] = sievesOf(arrived)
  const passes = (least: number | undefined) => {
    const outcome = least === undefined ? 'silent' : ledger.outcome(sieve(least), 2)
    return outcome === null ? null : outcome !== 'silent'
  }
  if (passes(same) !== true) return passes(same) === null ? null : 'beyond'
  if (passes(nearer) !== true) return passes(nearer) === null ? null : 'same'
  if (passes(other) === null) return null
  return passes(other) ? 'beyond' : 'nearer'
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

function atEnd(ledger: Ledger, { guess, echoed, furthest }: Facts, { hops, heard }: HeardAt): WhereVerdict {
  const control = ledger.at('control').find((probe) => probe.hops === hops)?.heard ?? null
  const from = heard.reason === 'connection-refused' ? refusedFrom(ledger, echoed) : standingOf(heard.arrived, echoed)
  if (from === 'nearer') return 'refused-on-the-way'
  // Somebody has passed it on, but the address never said so.
  const isBeyond = guess !== null && hops > guess && (furthest?.hops ?? 0) < guess
  if (from === 'beyond' || isBeyond) return 'cannot-tell'
  if (from === 'same' || (control?.from === 'target' && control.reason === heard.reason)) return 'refused-at-address'
  // A router stands where the answer came from, so the address does not.
  if (control?.from === 'path') return 'refused-on-the-way'
  return guess === null ? 'cannot-tell' : 'refused-at-address'
}

function inSilence(ledger: Ledger, facts: Facts): WhereVerdict {
  const { guess, furthest } = facts
  if (endsEarlier(ledger, facts)) return 'stopped-before'
  const reached = furthest?.hops ?? 0
  // A packet that never left this machine was not dropped by the address.
  if (ledger.at('port').some(({ hops, times }) => hops > reached && times === 0)) return 'cannot-tell'
  if (ledger.version === 6) return guess !== null && reached === guess - 1 && reached > 0 ? 'router-reached' : 'cannot-tell'
  return reached > 0 || guess === 1 ? 'silent-at-address' : 'cannot-tell'
}

/** Returns whether packets to the port end before a router that those to the control port reach, or before the address that these do. */
function endsEarlier(ledger: Ledger, { guess, furthest, furthestControl }: Facts): boolean {
  const reached = furthest?.hops ?? 0
  const further = furthestControl?.hops ?? 0
  // On the last link, a filter looks as if the address itself kept silent.
  if (further <= reached || (guess !== null && reached >= guess - 1)) return false
  // Without a router that was heard of, only the first one can tell that nothing came as far as it.
  if (reached === 0 && !ledger.at('control').some(({ hops, heard }) => hops === 1 && heard)) return false
  if (!roundsAt(further).every((ask) => isHeard(ledger.outcome(ask)))) return false
  return ledger
    .at('port')
    .filter(({ hops }) => hops > reached && hops <= Math.min(further, reached + 3))
    .every(({ times, heard }) => heard === null && times >= SURE_TIMES)
}
