import { expect, jest, test } from 'bun:test'
import { Budget } from '../../../src/net/budget.ts'
import { HOP_LIMIT_EXCEEDED } from '../../../src/net/libc/verdict.ts'
import { type ProbeReply, Unsupported } from '../../../src/net/path/prober.ts'
import { PROBES_PER_HOP, runTrace, type TracedHop } from '../../../src/net/path/trace.ts'
import { addressOf, CONTEXT, countedSignal, fakeProber, outcomeOf, pass, TARGET } from './fake-prober.ts'

/** The pause between one hop and the next, and before the same one is probed again if it or a later one has answered. */
export const STAGGER_MS = 50
export const AGAIN_MS = 500
/** The time at which the last probe of such a hop leaves. */
export const lastSentMs = (hop: number) => (hop - 1) * STAGGER_MS + 2 * AGAIN_MS

/** Returns the router at a hop. */
export const router = (hop: number, twin = 0) => addressOf(`198.51.${100 + twin}.${hop}`)
export const exceeded = (hop: number, rttMs = 1, twin = 0) => ({ from: router(hop, twin), reason: HOP_LIMIT_EXCEEDED, rttMs })
export const arrived = (rttMs = 1) => ({ from: TARGET, reason: null, rttMs })

/** Returns a trace in progress, and what it has reported. */
export function startTrace(
  maxHops: number,
  {
    refuse,
    signal,
    budget = new Budget(),
  }: { refuse?: (sequence: number) => string | null; signal?: AbortSignal; budget?: Budget } = {},
) {
  const coming = new Map<number, ProbeReply>()
  const left = (sequence: number) => {
    const given = coming.get(sequence)
    if (given) setTimeout(() => prober.answer(given), given.rttMs ?? 0)
  }
  const prober = fakeProber(refuse, left)
  const told: TracedHop[] = []
  const counted = countedSignal()
  const wanted = {
    maxHops,
    bounds: { signal: signal ?? counted.signal, budget },
    report: (hop: TracedHop) => void told.push(hop),
  }
  const outcome = outcomeOf(runTrace(CONTEXT, prober.open, wanted))
  /**
   * Answers some probes of a hop; all of them unless they are named. Those that have been sent are answered at once, the others when their
   * round trip is over.
   */
  const answer = (hop: number, given: Partial<ProbeReply>, probes = [0, 1, 2]) => {
    for (const probe of probes) {
      const sequence = (hop - 1) * PROBES_PER_HOP + probe
      const full = { sequence, from: null, reason: null, isLocal: false, rttMs: 1, ttl: null, ...given }
      if (prober.sent.some((sent) => sent.sequence === sequence)) prober.answer(full)
      else coming.set(sequence, full)
    }
  }
  const reported = () => told.map(({ hop, status }) => `${hop} ${status}`)
  const result = () => (outcome.result instanceof Unsupported ? undefined : outcome.result)
  const found = () => result()?.hops.map(({ hop, status }) => `${hop} ${status}`)
  return {
    ...prober,
    onAnswer: prober.answer,
    answer,
    told,
    reported,
    outcome,
    result,
    found,
    abort: counted.abort,
    waiting: counted.waiting,
  }
}

/** Expects that later answers are not delivered, and that nothing is left open. */
export async function expectTraceOver({ told, outcome, answer, disposals, waiting }: ReturnType<typeof startTrace>) {
  expect(Object.keys(outcome)).toHaveLength(1)
  expect({ timers: jest.getTimerCount(), waiting: waiting() }).toEqual({ timers: 0, waiting: 0 })
  const before = told.length
  for (let hop = 1; hop <= 20; hop++) answer(hop, exceeded(hop))
  for (let hop = 1; hop <= 20; hop++) answer(hop, arrived())
  await pass(10_000, 100)
  expect({ told: told.length, timers: jest.getTimerCount(), disposals: disposals() }).toEqual({
    told: before,
    timers: 0,
    disposals: 1,
  })
}

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
