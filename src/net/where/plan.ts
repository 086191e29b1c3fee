import { type Facts, factsOf } from './facts.ts'
import { type Ask, ECHO, type Ledger, type Outcome, sieve, sievesOf } from './ledger.ts'

/** A probe that is wanted so many times, this far apart, until it is answered. */
export interface Wish {
  readonly ask: Ask
  readonly times: number
  readonly everyMs: number
}

/** The hops that are tried at once where the distance is not known, and the furthest that are. */
const SWEEP = 16
const SWEEP_MAX = 24
/** The most reports of the target that a look may provoke: most systems send few of them a second. */
const PROVOKED_MAX = 2
/** The time after which a target that reports only so often will report again. */
const REPORT_MS = 1100
const AGAIN_MS = 250
/** The unanswered packets after which a hop that answers for another port counts as never reached: a lossy path is not a filter. */
export const SURE_TIMES = 6

/** Returns the probes that are wanted by what is known so far, those that were sent included. More are wanted once these are settled. */
export function plan(ledger: Ledger): readonly Wish[] {
  const planner = new Planner(ledger)
  if (planner.ask(ECHO) === null) return planner.wishes
  const facts = factsOf(ledger)
  const { guess } = facts
  const window = guess === null ? between(1, SWEEP) : between(guess - 1, guess + 1)
  if (!planner.ports(window)) return planner.wishes
  if (facts.proofs.length > 0) proven(planner, facts)
  else if (facts.refusal === null && facts.end) ended(planner, facts, facts.end.hops)
  else if (facts.refusal === null) silent(planner, facts)
  return planner.wishes
}

class Planner {
  readonly wishes: Wish[] = []

  constructor(readonly ledger: Ledger) {}

  ask(ask: Ask, times = 1, everyMs = 0): Outcome {
    this.wishes.push({ ask, times, everyMs })
    return this.ledger.outcome(ask, times)
  }

  port(hops: number, times = 1, everyMs = AGAIN_MS): Outcome {
    return hops < 1 ? 'silent' : this.ask({ to: 'port', hops, least: null }, times, everyMs)
  }

  control(hops: number, times = 2, everyMs = AGAIN_MS): Outcome {
    return hops < 1 ? 'silent' : this.ask({ to: 'control', hops, least: null }, times, everyMs)
  }

  /** Returns whether all of these are settled. */
  ports(all: readonly number[], times = 1, everyMs = AGAIN_MS): boolean {
    return all.map((hops) => this.port(hops, times, everyMs)).every((outcome) => outcome !== null)
  }

  /** Asks only if the target would not be provoked too often. */
  provoke(to: 'port' | 'control', hops: number, times = 1): Outcome {
    const ask: Ask = { to, hops, least: null }
    if (hops < 1 || (!this.ledger.isSent(ask) && this.ledger.provoked >= PROVOKED_MAX)) return 'silent'
    return this.ask(ask, times, AGAIN_MS)
  }

  /** Asks from how near a refusal over TCP comes, compared with packets that arrive with this TTL. */
  standing(arrived: number): void {
    for (const least of sievesOf(arrived)) {
      const outcome = this.ask(sieve(least), 2, AGAIN_MS)
      if (outcome === null || outcome === 'silent') return
    }
  }
}

/** Asks, where the rule is proven, who else forwards, whether every port is forwarded, and who refuses. */
function proven(planner: Planner, { proofs }: Facts): void {
  const { ledger } = planner
  const [nearest, last] = [proofs[0], proofs.at(-1)]
  if (!nearest || !last) return
  planner.provoke('port', nearest.hops - 1)
  planner.provoke('port', last.hops + 1)
  planner.provoke('control', nearest.hops, 2)
  if (ledger.plain?.status === 'refused' && last.heard.arrived !== null) planner.standing(last.heard.arrived)
}

/** Asks, where the target answers without having forwarded anything, whether it is the target itself, or somebody on the way. */
function ended(planner: Planner, { end, echoed }: Facts, hops: number): void {
  if (planner.port(hops - 1, 2, REPORT_MS) === 'silent') planner.port(hops - 2, 2)
  planner.control(hops)
  if (end?.heard.reason === 'connection-refused' && echoed !== null) planner.standing(echoed)
}

/** Asks, where nothing is heard of the target, where the packets end, and whether those to another port end there too. */
function silent(planner: Planner, { guess, furthest, furthestControl }: Facts): void {
  const reached = furthest?.hops ?? 0
  const next = guess !== null && reached < guess ? guess : reached + 1
  if (guess === null && reached > SWEEP - 3 && !planner.ports(between(SWEEP + 1, SWEEP_MAX))) return
  if (guess !== null && reached < guess - 1 && !planner.ports(between(1, guess - 2))) return
  planner.port(next, 3, REPORT_MS)
  planner.port(next + 1, 2, REPORT_MS)
  // A router between that is never heard tells nothing, so the hop before the address counts twice.
  planner.port(next - 1, 3)
  for (const hops of new Set([reached + 1, next - 1, next])) planner.control(hops, hops === next ? 1 : 2)
  const further = furthestControl?.hops ?? 0
  for (const hops of between(reached + 1, Math.min(further, reached + 3))) planner.port(hops, SURE_TIMES)
  if (further > reached) for (const ask of roundsAt(further)) planner.ask(ask)
}

/** Returns what shows whether a hop answers for the control port every time, and not by chance. */
export function roundsAt(hops: number): Ask[] {
  return [1, 2].map((round) => ({ to: 'control', hops, least: null, round }))
}

function between(first: number, last: number): number[] {
  const from = Math.max(1, first)
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
}
