import { test } from 'bun:test'
import type { Budget } from '../../../src/net/budget.ts'
import { HOP_LIMIT_EXCEEDED } from '../../../src/net/libc/verdict.ts'
import type { ProbeReply } from '../../../src/net/path/prober.ts'
import { PROBES_PER_HOP, runTrace, type TracedHop } from '../../../src/net/path/trace.ts'
import { addressOf } from '../policy/rules.ts'
import { CONTEXT, expectOver, startRun, TARGET } from './fake-prober.ts'

/** The pause between one hop and the next, and before the same one is probed again if it or a later one has answered. */
export const STAGGER_MS = 50
export const AGAIN_MS = 500
/** The time at which the last probe of such a hop leaves. */
export const lastSentMs = (hop: number) => (hop - 1) * STAGGER_MS + 2 * AGAIN_MS

/** Returns the router at a hop. */
export const router = (hop: number, twin = 0) => addressOf(`198.51.${100 + twin}.${hop}`)
export const exceeded = (hop: number, rttMs = 1, twin = 0) => ({ from: router(hop, twin), reason: HOP_LIMIT_EXCEEDED, rttMs })
export const arrived = (rttMs = 1) => ({ from: TARGET, reason: null, rttMs })

/** Starts a trace whose probes nobody gets. */
export function startTrace(maxHops: number, fake: { refuse?: (sequence: number) => string | null; budget?: Budget } = {}) {
  const coming = new Map<number, ProbeReply>()
  const left = (sequence: number) => {
    const given = coming.get(sequence)
    if (given) setTimeout(() => run.onAnswer(given), given.rttMs ?? 0)
  }
  const run = startRun<TracedHop, Awaited<ReturnType<typeof runTrace>>>(
    (open, wanted) => runTrace(CONTEXT, open, { ...wanted, maxHops }),
    { ...fake, left },
  )
  /**
   * Answers some probes of a hop; all of them unless they are named. Those that have been sent are answered at once, the others when their
   * round trip is over.
   */
  const answer = (hop: number, given: Partial<ProbeReply>, probes = [0, 1, 2]) => {
    for (const probe of probes) {
      const sequence = (hop - 1) * PROBES_PER_HOP + probe
      const full = { sequence, from: null, reason: null, isLocal: false, rttMs: 1, ttl: null, ...given }
      if (run.sent.some((sent) => sent.sequence === sequence)) run.onAnswer(full)
      else coming.set(sequence, full)
    }
  }
  const written = (hops: readonly TracedHop[]) => hops.map(({ hop, status }) => `${hop} ${status}`)
  const result = () => run.outcome.result ?? undefined
  return { ...run, answer, result, reported: () => written(run.told), found: () => result() && written(result()?.hops ?? []) }
}

export const expectTraceOver = (run: ReturnType<typeof startTrace>) =>
  expectOver(run, () => {
    for (let hop = 1; hop <= 20; hop++) run.answer(hop, exceeded(hop))
    for (let hop = 1; hop <= 20; hop++) run.answer(hop, arrived())
  })

/** A test of a trace in progress, which has to be over at its end. */
export const traceTest = (
  name: string,
  wanted: Parameters<typeof startTrace>,
  check: (run: ReturnType<typeof startTrace>) => Promise<void>,
) =>
  test(name, async () => {
    const run = startTrace(...wanted)
    await check(run)
    await expectTraceOver(run)
  })
